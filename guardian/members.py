"""Members of a scheme, and how people join: by a link, or by an e-mail that holds one."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext

from guardian.access import digest_of, invitation_of, work_scope
from guardian.models import Invitation, Membership, Role, Scheme
from rag.text.plain import plain

VALID_DAYS = 14
# A scheme's name and the part of it that its address begins with; how many schemes one person may found.
_LONGEST_NAME, _LONGEST_SLUG, _MOST_FOUNDED = 200, 60, 5
# How many invitations a scheme may make in a day, so that nobody sends mail to strangers by it.
_MOST_INVITED = 50


class MemberError(ValueError):
    """A change to a member that is not allowed; the message says why, in the page's language."""


def found_scheme(user: User, name: str) -> Scheme:
    """Make a scheme, with the user as its owner-admin. Raises MemberError."""
    name = " ".join(plain(name).split())
    if not 3 <= len(name) <= _LONGEST_NAME:
        raise MemberError(gettext("Give the scheme's name, in 3 to {most} characters.").format(most=_LONGEST_NAME))
    with transaction.atomic():
        # One founding after the other, so that all are counted.
        User.objects.select_for_update().get(pk=user.pk)
        if Scheme.objects.filter(founded_by=user).count() >= _MOST_FOUNDED:
            text = gettext("You have founded {count} schemes. Ask the operators of this site for more.")
            raise MemberError(text.format(count=_MOST_FOUNDED))
        scheme = Scheme.objects.create(name=name, slug=_free_slug(name), founded_by=user)
        with work_scope(scheme.pk):
            Membership.objects.create(scheme=scheme, user=user, role=Role.ADMIN)
    return scheme


def _free_slug(name: str) -> str:
    """A slug for a scheme's name. Its end is random, so that no slug tells whether another scheme has the name."""
    return f"{slugify(name)[:_LONGEST_SLUG] or 'scheme'}-{secrets.token_hex(3)}"


def invite(scheme: Scheme, role: str, email: str = "", by: User | None = None) -> tuple[Invitation, str]:
    """Make an invitation. Returns it and the token for its link. Inside the scheme's scope. Raises MemberError."""
    if role not in Role.values:
        text = gettext("There is no role “{role}”; choose {roles}.")
        raise MemberError(text.format(role=role, roles=", ".join(Role.values)))
    if email and not _is_address(email):
        raise MemberError(gettext("“{address}” is no e-mail address.").format(address=email[:80]))
    lately = timezone.now() - timedelta(days=1)
    if Invitation.objects.filter(created_at__gt=lately).count() >= _MOST_INVITED:
        text = gettext("A scheme invites at most {count} times a day. One link for residents serves everybody.")
        raise MemberError(text.format(count=_MOST_INVITED))
    token = secrets.token_urlsafe(32)
    expires = timezone.now() + timedelta(days=VALID_DAYS)
    invitation = Invitation.objects.create(
        scheme=scheme, digest=digest_of(token), email=email, role=role, created_by=by, expires_at=expires
    )
    return invitation, token


def _is_address(email: str) -> bool:
    try:
        validate_email(email)
    except ValidationError:
        return False
    return len(email) <= 254


def send(invitation: Invitation, scheme: Scheme, address: str) -> None:
    """Mail an invitation's link, in the language of the page on which it was made."""
    text = gettext(
        "You are invited to ask the bylaws of {scheme}.\n\nOpen this link to join: {address}\n\n"
        "It is valid for {days} days, and for you alone.\n"
    )
    send_mail(
        gettext("You are invited to {scheme}").format(scheme=scheme.name),
        text.format(scheme=scheme.name, address=address, days=VALID_DAYS),
        settings.DEFAULT_FROM_EMAIL,
        [invitation.email],
    )


def accept(user: User, token: str) -> Scheme | None:
    """Admit a user who holds an invitation; None if it is not open to them. An existing member keeps the higher
    role."""
    invitation = invitation_of(token)
    if invitation is None:
        return None
    with work_scope(invitation.scheme_id) as scheme:
        if scheme is None:
            return None
        held = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if not held.is_open or not is_for(held, user):
            return None
        membership, new = Membership.objects.get_or_create(scheme=scheme, user=user, defaults={"role": invitation.role})
        if not new and _RANK[invitation.role] > _RANK[membership.role]:
            membership.role = invitation.role
            membership.save(update_fields=["role"])
        held.used_at = timezone.now()
        held.save(update_fields=["used_at"])
        return scheme


def is_for(invitation: Invitation, user: User) -> bool:
    """Whether a user may use an invitation: one sent by e-mail is only for the account with that address."""
    return not invitation.email or invitation.email.lower() == user.email.lower()


def change_role(membership: Membership, role: str) -> None:
    """Change a member's role; an empty role removes the member. Inside the scheme's scope. Raises MemberError."""
    if role and role not in Role.values:
        raise MemberError(gettext("There is no role “{role}”.").format(role=role))
    with transaction.atomic():
        admins = Membership.objects.select_for_update().filter(role=Role.ADMIN)
        if membership.role == Role.ADMIN and role != Role.ADMIN and len(admins) == 1:
            raise MemberError(gettext("A scheme needs an owner-admin. Make somebody else one first."))
        if not role:
            _withdraw_ways_back(membership, -1)
            membership.delete()
            return
        if _RANK[role] < _RANK[membership.role]:
            _withdraw_ways_back(membership, _RANK[role])
        membership.role = role
        membership.save(update_fields=["role"])


def _withdraw_ways_back(membership: Membership, rank: int) -> None:
    """Withdraw invitations by which a member could regain a role above `rank`: links without an address, invitations
    that they made, and invitations sent to their address."""
    higher = [role for role, its in _RANK.items() if its > rank]
    theirs = Q(email="") | Q(created_by=membership.user)
    if membership.user.email:
        theirs |= Q(email__iexact=membership.user.email)
    Invitation.objects.filter(theirs, role__in=higher, withdrawn_at=None).update(withdrawn_at=timezone.now())


_RANK = {Role.RESIDENT.value: 0, Role.COMMITTEE.value: 1, Role.ADMIN.value: 2}
