"""A question that leans on the one before takes over what it leaves out, slot by slot."""

import datetime
from dataclasses import replace

import pytest

from speeches.understanding.merge import merge_readings
from speeches.understanding.reading import Reading, Slot

DAY, LATER = datetime.date(2014, 5, 14), datetime.date(2015, 12, 4)


def slot(name: str, words: str, *keys: int) -> Slot:
    return Slot(name, words, 0, len(words), keys=keys)


VOTE = Reading(
    "Who voted against C-571 at second reading on 14 May 2014?",
    kind="vote/names",
    side="no",
    slots=(slot("bill", "C-571", 7), slot("stage", "second reading")),
    first=DAY,
    last=DAY,
)
SAID = Reading(
    "What did Ada Smith say about lighthouses?",
    kind="answer/statement",
    slots=(slot("speaker", "Ada Smith", 1), slot("topic", "lighthouses")),
)


def after(old: Reading, text: str, kind: str, *slots: Slot, side: str = "") -> Reading:
    return merge_readings(Reading(text, kind=kind, slots=slots, side=side), old)


def test_another_party_keeps_the_vote_its_day_and_its_side() -> None:
    found = after(VOTE, "and the Liberals?", "vote/names", slot("party", "Liberals", 3))
    assert (found.keys("bill"), found.keys("party"), found.words("stage")) == ((7,), (3,), "second reading")
    assert (found.first, found.side, found.follows) == (DAY, "no", VOTE.text)


def test_the_other_side_replaces_the_side() -> None:
    assert after(VOTE, "and for?", "vote/names", slot("side", "for"), side="aye").side == "aye"


def test_another_bill_has_stages_of_its_own() -> None:
    found = after(VOTE, "and C-539?", "vote/names", slot("bill", "C-539", 8))
    assert (found.keys("bill"), found.words("stage")) == ((8,), "")


def test_another_motion_has_its_own_mover_and_the_voters_of_the_one_before() -> None:
    mover, voter = slot("speaker", "Lord Lee", 1), slot("about", "Ann Ray", 2)
    old = replace(VOTE, slots=(mover, voter, slot("division", "clause 3")))
    found = after(old, "And on the closure?", "vote/names", slot("division", "closure"))
    assert (found.keys("speaker"), found.keys("about"), found.words("division")) == ((), (2,), "closure")
    assert after(old, "And the tellers?", "vote/tellers").keys("speaker") == (1,)


def test_another_speaker_keeps_the_subject_and_another_subject_the_speaker() -> None:
    bob = after(SAID, "and Bob Jones?", "answer/statement", slot("speaker", "Bob Jones", 2))
    assert (bob.keys("speaker"), bob.words("topic")) == ((2,), "lighthouses")
    fish = after(SAID, "and on fish?", "answer/statement", slot("topic", "fish"))
    assert (fish.keys("speaker"), fish.words("topic")) == ((1,), "fish")


def test_whoever_is_named_alone_after_somebodys_words_is_asked_for_theirs() -> None:
    found = after(SAID, "and Bob Jones?", "answer/statement", slot("about", "Bob Jones", 2))
    assert (found.keys("speaker"), found.all("about")) == ((2,), ())


@pytest.mark.parametrize("pronoun", ["she", "elle", "her"])
def test_a_pronoun_stands_for_whom_the_question_before_named(pronoun: str) -> None:
    found = after(SAID, f"did {pronoun} vote for it?", "vote/member", slot("about", pronoun), slot("bill", "it"))
    assert found.keys("about") == (1,)
    assert found.all("speaker") == ()


def test_what_is_taken_over_stands_nowhere_in_the_question() -> None:
    found = after(SAID, "why?", "answer/reason")
    assert all(one.is_inherited for one in found.slots)
    assert found.text_without("speaker", "topic") == "why?"


def test_days_named_anew_are_the_days() -> None:
    new = replace(
        Reading("and in 2021?", kind="vote/names", slots=(slot("date", "2021"),)), first=datetime.date(2021, 1, 1)
    )
    assert merge_readings(new, VOTE).first == datetime.date(2021, 1, 1)


