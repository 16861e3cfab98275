"""If no heading names a subject, what members said under the headings finds it."""

import datetime

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.spoken import matter_of, relevance_of, score_matters, turns_on
from speeches.models import Debate, Division, Sitting, Speech
from speeches.understanding.read import read_question

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("record")]


def test_who_spoke_is_told_under_the_heading_where_it_was_spoken_of() -> None:
    question = "Who spoke about wages falling behind the price of petrol and rent on 1 December 2021?"
    found = listing_for(read_question(question, None, "au"), None)
    assert found is not None
    assert "“Cost of Living”, House of Representatives, 1 December 2021" in found.title
    assert found.notes[0].startswith("No heading names this.")


def test_of_what_was_spoken_of_everywhere_nobody_is_told() -> None:
    question = "Who spoke about the importance of hard work on 1 December 2021?"
    assert listing_for(read_question(question, None, "au"), None) is None


def test_nothing_is_on_a_description_without_words() -> None:
    assert turns_on("", (), read_question("Who asked?", None, "au"), None) == []


def test_under_a_heading_of_many_matters_nobody_is_told() -> None:
    question = "Who spoke about wages falling behind the price of petrol and rent on 1 December 2021?"
    day = datetime.date(2021, 12, 1)
    heading = Debate.objects.filter(title="Cost of Living", sitting__date=day).first()
    others = Speech.objects.filter(date=day, kind="speech").exclude(debate=heading).values("pk")[:200]
    Speech.objects.filter(pk__in=others).update(debate=heading)
    assert listing_for(read_question(question, None, "au"), None) is None


def test_a_vote_that_is_described_in_the_words_of_its_debate_is_told_by_its_own_name() -> None:
    """The motion and its headings do not use these words, but members did before they divided."""
    reading = read_question("Was the amendment about the Community Development Program carried?", None, "au")
    found = listing_for(reading, None)
    assert found is not None
    assert found.kind == "votes"
    assert "Remote Engagement Program" in found.title
    spoken = score_matters("Community Development Program", reading, None)
    vote = Division.objects.find_by_key(found.source.id)
    assert vote is not None
    assert relevance_of(vote.debate, spoken) == max(spoken.values())


def test_the_debates_on_a_bill_are_one_matter_and_other_headings_each_their_own() -> None:
    sitting = Sitting.objects.filter(date=datetime.date(2021, 12, 1), chamber__slug="house")[0]
    bill = Debate(pk=1, sitting=sitting, title="Biosecurity Amendment Bill 2021")
    readings = [Debate(pk=2, title="Second Reading", parent=bill), Debate(pk=3, title="Third Reading", parent=bill)]
    questions = Debate(pk=4, sitting=sitting, title="QUESTIONS WITHOUT NOTICE")
    asked = [Debate(pk=5, title="Energy", parent=questions), Debate(pk=6, title="Energy", parent=questions)]
    assert len({matter_of(one) for one in [bill, *readings]}) == 1
    assert len({matter_of(one) for one in asked}) == 2


def test_a_vote_whose_words_fit_is_not_told_where_the_matter_was_spoken_of_before_another() -> None:
    """A vote may share its words with a matter that was decided elsewhere. Then the reader chooses."""
    rows = list(Division.objects.select_related("debate"))
    on_the_program = next(row for row in rows if "Remote Engagement Program" in row.title)
    other = next(row for row in rows if row.debate_id != on_the_program.debate_id)
    other.name = other.motion = other.question = "the Community Development Program be noted"
    other.save()
    found = listing_for(read_question("Who voted on the Community Development Program?", None, "au"), None)
    assert found is not None
    assert (found.kind, found.entries) == ("choices", ())
    assert on_the_program.key in {choice.source.id for choice in found.choices}
