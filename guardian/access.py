"""The only door to a scheme. This module decides who may enter, and the database shows a scheme's rows only inside a
scope.

    with scheme_scope(request.user, slug) as scheme:
        Bylaw.objects.all()  # only this scheme's

A scope is a transaction. Outside one the database shows no row of any scheme, so a query that bypasses the door finds
nothing rather than too much.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import connection, transaction
from django.http import Http404

from guardian.models import Invitation, Membership, Role, Scheme
from rag.keys.models import ApiKey

Visitor = User | AbstractBaseUser | AnonymousUser | ApiKey

_OPEN = "SELECT set_config('guardian.scheme', %s, true), row_security_active('guardian_bylaw')"
# The name that the scheme's log records as the actor.
_ACTING = "SELECT set_config('guardian.actor', %s, true)"
_WHERE = """
SELECT coalesce(current_setting('guardian.scheme', true), ''), coalesce(current_setting('guardian.actor', true), '')
"""
_ASKING = "SELECT set_config('guardian.user', %s, true)"
_HOLDING = "SELECT set_config('guardian.invitation', %s, true)"


class SealBrokenError(RuntimeError):
    """The database role can bypass row-level security, or a second scheme would be opened in the same transaction."""


@contextmanager
def scheme_scope(visitor: Visitor, slug: str) -> Iterator[Scheme]:
    """Open a scheme for a member or a key of it, and set `scheme.role`. Raises Http404 for everybody else, exactly as
    for a scheme that does not exist."""
    with transaction.atomic():
        scheme = _admit(visitor, slug)
        with _open_scheme(scheme, visitor):
            yield scheme


@contextmanager
def work_scope(scheme_id: int) -> Iterator[Scheme | None]:
    """Open a scheme for a worker, which acts for no user. Yields None if the scheme is gone."""
    with transaction.atomic():
        scheme = Scheme.objects.filter(pk=scheme_id).first()
        if scheme is None:
            yield None
            return
        with _open_scheme(scheme):
            yield scheme


@contextmanager
def operator_scope(user: User, scheme_id: int) -> Iterator[Scheme]:
    """Open a scheme for an operator of the site, who sets it up and watches its uploads. Raises Http404 for anybody who
    is not an active superuser."""
    if not (user.is_active and user.is_superuser):
        raise Http404("There is no such scheme.")
    with transaction.atomic():
        scheme = Scheme.objects.filter(pk=scheme_id).first()
        if scheme is None:
            raise Http404("There is no such scheme.")
        scheme.role = Role.ADMIN
        with _open_scheme(scheme, user):
            yield scheme


def schemes_of(user: User) -> list[Scheme]:
    """The schemes that a person belongs to, ordered by name, each with its `role`."""
    with transaction.atomic():
        _set_in_session(_ASKING, str(user.pk))
        memberships = Membership.objects.filter(user=user).select_related("scheme").order_by("scheme__name")
        found = [_with_role(one.scheme, Role(one.role)) for one in memberships]
        _set_in_session(_ASKING, "")
    return found


def invitation_of(token: str) -> Invitation | None:
    """The invitation behind a link's token, or None if it is unknown, used, withdrawn or expired."""
    return invitation_under(digest_of(token))


def invitation_under(digest: str) -> Invitation | None:
    """The invitation with this digest, or None if it is not open."""
    with transaction.atomic():
        _set_in_session(_HOLDING, digest)
        found = Invitation.objects.filter(digest=digest).select_related("scheme").first()
        _set_in_session(_HOLDING, "")
    return found if found and found.is_open else None


def digest_of(token: str) -> str:
    """The SHA-256 of an invitation's token, in hex. Only this is stored; the token itself holds 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def key_binding(scheme: Scheme) -> str:
    """The value of `ApiKey.bound_to` for a key of this scheme."""
    return f"scheme:{scheme.pk}"


def _admit(visitor: Visitor, slug: str) -> Scheme:
    scheme = Scheme.objects.filter(slug=slug).first()
    role = _role(visitor, scheme) if scheme else None
    if scheme is None or role is None:
        raise Http404("There is no such scheme.")
    return _with_role(scheme, role)


def _role(visitor: Visitor, scheme: Scheme) -> Role | None:
    if isinstance(visitor, ApiKey):
        if visitor.bound_to != key_binding(scheme):
            return None
        return Role.COMMITTEE if visitor.allows("ingest") else Role.RESIDENT
    if not visitor.is_authenticated or not visitor.is_active:
        return None
    _set_in_session(_ASKING, str(visitor.pk))
    membership = Membership.objects.filter(user_id=visitor.pk, scheme=scheme).first()
    _set_in_session(_ASKING, "")
    return Role(membership.role) if membership else None


def _with_role(scheme: Scheme, role: Role) -> Scheme:
    scheme.role = role
    return scheme


@contextmanager
def _open_scheme(scheme: Scheme, visitor: Visitor | None = None) -> Iterator[None]:
    """Open a scheme for a visitor in this transaction, and restore the previous state at the end, since an outer
    transaction may go on."""
    with connection.cursor() as cursor:
        cursor.execute(_WHERE)
        before, acting = cursor.fetchone()
        if before not in ("", str(scheme.pk)):
            raise SealBrokenError("Another scheme is open in this transaction.")
        cursor.execute(_OPEN, [str(scheme.pk)])
        _, sealed = cursor.fetchone()
    if not sealed:
        raise SealBrokenError(
            "Row-level security does not hold for the database's role. Set DATABASE_URL to a role that is neither "
            "superuser nor BYPASSRLS (docs/operations.md)."
        )
    _set_in_session(_ACTING, name_of(visitor) or acting)
    yield
    # After an error the transaction is rolled back, and these settings with it.
    _set_in_session(_ACTING, acting)
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, [before])


def name_of(visitor: Visitor | None) -> str:
    """The visitor's name in the log: an e-mail address, a user name or an API key's hint; empty for the site itself."""
    if isinstance(visitor, ApiKey):
        return f"API key {visitor.hint}"
    return (getattr(visitor, "email", "") or visitor.get_username()) if visitor else ""


def _set_in_session(statement: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [value])
