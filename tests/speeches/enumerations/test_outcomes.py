"""All votes of some days are narrowed to those of one outcome, in the record's own word for it."""

from collections import Counter

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.outcomes import find_outcome, without_outcome
from speeches.models import Division
from speeches.understanding.reading import Reading, Slot

VIEW = frozenset({"au"})


@pytest.mark.parametrize(
    ("text", "language", "outcome"),
    [
        ("all divisions that were negatived", "en", "negatived"),
        ("Which votes were agreed to?", "en", "agreed"),
        ("quels votes ont été rejetés", "fr", "negatived"),
        ("all divisions", "en", ""),
    ],
)
def test_an_outcome_is_named_in_its_own_word(text: str, language: str, outcome: str) -> None:
    assert find_outcome(Reading(text, language, kind="vote/divisions")) == outcome


def test_within_a_slot_it_belongs_to_the_matter() -> None:
    text = "all divisions on the agreed statement"
    matter = Slot("topic", "agreed statement", text.index("agreed"), len(text))
    assert find_outcome(Reading(text, kind="vote/divisions", slots=(matter,))) == ""


def test_its_words_are_read() -> None:
    reading = Reading("divisions negatived quickly", kind="vote/divisions", unread=("negatived", "quickly"))
    assert without_outcome(reading).unread == ("quickly",)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("days_of_votes")
@pytest.mark.parametrize(("words", "outcome"), [("negatived", "negatived"), ("agreed to", "agreed")])
def test_the_list_holds_the_votes_that_ended_so(words: str, outcome: str) -> None:
    text = f"all divisions that were {words}"
    reading = Reading(text, kind="vote/divisions", unread=("negatived",) if outcome == "negatived" else (), view=VIEW)
    listing = listing_for(reading, None)
    assert listing is not None
    ended = Counter(one.outcome for one in Division.objects.all())
    assert len(listing.entries) == ended[outcome] > 0
    assert listing.loose == ""
