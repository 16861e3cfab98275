"""Records other than speeches go into their tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from speeches.ingestion.ingest import ingest_content
from speeches.ingestion.summary import Summary
from speeches.models import (
    Ballot,
    Bill,
    Candidacy,
    Committee,
    CommitteeMeeting,
    CommitteeReport,
    Division,
    Election,
    Party,
    Politician,
    Session,
    Term,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_record")]


def ingest(*rows: dict[str, Any], update: bool = False) -> Summary:
    content = "\n".join(json.dumps({"parliament": "ca", **row}) for row in rows)
    return ingest_content(content.encode(), "records.jsonl", update=update)


def reasons(summary: Summary) -> str:
    return " ".join(error.reason for error in summary.errors)


BILL = {"source_type": "bill", "number": "C-11", "session": "44-1", "title": "An Act", "status": "First reading"}
VOTE = {
    "source_type": "vote_question", "chamber": "House of Commons", "date": "2022-06-21", "number": "1",
    "session": "44-1",
    "question": "That it be read a third time", "ayes": 2, "noes": 1, "bill": "C-11",
}  # fmt: skip
ON_IT = {"source_type": "vote_member", "chamber": "House of Commons", "date": "2022-06-21", "number": "1"}


def test_the_sample_goes_in_whole_and_a_second_time_changes_nothing(samples: Path) -> None:
    content = (samples / "records.jsonl").read_bytes()
    first = ingest_content(content, "records.jsonl")
    assert (first.errors, first.records_stored) == ([], 44)
    again = ingest_content(content, "records.jsonl")
    assert (again.errors, again.records_stored, again.duplicates_skipped) == ([], 0, 44)
    bill = Bill.objects.get(number="C-4")
    assert bill.text.count("PART") == 2
    assert bill.key == "merrowa-9-c-4"
    assert (CommitteeMeeting.objects.get().key, CommitteeReport.objects.get().key) == (
        "merrowa-select-committee-on-the-spine-link-transmission-project/9/6",
        "merrowa-select-committee-on-the-spine-link-transmission-project/9/1",
    )


def test_a_bill_that_is_there_otherwise_is_told_and_replaced_when_asked() -> None:
    ingest(BILL)
    changed = {**BILL, "status": "Royal Assent"}
    summary = ingest(changed)
    assert "Bill C-11 is in the record with another status" in reasons(summary)
    assert Bill.objects.get().status == "First reading"
    assert ingest(changed, update=True).records_stored == 1
    assert Bill.objects.get().status == "Royal Assent"


def test_what_a_row_leaves_out_says_nothing_and_what_was_unknown_is_learnt() -> None:
    ingest(BILL)
    assert ingest({"source_type": "bill", "number": "C-11", "session": "44-1"}).duplicates_skipped == 1
    assert ingest({"source_type": "bill", "number": "C-11", "session": "44-1", "text": "1 It is so."}).errors == []
    assert (Bill.objects.get().title, Bill.objects.get().text) == ("An Act", "1 It is so.")


def test_the_same_number_in_another_session_is_another_bill() -> None:
    ingest(BILL, {**BILL, "session": "43-2", "title": "Another Act"})
    assert sorted(Bill.objects.values_list("session__number", "title")) == [(43, "Another Act"), (44, "An Act")]


def test_a_vote_with_its_ballots() -> None:
    summary = ingest(
        VOTE,
        BILL,
        {**ON_IT, "name": "Ada Smith", "party": "NDP", "vote": "aye"},
        {**ON_IT, "name": "Bob Jones", "party": "CPC", "vote": "aye", "teller": True},
        {**ON_IT, "name": "Cora Lee", "party": "LPC", "vote": "no"},
    )
    assert summary.errors == []
    division = Division.objects.get()
    assert division.about == Bill.objects.get()
    ballots = division.ballots.order_by("name").values_list("politician__name", "party__code", "vote", "teller")
    assert list(ballots) == [
        ("Ada Smith", "NDP", "aye", False),
        ("Bob Jones", "CPC", "aye", True),
        ("Cora Lee", "LPC", "no", False),
    ]
    assert "another vote" in reasons(ingest({**ON_IT, "name": "Cora Lee", "party": "LPC", "vote": "aye"}))


def test_a_ballot_without_its_vote_is_told() -> None:
    assert "no vote 1 of 2022-06-21" in reasons(ingest({**ON_IT, "name": "Ada Smith", "vote": "aye"}))


def test_a_party_vote() -> None:
    cast = {**ON_IT, "source_type": "vote_party", "party": "NDP", "vote": "aye", "count": 25}
    assert ingest(VOTE, cast).errors == []
    assert Division.objects.get().method == "party"
    assert ingest(cast).duplicates_skipped == 1
    assert "another count" in reasons(ingest({**cast, "count": 24}))


def test_a_member_with_terms() -> None:
    term = {
        "party": "NDP",
        "riding": "Vancouver East",
        "state": "British Columbia",
        "start": "2015-10-19",
        "end": "2021-08-15",
    }
    row = {"source_type": "politician", "name": "Kwan, Jenny", "terms": [term]}
    assert ingest(row).errors == []
    kept = Term.objects.get()
    assert (kept.politician.name, kept.riding and kept.riding.name) == ("Jenny Kwan", "Vancouver East")
    assert (str(kept.start), str(kept.end)) == ("2015-10-19", "2021-08-15")
    assert ingest(row).duplicates_skipped == 1


def test_a_candidate_is_somebody_of_the_record_only_by_name_and_seat() -> None:
    election = {"source_type": "election", "name": "General election 2019", "date": "2019-10-21"}
    stood = {"source_type": "candidacy", "election": "General election 2019", "date": "2019-10-21"}
    member = {
        "source_type": "politician",
        "name": "Jenny Kwan",
        "terms": [{"party": "NDP", "riding": "Vancouver East", "start": "2015-10-19"}],
    }
    summary = ingest(
        {**stood, "name": "Jenny Kwan", "party": "NDP", "riding": "Vancouver East", "votes": 29236, "elected": True},
        {**stood, "name": "Jenny Kwan", "party": "PPC", "riding": "Halifax", "votes": 12},
        {**stood, "name": "Nobody Known", "party": "GPC", "riding": "Halifax"},
        election,
        member,
    )
    assert summary.errors == []
    assert Politician.objects.count() == 1
    linked = Candidacy.objects.exclude(politician=None)
    assert [one.riding and one.riding.name for one in linked] == ["Vancouver East"]
    assert Election.objects.get().key == "ca-2019-10-21-general-election-2019"
    assert "no election" in reasons(ingest({**stood, "election": "Another", "name": "X Y"}))


def test_sessions_and_parties_learn() -> None:
    ingest({"source_type": "session", "session": "44-1", "start": "2021-11-22"})
    assert ingest({"source_type": "session", "session": "44-1", "end": "2025-01-06"}).errors == []
    assert str(Session.objects.get(number=44).end) == "2025-01-06"
    assert (
        ingest({"source_type": "party", "code": "NDP", "name": "New Democratic Party", "aliases": ["Dippers"]}).errors
        == []
    )
    assert "Dippers" in Party.objects.get(parliament="ca", code="NDP").aliases


def test_a_row_that_fits_nowhere_is_told_and_the_others_go_in() -> None:
    first = {**BILL, "source_id": "1", "number": "C-1", "title": "One"}
    second = {**BILL, "source_id": "2", "number": "C-2", "title": "Two"}
    ingest(first, second)
    summary = ingest({**first, "number": "C-2"}, {**BILL, "number": "C-3"}, update=True)
    assert "does not fit beside what the record has" in reasons(summary)
    assert Bill.objects.filter(number="C-3").exists()


def test_a_refused_row_takes_nobody_with_it_whom_another_needs() -> None:
    ingest(BILL)
    summary = ingest(
        {**BILL, "title": "Another title", "sponsor": "New Person"},
        {"source_type": "bill", "number": "C-12", "session": "44-1", "sponsor": "New Person"},
    )
    assert len(summary.errors) == 1
    sponsor = Bill.objects.get(number="C-12").sponsor
    assert sponsor is not None
    assert sponsor.name == "New Person"


def test_a_ballot_is_one_however_the_name_is_spelt_or_often_it_comes() -> None:
    cast = {**ON_IT, "party": "NDP", "vote": "aye"}
    ingest(VOTE, {**cast, "name": "Ann Bee"})
    summary = ingest({**cast, "name": "Bee, Ann"}, {**cast, "name": "Hon Ann Bee", "vote": "no"})
    assert "another vote" in reasons(summary)
    assert Ballot.objects.count() == 1


def test_of_several_of_one_name_nobody_is_guessed_or_made() -> None:
    for key in ("1", "2"):
        ingest({"source_type": "politician", "name": "Ann Bee", "source_id": key})
    for _ in range(3):
        assert ingest(VOTE, {**ON_IT, "name": "Ann Bee", "vote": "aye"}).errors == []
    assert Politician.objects.count() == 2
    assert [ballot.politician for ballot in Ballot.objects.all()] == [None]
    assert "Give the source's own key" in reasons(ingest({"source_type": "politician", "name": "Ann Bee"}))


def test_what_a_row_leaves_out_is_not_told_to_be_none() -> None:
    ingest({**VOTE, "paired": 3}, {**ON_IT, "name": "Ann Bee", "vote": "aye", "teller": True})
    assert ingest(VOTE, {**ON_IT, "name": "Ann Bee", "vote": "aye"}, update=True).errors == []
    assert (Division.objects.get().paired, Ballot.objects.get().teller) == (3, True)


def test_a_party_learns_its_other_names() -> None:
    row = {
        "source_type": "party",
        "code": "L",
        "name": "Liberal Party of Canada",
        "aliases": ["Grits"],
    }
    before = Party.objects.filter(parliament="ca").count()
    assert ingest(row).records_stored == 1
    assert Party.objects.filter(parliament="ca").count() == before
    liberal = Party.objects.get(parliament="ca", name="Liberal Party of Canada")
    assert {"L", "Grits"} <= set(liberal.aliases)
    assert ingest(row).duplicates_skipped == 1


def test_bills_by_their_titles_have_pages_of_their_own() -> None:
    titled = {"source_type": "bill", "parliament": "nz", "title": "Supply Bill"}
    ingest(titled, {**titled, "title": "Second Bill"}, {**titled, "session": "48", "status": "Passed"})
    keys = {bill.key for bill in Bill.objects.all()}
    assert keys == {"nz-supply-bill", "nz-second-bill", "nz-48-supply-bill"}
    assert all(bill == Bill.objects.find_by_key(key) for key in keys for bill in Bill.objects.all() if bill.key == key)
    assert Bill.objects.find_by_key("nz-") is None


def test_seats_with_years_between_them_stay_two() -> None:
    held = [
        {"party": "NDP", "start": "2010-01-01", "end": "2012-01-01"},
        {"party": "NDP", "start": "2018-01-01", "end": "2020-01-01"},
    ]
    ingest({"source_type": "politician", "name": "Ann Bee", "terms": held})
    assert [str(term.start) for term in Term.objects.order_by("start")] == ["2010-01-01", "2018-01-01"]
    turned = {"party": "NDP", "start": "2018-01-01", "end": "2012-01-01"}
    assert "cannot end" in reasons(ingest({"source_type": "politician", "name": "Ann Bee", "terms": [turned]}))


def test_a_candidate_without_riding_and_party_is_nobody_of_the_record() -> None:
    ingest(
        {"source_type": "politician", "name": "Ann Bee", "terms": [{"party": "GPC", "start": "2015-10-19"}]},
        {"source_type": "election", "name": "General", "date": "2019-10-21"},
        {"source_type": "candidacy", "election": "General", "date": "2019-10-21", "name": "Ann Bee"},
    )
    assert Candidacy.objects.get().politician is None


def test_names_without_latin_letters_are_not_one() -> None:
    for name in ("委員會", "預算"):
        ingest(
            {"source_type": "committee", "name": name},
            {"source_type": "election", "name": name, "date": "2020-01-01"},
        )
    assert Committee.objects.count() == 2
    assert len({election.key for election in Election.objects.all()}) == 2
