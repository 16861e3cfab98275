"""The log of a scheme: what was done, and by whom."""

import datetime
import re

from django.db import models
from django.db.models.functions import Now
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from guardian.models.scheme import Role, Sealed
from rag.text.dates import MONTHS

# What the triggers write, beside names of files: a member with their role, and what came into force when.
_ROLE = "|".join(Role.values)
_MEMBER = re.compile(rf"(?P<who>.+) \((?P<role>{_ROLE})(?:, now (?P<now>{_ROLE}))?\)")
_DAY = rf"(?P<day>\d+) (?P<month>{'|'.join(MONTHS)}) (?P<year>\d+)"
_IN_FORCE = re.compile(rf"(?P<file>.+) as “(?P<title>.+)” from {_DAY}")
_LINK = "whoever has the link"


class Event(Sealed):
    """A change to members, invitations or bylaws. The database writes most entries itself, whatever made the change
    (see the migration `0006_event_log`), and refuses to change or delete them while their scheme exists."""

    class Action(models.TextChoices):
        UPLOADED = "uploaded", _("uploaded")
        IN_FORCE = "in force", _("put in force")
        DELETED = "deleted", _("deleted")
        OPENED = "opened", _("downloaded the original of")
        INVITED = "invited", _("invited")
        WITHDREW = "withdrew", _("withdrew the invitation of")
        JOINED = "joined", _("let in")
        CHANGED = "changed", _("changed the role of")
        REMOVED = "removed", _("took out")

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
            return gettext("{who} joined").format(who=self._what_for_page)
        return f"{self.actor or gettext('The site')} {self.get_action_display()} {self._what_for_page}"

    @property
    def _what_for_page(self) -> str:
        """`what`, in the page's language."""
        if self.action in (self.Action.UPLOADED, self.Action.DELETED, self.Action.OPENED):
            return self.what
        if found := _IN_FORCE.fullmatch(self.what):
            day = datetime.date(int(found["year"]), MONTHS.index(found["month"]) + 1, int(found["day"]))
            text = gettext("{file} as “{title}” from {day}")
            return text.format(file=found["file"], title=found["title"], day=date_format(day, "j F Y"))
        if found := _MEMBER.fullmatch(self.what):
            who = gettext(_LINK) if found["who"] == _LINK else found["who"]
            role, now = (str(Role(one).label).lower() if one else "" for one in (found["role"], found["now"]))
            return f"{who} ({gettext('{role}, now {now}').format(role=role, now=now) if now else role})"
        return self.what