def test_what_a_reader_takes_away_is_gone() -> None:
    found = VOTE.without({"bill", "date", "kind"})
    assert (found.keys("bill"), found.first, found.task, found.side) == ((), None, "find", "")


def test_a_pronoun_beside_another_name_is_whom_the_question_before_named() -> None:
    before = Reading("Who asked Ada Smith?", kind="list/questions", slots=(slot("about", "Ada Smith", 1),))

    def people(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        bob = Slot("about", "Bob Jones", text.index("Bob"), text.index("Bob") + len("Bob Jones"), keys=(2,))
        merged = merge_readings(Reading(text, kind="answer/about", slots=(bob,)), before)
        return merged.keys("speaker"), merged.keys("about")

    assert people("What did she say to Bob Jones?") == ((1,), (2,))
    # The tagger may take whoever is spoken of for the speaker.
    bob = Slot("speaker", "Bob Jones", 23, 32, keys=(2,))
    merged = merge_readings(Reading("What did she say about Bob Jones?", kind="answer/about", slots=(bob,)), before)
    assert (merged.keys("speaker"), merged.keys("about")) == ((1,), (2,))
    # Whoever is named first may be whom the pronoun means.
    assert people("What did Bob Jones say that he did?") == ((), (2,))


def test_whoever_is_compared_is_so_with_the_speaker_before() -> None:
    found = after(SAID, "How does that compare with what Bob Jones said?", "compare/people", slot("speaker", "Bob", 2))
    assert found.keys("speaker") == (1, 2)
    two = (slot("speaker", "Bob", 2), slot("speaker", "Cy", 3))
    assert after(SAID, "Compare Bob and Cy on it", "compare/people", *two).keys("speaker") == (2, 3)


ASKED = replace(SAID, text="What did Ada Smith ask about lighthouses?", kind="list/questions")


@pytest.mark.parametrize(
    ("text", "slots", "speaker"),
    [
        ("Who else came in on that?", (), ()),
        ("Qui d’autre est intervenu ?", (), ()),
        ("What else did she ask?", (slot("speaker", "she"),), (1,)),
        ("Who did she ask?", (), (1,)),
        ("and about harbours?", (slot("topic", "harbours"),), (1,)),
    ],
)
def test_who_else_spoke_is_not_whoever_spoke_before(
    text: str, slots: tuple[Slot, ...], speaker: tuple[int, ...]
) -> None:
    assert after(ASKED, text, "list/questions", *slots).keys("speaker") == speaker


OF_A_PARTY = Reading(
    "How did the Greens vote on the Lighthouses Bill?",
    kind="vote/names",
    slots=(slot("party", "Greens", 5), slot("bill", "Lighthouses Bill", 9)),
)


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("Who voted for it?", ()),
        ("Qui a voté contre ?", ()),
        ("How did they vote?", (5,)),
        ("and against?", (5,)),
        ("Who of them voted for it?", (5,)),
        ("Who among its members voted no?", (5,)),
        ("Qui d’entre eux a voté contre ?", (5,)),
    ],
)
def test_who_voted_is_asked_of_everybody_whatever_the_party_before(text: str, party: tuple[int, ...]) -> None:
    merged = after(OF_A_PARTY, text, "vote/names")
    assert (merged.keys("party"), merged.keys("bill")) == (party, (9,))


def test_both_sides_are_asked_about_whatever_the_side_before() -> None:
    aye = replace(OF_A_PARTY, side="aye")
    assert after(aye, "And Labor?", "vote/names", slot("party", "Labor", 6)).side == "aye"
    assert after(aye, "And Labor, for or against?", "vote/names", slot("party", "Labor", 6)).side == ""


@pytest.mark.parametrize("text", ["And for the other side?", "Et de l'autre côté ?"])
def test_another_side_than_the_one_before_is_told_with_it(text: str) -> None:
    assert after(replace(OF_A_PARTY, side="aye"), text, "vote/names").side == ""


