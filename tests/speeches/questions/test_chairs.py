"""A committee's meetings tell who chaired it and who spoke before it, if no list of its members does."""

import datetime
from pathlib import Path

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.panels import panels_of
from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import embed_all, ingest_content
from speeches.models import Committee, Speech
from speeches.questions.facts.table import facts_for
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.slow

MEETING = datetime.date(2023, 9, 20)


def chairs_told(first: datetime.date | None, last: datetime.date | None) -> list[str]:
    committee = Committee.objects.get(name="Standing Committee on Science and Research")
    slots = (Slot("committee", committee.name, 0, 1, keys=(committee.pk,)),)
    reading = Reading("?", kind="fact/chair", slots=slots, first=first, last=last, view=frozenset({"ca"}))
    return [fact.text for fact in facts_for(reading, None).told]


@pytest.fixture
def meeting(empty_record: None, shared: Path) -> None:
    file = shared / "data/ca/hansard/12324877-en.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    refresh_entries()


def test_the_chair_is_who_spoke_from_it(meeting: None) -> None:
    chair = "Lloyd Longfield (Liberal Party of Canada, Guelph, 20 September 2023)"
    sentence = f"In the chair of Standing Committee on Science and Research: {chair}."
    assert chairs_told(None, None) == [sentence]
    assert chairs_told(MEETING, MEETING) == [sentence]
    day_before = MEETING - datetime.timedelta(days=1)
    assert chairs_told(day_before, day_before) == []


def test_a_meeting_described_by_its_day_alone_tells_its_chair(meeting: None) -> None:
    reading = Reading("?", kind="fact/chair", first=MEETING, last=MEETING, view=frozenset({"ca"}))
    found = listing_for(reading, None)
    assert found is not None
    where = "Standing Committee on Science and Research, 20 September 2023"
    assert found.sentence() == f"In the chair of {where}: Lloyd Longfield (The Chair, Guelph)."


def test_a_meeting_on_another_matter_tells_nobody(meeting: None) -> None:
    slots = (Slot("topic", "lighthouses of the northern strait", 0, 1),)
    reading = Reading("?", kind="fact/chair", slots=slots, first=MEETING, last=MEETING, view=frozenset({"ca"}))
    assert listing_for(reading, None) is None


def test_the_chair_of_a_debate_is_who_is_noted_under_its_heading(empty_record: None, shared: Path) -> None:
    file = shared / "data/uk/westminsterhall/westminster2009-10-27a.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    slots = (Slot("topic", "biofuels", 0, 1),)
    found = listing_for(Reading("?", kind="fact/chair", slots=slots, view=frozenset({"uk"})), None)
    assert found is not None
    assert found.sentence() == "In the chair of “Biofuels”, Westminster Hall, 27 October 2009: David Taylor."
    assert found.source.quote == "[David Taylor in the Chair]"
    # Another took the chair in the middle of the next debate.
    slots = (Slot("topic", "Military Vehicles and Aircraft", 0, 1),)
    found = listing_for(Reading("?", kind="fact/chair", slots=slots, view=frozenset({"uk"})), None)
    assert found is not None
    assert [one.name for one in found.entries] == ["David Taylor", "Mrs. Joan Humble"]


@pytest.mark.parametrize("kind", ["fact/holder", "fact/next"])
def test_the_chair_asked_for_as_an_office_is_who_presided(empty_record: None, shared: Path, kind: str) -> None:
    file = shared / "data/uk/westminsterhall/westminster2009-10-27a.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    slots = (Slot("office", "the chair", 0, 1), Slot("topic", "biofuels", 0, 1))
    found = listing_for(Reading("?", kind=kind, slots=slots, view=frozenset({"uk"})), None)
    assert found is not None
    assert found.title == "In the chair of “Biofuels”, Westminster Hall, 27 October 2009"
    minister = (Slot("office", "the minister", 0, 1), slots[1])
    assert listing_for(Reading("?", kind=kind, slots=minister, view=frozenset({"uk"})), None) is None


