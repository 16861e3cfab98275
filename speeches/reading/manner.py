"""How the record has words that are not plainly said: set apart, put in writing, or translated."""

from django.utils.translation import gettext

from rag.text.spans import Span
from speeches.formats.frame import frame_of
from speeches.models import Speech
from speeches.reading.set_apart import is_set_apart


def is_written(speech: Speech) -> bool:
    """Whether a "speech" was put in writing and nobody spoke it: it stands under a heading, or in a piece of the day,
    that its parliament has for that. What the source calls an intervention was spoken even there."""
    if "intervention_type" in speech.metadata or not speech.debate:
        return False
    titles = {title.casefold() for title in frame_of(speech.parliament_id).rubrics.get("written", ())}
    top = speech.debate.path()[:2] if speech.parliament_id == "ca" else speech.debate.path()[:1]
    return any(name.casefold() in titles for one in top for name in (one.title, one.piece))


def floor_language(speech: Speech, span: Span) -> str:
    """The language in which the first words of a span were spoken, if the source says so and it is another than that of
    the text: the text is a translation. Else ""."""
    found = next((floor for _, start, end, floor in speech.paragraphs if start < span.end and span.start < end), "")
    return str(found) if found in ("en", "fr") and found != speech.language else ""


def manner_of(speech: Speech, span: Span) -> str:
    """How a citation says that the words at `span` are not plainly said; "" if they are."""
    if is_set_apart(span, speech.parts):
        return gettext("moving, reading or quoting")
    if is_written(speech):
        return gettext("in writing")
    return gettext("in translation") if floor_language(speech, span) else ""
