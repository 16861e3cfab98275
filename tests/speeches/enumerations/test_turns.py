"""Lists of turns by their place: questions by whom they were answered, who answered, statements, and who spoke next."""

import datetime
from dataclasses import replace

import pytest
from django.db.models import Q

from speeches.enumerations.answer import listing_for
from speeches.enumerations.headings import headings_within, same_headings
from speeches.enumerations.listing import Listing
from speeches.enumerations.selection import describe_heading
from speeches.enumerations.sides import parties_led
from speeches.enumerations.turns import answers_to
from speeches.models import Bill, Debate, Party, Politician, Speech
from speeches.understanding.reading import Reading, Slot
from tests.speeches.enumerations.debates import speak

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")

DAY = datetime.date(2014, 5, 14)


def reading(kind: str, *slots: Slot, text: str = "?", language: str = "en") -> Reading:
    return Reading(text, language, kind=kind, first=DAY, last=DAY, slots=slots, view=frozenset({"ca"}))


def named(slot: str, member: Politician) -> Slot:
    return Slot(slot, member.name, 0, 1, keys=(member.pk,))


def listing_of(asked: Reading) -> Listing:
    found = listing_for(asked, None)
    assert found is not None
    return found


@pytest.fixture
def exchange() -> tuple[Speech, Speech]:
    """A question of the day's question period and the answer right after it."""
    for question in Speech.objects.filter(date=DAY, kind="question").exclude(politician=None).order_by("position"):
        answer = Speech.objects.filter(debate=question.debate, position=question.position + 1, kind="answer").first()
        if answer and answer.politician and answer.politician != question.politician:
            return question, answer
    raise AssertionError("The day holds no such exchange.")


