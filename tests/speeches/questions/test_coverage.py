"""What a refusal says of the days that a question names."""

import datetime

import pytest

from speeches.models import Division, Sitting
from speeches.questions.coverage import coverage_of
from speeches.questions.lists import no_vote_note
from speeches.search.catalogue import catalogue
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.usefixtures("days_of_votes", "db")

BETWEEN, VOTES = datetime.date(2022, 1, 15), datetime.date(2022, 8, 3)


def reading(day: datetime.date, language: str = "en", *slots: Slot) -> Reading:
    return Reading("?", language, kind="vote/names", first=day, last=day, view=frozenset({"au"}), slots=slots)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The record here holds no sitting on the days named; the nearest are of 26 October 2021 and "
               "3 August 2022."),
        ("fr", "Le compte rendu ne contient ici aucune séance à la date indiquée ; les plus proches sont du "
               "26 octobre 2021 et du 3 août 2022."),
    ],
)  # fmt: skip
def test_a_day_between_the_sittings_is_told_with_the_nearest(language: str, told: str) -> None:
    covered = coverage_of(reading(BETWEEN, language), Filters(country="au"), catalogue(None), refused=True)
    assert covered.warnings == [told]


def test_nothing_is_told_of_a_day_with_a_sitting_nor_beside_an_answer() -> None:
    assert coverage_of(reading(VOTES), Filters(country="au"), catalogue(None), refused=True).warnings == []
    assert coverage_of(reading(BETWEEN), Filters(country="au"), catalogue(None)).warnings == []


def test_a_day_without_votes_is_told_before_the_bill() -> None:
    bill = Slot("bill", "Lighthouses Bill", 0, 1)
    assert (
        no_vote_note(reading(VOTES, "en", bill)) == "The record holds no recorded vote that fits, on Lighthouses Bill."
    )
    Division.objects.filter(sitting__in=Sitting.objects.filter(date=VOTES)).delete()
    assert no_vote_note(reading(VOTES, "en", bill)) == "The record holds no recorded vote of the days named."
