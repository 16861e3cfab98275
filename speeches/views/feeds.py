"""Atom feeds: the newest speeches for a search, a member, a party or a bill."""

import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.timezone import make_aware
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language
from rag.text.spans import Span
from speeches.following.searches import newest
from speeches.models import Speech
from speeches.reading.citing import references
from speeches.search.errors import SearchError
from speeches.views.frames import frame_filters

_ENTRIES = 40


@in_the_readers_language
@require_safe
@cache_control(max_age=300)
def feed(request: HttpRequest) -> HttpResponse:
    """The newest speeches that hold all words of the search in the URL and pass its filters."""
    query = request.GET.get("q", "").strip()
    site = request.build_absolute_uri("/").rstrip("/")
    try:
        filters = frame_filters(request)
        found = newest(query, filters, _ENTRIES)
    except SearchError as error:
        return HttpResponse(error.message, status=422, content_type="text/plain; charset=utf-8")
    name = ", ".join(filter(None, [query, *map(str, filters.active().values())])) or gettext("All speeches")
    atom = Atom1Feed(
        title=f"{name} – Hansard",
        link=f"{site}{reverse('search')}?{request.GET.urlencode()}",
        feed_url=request.build_absolute_uri(),
        description=gettext("The record, word for word"),
    )
    for speech, span in found:
        _add(atom, speech, span, site)
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _add(atom: Atom1Feed, speech: Speech, span: Span, site: str) -> None:
    address = f"{site}{speech.get_absolute_url()}?from={span.start}&to={span.end}#passage"
    day = make_aware(datetime.datetime.combine(speech.date, speech.time or datetime.time(12)))
    atom.add_item(
        title=f"{speech.speaker}: {speech.title}" if speech.title else speech.speaker,
        link=address,
        description=references(speech, span, site)[0].text,
        author_name=speech.speaker,
        pubdate=day,
        updateddate=day,
        unique_id=f"{site}{speech.get_absolute_url()}",
    )
