"""A scheme's members and invitations, for its owner-admins; and the page that an invitation links to."""

from smtplib import SMTPException

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from guardian.access import digest_of, invitation_of, scheme_scope
from guardian.accounts import INVITATION, members_only
from guardian.members import VALID_DAYS, MemberError, accept, change_role, found_scheme, invite, is_for, send
from guardian.models import Event, Invitation, Membership, Role, Scheme
from guardian.views import visitor
from rag.serving.languages import in_the_readers_language

# The most log entries on one page.
_SHOWN = 200


@in_the_readers_language
@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The scheme's members and invitations."""
    with scheme_scope(visitor(request), slug) as scheme:
        if not scheme.role.may_invite:
            raise Http404("There is no such page.")
        if request.method == "POST":
            try:
                return _change_members(request, scheme)
            except MemberError as error:
                messages.error(request, str(error))
                return redirect("guardian:members", slug)
        return _page(request, scheme)


@in_the_readers_language
@members_only
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The scheme's log, latest first, for its owner-admins."""
    with scheme_scope(visitor(request), slug) as scheme:
        if not scheme.role.may_invite:
            raise Http404("Owner-admins see what was done.")
        events = list(Event.objects.all()[:_SHOWN])
    return render(request, "guardian/log.html", {"scheme": scheme, "events": events, "most": _SHOWN})


@in_the_readers_language
@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind an invitation's link, from which people join after signing in or up."""
    held = invitation_of(token)
    if held:
        request.session[INVITATION] = digest_of(token)
    other = bool(held and request.user.is_authenticated and not is_for(held, visitor(request)))
    context = {"invitation": held, "scheme": held.scheme if held else None, "token": token, "other": other}
    return render(request, "guardian/invitation.html", context, status=200 if held else 404)


@in_the_readers_language
@members_only
@require_POST
def found(request: HttpRequest) -> HttpResponse:
    """Found a scheme and administer it, if the site lets everybody."""
    if not settings.SCHEMES_OPEN:
        raise Http404("Schemes are made by the operators of this site.")
    if _lacks_second_factor(request):
        return _to_second_factor(request, gettext("Then found the scheme."))
    try:
        scheme = found_scheme(visitor(request), request.POST.get("name", ""))
    except MemberError as error:
        messages.error(request, str(error))
        return redirect(f"{reverse('guardian:schemes')}?all")
    messages.success(request, gettext("The scheme is founded. Upload its bylaws, then invite its owners."))
    return redirect(scheme)


@in_the_readers_language
@members_only
@require_POST
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Join the scheme of an invitation. Whoever is to administer it sets up a second factor first."""
    held = invitation_of(token)
    administers = held and is_for(held, visitor(request)) and Role(held.role).may_invite
    if administers and _lacks_second_factor(request):
        return _to_second_factor(request, gettext("Then open the invitation again."))
    scheme = accept(visitor(request), token)
    if scheme is None:
        return redirect("guardian:invitation", token)
    messages.success(request, gettext("You belong to {scheme} now.").format(scheme=scheme.name))
    return redirect(scheme)


def _lacks_second_factor(request: HttpRequest) -> bool:
    """Whether the visitor has yet to set up the second factor that owner-admins need."""
    return settings.ADMIN_SECOND_FACTOR and not is_mfa_enabled(request.user)


def _to_second_factor(request: HttpRequest, then: str) -> HttpResponse:
    needed = gettext("Owner-admins need a second factor. Set one up here.")
    messages.info(request, f"{needed} {then}")
    return redirect("mfa_activate_totp")


def _page(request: HttpRequest, scheme: Scheme, link: str = "") -> HttpResponse:
    invitations = [one for one in Invitation.objects.all() if one.is_open]
    context = {
        "scheme": scheme,
        "members": list(Membership.objects.select_related("user")),
        "invitations": invitations,
        "roles": Role.choices,
        "link": link,
        "valid_days": VALID_DAYS,
    }
    return render(request, "guardian/members.html", context)


def _change_members(request: HttpRequest, scheme: Scheme) -> HttpResponse:
    action = request.POST.get("action", "")
    if action == "invite":
        return _invite(request, scheme)
    if action == "withdraw":
        key = _number(request, "invitation")
        Invitation.objects.filter(pk=key, withdrawn_at=None).update(withdrawn_at=timezone.now())
    elif action in ("role", "remove"):
        membership = Membership.objects.filter(pk=_number(request, "membership")).first()
        if membership is None:
            raise Http404("There is no such member.")
        change_role(membership, request.POST.get("role", "") if action == "role" else "")
        if membership.user_id == visitor(request).pk and action == "remove":
            return redirect("guardian:schemes")
    return redirect("guardian:members", scheme.slug)


def _invite(request: HttpRequest, scheme: Scheme) -> HttpResponse:
    email = request.POST.get("email", "").strip()
    made, token = invite(scheme, request.POST.get("role", ""), email, visitor(request))
    address = request.build_absolute_uri(reverse("guardian:invitation", args=[token]))
    if not email:
        return _page(request, scheme, address)
    if not settings.EMAIL_HOST:
        text = gettext("This site sends no mail. Give {email} this link yourself.")
        messages.warning(request, text.format(email=email))
        return _page(request, scheme, address)
    try:
        send(made, scheme, address)
    except (SMTPException, OSError):
        text = gettext("The mail to {email} could not be sent. Give them this link yourself.")
        messages.error(request, text.format(email=email))
        return _page(request, scheme, address)
    messages.success(request, gettext("An invitation is on its way to {email}.").format(email=email))
    return redirect("guardian:members", scheme.slug)


def _number(request: HttpRequest, name: str) -> int:
    value = request.POST.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 19 else 0
