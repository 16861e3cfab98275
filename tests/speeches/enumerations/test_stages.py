"""The stages of a bill, from the headings and the motions of the days on which the record shows it."""

import datetime

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.models import Bill, Debate, Division, Politician, Speech
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]

DAY = datetime.date(2014, 5, 14)


def stages_of(number: str, day: datetime.date | None, language: str = "en") -> Listing | None:
    keys = tuple(Bill.objects.filter(parliament="ca", number=number).values_list("pk", flat=True))
    slots = (Slot("bill", number, 0, 1, keys=keys),)
    reading = Reading("?", language, kind="fact/stage", slots=slots, first=day, last=day, view=frozenset({"ca"}))
    return listing_for(reading, None)


def test_the_stage_is_that_for_which_the_bill_is_moved() -> None:
    found = stages_of("C-571", DAY)
    assert found is not None
    assert found.sentence().startswith("Stages at which Bill C-571 was before a chamber: ")
    assert found.entries[-1].name == "second reading (14 May 2014)"
    assert found.source.date == "2014-05-14"


def test_the_stages_are_those_in_the_chamber_named() -> None:
    bill = Bill.objects.get(parliament="ca", number="C-571")
    house = Debate.objects.filter(about=bill).latest("position").sitting.chamber
    for chamber, told in ((house.pk, True), (house.pk + 1000, False)):
        slots = (Slot("bill", "C-571", 0, 1, keys=(bill.pk,)), Slot("chamber", "x", 2, 3, keys=(chamber,)))
        reading = Reading("?", kind="fact/stage", slots=slots, first=DAY, last=DAY, view=frozenset({"ca"}))
        found = listing_for(reading, None)
        assert (found is not None and found.title.startswith("Stages")) is told


def test_in_french_the_stage_has_its_french_name() -> None:
    found = stages_of("C-571", DAY, "fr")
    assert found is not None
    assert "deuxième lecture (14 mai 2014)" in found.sentence()


def test_on_days_without_a_heading_of_the_bill_no_stage_is_told() -> None:
    found = stages_of("C-571", DAY - datetime.timedelta(days=30))
    assert found is None or not found.title.startswith("Stages")


def test_who_brought_the_bill_in_comes_first() -> None:
    member = Politician.objects.filter(parliament="ca").first()
    Bill.objects.filter(parliament="ca", number="C-571").update(sponsor=member, introduced=DAY)
    found = stages_of("C-571", None)
    assert found is not None and member is not None
    assert found.entries[0].name == f"brought in by {member.name} (14 May 2014)"


def test_of_a_bill_without_a_vote_the_stages_are_told_and_that_there_is_no_vote() -> None:
    Division.objects.filter(about__number="C-571").delete()
    found = answer(AskRequest("Was Bill C-571 carried?", Filters(country="ca")))
    assert found.answer.startswith("Stages at which Bill C-571 was before a chamber: ")
    assert "The record holds no recorded vote that fits, on Bill C-571." in found.notes


DEFERRED = "The recorded division stands deferred until Wednesday, May 28."


def say_in_debate(role: str) -> None:
    """Somebody with this role says that the vote on Bill C-571 is put off."""
    heading = Debate.objects.filter(about__number="C-571", sitting__date=DAY).latest("position")
    member = Politician.objects.filter(parliament="ca").first()
    assert member is not None
    part = {"kind": "speech", "start": 0, "words_start": 0, "end": len(DEFERRED), "speaker": "x"}
    Speech.objects.create(
        id="put-off",
        parliament_id="ca",
        chamber=heading.sitting.chamber,
        sitting=heading.sitting,
        debate=heading,
        position=99999,
        date=DAY,
        politician=member,
        speaker="x",
        role=role,
        text=DEFERRED,
        parts=[part | {"politician": member.pk}],
        word_count=9,
    )


@pytest.mark.parametrize(("role", "told"), [("The Deputy Speaker", True), ("Minister of Agriculture", False)])
def test_a_vote_that_the_chair_put_off_is_told_as_put_off(role: str, told: bool) -> None:
    say_in_debate(role)
    found = stages_of("C-571", DAY)
    assert found is not None
    assert (DEFERRED in found.sentence()) is told
    Division.objects.filter(about__number="C-571").delete()
    asked = answer(AskRequest("Who voted for Bill C-571?", Filters(country="ca")))
    assert any(f"14 May 2014: “{DEFERRED}”" in note for note in asked.notes) is told


def test_to_which_committee_it_was_sent_is_told_as_the_minutes_do() -> None:
    bill = Bill.objects.get(parliament="nz", title__startswith="Electoral Finance")
    slots = (Slot("bill", bill.title, 0, 0, keys=(bill.pk,)),)
    found = listing_for(Reading("?", kind="fact/stage", slots=slots, view=frozenset({"nz"}), parliament="nz"), None)
    assert found is not None
    assert any("Bill referred to the Justice and Electoral Committee." in one.detail for one in found.entries)
