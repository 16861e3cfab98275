"""Who moved and who seconded a motion, from the words of its debate."""

import datetime

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.models import Debate, Politician, Sitting, Speech
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]

DAY = datetime.date(2014, 5, 14)
NOMINATION = "I move:\n\nThat Mr {} do take the chair of this House as Keeper of Lighthouses."


@pytest.fixture
def members() -> list[Politician]:
    return list(Politician.objects.filter(parliament="ca", name__regex=r"^\w+ \w{5,}$").order_by("pk")[:6])


@pytest.fixture
def election(members: list[Politician]) -> list[Politician]:
    """A debate in which two members are nominated as keeper of the lighthouses, and its adjournment is moved."""
    sitting = Sitting.objects.filter(chamber__parliament="ca", date=DAY).first()
    assert sitting
    heading = Debate.objects.create(sitting=sitting, position=9000, title="Keeper of Lighthouses")
    one, other, mover, seconder, rival, last = members
    speak(heading, mover, NOMINATION.format(surname(one)))
    speak(heading, seconder, "I am proud to second the nomination. It shines.")
    speak(heading, rival, NOMINATION.format(surname(other)))
    speak(heading, last, "I move:\n\nThat the debate be now adjourned.")
    return members


def surname(member: Politician) -> str:
    return member.name.split()[-1]


def speak(heading: Debate, member: Politician, text: str) -> None:
    position = 9001 + Speech.objects.filter(pk__startswith="lighthouses-").count()
    part = {"kind": "speech", "speaker": member.name, "politician": member.pk, "start": 0, "end": len(text)}
    Speech.objects.create(
        id=f"lighthouses-{position}",
        parliament_id="ca",
        chamber=heading.sitting.chamber,
        sitting=heading.sitting,
        debate=heading,
        position=position,
        date=DAY,
        kind="speech",
        politician=member,
        speaker=member.name,
        text=text,
        parts=[part | {"words_start": 0}],
        word_count=len(text.split()),
    )


def asked(*slots: Slot, language: str = "en") -> Listing | None:
    reading = Reading("?", language, kind="fact/mover", first=DAY, last=DAY, slots=slots, view=frozenset({"ca"}))
    return listing_for(reading, None)


def named(member: Politician) -> Slot:
    return Slot("about", member.name, 0, 1, keys=(member.pk,))


KEEPER = Slot("division", "keeper of lighthouses", 0, 1)


def test_the_mover_and_the_seconder_are_told_with_the_motion(election: list[Politician]) -> None:
    one, _, mover, seconder, *_ = election
    found = asked(KEEPER, named(one))
    assert found is not None
    assert found.title.startswith(f"Motion “That Mr {surname(one)} do take the chair of this House")
    assert [(entry.side, entry.name) for entry in found.entries] == [
        ("moved by", mover.name),
        ("seconded by", seconder.name),
    ]
    assert (found.source.quote, found.source.speaker) == (NOMINATION.format(surname(one)), mover.name)


def test_nobody_is_told_to_have_seconded_what_nobody_seconded(election: list[Politician]) -> None:
    _, other, _, _, rival, _ = election
    found = asked(KEEPER, named(other))
    assert found is not None
    assert [(entry.side, entry.name) for entry in found.entries] == [("moved by", rival.name)]


def test_between_two_motions_alike_none_is_told(election: list[Politician]) -> None:
    assert asked(KEEPER) is None


def test_a_place_tells_motions_apart_too(election: list[Politician]) -> None:
    one, _, mover, *_ = election
    found = asked(KEEPER, Slot("place", surname(one), 0, 1))
    assert found is not None and found.entries[0].name == mover.name


def test_a_motion_that_names_another_person_is_not_told(election: list[Politician]) -> None:
    assert asked(KEEPER, named(election[5])) is None


def test_a_motion_on_another_matter_is_not_told(election: list[Politician]) -> None:
    assert asked(Slot("division", "herring quotas in the northern strait", 0, 1)) is None


def test_in_french_the_words_around_the_names_are_french(election: list[Politician]) -> None:
    one, *_ = election
    found = asked(Slot("division", "Keeper of Lighthouses", 0, 1), named(one), language="fr")
    assert found is not None
    assert found.sentence().endswith(f"appuyée par : {election[3].name}.")


def test_for_an_office_whoever_is_put_up_is_named_in_the_motion(election: list[Politician]) -> None:
    one, _, mover, *_ = election
    office = Slot("office", "Keeper of Lighthouses", 0, 1)
    assert asked(office, named(mover)) is None
    found = asked(office, named(one))
    assert found is not None
    assert f"moved by {mover.name}" in found.entries[0].detail


def test_a_number_that_is_asked_for_is_the_motions_own(election: list[Politician]) -> None:
    assert asked(KEEPER, named(election[0]), Slot("number", "70", 0, 1)) is None
