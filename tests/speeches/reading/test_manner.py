"""How the record has words that are not plainly said: read out, put in writing, or translated."""

import pytest

from rag.text.spans import Span
from speeches.models import Speech
from speeches.reading.cards import address_of, card_of
from speeches.reading.citing import references
from speeches.reading.manner import floor_language, manner_of
from speeches.reading.voices import voice_parts

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")


def where(words: str, language: str = "en") -> tuple[Speech, Span]:
    speech = Speech.objects.filter(text__contains=words, language=language).earliest("position")
    start = speech.text.index(words)
    return speech, Span(start, start + len(words))


READ_OUT = "Anyone who wants to use public office for their own benefit should make other plans"


def test_what_is_read_out_is_cited_as_such() -> None:
    speech, span = where(READ_OUT)
    assert all("moving, reading or quoting" in one.text for one in references(speech, span, "https://example.org"))
    seal = address_of(speech, span).rsplit("-", 1)[-1]
    assert card_of(speech, *span, seal).who.endswith(", moving, reading or quoting")


def test_on_the_page_it_is_a_paragraph_of_its_own() -> None:
    speech, span = where(READ_OUT)
    (apart,) = [one for part in voice_parts(speech) for one in part.paragraphs if one.set_apart]
    assert apart.start == span.start
    own = [one.runs for part in voice_parts(speech) for one in part.paragraphs if not one.set_apart]
    assert own
    assert not any(READ_OUT in text for runs in own for text, _ in runs)


def test_a_question_on_the_order_paper_is_written_and_what_is_said_of_it_is_not() -> None:
    written, span = where("With regard to the Partnership with Canadians program")
    said, _ = where("if Questions Nos. 1302, 1304")
    assert (written.written, said.written) == (True, False)
    assert manner_of(written, span) == "in writing"


def test_a_translation_says_which_language_was_spoken() -> None:
    french = Speech.objects.filter(language="fr", paragraphs__0__3="en").exclude(text="").earliest("position")
    start, end = french.paragraphs[0][1:3]
    assert floor_language(french, Span(start, end)) == "en"
    own = french.translation()
    assert own is not None
    assert floor_language(own, Span(*own.paragraphs[0][1:3])) == ""


def test_plain_words_are_plainly_cited() -> None:
    speech, span = where("The Prime Minister said something else")
    assert manner_of(speech, span) == ""
