"""The judge of votes prefers the vote that holds a question's words, and none if nothing holds them."""

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from speeches.enumerations.vote_index import VoteIndex
from speeches.enumerations.vote_judge import (
    Description,
    VoteJudge,
    features_of,
    holds_particulars,
    is_matched,
    is_near,
    is_on_the_matter,
    is_ruled_out,
    save,
    vote_judge,
)
from speeches.models import Debate, Division, Sitting
from speeches.understanding.reading import Reading, Slot

SITTING = Sitting(date=datetime.date(2005, 12, 13))
SHIPS, LIGHTHOUSES = (Division(pk=key, kind="bill", sitting=SITTING) for key in (1, 2))
INDEX = VoteIndex(stems={1: frozenset({"ship", "harbou"}), 2: frozenset({"lighth", "harbou"})})
INDEX.among.update(["ship", "harbou", "lighth", "harbou"])
QUESTION = Reading("Who voted for the ships?", kind="vote/names", sure=0.95)


def described(*stems: str, spoken: dict[int | str, float] | None = None) -> Description:
    return Description(frozenset(stems), frozenset(stems), near={}, spoken=spoken or {})


def likelihoods(words: Description) -> list[float]:
    return vote_judge().probabilities(*features_of([SHIPS, LIGHTHOUSES], words, INDEX, QUESTION))


def test_the_vote_that_holds_the_words_is_the_likelier() -> None:
    ships, lighthouses = likelihoods(described("ship"))
    assert ships > 0.65 > lighthouses
    assert ships + lighthouses < 1


def test_two_votes_that_hold_the_same_words_are_neither_sure() -> None:
    assert max(likelihoods(described("harbou"))) < 0.65


def test_a_vote_that_holds_nothing_of_the_words_is_not_near() -> None:
    assert not is_near(SHIPS, described("submar"), INDEX)


def test_what_was_said_under_its_heading_or_on_its_matter_brings_a_vote_near() -> None:
    under = Division(pk=1, kind="bill", debate=Debate(pk=5, title="Harbours", about_id=9))
    assert is_near(under, described("submar", spoken={5: 0.6}), INDEX)
    assert is_near(under, described("submar", spoken={"bill 9": 0.3}), INDEX)
    assert not is_near(under, described("submar", spoken={6: 0.6}), INDEX)


def test_without_a_description_every_vote_is_near() -> None:
    assert is_near(SHIPS, described(), INDEX)


def test_votes_under_one_heading_share_what_was_said_there() -> None:
    ships, lights = Debate(pk=5, title="Harbours"), Debate(pk=6, title="Lights")
    rows = [Division(pk=pk, debate=debate) for pk, debate in ((1, ships), (2, ships), (3, lights), (4, None))]
    votes, _ = features_of(rows, described("ship", spoken={5: 0.5, 6: 0.4}), INDEX, QUESTION)
    assert [one["spoken under a shared heading"] for one in votes] == [0.5, 0.5, 0.0, 0.0]


def test_the_features_of_the_weights_that_ship_are_those_of_a_vote() -> None:
    votes, question = features_of([SHIPS], described("ship"), INDEX, QUESTION)
    assert set(vote_judge().vote) == set(votes[0])
    assert set(vote_judge().none) == set(question)


def test_weights_are_saved_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speeches.enumerations.vote_judge.WEIGHTS", tmp_path / "judge.json")
    judge = VoteJudge({"share": 1.5}, {"always": -0.5})
    save(judge, tmp_path / "judge.json")
    assert vote_judge() == judge
    (likely,) = judge.probabilities([{"share": 1.0}], {"always": 1.0})
    assert likely == pytest.approx(1 / (1 + 2.718281828**-2))


def test_a_vote_that_somebody_else_moved_is_ruled_out() -> None:
    mover = Slot("speaker", "Ann Lee", 0, 7, keys=(7,))
    asked = replace(QUESTION, slots=(mover,))
    assert is_ruled_out(SHIPS, described("ship"), INDEX, asked)
    own = Division(pk=1, kind="bill", mover_id=7)
    assert not is_ruled_out(own, described("ship"), INDEX, asked)
    # Who is asked how they voted need not have moved it.
    assert not is_ruled_out(SHIPS, described("ship"), INDEX, replace(asked, kind="vote/member"))


def test_a_vote_of_another_number_is_ruled_out() -> None:
    eighth = Division(pk=1, sitting=SITTING, kind="amendment", motion="New Clause 8 be read a second time")
    assert is_ruled_out(eighth, described("ship", "9"), INDEX, QUESTION)
    assert not is_ruled_out(eighth, described("ship", "8"), INDEX, QUESTION)
    assert not is_ruled_out(Division(pk=1, kind="bill", number="9"), described("9"), INDEX, QUESTION)


def test_a_vote_on_another_bill_than_the_one_called_by_its_name_is_ruled_out() -> None:
    asked = replace(QUESTION, slots=(Slot("bill", "Submarines Bill", 0, 15),))
    assert is_ruled_out(SHIPS, described("submar", "bill"), INDEX, asked)
    loosely = replace(QUESTION, slots=(Slot("bill", "submarines bill", 0, 15),))
    assert not is_ruled_out(SHIPS, described("submar", "bill"), INDEX, loosely)


