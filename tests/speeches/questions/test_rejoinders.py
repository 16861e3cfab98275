"""What was replied to somebody is found by its place: the turn after theirs."""

from dataclasses import replace

import pytest

from speeches.enumerations.turns import answers_to
from speeches.models import Speech
from speeches.questions.answer import AskRequest
from speeches.questions.plan import read_request
from speeches.questions.rejoinders import Rejoinders, find_rejoinders, read_beyond_a_reply
from speeches.search.filters import Filters
from speeches.understanding.reading import REPLY, Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture
def exchange() -> tuple[Speech, Speech]:
    """A question to a minister of the first day, and its answer."""
    asked = Speech.objects.filter(kind="question", parliament="au").exclude(politician=None)
    for question in asked.order_by("date", "position"):
        answers = answers_to(Speech.objects.filter(pk=question.pk)).get(question.pk)
        once = Speech.objects.filter(politician=question.politician, debate=question.debate).count() == 1
        if answers and once:
            return question, Speech.objects.get(pk=answers[0])
    raise AssertionError("The days hold no question with an answer.")


def find(reading: Reading, quoted: tuple[str, ...] = ()) -> Rejoinders:
    request = AskRequest("What was the answer?", Filters(country="au"), quoted_before=quoted)
    before = Reading("What did they ask?") if quoted else None
    return find_rejoinders(replace(read_request(request), reading=reading, before=before), request)


def reply_to(asker: Speech, *slots: Slot, follows: str = "") -> Reading:
    about = Slot("about", asker.speaker, 0, 1, keys=(asker.politician_id or 0,))
    day = None if follows else asker.date
    return Reading(
        "What was the answer?", kind=REPLY, slots=(about, *slots), first=day, last=day, follows=follows,
        view=frozenset({"au"}),
    )  # fmt: skip


def reply_on(asker: Speech, matter: str) -> Reading:
    text = f"What was the answer on {matter}"
    reading = reply_to(asker, Slot("topic", matter, text.index(matter), len(text)))
    return replace(reading, text=text, first=None, last=None)


def test_it_is_the_turn_after_the_question_with_the_question_before_it(exchange: tuple[Speech, Speech]) -> None:
    question, own = exchange
    found = find(reply_to(question, follows="What did they ask?"), (question.pk,))
    assert [one.record for one in found.passages] == [own.pk]
    assert found.passages[0].replies_to is not None
    assert found.passages[0].replies_to.record == question.pk
    assert found.proved
    assert all(one.text in " ".join(own.text.split()) for one in found.proved)


def test_only_by_whoever_is_said_to_have_replied(exchange: tuple[Speech, Speech]) -> None:
    question, own = exchange
    quoted = (question.pk,)
    theirs, another = (
        Slot("speaker", "x", 2, 3, keys=(key or 0,)) for key in (own.politician_id, question.politician_id)
    )
    assert find(reply_to(question, theirs, follows="?"), quoted).count == 1
    stranger = replace(another, keys=(-1,))
    assert find(reply_to(question, stranger, follows="?"), quoted).count == 0


def test_without_a_day_a_subject_or_an_answer_before_there_is_none(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    reading = replace(reply_to(question), first=None, last=None)
    assert find(reading).count == 0


def test_of_many_replies_the_first_are_shown_and_all_counted() -> None:
    (asker, *_), count = max(((own, len(own)) for own in _questions_by_asker().values()), key=lambda pair: pair[1])
    found = find(reply_to(asker))
    assert found.count >= count > len(found.passages) == 3


def test_who_replied_to_whom_is_told_by_the_record(exchange: tuple[Speech, Speech]) -> None:
    question, own = exchange
    people = tuple(Slot("speaker", one.speaker, 0, 1, keys=(one.politician_id or 0,)) for one in (own, question))
    reading = replace(reply_to(question), slots=people)
    assert [one.record for one in find(reading, (question.pk,)).passages] == [own.pk]


def test_a_turn_on_another_matter_has_no_reply_that_is_meant(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    assert find(reply_on(question, question.title)).proved
    assert not find(reply_on(question, "breeding of llamas in Peru")).proved


def test_a_detail_is_told_only_if_the_reply_tells_it(exchange: tuple[Speech, Speech]) -> None:
    question, _ = exchange
    reading = replace(reply_to(question), kind="answer/figure", text="How many llamas were bred in Peru in 1931?")
    assert not find(reading, (question.pk,)).proved


@pytest.mark.parametrize(
    ("slots", "kind"),
    [
        ((Slot("speaker", "Jo", 0, 2, keys=(1,)), Slot("topic", "ferries", 3, 9)), "answer/statement"),
        ((Slot("speaker", "Jo", 0, 2, keys=(1,)),), ""),
        ((Slot("about", "Jo", 0, 2, keys=(1,)), Slot("topic", "ferries", 3, 9)), ""),
    ],
)
def test_without_a_reply_only_one_speakers_words_on_a_matter_answer(slots: tuple[Slot, ...], kind: str) -> None:
    asked = read_request(AskRequest("What did Jo reply?"))
    beyond = read_beyond_a_reply(replace(asked, reading=Reading("What did Jo reply?", kind=REPLY, slots=slots)))
    assert (beyond.reading.kind if beyond else "") == kind


def _questions_by_asker() -> dict[int, list[Speech]]:
    found: dict[int, list[Speech]] = {}
    for one in Speech.objects.filter(kind="question", parliament="au", sitting__date="2021-10-26"):
        if one.politician_id:
            found.setdefault(one.politician_id, []).append(one)
    return found
