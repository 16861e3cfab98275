"""The government, the opposition and the crossbench on the day of a vote, as parties."""

import datetime
from collections import Counter

import pytest

from speeches.enumerations.sides import camps_notes, side_of_camps, sides_notes, with_sides
from speeches.enumerations.votes import list_votes
from speeches.models import Division, Office, Party, Politician, Term, Vote
from speeches.reading.votes import parties_on
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days_of_votes")]

DAY = datetime.date(2022, 8, 3)


@pytest.fixture
def division() -> Division:
    found = Division.objects.filter(sitting__date=DAY).first()
    assert found
    return found


def parties_of(division: Division, words: str) -> set[str]:
    reading = with_sides(Reading("?", slots=(Slot("party", words, 0, 1),)), division)
    return set(Party.objects.filter(pk__in=reading.keys("party")).values_list("name", flat=True))


def test_the_government_is_the_party_of_the_prime_minister_that_day(division: Division) -> None:
    assert parties_of(division, "government members") == {"Australian Labor Party"}


def test_the_opposition_is_the_party_of_its_leader_and_its_partners(division: Division) -> None:
    opposition = parties_of(division, "Opposition MPs")
    assert {"Liberal Party of Australia", "The Nationals"} <= opposition
    assert "Australian Labor Party" not in opposition


def test_all_others_are_the_crossbench(division: Division) -> None:
    crossbench = parties_of(division, "crossbenchers")
    assert "Australian Greens" in crossbench
    assert not crossbench & (parties_of(division, "government") | parties_of(division, "opposition"))


def test_if_nobody_is_known_to_lead_it_no_party_is_the_government(division: Division) -> None:
    Office.objects.filter(title__icontains="Prime Minister").delete()
    assert parties_of(division, "government members") == set()
    assert parties_of(division, "crossbenchers") == set()


def test_a_note_says_as_which_parties_a_side_is_taken(division: Division) -> None:
    asked = Reading("?", slots=(Slot("party", "government", 0, 1),))
    (note,) = sides_notes(asked, with_sides(asked, division))
    assert note == "“government” is read as: Australian Labor Party, by who led it that day."


def test_a_party_of_the_record_stays_as_it_is(division: Division) -> None:
    greens = Party.objects.get(name="Australian Greens")
    asked = Reading("?", slots=(Slot("party", "Greens", 0, 1, keys=(greens.pk,)),))
    assert with_sides(asked, division) == asked


def test_who_is_not_of_a_side_is_not_that_side(division: Division) -> None:
    assert parties_of(division, "non-government") == set()


def test_on_a_day_with_two_leaders_no_party_is_the_side(division: Division) -> None:
    labor = Party.objects.get(name="Australian Labor Party")
    other = Politician.objects.create(parliament_id="au", name="Ada Smith", slug="ada-smith")
    Term.objects.create(politician=other, chamber=division.sitting.chamber, party=labor, start=DAY, end=DAY)
    Office.objects.create(politician=other, title="Prime Minister", source=Office.Source.LABEL, start=DAY, end=DAY)
    assert parties_of(division, "government members") == set()


class TestCamps:
    """Who voted with or against a group, by what most of it voted."""

    @pytest.mark.parametrize(("stance", "took"), [("ally", "same"), ("foe", "contrary")])
    def test_their_side_is_that_of_most_of_the_group_or_the_other(
        self, division: Division, stance: str, took: str
    ) -> None:
        reading = with_sides(Reading("?", slots=(Slot(stance, "government", 0, 1),)), division)
        labor = Party.objects.get(name="Australian Labor Party")
        of = parties_on(division.sitting, division.ballots.values_list("politician", flat=True))
        cast = Counter(one.vote for one in division.ballots.all() if of.get(one.politician_id or 0) == labor)
        ((most, _),) = cast.most_common(1)
        assert 2 * cast[most] > cast.total() > 10
        assert side_of_camps(division, reading) == (Vote(most) if took == "same" else Vote(most).contrary)
        assert camps_notes(division, reading) == [f"Of “government”, most of those in the vote voted {most}."]

    def test_a_group_of_which_most_abstained_has_none(self, division: Division) -> None:
        reading = with_sides(Reading("?", slots=(Slot("ally", "government", 0, 1),)), division)
        division.ballots.filter(vote__in=(Vote.AYE, Vote.NO)).update(vote=Vote.ABSTENTION)
        member = division.ballots.exclude(politician=None).first()
        assert member
        division.ballots.filter(pk=member.pk).update(vote=Vote.AYE)
        assert side_of_camps(division, reading) is None

    def test_what_nobody_can_tell_has_none(self, division: Division) -> None:
        reading = with_sides(Reading("?", slots=(Slot("unclear", "government", 0, 1),)), division)
        assert side_of_camps(division, reading) is None

    def test_a_group_that_cast_no_ballot_has_none(self, division: Division) -> None:
        assert side_of_camps(division, Reading("?", slots=(Slot("foe", "Nobody's party", 0, 1),))) is None

    def test_the_list_is_of_those_voters_alone(self, division: Division) -> None:
        asked = Reading("?", kind="vote/names", slots=(Slot("foe", "government", 0, 1),), side="no")
        listing = list_votes(asked, None, division.key)
        assert listing is not None
        side = side_of_camps(division, with_sides(asked, division))
        assert {one.name for one in listing.entries} == {one.name for one in division.ballots.filter(vote=side)}
