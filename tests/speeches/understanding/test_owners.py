"""Whoever owns a motion moved it, and a member's party is a party."""

import pytest

from rag.language.tokens import words_of
from speeches.understanding.owners import name_owners, possessors
from speeches.understanding.reading import Slot


def slot(name: str, words: str, text: str) -> Slot:
    start = text.index(words)
    return Slot(name, words, start, start + len(words))


def names(slots: tuple[Slot, ...]) -> list[tuple[str, str]]:
    return [(one.name, one.words) for one in slots]


@pytest.mark.parametrize(
    "text",
    [
        "How did Bob Katter vote on Zali Steggall's motion?",
        "How did Bob Katter vote on the motion of Zali Steggall?",
        "How did Bob Katter vote on the amendment by Zali Steggall?",
        "Comment Bob Katter a-t-il voté sur la motion de Zali Steggall ?",
        "How did Bob Katter vote on hers, and on Zali Steggall's?",
    ],
)
def test_the_owner_of_a_motion_moved_it_and_whoever_else_is_named_voted(text: str) -> None:
    slots = (slot("about", "Bob Katter", text), slot("about", "Zali Steggall", text))
    found, moved = name_owners(text, words_of(text), slots)
    assert moved
    assert names(found) == [("about", "Bob Katter"), ("speaker", "Zali Steggall")]


def test_whose_vote_it_is_owns_no_motion() -> None:
    text = "What was Bob Katter's vote on the bill?"
    slots = (slot("about", "Bob Katter", text),)
    assert name_owners(text, words_of(text), slots) == (slots, False)


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("How did Peter Dunne's party vote?", "Peter Dunne's party"),
        ("How did the party of Peter Dunne vote?", "party of Peter Dunne"),
        ("Comment le parti de Peter Dunne a-t-il voté ?", "parti de Peter Dunne"),
    ],
)
def test_a_members_party_is_a_party(text: str, party: str) -> None:
    found, moved = name_owners(text, words_of(text), (slot("about", "Peter Dunne", text),))
    assert not moved
    assert names(found) == [("party", party)]


def test_a_member_within_the_words_of_a_motion_gets_a_slot_of_their_own() -> None:
    text = "How many voted for Andrew Giles's amendment on voters?"
    slots = (slot("division", "Andrew Giles's amendment on voters", text),)
    start = text.index("Andrew")
    found, moved = name_owners(text, words_of(text), slots, [(start, start + len("Andrew Giles"))])
    assert moved
    assert names(found) == [("speaker", "Andrew Giles"), ("division", "amendment on voters")]


def test_a_name_within_the_title_of_a_bill_moves_nothing() -> None:
    text = "Who voted for Maeve's law bill?"
    slots = (slot("bill", "Maeve's law bill", text),)
    start = text.index("Maeve")
    assert name_owners(text, words_of(text), slots, [(start, start + len("Maeve"))]) == (slots, False)


def test_what_stands_before_a_possessive_may_be_a_name_of_any_length() -> None:
    text = "the vote on Lord Thomas of Gresford's amendment"
    spans = list(possessors(text, words_of(text)))
    assert [text[start:end] for start, end in spans] == ["Lord Thomas of Gresford", "Thomas of Gresford", "Gresford"]


def parties_in(text: str, *parties: str) -> list[tuple[int, int]]:
    return [(text.index(one), text.index(one) + len(one)) for one in parties]


@pytest.mark.parametrize(
    ("text", "party", "division", "rest"),
    [
        ("Who voted for the NDP motion on housing?", "NDP", "NDP motion on housing", ["motion on housing"]),
        ("Who voted for the labor motion on housing?", "labor", "labor motion on housing", ["motion on housing"]),
        ("Who voted for Labor's motion on housing?", "Labor", "motion on housing", ["motion on housing"]),
        ("Who voted for Labor's urgent motion?", "Labor", "urgent motion", ["urgent motion"]),
        (
            "Qui a voté pour la motion du NPD sur le logement ?",
            "NPD",
            "motion du NPD sur le logement",
            ["motion", "logement"],
        ),
        ("Qui a voté pour la motion des libéraux ?", "libéraux", "motion des libéraux", ["motion"]),
        ("Qui a voté pour la motion libérale ?", "libérale", "motion libérale", ["motion"]),
    ],
)
def test_a_party_that_owns_a_motion_moved_it(text: str, party: str, division: str, rest: list[str]) -> None:
    found, moved = name_owners(
        text, words_of(text), (slot("division", division, text),), parties=parties_in(text, party)
    )
    assert moved
    assert [one.words for one in found if one.name == "mover"] == [party]
    assert [one.words for one in found if one.name == "division"] == rest


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Who voted for the motion Labor opposed?", "Labor"),
        ("Did Labor order a vote on the motion?", "Labor"),
        ("Who voted for the independent inquiry motion?", "independent"),
        ("Who voted for the amendment of labour law?", "labour"),
        ("Who voted for the national parks motion?", "national"),
    ],
)
def test_another_word_or_a_party_that_does_something_else_moved_nothing(text: str, word: str) -> None:
    assert name_owners(text, words_of(text), (), parties=parties_in(text, word)) == ((), False)


@pytest.mark.parametrize("title", ["climate bill", "bill on climate"])
def test_a_party_that_owns_a_bill_is_not_whose_votes_are_wanted(title: str) -> None:
    text = f"Who voted for Labor's {title}?"
    slots = (slot("party", "Labor", text), slot("bill", title, text))
    found, moved = name_owners(text, words_of(text), slots, parties=parties_in(text, "Labor"))
    assert (names(found), moved) == ([("bill", title)], False)


def test_a_partys_name_within_a_members_is_no_mover() -> None:
    text = "Who voted for Bob Katter's amendment?"
    slots, people = (slot("speaker", "Bob Katter", text),), parties_in(text, "Bob Katter")
    found, moved = name_owners(text, words_of(text), slots, people, parties_in(text, "Katter"))
    assert (found, moved) == (slots, True)


def test_beside_a_party_that_moved_a_member_is_whom_it_is_asked_about() -> None:
    text = "How did Charlie Angus vote on the NDP motion?"
    slots = (slot("speaker", "Charlie Angus", text), slot("division", "NDP motion", text))
    found, _ = name_owners(text, words_of(text), slots, parties=parties_in(text, "NDP"))
    assert names(found) == [("about", "Charlie Angus"), ("mover", "NDP"), ("division", "motion")]


@pytest.mark.parametrize("text", ["How did Labor vote on the motion?", "Which Labor members voted for the motion?"])
def test_a_party_that_votes_moved_nothing(text: str) -> None:
    slots, start = (slot("party", "Labor", text), slot("division", "motion", text)), text.index("Labor")
    assert name_owners(text, words_of(text), slots, parties=[(start, start + 5)]) == (slots, False)
