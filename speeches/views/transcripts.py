"""Debates and sittings in full, streamed while the text is read."""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import override
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language, language_of
from rag.serving.streaming import encode_lines, run_in_thread
from speeches.models import Debate, Sitting, Speech
from speeches.reading.days import beside, most_speeches
from speeches.reading.transcripts import Mark, Place, batches_of, beside_debate, places_of
from speeches.views.addresses import passage_asked_for

# Placeholder for the text in a rendered page.
_TEXT = "<!-- transcript -->"


@in_the_readers_language
@require_safe
def debate_page(request: HttpRequest, key: str) -> HttpResponseBase:
    """Everything said and voted under a heading of a day; a passage in one of its speeches can be marked."""
    debate = Debate.objects.find_by_key(key)
    if debate is None:
        raise Http404(f"No debate has the id “{key}”.")
    places = places_of(debate.sitting, debate)
    before, after = beside_debate(debate)
    context = {
        "debate": debate,
        "path": debate.path()[:-1],
        "sitting": debate.sitting,
        "speech_count": sum(place.speech is not None for place in places),
        "word_count": sum(place.speech.word_count for place in places if place.speech),
        "before": before,
        "after": after,
    }
    return _transcript(request, "speeches/debate.html", context, places)


@in_the_readers_language
@require_safe
def sitting_page(request: HttpRequest, date: str, chamber: str) -> HttpResponseBase:
    """A chamber's day in full, with its most frequent speakers."""
    sitting = _sitting(date, chamber)
    before, after = beside(sitting)
    context = {
        "sitting": sitting,
        "voices": most_speeches(sitting),
        "before": before,
        "after": after,
        "other": sitting.other_language(),
    }
    return _transcript(request, "speeches/sitting.html", context, places_of(sitting))


def _sitting(date: str, chamber: str) -> Sitting:
    """The sitting at an address. A chamber's bare name works too; if several match, the first is taken."""
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        raise Http404(f"“{date}” is not a date. Write it as year-month-day, such as 2021-10-21.") from None
    sittings = Sitting.objects.filter(date=day).select_related("chamber__parliament", "session")
    found = [
        one for one in sittings if chamber in (f"{one.chamber.key}{one.suffix}", f"{one.chamber.slug}{one.suffix}")
    ]
    if not found:
        raise Http404(f"The record has no sitting of “{chamber}” on {date}.")
    return found[0]


def _transcript(
    request: HttpRequest, template: str, context: dict[str, Any], places: Sequence[Place]
) -> HttpResponseBase:
    """A page with its text: whole if short, otherwise streamed, starting with what the reader sees first."""
    context |= {"contents": places, "text": _TEXT}
    head, _, foot = render_to_string(template, context, request).partition(_TEXT)
    pieces = _pieces(batches_of(places, _mark(request)), context["sitting"], language_of(request))
    first = next(pieces, "")
    second = next(pieces, None)
    if second is None:
        return HttpResponse([head, first, foot])
    return StreamingHttpResponse(encode_lines(run_in_thread(_stream(head + first, second, pieces, foot))))


def _stream(opening: str, second: str, rest: Iterator[str], foot: str) -> Iterator[str]:
    yield opening
    yield second
    yield from rest
    yield foot


def _pieces(batches: Iterator[list[Place]], sitting: Sitting, language: str) -> Iterator[str]:
    for places in batches:
        with override(language):
            yield render_to_string("speeches/_places.html", {"places": places, "sitting": sitting})


def _mark(request: HttpRequest) -> Mark | None:
    """The passage that the URL names by speech and span; None if it names none. Raises Http404."""
    if not (speech_id := request.GET.get("speech", "")):
        return None
    speech = get_object_or_404(Speech.objects.only("text"), pk=speech_id)
    span = passage_asked_for(request, speech.text)
    return Mark(speech.pk, span) if span else None