def test_another_session_has_its_own_days_and_other_days_their_own_session() -> None:
    before = replace(VOTE, session="41-2", first=DAY, last=DAY)
    anew = Reading("and in the 42nd Parliament?", kind="vote/names", session="42", first=LATER, last=LATER)
    merged = merge_readings(anew, before)
    assert (merged.session, merged.first) == ("42", LATER)
    of_a_day = Reading(
        "and then?", kind="vote/names", slots=(slot("date", "4 December 2015"),), first=LATER, last=LATER
    )
    merged = merge_readings(of_a_day, before)
    assert (merged.session, merged.first) == ("", LATER)


def test_who_rebelled_did_so_in_the_party_before() -> None:
    assert after(OF_A_PARTY, "Who crossed the floor?", "vote/rebels").keys("party") == (5,)


PUT_TO = Reading(
    "What did Ada Smith ask the Treasurer about lighthouses?",
    kind="answer/statement",
    slots=(slot("speaker", "Ada Smith", 1), slot("about", "Bo Loud", 2), slot("topic", "lighthouses")),
)


class TestReplies:
    def test_whoever_spoke_before_is_replied_to(self) -> None:
        found = after(SAID, "What did the minister answer?", "answer/reply", slot("office", "minister"))
        assert (found.keys("about"), found.keys("speaker")) == ((1,), ())
        assert (found.words("office"), found.words("topic")) == ("minister", "lighthouses")

    def test_by_whoever_was_asked(self) -> None:
        found = after(PUT_TO, "And what did he say?", "answer/reply", slot("speaker", "he"))
        assert (found.keys("about"), found.keys("speaker")) == ((1,), (2,))

    def test_or_by_somebody_else_who_is_named(self) -> None:
        found = after(PUT_TO, "What did Cy Low answer?", "answer/reply", slot("speaker", "Cy Low", 3))
        assert (found.keys("about"), found.keys("speaker")) == ((1,), (3,))

    def test_to_somebody_else_who_is_named(self) -> None:
        found = after(PUT_TO, "What was the answer to Cy Low?", "answer/reply", slot("about", "Cy Low", 3))
        assert (found.keys("about"), found.keys("speaker")) == ((3,), ())

    def test_another_reply_is_to_the_same_member(self) -> None:
        first = after(SAID, "What did the minister answer?", "answer/reply", slot("office", "minister"))
        found = after(first, "And Bo Loud?", "answer/reply", slot("speaker", "Bo Loud", 2))
        assert (found.keys("about"), found.keys("speaker")) == ((1,), (2,))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("and on the Friday?", datetime.date(2014, 5, 16)),
        ("et le lundi ?", datetime.date(2014, 5, 12)),
        ("and on 20 May?", datetime.date(2014, 5, 20)),
        ("and on 20 May 2015?", DAY),
        ("and since 3 May?", DAY),
        ("and what of Black Friday?", DAY),
    ],
)
def test_a_weekday_or_a_day_without_a_year_is_one_beside_the_day_before(text: str, day: datetime.date) -> None:
    topic = [Slot("topic", "Black Friday", 12, 24)] if "Black" in text else []
    merged = merge_readings(Reading(text, kind="vote/names", slots=tuple(topic)), VOTE)
    assert (merged.first, merged.last) == (day, day)


@pytest.mark.parametrize(
    "text",
    [
        "and last Friday?", "and the following Monday?", "et mercredi dernier ?",
        "and before Wednesday?", "and on Monday and Tuesday?", "not on Monday but on Tuesday?",
    ],
)  # fmt: skip
def test_a_weekday_among_other_words_is_a_day_that_nobody_can_tell(text: str) -> None:
    merged = merge_readings(Reading(text, kind="vote/names"), VOTE)
    assert merged.days is None and merged.is_of_unknown_days


def test_another_day_is_named_by_the_question_itself() -> None:
    (date,) = merge_readings(Reading("and on the Friday?", kind="vote/names"), VOTE).all("date")
    assert not date.is_inherited and (date.start, date.words) == (11, "2014-05-16")
