"""The minutes of a sitting, and who they say took the chair."""

import datetime

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.minutes import minutes_of, minutes_under
from speeches.models import Debate, Sitting, Speech
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("days_of_votes")]

DAY = datetime.date(2021, 10, 26)


def sitting(chamber: str) -> Sitting:
    return Sitting.objects.select_related("chamber").get(date=DAY, chamber__name=chamber)


def words_of(chamber: str) -> list[str]:
    return [words for words, _ in minutes_of(sitting(chamber))]


def chair_of(chamber: str) -> list[str]:
    own = sitting(chamber).chamber
    slots = (Slot("chamber", chamber, 0, 1, keys=(own.pk,)),)
    found = listing_for(Reading("?", kind="fact/chair", slots=slots, first=DAY, last=DAY, view=frozenset({"au"})), None)
    assert found is not None
    assert "not who relieved them" in " ".join(found.notes)
    return [one.name for one in found.entries]


def test_the_line_with_which_one_chamber_begins_is_not_anothers_though_a_file_prints_it_twice() -> None:
    (took,) = (words for words in words_of("Federation Chamber") if "took the chair" in words)
    house = sitting("House of Representatives")
    texts = [*Debate.objects.filter(sitting=house).values_list("text", flat=True)]
    texts += Speech.objects.filter(sitting=house).values_list("text", flat=True)
    assert any(took in text for text in texts)
    assert took not in words_of("House of Representatives")


def test_who_took_the_chair_is_told_in_the_words_of_the_chambers_own_minutes() -> None:
    (house,), (second,) = chair_of("House of Representatives"), chair_of("Federation Chamber")
    assert house.startswith("“The SPEAKER (Hon. Tony Smith) took the chair")
    assert second.startswith("“The DEPUTY SPEAKER (")


def test_minutes_stand_under_their_headings() -> None:
    heading = Debate.objects.filter(text__contains="Bill read a first time.").select_related("sitting__chamber")[0]
    assert {one.heading for one in minutes_under([heading])} == {heading.pk}
    assert "Bill read a first time." in [one.words for one in minutes_under([heading])]
