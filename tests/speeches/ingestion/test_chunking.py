"""The headers of chunks: whose words they are, where, and under which heading."""

import pytest

from speeches.models import Chunk, Speech

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")


def headers_of(words: str) -> set[str]:
    """The headers of the chunks whose text begins like this."""
    found = Chunk.objects.filter(speech__in=Speech.objects.filter(text__contains=words)).select_related("speech")
    return {one.header for one in found if one.speech.text[one.start : one.end].startswith(words)}


def test_minutes_are_words_of_the_record() -> None:
    assert headers_of("(The House adjourned at 11:32 p.m.)") == {"The record. House of Commons, 14 May 2014"}


def test_long_minutes_have_their_heading() -> None:
    (header,) = headers_of("A party vote was called for on the question, That the Electoral Finance Bill")
    assert header == "The record. House, 26 July 2007. First Reading"


def test_a_formula_that_says_the_same_on_every_day_has_no_header() -> None:
    assert headers_of("(Return tabled)") == {""}


def test_a_speaker_has_a_seat_and_a_party() -> None:
    speech = Speech.objects.filter(parliament="ca", date="2014-05-14", speaker="Dan Harris").first()
    own = Chunk.objects.filter(speech=speech, kind="speech").order_by("index").first()
    assert own
    assert own.header.startswith("Dan Harris, Scarborough Southwest (New Democratic Party). House of Commons, 14 May")