def test_a_vote_without_the_ballot_of_the_member_asked_about_is_ruled_out() -> None:
    asked = replace(QUESTION, kind="vote/member", slots=(Slot("about", "Ann Lee", 0, 7, keys=(7,)),))
    theirs = replace(described("ship"), voters=frozenset({2}))
    assert is_ruled_out(SHIPS, theirs, INDEX, asked)
    assert not is_ruled_out(LIGHTHOUSES, theirs, INDEX, asked)
    # Of a party that is named beside somebody, the votes are wanted.
    party = Slot("party", "Labor", 0, 5, keys=(3,))
    assert not is_ruled_out(SHIPS, theirs, INDEX, replace(asked, slots=(*asked.slots, party)))
    # A name that only ballots print is looked for there.
    unknown = replace(asked, slots=(Slot("about", "Ann Lee", 0, 7),))
    assert not is_ruled_out(SHIPS, described("ship"), INDEX, unknown)


def test_a_person_whom_the_record_does_not_know_must_stand_in_a_votes_own_words() -> None:
    asked = replace(QUESTION, slots=(Slot("about", "Harbour", 0, 7),))
    assert not is_ruled_out(SHIPS, described("ship"), INDEX, asked)
    assert is_ruled_out(SHIPS, described("ship"), INDEX, replace(asked, slots=(Slot("about", "Ann Lee", 0, 7),)))
    assert not is_ruled_out(SHIPS, described("ship"), INDEX, replace(asked, slots=(Slot("about", "they", 0, 4),)))
    # A first name or a title in common is not enough. Who was named by the question before need not be.
    assert is_ruled_out(SHIPS, described("ship"), INDEX, replace(asked, slots=(Slot("about", "Harbour Lee", 0, 11),)))
    before = Slot("about", "Ann Lee", -1, -1)
    assert not is_ruled_out(SHIPS, described("ship"), INDEX, replace(asked, slots=(before,)))


def test_of_two_votes_that_the_words_fit_alike_each_is_matched() -> None:
    rows = [SHIPS, LIGHTHOUSES]
    assert is_matched(SHIPS, rows, described("harbou"), INDEX)
    assert not is_matched(SHIPS, rows, described("ship"), INDEX)
    assert not is_matched(SHIPS, [SHIPS], described("harbou"), INDEX)
    assert not is_matched(SHIPS, rows, described("submar"), INDEX)


@pytest.mark.parametrize(
    ("motion", "meant"),
    [
        ("2: Clause 9, page 5", True),
        ("Amendment 2, page 5", True),
        ("New clause 2", True),
        ("Amendment 30, page 2, line 7", False),
        ("Amendment 30, lines 1 to 2", False),
    ],
)
def test_a_number_is_that_of_what_the_question_numbers(motion: str, meant: bool) -> None:
    row = Division(pk=1, sitting=SITTING, kind="amendment", motion=motion)
    assert is_ruled_out(row, described("clause", "2"), INDEX, QUESTION) is not meant


def test_a_vote_is_ruled_out_whose_mover_is_not_known_to_be_of_the_party_named() -> None:
    index = VoteIndex(stems=INDEX.stems, parties={1: 7})
    reading = replace(QUESTION, slots=(Slot("mover", "NDP", 0, 3, keys=(7,)),))
    assert not is_ruled_out(SHIPS, described("ship"), index, reading)
    assert is_ruled_out(LIGHTHOUSES, described("ship"), index, reading)


def test_a_vote_on_no_amendment_is_ruled_out_if_one_is_meant() -> None:
    moved = Division(pk=1, kind=Division.Kind.AMENDMENT, subject=SHIPS.subject)
    assert is_ruled_out(moved, described("ship", "amendm"), INDEX, QUESTION)
    index = VoteIndex(stems={1: frozenset({"ship", "amendm"})})
    assert not is_ruled_out(moved, described("ship", "amendm"), index, QUESTION)


@pytest.mark.parametrize(
    ("text", "ruled_out"),
    [("Who voted for the amendments?", True), ("Who voted for the ships amendment bill?", False)],
)
def test_a_bill_that_amends_an_act_is_no_amendment(text: str, ruled_out: bool) -> None:
    at_a_stage = Division(pk=1, kind=Division.Kind.BILL, subject="Ships Amendment Bill", motion="be read a third time")
    index = VoteIndex(stems={1: frozenset({"ship", "amendm"})})
    reading = replace(QUESTION, text=text)
    assert is_ruled_out(at_a_stage, described("ship", "amendm"), index, reading) is ruled_out


def test_that_something_was_moved_describes_no_vote() -> None:
    index = VoteIndex(stems={1: frozenset({"ship", "motion"}), 2: frozenset({"motion"})})
    words = described("ship", "motion")
    assert holds_particulars(SHIPS, words, index)
    assert not holds_particulars(LIGHTHOUSES, words, index)
    assert holds_particulars(LIGHTHOUSES, described("motion"), index)
    assert is_on_the_matter(SHIPS, words, index)
    assert not is_on_the_matter(LIGHTHOUSES, words, index)
