"""Following a search: by a public feed, or by mail to a confirmed address."""

from typing import Any
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rag.serving.languages import in_the_readers_language, language_of
from rag.serving.limits import address_of, count
from speeches.following.mail import ask_to_confirm, follow_with, key_of
from speeches.following.searches import Wish, begin
from speeches.models import Follow
from speeches.search.engine import SearchRequest, search
from speeches.search.errors import SearchError
from speeches.views.frames import frame_filters
from speeches.views.search import chips

# Number of example passages by which a reader sets the relevance limit.
_EXAMPLES = 12
_PER_MINUTE = 10


@in_the_readers_language
@require_http_methods(["GET", "HEAD", "POST"])
def follow_page(request: HttpRequest) -> HttpResponse:
    """Follow the search in the URL: its feed, and a form for mails."""
    if request.method == "POST":
        try:
            return _begin(request)
        except SearchError as error:
            return _form(request, error.message, status=422)
    return _form(request)


def _form(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    try:
        examples = _examples(request)
    except SearchError as problem:
        examples, error, status = [], error or problem.message, 422
    context: dict[str, Any] = {
        "query": request.GET.get("q", "").strip(),
        "chips": chips(request),
        "feed": f"{reverse('feed')}?{request.GET.urlencode()}",
        "examples": examples,
        "often": Follow.Often.choices,
        "form": request.POST,
        "mails": bool(settings.EMAIL_HOST),
        "confirmed": _confirmed_address(request),
        "error": error,
    }
    return render(request, "speeches/follow.html", context, status=status)


def _examples(request: HttpRequest) -> list[Any]:
    """What a search by meaning finds now, nearest first."""
    query = request.GET.get("q", "").strip()
    if not query:
        return []
    found = search(SearchRequest(query, frame_filters(request), top_k=_EXAMPLES, mode="meaning", grouped=True))
    return sorted(found.results, key=lambda hit: -hit.relevance_score)


def _begin(request: HttpRequest) -> HttpResponse:
    if not settings.EMAIL_HOST:
        raise SearchError("address", gettext("This site sends no mail. Use the feed instead."))
    if count(f"follow:{address_of(request)}", _PER_MINUTE).exceeded:
        raise SearchError("address", gettext("That was a lot at once. Try again in a minute."))
    confirmed = _confirmed_address(request)
    given = request.POST
    try:
        least = float(given.get("least") or 0)
    except ValueError:
        least = -1.0
    wish = Wish(
        request.GET.get("q", "").strip(),
        frame_filters(request),
        given.get("by", Follow.By.WORDS),
        given.get("often", Follow.Often.DAILY),
        least,
    )
    address = given.get("address", "").strip() or confirmed
    own = confirmed and address.casefold() == confirmed.casefold()
    follow = begin(wish, address, request.user if own else None, language_of(request))
    if follow.confirmed_at is None:
        ask_to_confirm(follow)
        # Do not reveal whether the address already follows this.
    messages.success(
        request, gettext("You will hear from us.") if own else gettext("Look into your mail, and confirm.")
    )
    return redirect(f"{reverse('follow-new')}?{request.GET.urlencode()}")


def _confirmed_address(request: HttpRequest) -> str:
    """The signed-in user's verified e-mail address; "" if there is none."""
    if not request.user.is_authenticated:
        return ""
    own = EmailAddress.objects.filter(user=request.user, verified=True).order_by("-primary").first()
    return str(own.email) if own else ""


@in_the_readers_language
@require_safe
def followed_page(request: HttpRequest) -> HttpResponse:
    """The follows of the signed-in user."""
    own = Follow.objects.filter(user=request.user) if request.user.is_authenticated else Follow.objects.none()
    follows = [{"follow": one, "key": key_of(one), "search": _search_of(one)} for one in own]
    return render(request, "speeches/followed.html", {"follows": follows, "mails": bool(settings.EMAIL_HOST)})


def _search_of(follow: Follow) -> str:
    values = {("parliament" if name == "country" else name): value for name, value in follow.filters.items()}
    return f"{reverse('search')}?{urlencode({'q': follow.query} | values, doseq=True)}"


@in_the_readers_language
@require_http_methods(["GET", "HEAD", "POST"])
def one_follow(request: HttpRequest, key: str) -> HttpResponse:
    """One follow, for anybody with the key from a mail: confirm it, or change how often it mails."""
    follow = _follow_with_key(key)
    if request.method == "POST":
        often = request.POST.get("often", "")
        if often in Follow.Often.values:
            follow.often = often
        follow.confirmed_at = follow.confirmed_at or timezone.now()
        follow.save(update_fields=["often", "confirmed_at"])
        messages.success(request, gettext("Done."))
        return redirect("follow", key)
    context = {"follow": follow, "key": key, "often": Follow.Often.choices, "search": _search_of(follow)}
    return render(request, "speeches/followed_one.html", context)


# Mail programs post here on one click without loading a page first; the signed key authorises them.
@csrf_exempt
@in_the_readers_language
@require_POST
def end_follow(request: HttpRequest, key: str) -> HttpResponse:
    """End a follow."""
    follow = _follow_with_key(key)
    name = follow.name
    follow.delete()
    return render(request, "speeches/follow_ended.html", {"name": name})


def _follow_with_key(key: str) -> Follow:
    follow = follow_with(key)
    if follow is None:
        raise Http404("This is not followed any more.")
    return follow
