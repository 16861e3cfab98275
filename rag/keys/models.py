"""API keys. Only a hash is stored. The key itself is shown once, when it is made."""

import hashlib
import secrets
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

SCOPES = ("read", "ingest")
_PREFIX = "hk_"


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    def active(self) -> Self:
        return self.filter(revoked_at=None)

    def answering_to(self, token: str) -> "ApiKey | None":
        """Returns the active key for a token, without marking it as used."""
        return self.active().filter(digest=_digest(token)).first()

    def opening(self, token: str) -> "ApiKey | None":
        """Returns the active key for a token and marks it as used now; None if there is none."""
        key = self.answering_to(token)
        if key is not None:
            self.filter(pk=key.pk).update(last_used_at=timezone.now())
        return key


class ApiKey(models.Model):
    """A key with its scopes. `hint` is its beginning, so that a person can tell two keys apart.

    A key may be bound to a part of the site, in the words of the application that checks it ("scheme:7"). Then it opens
    nothing else. An unbound key opens the record.
    """

    name = models.CharField(max_length=200, blank=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=12, editable=False)
    scopes = ArrayField(models.CharField(max_length=20))
    bound_to = models.CharField(max_length=100, blank=True, editable=False, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        verbose_name = "API key"

    def __str__(self) -> str:
        return self.name or f"{self.hint}…"

    @classmethod
    def create(cls, scopes: list[str], name: str = "", bound_to: str = "") -> tuple["ApiKey", str]:
        """Creates a key. Returns it with its token. Raises ValueError for an unknown scope."""
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise ValueError(f"Unknown scope {', '.join(unknown) or '(none)'}; choose from {', '.join(SCOPES)}.")
        token = _PREFIX + secrets.token_urlsafe(32)
        key = cls.objects.create(
            name=name, digest=_digest(token), hint=token[:8], scopes=sorted(set(scopes)), bound_to=bound_to
        )
        return key, token

    def allows(self, scope: str) -> bool:
        return scope in self.scopes


def _digest(token: str) -> str:
    # A token holds 256 random bits, so a plain hash is enough: nobody can search it backwards.
    return hashlib.sha256(token.encode()).hexdigest()
