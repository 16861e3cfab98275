"""Votes of a parliament whose bills have no rows of their own are found and told by the headings above them."""

import datetime
from collections import Counter
from dataclasses import replace

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.enumerations.vote_index import vote_index
from speeches.models import Ballot, Division, Riding, Sitting, Speech, Term
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.questions.receipts import changed_citations, keep
from speeches.reading.naming import vote_title
from speeches.understanding.read import read_question

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("days_of_votes")]


def listing_of(question: str) -> Listing | None:
    return listing_for(read_question(question, None), None)


def assert_no_ballot_is_told(question: str) -> None:
    """At most, votes are offered as the nearest ones."""
    listing = listing_of(question)
    assert listing is None or (listing.kind, listing.entries) == ("choices", ())
    assert listing is None or listing.title.startswith("No recorded vote fits this question exactly")


def test_a_vote_is_told_with_the_bill_that_it_was_on() -> None:
    listing = listing_of("How did Bob Katter vote on the Restoring Territory Rights Bill?")
    assert listing is not None
    assert listing.title.endswith("voted against Restoring Territory Rights Bill 2022, third reading")
    assert [entry.name for entry in listing.entries] == ["Katter, R. C."]
    # A member named in the title is not named again.
    assert listing.sentence() == f"{listing.title}."
    assert listing.source.quote == "That the bill be read a third time."


@pytest.mark.parametrize(
    ("question", "turned", "note"),
    [
        ("That the motion be disagreed to.", True, "an aye was a vote against what was moved"),
        ("", False, "not known what an aye was for"),
    ],
)
def test_of_a_question_turned_round_the_sides_are_told_as_printed(question: str, turned: bool, note: str) -> None:
    """Those who were for the motion voted no. If nobody knows what an aye was for, both sides are told."""
    vote = next(one for one in Division.objects.select_related("debate") if one.question.startswith("That the bill"))
    assert vote.debate is not None
    vote.debate.title, vote.debate.parent, vote.question = "Regattas and Lighthouses", None, question
    vote.debate.save()
    vote.turned, vote.motion, vote.name, vote.kind = turned, question, "Regattas and Lighthouses", "other"
    vote.save()
    for_it = listing_of("Who voted for the regattas and lighthouses motion?")
    assert for_it is not None
    assert len(for_it.entries) == (vote.noes if turned else vote.ayes + vote.noes)
    assert f"{vote.noes} voted no on" in for_it.title or not turned
    assert note in for_it.notes[0]
    printed = listing_of("Who were the ayes on the regattas and lighthouses motion?")
    assert printed is not None
    assert len(printed.entries) == vote.ayes
    one = listing_of("How did Bob Katter vote on regattas and lighthouses?")
    assert one is not None
    assert one.title.startswith(("Bob Katter voted no on", "Bob Katter voted aye on"))
    assert note in one.notes[-1]
    party = listing_of("How did Labor vote on regattas and lighthouses?")
    assert party is not None
    assert party.title.endswith((" aye", " no"))


def test_where_votes_at_two_stages_fit_the_reader_chooses() -> None:
    listing = listing_of("Who voted against the repeal of the cashless debit card?")
    assert listing is not None
    assert (listing.kind, listing.entries) == ("choices", ())
    assert {"second reading", "third reading"} <= {one.source.title.split(", ")[1] for one in listing.choices}
    assert all(one.source.result and one.source.url for one in listing.choices)


def test_each_choice_holds_what_would_answer_the_question() -> None:
    listing = listing_of("How did Anthony Albanese vote on the repeal of the cashless debit card?")
    assert listing is not None
    assert listing.kind == "choices"
    assert all(one.answer.startswith("Anthony Albanese voted ") for one in listing.choices)
    assert all(one.source.title.rpartition(", ")[0] in one.answer for one in listing.choices)


def test_of_a_vote_that_a_member_took_no_part_in_it_is_said_that_none_is_printed() -> None:
    listing = listing_of("How did Julia Gillard vote on the third reading of the Restoring Territory Rights Bill?")
    assert listing is not None
    assert (listing.kind, listing.absent) == ("votes", True)


def test_a_choice_whose_result_answers_holds_no_more() -> None:
    listing = listing_of("Was the repeal of the cashless debit card agreed to?")
    assert listing is not None
    assert [one.answer for one in listing.choices] == [""] * len(listing.choices)


