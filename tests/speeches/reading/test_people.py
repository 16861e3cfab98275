"""Attendance counts every vote by name that was held while somebody had the seat."""

import datetime

import pytest
from django.test import Client

from speeches.models import Ballot, Chamber, Division, Politician, Sitting, Term, Vote
from speeches.reading.people import profile

pytestmark = pytest.mark.django_db

LIST_ENDS = datetime.date(2008, 11, 25)
DAYS = (datetime.date(2009, 10, 26), datetime.date(2009, 10, 27))


@pytest.fixture
def votes(three_parliaments: None) -> list[Division]:
    """A vote by name on each of two days, after the end of the list of members."""
    chamber = Chamber.objects.filter(parliament="au").first()
    assert chamber
    sittings = [Sitting.objects.create(chamber=chamber, date=day) for day in DAYS]
    return [Division.objects.create(sitting=one, position=1, ayes=1, noes=0) for one in sittings]


@pytest.fixture
def member(votes: list[Division]) -> Politician:
    member = Politician.objects.create(parliament_id="au", name="Ada Keeper", slug="ada-keeper")
    Term.objects.create(
        politician=member, chamber=votes[0].sitting.chamber, start="2005-05-05", end=LIST_ENDS, listed=True, open=True
    )
    return member


def attendance(member: Politician) -> tuple[int, int]:
    found = profile(member).attendance
    return found.voted, found.held


def test_a_vote_that_was_missed_counts_where_a_list_leaves_the_term_open(
    member: Politician, votes: list[Division]
) -> None:
    Ballot.objects.create(division=votes[1], name="Keeper, A.", politician=member, vote=Vote.AYE)
    assert attendance(member) == (1, 2)


def test_nothing_counts_for_somebody_not_seen_since_the_list(member: Politician) -> None:
    assert attendance(member) == (0, 0)


def test_other_votes_of_a_day_count_for_whoever_voted_that_day(member: Politician, votes: list[Division]) -> None:
    Term.objects.filter(politician=member).update(open=False)
    Division.objects.create(sitting=votes[0].sitting, position=2, ayes=1, noes=0)
    Ballot.objects.create(division=votes[0], name="Keeper, A.", politician=member, vote=Vote.AYE)
    assert attendance(member) == (1, 2)


def test_the_page_opens_with_those_who_spoke_and_a_name_finds_anybody(record: None) -> None:
    silent = Politician.objects.create(
        parliament_id="au", name="Aaa Aardvark", slug="aaa-aardvark", keys=["aaa aardvark"]
    )
    client = Client()
    assert silent.name not in client.get("/politicians/").content.decode()
    for query in ("all", "name=Aardvark"):
        assert silent.name in client.get(f"/politicians/?{query}").content.decode()
