"""What else a question may mean, and what is asked if no ballot tells how somebody voted."""

from dataclasses import replace

import pytest

from speeches.models import Party, Speech
from speeches.questions.answer import AskRequest
from speeches.questions.plan import (
    Question,
    narrow_filters,
    read_request,
    refers_to_nothing,
    statement_reading,
    text_for_reader,
    vote_before,
)
from speeches.search.catalogue import Catalogue
from speeches.search.filters import Filters
from speeches.search.roster import Roster
from speeches.understanding.otherwise import otherwise_note, readings_of
from speeches.understanding.reading import Reading, Slot

MEMBER = Slot("about", "Ada Smith", 0, 1, keys=(1,))
BILL = Slot("bill", "the Ferry Bill", 2, 3, keys=(7,))


def kinds(reading: Reading) -> list[str]:
    return [one.kind for one in readings_of(reading)]


def test_other_meanings_come_after_the_surest() -> None:
    slots = (Slot("topic", "the lighthouses", 0, 1),)
    reading = Reading("?", kind="answer/figure", slots=slots, otherwise=("vote/count", "fact/sitting"))
    assert kinds(reading) == ["answer/figure", "vote/count", "fact/sitting"]


def test_what_seems_to_ask_for_a_vote_is_told_by_no_words_and_no_other_list() -> None:
    reading = Reading("?", kind="vote/names", otherwise=("answer/person", "list/members", "fact/stage"))
    assert kinds(reading) == ["vote/names", "fact/stage"]


def test_whoever_takes_away_what_is_asked_takes_its_other_meanings_away() -> None:
    reading = Reading("?", kind="answer/figure", otherwise=("vote/count",))
    assert kinds(reading.without({"kind"})) == ["find/passages"]


@pytest.mark.parametrize(("language", "words"), [("en", "a recorded vote"), ("fr", "vote par appel nominal")])
def test_what_a_question_is_taken_for_is_said(language: str, words: str) -> None:
    assert words in otherwise_note(Reading("?", language=language, kind="vote/count"))


class TestStand:
    """How one member or party stands on a matter, if the record prints no ballot of theirs."""

    def test_is_asked_of_one_who_is_known_on_a_matter(self) -> None:
        stand = statement_reading(Reading("?", kind="vote/member", slots=(MEMBER, BILL)))
        assert stand is not None
        assert stand.kind == "answer/position"

    @pytest.mark.parametrize(
        "reading",
        [
            Reading("?", kind="vote/member", slots=(MEMBER,)),
            Reading("?", kind="vote/member", slots=(BILL,)),
            Reading("?", kind="vote/member", slots=(replace(MEMBER, keys=(1, 2)), BILL)),
            Reading("?", kind="vote/names", slots=(MEMBER, BILL)),
            Reading("?", kind="vote/parties", side="no", slots=(replace(MEMBER, name="party"), BILL)),
        ],
        ids=["no matter", "nobody", "several", "a list of names", "one side of a vote"],
    )
    def test_is_not_asked_else(self, reading: Reading) -> None:
        assert statement_reading(reading) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "unread", "party"),
    [
        ("answer/statement", (), "Ferry Party"),
        ("answer/statement", ("clamour",), "Ferry Party"),
        ("answer/position", ("clamour",), "Ferry Party"),
        ("answer/reason", ("clamour",), ""),
    ],
)
def test_the_party_whose_words_are_asked_for_filters(kind: str, unread: tuple[str, ...], party: str) -> None:
    slots = (Slot("party", "the ferrymen", 0, 1, keys=(3,)), Slot("topic", "tolls", 2, 3))
    known = Catalogue({}, {3: Party(code="FP", name="Ferry Party")})
    asked = Question(Reading("?", kind=kind, slots=slots, unread=unread), known, Roster(), None)
    assert narrow_filters(Filters(), asked).party == party


INHERITED = replace(BILL, start=-1, end=-1)


@pytest.mark.parametrize(
    ("kind", "slot", "vote"),
    [
        ("vote/tellers", INHERITED, "before"),
        ("vote/tellers", BILL, ""),
        ("vote/tellers", Slot("date", "3 May 2024", 0, 1), ""),
        ("vote/names", Slot("chamber", "the Senate", 0, 1), ""),
        ("vote/names", Slot("country", "Canada", 0, 1), ""),
        ("vote/divisions", INHERITED, ""),
        ("answer/reason", INHERITED, ""),
    ],
)
def test_a_question_that_names_no_vote_is_about_the_one_before(kind: str, slot: Slot, vote: str) -> None:
    reading = Reading("?", kind=kind, slots=(slot,), follows="Who voted for it?")
    assert vote_before(AskRequest("?", vote_before="before"), reading) == vote


@pytest.mark.parametrize(
    ("follows", "slots", "nothing"),
    [
        ("", (Slot("speaker", "she", 0, 3),), True),
        ("What did Ada say?", (Slot("speaker", "she", 0, 3),), False),
        ("", (Slot("speaker", "she", 0, 3), Slot("topic", "tax", 9, 12)), False),
        ("", (), False),
    ],
)
def test_a_pronoun_without_a_question_before_refers_to_nothing(
    follows: str, slots: tuple[Slot, ...], nothing: bool
) -> None:
    assert refers_to_nothing(Reading("?", slots=slots, follows=follows)) is nothing


@pytest.mark.parametrize(("named", "nothing"), [("topic", True), ("party", False)])
def test_the_matter_of_a_vote_does_not_tell_whose_is_meant(named: str, nothing: bool) -> None:
    slots = (Slot("about", "he", 4, 6), Slot(named, "budget", 20, 26))
    assert refers_to_nothing(Reading("?", kind="vote/member", slots=slots)) is nothing


class TestTextForReader:
    """A question that goes on from another is read with the words that it leaves out."""

    TAKEN = Slot("topic", "the ferry tax", -1, -1)

    def test_they_stand_in_place_of_the_pronoun(self) -> None:
        reading = Reading("Why did she oppose it?", kind="answer/reason", slots=(self.TAKEN,), follows="?")
        assert text_for_reader(reading) == "Why did she oppose the ferry tax?"

    def test_without_a_pronoun_they_follow_the_question(self) -> None:
        reading = Reading("Why so late?", kind="answer/reason", slots=(self.TAKEN,), follows="?")
        assert text_for_reader(reading) == "Why so late? (the ferry tax)"

    def test_an_expletive_stands_for_nothing(self) -> None:
        reading = Reading("Is it true that she opposed?", kind="answer/yesno", slots=(self.TAKEN,), follows="?")
        assert text_for_reader(reading) == "Is it true that she opposed? (the ferry tax)"

    def test_of_several_matters_none_is_what_the_pronoun_means(self) -> None:
        both = (self.TAKEN, Slot("bill", "the Ferry Bill", -1, -1))
        reading = Reading("Why oppose it?", kind="answer/reason", slots=both, follows="?")
        assert text_for_reader(reading) == "Why oppose it? (the ferry tax the Ferry Bill)"


@pytest.mark.usefixtures("record")
@pytest.mark.slow
def test_a_question_that_goes_on_stays_in_the_parliament_of_the_turns_quoted() -> None:
    turn = Speech.objects.filter(parliament="au").exclude(debate=None).order_by("pk").first()
    assert turn is not None
    before = ("What was said about housing?",)
    asked = read_request(AskRequest("And what did they say about it?", before=before, quoted_before=(turn.pk,)))
    assert asked.reading.parliament == "au"
