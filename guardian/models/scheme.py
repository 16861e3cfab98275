"""A strata scheme, who belongs to it, and who is invited."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone


class Role(models.TextChoices):
    """What a member is. An owner-admin invites, an owner-admin and the committee upload, everybody asks."""

    ADMIN = "admin", "Owner-admin"
    COMMITTEE = "committee", "Committee"
    RESIDENT = "resident", "Resident"

    @property
    def may_upload(self) -> bool:
        return self in (Role.ADMIN, Role.COMMITTEE)

    @property
    def may_invite(self) -> bool:
        return self is Role.ADMIN


class Scheme(models.Model):
    """A community with bylaws of its own. `work_since` is when a bylaw of it last began to wait for the worker, null
    when none does: so a worker finds work without looking into any scheme."""

    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80, unique=True, help_text="In the address: /schemes/…/")
    created_at = models.DateTimeField(auto_now_add=True)
    work_since = models.DateTimeField(null=True, editable=False)
    # What the visitor is here; `guardian.access` says it.
    role: Role

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("guardian:scheme", args=[self.slug])


class Sealed(models.Model):
    """A row that only its scheme sees: the database itself shows no other (see the migration `0002_seal`).

    Rows go with their scheme in the database, so Django need not look for those that it could not see.
    """

    scheme = models.ForeignKey(Scheme, on_delete=models.DO_NOTHING, related_name="+", db_index=False)

    class Meta:
        abstract = True


class Membership(Sealed):
    """A person in a scheme."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, related_name="+")
    role = models.CharField(max_length=20, choices=Role, default=Role.RESIDENT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint(fields=["scheme", "user"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Invitation(Sealed):
    """A link that lets somebody in. Only a hash of it is kept.

    One sent by e-mail serves once, for the account of that address. One without an address serves all residents who
    have it until it expires or is withdrawn; for any other role it serves once.
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