class TestChairByRole:
    """The chair of a committee who speaks in the House as such."""

    @pytest.fixture(autouse=True)
    def _day(self, empty_record: None, shared: Path) -> None:
        file = shared / "data/nz/html/19_2006-02-21.html"
        assert ingest_content(file.read_bytes(), file.name).errors == []

    @staticmethod
    def names(committee: str) -> list[str]:
        slots = (Slot("committee", committee, 0, 1),)
        day = datetime.date(2006, 2, 21)
        reading = Reading("?", kind="fact/chair", slots=slots, first=day, last=day, view=frozenset({"nz"}))
        found = listing_for(reading, None)
        return [one.name for one in found.entries] if found else []

    @pytest.mark.parametrize("committee", ["Finance and Expenditure Committee", "the NZ committee"])
    def test_is_told(self, committee: str) -> None:
        assert self.names(committee) == ["Shane Jones"]

    def test_of_another_committee_is_not(self) -> None:
        assert self.names("Justice and Electoral Committee") == []

    def test_whoever_presides_is_the_chair_of_no_committee(self) -> None:
        Speech.objects.filter(role__startswith="Chairperson").update(role="The CHAIRPERSON")
        assert self.names("Finance and Expenditure Committee") == []


def test_everyone_spoke_at_it_whom_the_meeting_heard(meeting: None) -> None:
    """The list names everyone who spoke at the meeting, whatever subject the question gives."""
    committee = Committee.objects.get(name="Standing Committee on Science and Research")
    slots = (Slot("committee", committee.name, 0, 1, keys=(committee.pk,)), Slot("topic", "pay gaps", 0, 1))
    reading = Reading("?", kind="list/speakers", slots=slots, first=MEETING, last=MEETING, view=frozenset({"ca"}))
    found = listing_for(reading, None)
    assert found is not None
    assert found.title == f"All who spoke, {committee.name}, 20 September 2023 ({len(found.entries)})"
    roles = {one.name: one.role for one in found.entries}
    assert roles["Lloyd Longfield"] == "The Chair"
    assert "China Institute" in roles["Gordon Houlden"]


@pytest.mark.parametrize("named", ["committee", "days"])
def test_witnesses_are_those_who_sit_in_no_chamber(meeting: None, named: str) -> None:
    committee = Committee.objects.get(name="Standing Committee on Science and Research")
    slots = (Slot("committee", committee.name, 0, 1, keys=(committee.pk,)),) if named == "committee" else ()
    days = MEETING if named == "days" else None
    reading = Reading("?", kind="list/witnesses", slots=slots, first=days, last=days, view=frozenset({"ca"}))
    found = listing_for(reading, None)
    assert found is not None
    assert [one.name for one in found.entries] == [
        "Benjamin Fung", "Cherie Wong", "Gordon Houlden",
        "Tracy Smith-Carrier", "Marcie Penner", "Dina Al-khooly",
    ]  # fmt: skip
    assert found.title == f"Witnesses heard at {committee.name}, 20 September 2023, 6 in all"


def test_witnesses_who_spoke_between_one_anothers_turns_are_a_panel(meeting: None) -> None:
    panels = panels_of(Speech.objects.filter(politician__witness=True))
    heard = [
        set(Speech.objects.filter(politician__witness=True, position__range=one).values_list("speaker", flat=True))
        for one in panels
    ]
    assert heard == [
        {"Benjamin Fung", "Cherie Wong", "Gordon Houlden"},
        {"Tracy Smith-Carrier", "Marcie Penner", "Dina Al-khooly"},
    ]


@pytest.mark.parametrize(
    ("matter", "heard"),
    [
        ("gender pay gap of women faculty", ["Tracy Smith-Carrier", "Marcie Penner", "Dina Al-khooly"]),
        ("research partnerships with China", ["Benjamin Fung", "Cherie Wong", "Gordon Houlden"]),
    ],
)
def test_on_a_matter_the_witnesses_of_its_panel_were_heard(meeting: None, matter: str, heard: list[str]) -> None:
    embed_all()
    reading = Reading(
        "?", kind="list/witnesses", slots=(Slot("topic", matter, 0, 1),), first=MEETING, last=MEETING,
        view=frozenset({"ca"}), parliament="ca",
    )  # fmt: skip
    found = listing_for(reading, None)
    assert found is not None
    assert [one.name for one in found.entries] == heard
    assert "that part of the meeting" in found.notes[0]


def test_of_a_committee_that_nobody_knows_no_witness_is_told(meeting: None) -> None:
    slots = (Slot("committee", "herring committee", 0, 1),)
    reading = Reading("?", kind="list/witnesses", slots=slots, first=MEETING, last=MEETING, view=frozenset({"ca"}))
    assert listing_for(reading, None) is None
