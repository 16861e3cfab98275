"""A speech in its debate, and the glossary."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rag.serving.languages import in_the_readers_language, language_of
from rag.text.spans import Span
from speeches.formats.glossary import find_terms, glossary
from speeches.models import Collection, Parliament, Speech
from speeches.reading.cards import address_of
from speeches.reading.citing import references
from speeches.reading.told import enrichment_values
from speeches.reading.voices import opening_of, voice_parts
from speeches.search.languages import LANGUAGES
from speeches.search.translations import translation_of
from speeches.views.addresses import passage_asked_for
from speeches.views.frames import shown_codes

# In a debate of hundreds of speeches, the contents list only those within this many positions.
_AROUND = 60


@in_the_readers_language
@require_safe
def speech_page(request: HttpRequest, speech_id: str) -> HttpResponse:
    """A speech in its debate, with the passage that the reader came for marked."""
    related = ("debate__parent__parent", "sitting__chamber", "chamber", "party", "politician", "riding", "parliament")
    speech = get_object_or_404(Speech.objects.select_related(*related), pk=speech_id)
    passage = passage_asked_for(request, speech.text)
    neighbours = Speech.objects.filter(sitting=speech.sitting).only("id", "speaker", "title", "position")
    path = speech.debate.path() if speech.debate else []
    for debate in path:
        debate.sitting = speech.sitting
    quoted = passage or opening_of(speech)
    context = {
        "speech": speech,
        "parts": voice_parts(speech, passage),
        "path": path,
        "debate_speeches": _debate_speeches(speech),
        "previous": neighbours.filter(position__lt=speech.position).order_by("-position").first(),
        "next": neighbours.filter(position__gt=speech.position).order_by("position").first(),
        "marked": passage is not None,
        "whole_debate": _debate_url(speech, passage),
        "translation": translation_of(speech, passage),
        "bills": speech.bills.select_related("session", "parliament"),
        "references": references(speech, quoted, request.build_absolute_uri("/").rstrip("/")),
        "quoted": quoted,
        "card": address_of(speech, quoted),
        "collections": Collection.objects.filter(user=request.user.pk) if request.user.is_authenticated else (),
        "terms": find_terms(speech.text, speech.parliament_id, speech.language),
        "enrichment": enrichment_values(speech),
        "facts": [(name.replace("_", " "), value) for name, value in speech.metadata.items() if value not in ("", [])],
    }
    return render(request, "speeches/speech.html", context)


@in_the_readers_language
@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The meanings of parliamentary terms, in each language of each parliament's glossary."""
    glossaries = [
        (parliament, language, terms)
        for parliament in Parliament.objects.filter(pk__in=shown_codes(request))
        for language in sorted(LANGUAGES, key=lambda one: one != language_of(request))
        if (terms := glossary(parliament.pk, language))
    ]
    return render(request, "speeches/glossary.html", {"glossaries": glossaries})


def _debate_url(speech: Speech, passage: Span | None) -> str:
    """The URL of the speech within its debate's text, with the passage marked; "" if it is in no debate."""
    if speech.debate is None:
        return ""
    address = speech.debate.get_absolute_url()
    if passage is None:
        return f"{address}#p{speech.position}"
    return f"{address}?{urlencode({'speech': speech.pk, 'from': passage.start, 'to': passage.end})}#passage"


def _debate_speeches(speech: Speech) -> list[Speech]:
    """The nearby speeches under the same heading, for navigation."""
    if speech.debate_id is None:
        return []
    near = (speech.position - _AROUND, speech.position + _AROUND)
    return list(
        Speech.objects.filter(debate_id=speech.debate_id, position__range=near)
        .select_related("party")
        .only("id", "speaker", "time", "kind", "position", "party__code", "party__colour", "party__name")
        .order_by("position")
    )
