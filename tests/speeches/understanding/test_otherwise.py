"""The other readings of a question, tried if the first finds nothing."""

import pytest

from speeches.understanding.otherwise import otherwise_note, readings_of
from speeches.understanding.reading import REPLY, Reading, Slot


def kinds(kind: str, *slots: str, otherwise: tuple[str, ...] = ()) -> list[str]:
    reading = Reading("?", kind=kind, slots=tuple(Slot(name, "x", 0, 1) for name in slots), otherwise=otherwise)
    return [one.kind for one in readings_of(reading)]


@pytest.mark.parametrize(
    ("slots", "other"),
    [(("division",), "fact/mover"), (("office", "about"), "fact/mover"), (("place", "date"), "fact/member")],
)
def test_who_is_asked_for_may_stand_in_the_tables(slots: tuple[str, ...], other: str) -> None:
    assert kinds("answer/person", *slots) == ["answer/person", other]


@pytest.mark.parametrize("slots", [(), ("topic",), ("about",), ("office",), ("bill",), ("place", "about")])
def test_without_a_motion_or_a_place_no_table_tells_a_person(slots: tuple[str, ...]) -> None:
    assert kinds("answer/person", *slots) == ["answer/person"]


@pytest.mark.parametrize(
    ("slots", "other"),
    [
        (("party", "bill"), ["vote/parties"]),
        (("about", "division"), ["vote/member"]),
        (("party", "topic"), []),
        (("bill",), []),
    ],
)
def test_a_position_on_what_was_voted_on_may_be_shown_by_ballots(slots: tuple[str, ...], other: list[str]) -> None:
    assert kinds("answer/position", *slots) == ["answer/position", *other]


@pytest.mark.parametrize(
    ("slots", "may"),
    [
        (("speaker", "about"), True),
        (("speaker", "party"), True),
        (("about", "office"), True),
        (("speaker", "office"), False),
        (("speaker",), False),
    ],
)
def test_of_two_people_named_one_may_have_replied_to_the_other(slots: tuple[str, ...], may: bool) -> None:
    people = tuple(
        Slot(name, "Ada", 0, 1, keys=() if name == "office" else (number,)) for number, name in enumerate(slots, 1)
    )
    kinds = [one.kind for one in readings_of(Reading("?", kind="answer/reason", slots=people))]
    assert (REPLY in kinds) == may


def test_each_kind_is_tried_once() -> None:
    assert kinds("answer/person", "division", otherwise=("fact/mover",)) == ["answer/person", "fact/mover"]


def test_no_speech_tells_how_somebody_voted() -> None:
    assert kinds("vote/member", otherwise=("answer/position", "fact/party")) == ["vote/member", "fact/party"]
    assert kinds("answer/reason", otherwise=("vote/divisions",)) == ["answer/reason"]


def test_the_note_says_as_what_the_question_is_taken() -> None:
    assert otherwise_note(Reading("?", kind="fact/mover")).endswith("it is taken to ask for a fact of the tables.")
    assert otherwise_note(Reading("?", "fr", kind="list/questions")).endswith("une demande de liste.")


def test_words_without_marks_may_be_somebodys_in_other_words() -> None:
    bare, marked = (Reading(f"who said {words}", kind="quote/who") for words in ("we never retreat", "“never retreat”"))
    assert [one.kind for one in readings_of(bare)] == ["quote/who", "find/passages"]
    assert [one.kind for one in readings_of(marked)] == ["quote/who"]


def test_two_members_of_whom_nothing_is_said_together_may_be_compared() -> None:
    slots = tuple(Slot("speaker", "x", 0, 1, keys=(key,)) for key in (1, 2))
    both = Reading("?", kind="answer/figure", slots=slots)
    # One name that two members bear is not two members.
    one = Reading("?", kind="answer/figure", slots=(Slot("speaker", "x", 0, 1, keys=(1, 2)),))
    assert [reading.kind for reading in readings_of(both)] == ["answer/figure", REPLY, "compare/people"]
    assert [reading.kind for reading in readings_of(one)] == ["answer/figure"]


@pytest.mark.parametrize(
    ("kind", "slots", "first"),
    [
        ("answer/figure", ("date",), "list/petitions"),
        ("answer/statement", ("bill",), "list/petitions"),
        ("answer/figure", ("topic",), "answer/figure"),
        ("answer/statement", ("bill", "speaker"), "answer/statement"),
        ("answer/statement", ("bill", "topic"), "answer/statement"),
        ("answer/figure", ("party", "date"), "answer/figure"),
    ],
)
def test_what_names_nothing_that_was_said_is_looked_up_first(kind: str, slots: tuple[str, ...], first: str) -> None:
    assert kinds(kind, *slots, otherwise=("list/petitions",))[0] == first
