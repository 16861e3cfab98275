"""What each vote was on, compared with a table made by hand, and the forms in which questions are put."""

import datetime
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from speeches.formats.detect import parse
from speeches.formats.motions import Line, SecondedMove, identify_motions, seconded_moves
from speeches.formats.motions.procedure import procedure_of
from speeches.formats.records import (
    Debate,
    Division,
    DivisionKind,
    Motion,
    Part,
    PartKind,
    Person,
    Sitting,
    Speech,
)

TABLE = yaml.safe_load((Path(__file__).parents[1] / "golden" / "votes.yaml").read_text())
DAY = datetime.date(2022, 3, 1)


@cache
def votes(file: Path) -> list[Division]:
    return [one for sitting in parse(file.read_bytes(), file.name).sittings for one in sitting.divisions]


def plain(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", words.lower()).strip()


@pytest.fixture(scope="module")
def compared(shared: Path) -> list[tuple[dict[str, Any], Motion]]:
    """Each vote of the table, with the motion that the parser found for it."""
    pairs = []
    for entry in TABLE:
        vote = votes(shared / "data" / entry["file"])[entry["n"] - 1]
        assert (vote.ayes, vote.noes) == (entry["ayes"], entry["noes"])
        assert vote.motion is not None
        pairs.append((entry, vote.motion))
    return pairs


def share(right: list[bool]) -> float:
    return sum(right) / len(right)


@pytest.mark.slow
def test_the_kind_is_right(compared: list[tuple[dict[str, Any], Motion]]) -> None:
    assert share([motion.kind.value in entry["kind"] for entry, motion in compared]) >= 0.95


@pytest.mark.slow
def test_the_motion_is_in_the_words_of_the_record(compared: list[tuple[dict[str, Any], Motion]]) -> None:
    def fits(entry: dict[str, Any], motion: Motion) -> bool:
        mine = plain(motion.words)
        return any(plain(words)[:60] in mine or mine[:60] in plain(words) for words in entry["motion"])

    assert share([fits(entry, motion) for entry, motion in compared]) >= 0.95


@pytest.mark.slow
def test_the_mover_is_right(compared: list[tuple[dict[str, Any], Motion]]) -> None:
    def fits(entry: dict[str, Any], motion: Motion) -> bool:
        surnames = [name.split()[-1].lower() for name in entry["mover"] if name]
        return any(name in motion.mover.lower() for name in surnames) if surnames else not motion.mover

    assert share([fits(entry, motion) for entry, motion in compared]) >= 0.9


@pytest.mark.slow
def test_a_wrong_mover_is_rarer_than_none(compared: list[tuple[dict[str, Any], Motion]]) -> None:
    wrong = [
        (entry["file"], entry["n"], motion.mover)
        for entry, motion in compared
        if motion.mover
        and not any(name and name.split()[-1].lower() in motion.mover.lower() for name in entry["mover"])
    ]
    assert len(wrong) <= len(compared) * 0.03, wrong


@pytest.mark.slow
@pytest.mark.no_cover
def test_no_two_votes_of_a_day_have_one_name(shared: Path) -> None:
    for file in {entry["file"] for entry in TABLE}:
        for sitting in parse((shared / "data" / file).read_bytes(), file).sittings:
            names = [vote.motion.name for vote in sitting.divisions if vote.motion]
            assert len(names) == len(set(names)), file


def make_speech(text: str, position: int, speaker: str = "Ada Smith", electorate: str = "Barton") -> Speech:
    person = Person(name=speaker, electorate=electorate)
    parts = (Part(PartKind.SPEECH, speaker, 0, len(text), 0, person),)
    return Speech(f"s{position}", person, DAY, text, parts, position=position, debate=1)


def motion_of(
    *speeches: Speech, question: str = "", titles: tuple[str, str] = ("Roads Bill 2022", "Second Reading")
) -> Motion:
    """The motion of a vote that was taken after these speeches, under two headings."""
    debates = (Debate(titles[0], 0, None, "BILLS"), Debate(titles[1], 1, 0, "BILLS"))
    vote = Division(99, 50, 40, (), debate=1, question=question)
    (divided,) = identify_motions(Sitting("au", "house", DAY, debates, speeches, (vote,))).divisions
    assert divided.motion is not None
    return divided.motion


@pytest.mark.parametrize(
    ("question", "kind", "stage", "turned"),
    [
        ("That this bill be now read a second time.", "bill", "second reading", False),
        ("That the bill, as amended, be agreed to.", "bill", "consideration in detail", False),
        ("That the amendment be disagreed to.", "amendment", "second reading", True),
        ("That the words proposed to be omitted stand part of the question.", "amendment", "second reading", True),
        ("That the member for Barton be no longer heard.", "procedural", "second reading", False),
        ("That the question be now put.", "procedural", "second reading", False),
        ("That the debate be now adjourned.", "procedural", "second reading", False),
    ],
)
def test_the_form_of_a_question_tells_its_kind(question: str, kind: str, stage: str, turned: bool) -> None:
    motion = motion_of(question=question)
    assert (motion.kind, motion.stage, motion.turned) == (kind, stage, turned)


def test_a_question_refers_to_what_was_moved_before_it() -> None:
    moved = make_speech("I move:\n\nThat standing orders be suspended to allow a motion on roads.", 2)
    motion = motion_of(moved, question="That the motion be disagreed to.", titles=("MOTIONS", "Roads"))
    assert motion.words == "That standing orders be suspended to allow a motion on roads."
    assert (motion.mover, motion.kind, motion.turned) == ("Ada Smith", DivisionKind.PROCEDURAL, True)
    assert "against" in motion.meaning


def test_of_several_movers_the_one_whom_the_chair_names() -> None:
    first = make_speech("I move:\n\nThat the House note the state of roads.", 2)
    second = make_speech("I move:\n\nThat the House note the state of rails.", 3, "Bob Jones", "Calare")
    question = "That the motion moved by the member for Barton be agreed to."
    motion = motion_of(first, second, question=question, titles=("MOTIONS", "Roads"))
    assert (motion.mover, motion.words) == ("Ada Smith", "That the House note the state of roads.")


def test_words_that_an_amendment_would_put_in_are_no_motion_of_its_mover() -> None:
    amends = make_speech(
        "I move:\n\nThat all words after “That” be omitted with a view to substituting: “the resumption of the debate "
        "be made an order of the day for the first sitting after Easter”.",
        2,
    )
    question = "That the resumption of the debate be made an order of the day for the next sitting."
    assert motion_of(amends, question=question).mover == ""


def test_what_is_about_to_be_moved_has_not_been_moved() -> None:
    motion = motion_of(
        make_speech("I intend to move that the House divide.", 2), question="That the motion be agreed to."
    )
    assert motion.mover == ""


def test_a_list_belongs_to_its_motion() -> None:
    moved = make_speech("I move:\n\nThat the House:\n\n(1) notes roads; and\n\n(2) mends them.\n\nRoads matter.", 2)
    motion = motion_of(moved, question="That the motion be agreed to.", titles=("MOTIONS", "Roads"))
    assert motion.words.endswith("(2) mends them.")


def test_a_motion_that_announces_more_goes_on_in_the_next_paragraph(shared: Path) -> None:
    found = [one.motion for one in votes(shared / "data" / "au" / "senate_2026-03-04.xml") if one.motion]
    urgent = next(one for one in found if "matter of urgency" in one.words)
    assert "That the US and Israeli attack on Iran is contrary to international law" in urgent.words
    assert not [one.words for one in found if one.words.endswith((":", "—"))]


def test_a_vote_without_a_bill_is_none_on_a_bill() -> None:
    motion = motion_of(question="That this bill be now read a third time.", titles=("MOTIONS", "Roads"))
    assert motion.kind is DivisionKind.OTHER


def test_every_parliament_has_words_for_its_own_languages() -> None:
    wording = procedure_of("ca").wording
    assert wording["en"].keys() == wording["fr"].keys()


def test_a_vote_that_was_put_off_is_on_the_question_that_was_put_then(shared: Path) -> None:
    """Hours before the division the chair put "That the motion be disagreed to", and nobody said it again."""
    day = votes(shared / "data/au/reps/2021_10_19.xml")
    (disallowance,) = [one.motion for one in day if one.motion and "Disallowance" in one.motion.name]
    assert disallowance.mover == "Adam Bandt"
    assert disallowance.turned
    assert disallowance.meaning == "A yes was a vote against what was moved."


def moves_of(*said: tuple[str, str]) -> list[SecondedMove]:
    lines = [Line(place, None, speaker, None, "", words) for place, (speaker, words) in enumerate(said)]
    return seconded_moves(lines, procedure_of("au"))


def seconders(*said: tuple[str, str]) -> list[tuple[str, str]]:
    """The mover and the seconder of each motion, "" for none."""
    return [(one.move.mover, one.second.speaker if one.second else one.named) for one in moves_of(*said)]


MOVED = ("Ada Roe", "I move that the House notes the herring.")


@pytest.mark.parametrize(
    "words",
    [
        "I second the motion and reserve my right to speak.",
        "I'm honoured today to second the nomination of the member for Moore.",
        "Seconded. This is a scandal.",
        "Yes, I second it.",
        "C'est pour moi un grand honneur d'appuyer la motion de mon collègue.",
    ],
)
def test_whoever_seconds_right_after_is_the_seconder(words: str) -> None:
    assert seconders(MOVED, ("The Speaker", "Is the motion seconded?"), ("Ben Lee", words)) == [("Ada Roe", "Ben Lee")]


def test_the_mover_may_name_the_seconder_before_the_motion() -> None:
    said = ("Ada Roe", "I move, seconded by the member for Moore, that the House notes the herring.")
    (found,) = moves_of(said)
    assert (found.move.words, found.named) == ("that the House notes the herring.", "the member for Moore")


def test_a_closure_in_between_leaves_the_motion_before_to_be_seconded() -> None:
    closure = ("Col Fox", "I move that the member be no longer heard.")
    assert seconders(MOVED, closure, ("Ben Lee", "Seconded.")) == [("Ada Roe", "Ben Lee"), ("Col Fox", "")]


@pytest.mark.parametrize(
    "words", ["Is the motion seconded?", "They seconded officials to the department.", "A second."]
)
def test_other_words_second_nothing(words: str) -> None:
    assert seconders(MOVED, ("Ben Lee", words)) == [("Ada Roe", "")]


def test_nobody_seconds_their_own_motion() -> None:
    assert seconders(MOVED, ("Ada Roe", "I second the motion.")) == [("Ada Roe", "")]


def test_whoever_seconds_an_amendment_seconds_no_other_motion() -> None:
    assert seconders(MOVED, ("Ben Lee", "I second the amendment.")) == [("Ada Roe", "")]
    amended = ("Col Fox", "I move the amendment: That all words after “That” be omitted.")
    assert seconders(MOVED, amended, ("Ben Lee", "I second the amendment.")) == [
        ("Ada Roe", ""),
        ("Col Fox", "Ben Lee"),
    ]


def test_what_is_moved_without_its_words_leaves_nothing_to_be_seconded() -> None:
    assert seconders(MOVED, ("Col Fox", "I move (1) Omit section 2."), ("Ben Lee", "I second it.")) == [("Ada Roe", "")]


def test_whoever_seconds_much_later_seconds_another_motion() -> None:
    others = [(f"Member {number}", "I rise to speak.") for number in range(7)]
    assert seconders(MOVED, *others, ("Ben Lee", "I second the motion.")) == [("Ada Roe", "")]


def test_the_record_may_name_the_mover_before_the_motion() -> None:
    (found,) = moves_of(("", "Hon. Ada Roe (Minister of Fish, Lib.) moved that the House notes the herring."))
    assert found.move.mover == "Hon. Ada Roe (Minister of Fish, Lib.)"