def test_a_teller_whom_the_count_leaves_out_is_told_as_a_teller() -> None:
    vote = next(
        one for one in Division.objects.all() if "Territory Rights" in one.title and one.stage == "third reading"
    )
    katter = vote.ballots.get(name__startswith="Katter")
    vote.ballots.update(teller=False)
    vote.ballots.filter(pk=katter.pk).update(teller=True)
    asked = "How did Bob Katter vote on the Restoring Territory Rights Bill?"
    counted = listing_of(asked)
    assert counted is not None and "voted against" in counted.title
    Division.objects.filter(pk=vote.pk).update(noes=vote.noes - 1)
    left_out = listing_of(asked)
    assert left_out is not None
    assert left_out.title.startswith("Bob Katter was a teller for the noes, whom the count leaves out, on ")


def test_beside_another_member_such_a_teller_is_told_apart() -> None:
    vote = next(
        one for one in Division.objects.all() if "Territory Rights" in one.title and one.stage == "third reading"
    )
    vote.ballots.update(teller=False)
    vote.ballots.filter(name__startswith="Katter").update(teller=True)
    Division.objects.filter(pk=vote.pk).update(noes=vote.noes - 1)
    listing = listing_of("How did Bob Katter and Anthony Albanese vote on the Restoring Territory Rights Bill?")
    assert listing is not None
    assert listing.title.endswith(": 1 for, Bob Katter a teller for the noes")


def test_a_party_is_counted_without_such_tellers() -> None:
    vote = next(
        one for one in Division.objects.all() if "Territory Rights" in one.title and one.stage == "third reading"
    )
    asked = "How did Labor vote on the Restoring Territory Rights Bill?"
    whole = listing_of(asked)
    assert whole is not None
    aye = next(one for one in whole.entries if one.side == "for")
    vote.ballots.update(teller=False)
    vote.ballots.filter(name=aye.name).update(teller=True)
    Division.objects.filter(pk=vote.pk).update(ayes=vote.ayes - 1)
    without = listing_of(asked)
    assert without is not None
    count = sum(one.side == "for" for one in whole.entries)
    assert (f"{count} for" in whole.title, f"{count - 1} for" in without.title) == (True, True)
    assert any("count leaves them out" in note for note in without.notes)


def test_a_party_known_from_far_off_makes_no_list_shorter() -> None:
    asked = "How did Labor vote on the Restoring Territory Rights Bill?"
    vote = next(
        one for one in Division.objects.all() if "Territory Rights" in one.title and one.stage == "third reading"
    )
    vote.ballots.exclude(politician__in=Term.objects.exclude(party=None).values("politician")).delete()
    vote.ballots.update(party=None)
    Speech.objects.update(party=None)
    day = vote.sitting.date - datetime.timedelta(days=200)
    Term.objects.update(start=day, end=day, listed=True)
    Sitting.objects.filter(pk=vote.sitting_id).update(session=None)
    told = listing_of(asked)
    assert told is not None
    assert any(note.startswith("Those named whose party the record shows only") for note in told.notes)
    assert not any("left out" in note for note in told.notes)
    assert "at least" not in told.title


def test_a_follow_up_that_names_the_printed_side_keeps_it() -> None:
    vote = next(one for one in Division.objects.select_related("debate") if one.question.startswith("That the bill"))
    assert vote.debate is not None
    vote.debate.title, vote.debate.parent, vote.question = "Regattas and Lighthouses", None, "That it be disagreed to."
    vote.debate.save()
    vote.turned, vote.motion, vote.name, vote.kind = True, vote.question, "Regattas and Lighthouses", "other"
    vote.save()
    before = read_question("What was the result of the division on regattas and lighthouses?", None)
    found = listing_for(read_question("Who voted no?", None, before=before), None)
    assert found is not None
    assert found.title.startswith(f"{vote.noes} voted no on")


def test_independents_are_those_of_no_party_even_in_small_letters() -> None:
    listing = listing_of("Which independents voted aye on the Restoring Territory Rights Bill?")
    assert listing is not None
    assert listing.entries
    assert {one.party for one in listing.entries} == {"Independent"}


def test_the_vote_that_is_chosen_is_told() -> None:
    question = "Who voted against the repeal of the cashless debit card?"
    choices = listing_of(question)
    assert choices is not None
    chosen = listing_for(read_question(question, None), None, choices.choices[-1].source.id)
    assert chosen is not None
    assert chosen.source.id == choices.choices[-1].source.id
    assert chosen.entries


@pytest.mark.parametrize(
    "question",
    [
        "Who voted against the Climate Change Bill 2022?",
        "How did Bob Katter vote on the climate change bill?",
        "Who voted for the third reading of the Climate Change Bill?",
        "How did Adam Bandt vote on the Local Government (Women in Cabinet) Bill?",
    ],
)
def test_no_vote_on_another_matter_stands_for_one_that_is_not_on_record(question: str) -> None:
    """A motion on climate change is not a vote on a bill of that name, and the words of a bill's name ask for nothing.

    At most, the motion is offered as the nearest vote, and nobody's ballot is told.
    """
    assert_no_ballot_is_told(question)


