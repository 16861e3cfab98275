"""What a refusal says of the days that a question names."""

import datetime
from dataclasses import replace

import pytest

from speeches.models import Chamber, Division, Sitting
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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The record here ends on 3 August 2022 (Federation Chamber, House of Representatives), 4 March 2026 "
               "(Senate)."),
        ("fr", "Le compte rendu s’arrête ici au 3 août 2022 (Chambre de la Fédération, Chambre des représentants), "
               "4 mars 2026 (Sénat)."),
    ],
)  # fmt: skip
def test_what_may_have_changed_since_is_told_with_the_last_days_of_the_record(language: str, told: str) -> None:
    senate = Chamber.objects.get(parliament="au", slug="senate")
    Sitting.objects.create(chamber=senate, date=datetime.date(2026, 3, 4))
    stage = Reading("?", language, kind="fact/stage", view=frozenset({"au"}))
    # Facts are looked up under no filter: the reading says which parliament is meant.
    assert coverage_of(stage, Filters(), catalogue(None)).warnings == [told]
    then = replace(stage, first=VOTES, last=VOTES)
    moved = replace(stage, kind="fact/mover")
    for asked in (then, moved):
        assert coverage_of(asked, Filters(), catalogue(None)).warnings == []


def test_a_day_without_votes_is_told_before_the_bill() -> None:
    bill = Slot("bill", "Lighthouses Bill", 0, 1)
    assert (
        no_vote_note(reading(VOTES, "en", bill)) == "The record holds no recorded vote that fits, on Lighthouses Bill."
    )
    Division.objects.filter(sitting__in=Sitting.objects.filter(date=VOTES)).delete()
    assert no_vote_note(reading(VOTES, "en", bill)) == "The record holds no recorded vote of the days named."
