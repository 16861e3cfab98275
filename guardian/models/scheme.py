"""A strata scheme, its members, and its invitations."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """A member's role. Owner-admins invite; owner-admins and the committee upload; everybody asks."""

    ADMIN = "admin", _("Owner-admin")
    COMMITTEE = "committee", _("Committee")
    RESIDENT = "resident", _("Resident")

    @property
    def may_upload(self) -> bool:
        return self in (Role.ADMIN, Role.COMMITTEE)

    @property
    def may_invite(self) -> bool:
        return self is Role.ADMIN


class Scheme(models.Model):
    """A community with its own bylaws. `work_since` is when one of its bylaws last began to wait for the worker, null
    if none waits. It lets a worker find work without opening any scheme."""

    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80, unique=True, help_text="In the address: /schemes/…/")
    created_at = models.DateTimeField(auto_now_add=True)
    work_since = models.DateTimeField(null=True, editable=False)
    # Null for a scheme that operators made.
    founded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    # The visitor's role in the scheme, set by `guardian.access`.
    role: Role

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("guardian:scheme", args=[self.slug])


class Sealed(models.Model):
    """A row that is visible only inside its scheme: the database itself hides all others (see the migration
    `0002_seal`).

    The database deletes rows together with their scheme, so Django need not look for rows that it could not see.
    """

    scheme = models.ForeignKey(Scheme, on_delete=models.DO_NOTHING, related_name="+", db_index=False)

    class Meta:
        abstract = True


class Membership(Sealed):
    """A user's membership in a scheme."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, related_name="+")
    role = models.CharField(max_length=20, choices=Role, default=Role.RESIDENT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint(fields=["scheme", "user"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Invitation(Sealed):
    """A link that lets somebody join. Only its hash is stored.

    An invitation sent by e-mail works once, for the account with that address. One without an address works once,
    except for residents: theirs works for everybody who has it, until it expires or is withdrawn.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    email = models.EmailField(blank=True)
    role = models.CharField(max_length=20, choices=Role, default=Role.RESIDENT)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["scheme"], name="invitation_scheme")]

    def __str__(self) -> str:
        return self.email or "a link"

    @property
    def is_open(self) -> bool:
        once = bool(self.email) or self.role != Role.RESIDENT
        used_up = once and self.used_at is not None
        return self.withdrawn_at is None and not used_up and self.expires_at > timezone.now()