def test_a_motion_that_cuts_a_debate_short_is_no_vote_on_its_matter() -> None:
    heard = listing_of("Who voted for the motion that the Leader of the Opposition be no further heard?")
    assert heard is not None
    assert "no further heard" in (heard.title if heard.kind == "votes" else heard.choices[0].source.title)


def test_what_asks_for_a_reason_gets_no_list() -> None:
    assert listing_of("Why did Labor vote for the Restoring Territory Rights Bill?") is None


def test_a_day_that_is_part_of_the_matter_does_not_hide_the_vote() -> None:
    listing = listing_of("Who voted about Community Development Program jobseekers on 5 July 2015?")
    assert listing is not None
    assert any("Remote Engagement Program" in one.source.title for one in listing.choices)


def test_names_and_numbers_find_a_vote_for_a_question_in_another_language() -> None:
    listing = listing_of("Le Restoring Territory Rights Bill a-t-il été adopté en août 2022 ?")
    assert listing is not None
    assert any(
        "Restoring Territory Rights Bill" in one.title
        for one in (listing.source, *(choice.source for choice in listing.choices))
    )


@pytest.mark.parametrize(
    ("question", "noted"),
    [
        ("Who voted against the Social Security Legislation Amendment (Remote Engagement Program) Bill 2021?", True),
        ("Who voted for the amendment to the Remote Engagement Program Bill?", False),
        ("Who voted for the Restoring Territory Rights Bill?", False),
    ],
)
def test_a_vote_on_another_matter_than_the_bill_says_so(question: str, noted: bool) -> None:
    listing = listing_of(question)
    assert listing is not None
    assert any("no vote by name on the bill itself" in note for note in listing.notes) is noted


def test_whom_a_vote_is_asked_of_goes_before_the_party_that_brought_it() -> None:
    listing = listing_of("How did Bob Katter vote on the Restoring Territory Rights Bill that Labor brought in?")
    assert listing is not None
    assert [entry.name for entry in listing.entries] == ["Katter, R. C."]


def test_a_bill_by_a_name_that_the_record_does_not_print_is_offered_among_the_few_that_it_may_be() -> None:
    listing = listing_of("Who voted against the euthanasia bill at third reading?")
    assert listing is not None
    assert (listing.kind, listing.entries) == ("choices", ())
    assert any(
        one.source.title.startswith("Restoring Territory Rights Bill 2022, third reading") for one in listing.choices
    )


def test_a_vote_that_a_question_does_not_name_is_that_of_the_question_before() -> None:
    before = read_question("Was the Restoring Territory Rights Bill carried at third reading?", None)
    listing = listing_for(read_question("Who voted against?", None, "", before), None)
    assert listing is not None
    assert "Restoring Territory Rights Bill 2022, third reading" in listing.title


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Did Bob Katter support Luke Gosling's Restoring Territory Rights Bill at third reading?", ["Katter, R. C."]),
        ("Did the Greens support Luke Gosling's Restoring Territory Rights Bill at third reading?", ["Bandt, A. P."]),
    ],
)
def test_whoever_owns_the_motion_is_not_whom_it_is_asked_about(question: str, names: list[str]) -> None:
    listing = listing_of(question)
    assert listing is not None
    printed = [entry.name for entry in listing.entries]
    assert set(names) <= set(printed)
    assert not any("Gosling" in name for name in printed)


def test_a_person_beside_a_possessive_of_somebody_else_is_asked_about() -> None:
    listing = listing_of("How did Bob Katter and Adam Bandt vote on the government's Restoring Territory Rights Bill?")
    assert listing is not None
    assert {"Katter, R. C.", "Bandt, A. P."} <= {entry.name for entry in listing.entries}


def test_a_side_asked_for_anew_is_not_that_of_the_question_before() -> None:
    before = read_question("Who were the noes on the Restoring Territory Rights Bill at third reading?", None)
    listing = listing_for(read_question("And who voted for it?", None, "", before), None)
    assert listing is not None
    assert " voted for " in listing.title


def test_a_motion_names_whom_it_means_by_their_seat() -> None:
    vote = Division.objects.filter(ballots__politician__name="Bob Katter")[0]
    vote.motion = "That the member for Kennedy be no longer heard."
    vote.save()
    assert {"bob", "katter"} <= vote_index(None).stems[vote.pk]


