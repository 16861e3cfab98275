"""What tells one vote from another: not a day alone, nor a stage that no vote bears."""

import datetime
from dataclasses import replace

import pytest

from speeches.enumerations.answer import listing_for
from speeches.models import Division, Politician
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("days_of_votes")]

DAY = datetime.date(2022, 8, 3)


@pytest.fixture
def member() -> Reading:
    """A question about how a member voted on a day, and no more."""
    bandt = Politician.objects.get(name="Adam Bandt")
    slot = Slot("about", bandt.name, 0, 1, keys=(bandt.pk,))
    return Reading("?", kind="vote/member", slots=(slot,), first=DAY, last=DAY, view=frozenset({"au"}), unread=())


def test_of_several_votes_of_which_nothing_is_said_the_reader_chooses(member: Reading) -> None:
    found = listing_for(member, None)
    assert found is not None
    assert len(found.choices) > 1 and found.entries == ()


def test_the_only_vote_of_the_days_is_meant(member: Reading) -> None:
    votes = Division.objects.filter(sitting__date=DAY, ballots__politician__in=member.keys("about")).distinct()
    kept = votes.first()
    assert kept is not None
    Division.objects.exclude(pk=kept.pk).delete()
    found = listing_for(member, None)
    assert found is not None and [one.name for one in found.entries] == ["Bandt, A. P."]


def test_a_stage_that_no_vote_bears_narrows_nothing_and_is_named(member: Reading) -> None:
    territory = Slot("division", "territory rights", 0, 1)
    asked = replace(member, kind="vote/names", slots=(territory, Slot("stage", "last go", 0, 1)))
    found = listing_for(asked, None)
    assert found is not None
    assert "Restoring Territory Rights Bill 2022, third reading" in found.title
    assert found.sentence().startswith("Not narrowed by “last go”")


def test_a_stage_that_bills_have_narrows_though_no_vote_was_taken_at_it(member: Reading) -> None:
    territory = Slot("division", "territory rights", 0, 1)
    found = listing_for(replace(member, slots=(*member.slots, territory, Slot("stage", "report stage", 0, 1))), None)
    assert found is None or not found.entries
