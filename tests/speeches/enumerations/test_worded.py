"""Who said some words is told exactly, by each member's own words."""

import pytest

from speeches.enumerations.answer import listing_for
from speeches.models import Politician, Speech
from speeches.search.version import corpus_version
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def told(words: str, *slots: Slot) -> tuple[str, set[str]]:
    reading = Reading("?", kind="list/speakers", slots=(Slot("topic", words, 0, 1), *slots), view=frozenset({"au"}))
    found = listing_for(reading, corpus_version())
    return (found.title, {one.name for one in found.entries}) if found else ("", set())


def own_words(speech: Speech) -> str:
    parts = [one for one in speech.parts if one["politician"] == speech.politician_id]
    return " ".join(speech.text[one["words_start"] : one["end"]] for one in parts).lower()


def test_who_said_a_word_that_no_heading_holds() -> None:
    speeches = Speech.objects.filter(parliament="au", text__icontains="robodebt").exclude(politician=None)
    own = {one.politician_id for one in speeches if one.politician_id and "robodebt" in own_words(one)}
    names = set(Politician.objects.filter(pk__in=own).values_list("name", flat=True))
    assert names
    assert told("robodebt") == (f"Members who said “robodebt”, {len(names)} in all", names)


@pytest.mark.parametrize("words", ["xylophone", "what they make of every single robodebt"])
def test_what_nobody_said_and_a_description_make_no_list(words: str) -> None:
    assert told(words) == ("", set())


def test_nor_do_words_beside_a_vote_or_a_bill() -> None:
    assert told("robodebt", Slot("division", "the regatta motion", 2, 3)) == ("", set())