def test_the_questions_of_a_minister_are_those_that_the_minister_answered(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    assert answer.politician
    for slot in ("about", "speaker"):
        found = listing_of(reading("list/questions", named(slot, answer.politician)))
        assert question.get_absolute_url() in {one.url for one in found.entries}
        assert found.title.endswith(f"answered by {answer.politician.name}")


def test_the_questions_of_a_member_are_those_that_the_member_asked(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    assert question.politician
    found = listing_of(reading("list/questions", named("speaker", question.politician)))
    assert {one.person for one in found.entries} == {question.speaker}


@pytest.mark.parametrize("slot", ["speaker", "about"])
def test_what_somebody_asked_for_a_member_is_told_with_whom_it_was_asked_for(slot: str, debate: list[Speech]) -> None:
    asker, absent = debate[0], debate[2].politician
    assert absent
    asker.kind, asker.role = "question", f"on behalf of {absent.name}"
    asker.save()
    Speech.objects.filter(pk=debate[2].pk).delete()
    found = listing_of(reading("list/questions", named(slot, absent), Slot("topic", "Lighthouses", 0, 1)))
    assert [entry.person for entry in found.entries] == [asker.speaker]
    assert f"{asker.speaker} (on behalf of {absent.name}" in found.sentence()


def test_of_two_people_named_the_one_who_asks_is_the_asker(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    assert question.politician
    assert answer.politician
    both = (named("about", question.politician), named("about", answer.politician))
    found = listing_of(reading("list/questions", *both))
    assert {one.person for one in found.entries} == {question.speaker}
    assert found.title.endswith(f"answered by {answer.politician.name}")


class TestTurnsWithoutAMark:
    """Where nothing is marked as a question, the turns between two of a member's got a reply."""

    @pytest.fixture
    def replies(self, debate: list[Speech]) -> list[Speech]:
        """After a speech of the first member, the second and the third speak, and get a reply each."""
        heading = debate[0].debate
        assert heading
        first, second, third = (one.politician for one in debate)
        assert first
        assert second
        assert third
        Speech.objects.filter(debate=heading).delete()
        return [speak(heading, member, place) for place, member in enumerate((first, second, first, third, first))]

    def test_are_those_that_the_member_replied_to(self, replies: list[Speech]) -> None:
        member = replies[0].politician
        assert member
        found = listing_of(reading("list/questions", named("about", member), Slot("topic", "Lighthouses", 0, 1)))
        assert [one.person for one in found.entries] == [replies[1].speaker, replies[3].speaker]
        assert found.title.startswith("Turns that got a reply at once, 2 in all")
        assert found.title.endswith(f"answered by {member.name}")

    def test_are_not_the_chairs_and_the_chair_stands_between_nobody(self, replies: list[Speech]) -> None:
        member = replies[0].politician
        assert member
        Speech.objects.filter(pk=replies[3].pk).update(role="The Acting Speaker")
        found = listing_of(reading("list/questions", named("about", member), Slot("topic", "Lighthouses", 0, 1)))
        assert [one.person for one in found.entries] == [replies[1].speaker]

    def test_are_told_of_whoever_spoke_to_a_member(self, replies: list[Speech]) -> None:
        member = replies[0].politician
        assert member
        found = listing_of(reading("list/speakers", named("about", member), Slot("topic", "Lighthouses", 0, 1)))
        assert [one.person for one in found.entries] == [replies[1].speaker, replies[3].speaker]

    def test_before_a_committee_are_those_of_its_members_right_before_the_witness(self, replies: list[Speech]) -> None:
        witness = replies[0].politician
        assert witness
        Politician.objects.filter(pk=witness.pk).update(witness=True)
        meeting = replies[0].sitting
        Speech.objects.filter(sitting=meeting).exclude(pk__in=[one.pk for one in replies]).delete()
        Speech.objects.filter(pk__in=[one.pk for one in replies]).update(debate=None)
        Speech.objects.filter(pk=replies[0].pk).delete()
        found = listing_of(reading("list/questions", named("about", witness)))
        assert [one.person for one in found.entries] == [replies[1].speaker, replies[3].speaker]

    def test_are_not_the_last_before_somebody_else_speaks(self, replies: list[Speech]) -> None:
        member = replies[0].politician
        assert member
        Speech.objects.filter(pk=replies[4].pk).delete()
        found = listing_of(reading("list/questions", named("about", member), Slot("topic", "Lighthouses", 0, 1)))
        assert [one.person for one in found.entries] == [replies[1].speaker]


def test_questions_in_a_row_are_answered_together(debate: list[Speech]) -> None:
    first, second, answer = debate
    Speech.objects.filter(pk__in=[first.pk, second.pk]).update(kind="question")
    Speech.objects.filter(pk=answer.pk).update(kind="answer")
    assert answers_to(Speech.objects.filter(kind="question", debate=first.debate)) == {
        first.pk: [answer.pk],
        second.pk: [answer.pk],
    }


def test_questions_with_another_turn_between_them_are_not(debate: list[Speech]) -> None:
    first, between, second = debate
    assert first.debate and first.politician
    answer = speak(first.debate, first.politician, 3, "answer")
    Speech.objects.filter(pk__in=[first.pk, second.pk]).update(kind="question")
    assert answers_to(Speech.objects.filter(kind="question", debate=between.debate)) == {second.pk: [answer.pk]}


def test_a_question_may_have_two_answers(debate: list[Speech]) -> None:
    question, one, other = debate
    Speech.objects.filter(pk=question.pk).update(kind="question")
    Speech.objects.filter(pk__in=[one.pk, other.pk]).update(kind="answer")
    assert answers_to(Speech.objects.filter(kind="question", debate=question.debate)) == {
        question.pk: [one.pk, other.pk]
    }


def test_a_question_after_the_last_answer_has_none(debate: list[Speech]) -> None:
    first, answer, last = debate
    Speech.objects.filter(pk__in=[first.pk, last.pk]).update(kind="question")
    Speech.objects.filter(pk=answer.pk).update(kind="answer")
    assert answers_to(Speech.objects.filter(kind="question", debate=first.debate)) == {first.pk: [answer.pk]}


def test_who_answered_is_told_and_not_who_asked(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    assert question.debate
    found = listing_of(reading("list/answerers", Slot("topic", question.debate.title, 0, 1)))
    assert answer.politician
    assert answer.politician.name in {one.name for one in found.entries}
    assert found.title.startswith("Members who answered questions")


def test_nobody_knows_whose_answers_to_a_member_are_meant_by_the_subject_alone(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    assert question.politician and question.debate
    subject = Slot("topic", question.debate.title, 0, 1)
    assert listing_for(reading("list/answerers", subject, named("speaker", question.politician)), None) is None


def test_whoever_stood_in_for_an_office_is_who_answered_the_member(exchange: tuple[Speech, Speech]) -> None:
    question, answer = exchange
    assert question.politician and question.debate and answer.politician
    Speech.objects.filter(pk=answer.pk).update(role="Minister of Lighthouses, on behalf of the Prime Minister")
    office, subject = Slot("office", "the PM", 0, 1), Slot("topic", question.debate.title, 0, 1)
    found = listing_of(reading("fact/next", office, subject, named("about", question.politician)))
    roles = {one.name: one.role for one in found.entries}
    assert roles[answer.politician.name] == "Minister of Lighthouses, on behalf of the Prime Minister"
    assert found.notes[0] == f"Asked by: {question.politician.name}."


def test_where_nothing_is_marked_as_a_question_whoever_spoke_in_an_office_answered(debate: list[Speech]) -> None:
    governing, *_ = parties_led("ca", DAY)["government"]
    other = Party.objects.filter(parliament="ca").exclude(pk__in=parties_led("ca", DAY)["government"])[0]
    told = [("Minister of Lighthouses", governing), ("Minister of Lighthouses", governing), ("House Leader", other.pk)]
    for turn, (role, party) in zip(debate, told, strict=True):
        Speech.objects.filter(pk=turn.pk).update(role=role, party=party)
    topic = Slot("topic", "lighthouses", 0, 1)
    found = listing_of(reading("list/answerers", topic))
    # Not whoever opened the debate, nor the other side.
    assert [one.name for one in found.entries] == [debate[1].speaker]
    assert found.title.startswith("Spoke for the government")
    # Who spoke next is another question.
    assert listing_for(reading("fact/next", topic), None) is None
    assert listing_for(reading("list/answerers", topic, text="Who replied for the opposition?"), None) is None


def test_who_asked_is_everybody_who_spoke_where_nothing_is_marked_as_a_question(debate: list[Speech]) -> None:
    found = listing_of(reading("list/questions", Slot("topic", "lighthouses", 0, 1)))
    assert {one.name for one in found.entries} == {one.speaker for one in debate}
    assert found.notes[0].startswith("The record marks nothing there as a question")


def test_a_party_beside_who_answered_may_be_that_of_either_side(exchange: tuple[Speech, Speech]) -> None:
    _, answer = exchange
    assert answer.politician and answer.party_id
    party = Slot("party", "?", 0, 1, keys=(answer.party_id,))
    assert listing_for(reading("list/questions", named("about", answer.politician), party), None) is None


def test_statements_are_what_stands_under_their_rubric_each_with_its_speaker() -> None:
    found = listing_of(reading("list/statements", text="members' statements"))
    rubric = "Statements by Members"
    headings = Debate.objects.filter(Q(title__iexact=rubric) | Q(parent__title__iexact=rubric), sitting__date=DAY)
    under = Speech.objects.filter(debate__in=headings).exclude(politician=None)
    assert {one.url for one in found.entries} == {one.get_absolute_url() for one in under}
    assert f"{found.entries[0].person}, " in found.sentence(1)


def test_speeches_of_nobody_in_particular_that_are_called_statements_are_the_statements() -> None:
    found = listing_of(reading("list/speeches", text="Statements by members on 14 May: who made them?"))
    assert found.entries == listing_of(reading("list/statements", text="Statements by members?")).entries
    assert listing_for(reading("list/speeches", text="Whose speeches were there?"), None) is None


def test_statements_under_another_rubric_are_not_those_asked_for() -> None:
    asked = reading("list/statements", text="statements by ministers")
    assert listing_for(asked, None) is None


def test_statements_of_a_sort_that_the_parliament_does_not_print_are_not_others() -> None:
    assert listing_for(reading("list/statements", text="constituency statements"), None) is None


def test_a_reply_to_a_statement_is_none(debate: list[Speech]) -> None:
    statement, reply, _ = debate
    assert statement.debate
    rubric = Debate.objects.create(sitting=statement.sitting, position=8999, title="Statements by Ministers")
    Debate.objects.filter(pk=statement.debate.pk).update(parent=rubric)
    found = listing_of(reading("list/statements", text="statements by ministers"))
    assert [one.person for one in found.entries] == [statement.speaker]
    assert reply.speaker not in found.sentence()


def test_a_french_question_finds_the_rubric_printed_in_english() -> None:
    english = listing_of(reading("list/statements", text="members' statements"))
    french = listing_of(reading("list/statements", text="les déclarations de députés", language="fr"))
    assert [one.url for one in french.entries] == [one.url for one in english.entries]
    assert [one.note for one in french.entries] != [one.note for one in english.entries]


def test_whoever_spoke_alone_under_a_heading_has_neighbours_in_the_sitting(debate: list[Speech]) -> None:
    assert debate[0].sitting
    heading = Debate.objects.create(sitting=debate[0].sitting, position=9100, title="Herring")
    member = Politician.objects.filter(parliament="ca").exclude(name="").order_by("pk")[3]
    speak(heading, member, 100)
    found = listing_of(reading("fact/next", named("about", member), Slot("topic", "Herring", 0, 1)))
    assert [(one.name, one.side) for one in found.entries] == [(debate[2].speaker, "before")]


def test_who_spoke_before_and_after_a_member(debate: list[Speech]) -> None:
    before, own, after = debate
    assert own.politician
    found = listing_of(reading("fact/next", named("about", own.politician), Slot("topic", "Lighthouses", 0, 1)))
    assert [(one.side, one.name) for one in found.entries] == [("before", before.speaker), ("after", after.speaker)]
    assert f"before: {before.speaker}; after: {after.speaker}." in found.sentence()


def test_beside_whoever_spoke_often_everybody_else_who_did_is_listed(debate: list[Speech]) -> None:
    own, *others = debate
    assert own.politician and own.debate
    for position in range(3, 6):
        speak(own.debate, own.politician, position)
    found = listing_of(reading("fact/next", named("about", own.politician), Slot("topic", "Lighthouses", 0, 1)))
    assert [one.name for one in found.entries] == [one.speaker for one in others]
    assert f"Others who spoke in the debate with {own.speaker}, “Lighthouses”" in found.sentence()
    assert ": :" not in found.sentence()


def test_of_several_members_named_the_one_who_spoke_there_is_meant(debate: list[Speech]) -> None:
    before, own, after = debate
    assert own.politician
    absent = Politician.objects.create(parliament_id="ca", name="Bob Absent", slug="bob-absent")
    topic = Slot("topic", "Lighthouses", 0, 1)
    found = listing_of(reading("fact/next", named("about", absent), named("about", own.politician), topic))
    assert [one.name for one in found.entries] == [before.speaker, after.speaker]


def test_a_bill_that_no_heading_stands_under_is_words_of_a_heading(debate: list[Speech]) -> None:
    own = debate[1]
    assert own.politician and own.debate
    own.debate.title = "Lighthouse Bill: lamps"
    own.debate.save()
    bill = Bill.objects.create(parliament_id="ca", number="C-999", title="Lighthouse Bill")
    named_bill = Slot("bill", "Lighthouse Bill", 0, 1, keys=(bill.pk,))
    found = listing_of(reading("fact/next", named("about", own.politician), named_bill))
    assert "Lighthouse Bill: lamps" in found.title


def test_nor_has_who_spoke_in_two_debates(debate: list[Speech]) -> None:
    own = debate[0]
    assert own.politician
    other = Debate.objects.create(sitting=own.sitting, position=9100, title="Lighthouses and Regattas")
    speak(other, own.politician, 7)
    asked = reading("fact/next", named("about", own.politician), Slot("topic", "Lighthouses", 0, 1))
    assert listing_for(asked, None) is None


def test_only_one_neighbour_is_told_as_which_it_is(debate: list[Speech]) -> None:
    first, after, _ = debate
    assert first.politician
    found = listing_of(reading("fact/next", named("about", first.politician), Slot("topic", "Lighthouses", 0, 1)))
    assert found.sentence().endswith(f"after: {after.speaker}.")


def test_without_a_day_and_a_subject_nobody_knows_which_turn_is_meant(debate: list[Speech]) -> None:
    own = debate[0]
    assert own.politician
    asked = replace(reading("fact/next", named("about", own.politician)), first=None, last=None)
    assert listing_for(asked, None) is None


def test_a_heading_that_is_printed_again_after_other_business_is_one(debate: list[Speech]) -> None:
    heading = debate[0].debate
    assert heading
    again = Debate.objects.create(sitting=heading.sitting, position=9100, title=heading.title)
    Debate.objects.create(sitting=heading.sitting, position=9101, title="Regattas")
    speak(again, Politician.objects.filter(parliament="ca").order_by("pk")[0], 7)
    rows = headings_within(reading("list/speakers"))
    assert {one.pk for one in same_headings(heading, rows)} == {heading.pk, again.pk}
    assert describe_heading(Speech.objects.filter(debate__in=[heading, again])).startswith("“Lighthouses”, ")