def test_both_sides_stand_apart_where_none_is_asked_for() -> None:
    listing = listing_of("Who voted on the Restoring Territory Rights Bill?")
    assert listing is not None
    assert {one.side for one in listing.entries} == {"for", "against"}
    assert ": for: " in listing.sentence()
    assert "; against: " in listing.sentence()


def test_voters_of_one_surname_are_told_apart_from_all_others() -> None:
    division = Division.objects.filter(name__startswith="Restoring Territory Rights Bill").latest("position")
    known = division.ballots.exclude(politician=None)
    surnames = Counter(name.partition(",")[0] for name in known.values_list("name", flat=True))
    seats = set(Riding.objects.values_list("name", flat=True))
    surname = next(name for name, bearers in surnames.most_common() if bearers > 1 and name not in seats)
    question = f"Which members called {surname} voted on the Restoring Territory Rights Bill?"
    listing = listing_for(read_question(question, None), None, division.key)
    assert listing is not None
    assert {one.name.partition(",")[0] for one in listing.entries} == {surname}
    assert len(listing.entries) == surnames[surname]
    assert f"({surname})" in listing.title


def test_a_members_votes_are_those_with_their_ballot() -> None:
    assert Division.objects.exclude(ballots__politician__name="Bob Katter").exists()
    listing = listing_of("Did Bob Katter vote?")
    assert listing is not None
    for source in (listing.source, *(choice.source for choice in listing.choices)):
        vote = Division.objects.find_by_key(source.id)
        assert vote is not None
        assert vote.ballots.filter(politician__name="Bob Katter").exists()


def test_a_riding_is_in_the_state_of_its_members_term() -> None:
    katter = Ballot.objects.filter(politician__name="Bob Katter")[0].politician
    Term.objects.filter(politician=katter).update(state="Tasmania")
    listing = listing_of("Who voted on the Restoring Territory Rights Bill?")
    assert listing is not None
    assert {one.state for one in listing.entries if one.person == "Bob Katter"} == {"Tasmania"}


def test_the_receipt_of_a_vote_is_changed_only_with_its_motion() -> None:
    """A vote is cited by what was moved, which is seldom the question put."""
    kept = keep(answer(AskRequest("How did Bob Katter vote on the Restoring Territory Rights Bill?")))
    vote = Division.objects.find_by_key(kept.sources[0]["id"])
    assert vote is not None
    Division.objects.filter(pk=vote.pk).update(motion="That the bill be kept", question="That the question be put")
    assert changed_citations(kept) == {1: "changed"}
    Division.objects.filter(pk=vote.pk).update(motion=vote.words)
    assert changed_citations(kept) == {}


@pytest.mark.parametrize(
    "question",
    [
        "Who voted for the Greens' amendment to the Remote Engagement Program Bill?",
        "Who voted for the NDP motion on the Remote Engagement Program?",
    ],
)
def test_no_vote_that_another_party_moved_is_told(question: str) -> None:
    """Neither that of a party of this parliament nor that of one which it does not have."""
    assert_no_ballot_is_told(question)


def test_the_only_amendment_of_a_party_to_a_bill_is_told() -> None:
    listing = listing_of("How did Bob Katter vote on Labor's amendment to the Remote Engagement Program Bill?")
    assert listing is not None
    assert "amendment" in listing.title
    assert listing.kind == "votes"


def test_at_a_stage_that_is_named_nothing_else_on_the_bill_stands_for_it() -> None:
    listing = listing_of("Who voted for the Restoring Territory Rights Bill at second reading?")
    assert listing is None or (listing.kind, listing.entries) == ("choices", ())


def test_words_outside_all_slots_tell_nothing_if_no_vote_of_the_day_holds_them() -> None:
    known = read_question("How did Adam Bandt vote on 3 August 2022?", None)
    plain = listing_for(known, None)
    oddly = listing_for(replace(known, unread=("flabbergasted",)), None)
    narrowed = listing_for(replace(known, unread=("territory",)), None)
    assert plain and oddly and narrowed and len(plain.choices) > 1
    assert [one.source.id for one in oddly.choices] == [one.source.id for one in plain.choices]
    assert narrowed.title == "Adam Bandt voted for Restoring Territory Rights Bill 2022, third reading"


def test_a_vote_to_choose_is_told_with_its_outcome_in_the_language_of_the_question() -> None:
    vote = Division.objects.filter(stage="third reading")[0]
    assert (vote_title(vote, "en"), vote_title(vote, "fr")) == (
        vote.title,
        vote.title.replace("third reading", "troisième lecture").replace("agreed to", "adopté"),
    )
