"""How the record has words that are not plainly said: set apart, put in writing, or translated."""

from collections.abc import Iterator

from django.utils.translation import gettext

from rag.text.spans import Span
from speeches.models import Speech
from speeches.reading.set_apart import is_set_apart


def floor_language(speech: Speech, span: Span) -> str:
    """The language in which the first words of a span were spoken, if the source says so and it is another than that of
    the text: the text is a translation. Else ""."""
    found = next((floor for _, start, end, floor in speech.paragraphs if start < span.end and span.start < end), "")
    return str(found) if _is_another(found, speech) else ""


def spans_translated(speech: Speech) -> Iterator[Span]:
    """The paragraphs of a speech that the source gives in another language than the one spoken."""
    for _, start, end, floor in speech.paragraphs:
        if _is_another(floor, speech):
            yield Span(start, end)


def _is_another(floor: str, speech: Speech) -> bool:
    """Whether the language spoken is known, and is not that of the text."""
    return floor in ("en", "fr") and floor != speech.language


def manner_of(speech: Speech, span: Span) -> str:
    """How a citation says that the words at `span` are not plainly said; "" if they are."""
    if is_set_apart(span, speech.parts):
        return gettext("moving, reading or quoting")
    if speech.written:
        return gettext("in writing")
    return gettext("in translation") if floor_language(speech, span) else ""
