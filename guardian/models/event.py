"""The log of a scheme: what was done, and by whom."""

from django.db import models
from django.db.models.functions import Now

from guardian.models.scheme import Sealed


class Event(Sealed):
    """A change to members, invitations or bylaws. The database writes most entries itself, whatever made the change
    (see the migration `0006_event_log`), and refuses to change or delete them while their scheme exists."""

    class Action(models.TextChoices):
        UPLOADED = "uploaded", "uploaded"
        IN_FORCE = "in force", "put in force"
        DELETED = "deleted", "deleted"
        OPENED = "opened", "downloaded the original of"
        INVITED = "invited", "invited"
        WITHDREW = "withdrew", "withdrew the invitation of"
        JOINED = "joined", "let in"
        CHANGED = "changed", "changed the role of"
        REMOVED = "removed", "took out"

    at = models.DateTimeField(db_default=Now())
    # An e-mail address or an API key's hint; empty if the site itself acted.
    actor = models.CharField(max_length=254, blank=True)
    action = models.CharField(max_length=20, choices=Action)
    what = models.CharField(max_length=600, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["scheme", "-at"], name="event_scheme")]

    def __str__(self) -> str:
        if self.action == self.Action.JOINED and not self.actor:
            # People who follow an invitation join by themselves.
            return f"{self.what} joined"
        return f"{self.actor or 'The site'} {self.get_action_display()} {self.what}"
