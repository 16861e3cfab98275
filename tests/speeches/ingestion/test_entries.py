"""Every record other than a speech has an entry in the search, and the entries follow the tables."""

from pathlib import Path

import pytest

from rag.chunks.index import create_meaning_index
from rag.chunks.models import EmbeddingModel
from speeches.ingestion.embedding import current_model, embed_pending, pending_count
from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import ingest_content
from speeches.models import (
    BY_WORDS,
    Ballot,
    Bill,
    Candidacy,
    Division,
    Election,
    Entry,
    EntryChunk,
    Party,
    PartyVote,
    SourceType,
)
from speeches.reading.records import record_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_record")]


@pytest.fixture
def merrowa(empty_record: None, samples: Path) -> None:
    # The index comes first: it cannot be made once rows wait for the end of the test's transaction.
    create_meaning_index(EntryChunk._meta.db_table, current_model())
    ingest_content((samples / "records.jsonl").read_bytes(), "records.jsonl")
    refresh_entries()


@pytest.mark.usefixtures("merrowa")
class TestEntries:
    def test_are_there_of_every_kind(self) -> None:
        kinds = set(Entry.objects.values_list("source_type", flat=True))
        assert kinds == set(SourceType.values) - {"hansard"}

    def test_tell_what_the_tables_hold(self) -> None:
        told = {entry.pk: entry.text for entry in Entry.objects.all()}
        assert (
            told["riding/merrowa-innerhythe"]
            == (
                "Innerhythe. Electorate, Saltreach, Parliament of the Commonwealth of Merrowa. "
                "Its members on record: Sunniva Adeyrin (GHZ)."
            )
            or "Sunniva Adeyrin" in told["riding/merrowa-innerhythe"]
        )
        assert told["vote_member/merrowa-house-of-assembly-2023-03-16-1/coral-yandrossi"] == (
            "Coral Yandrossi voted against: Bill C-4, second reading (Climate Targets Act). RCA. 16 March 2023, "
            "House of Assembly."
        )
        assert (
            "CLU voted for (13): Bill C-11: the debate on the Homes for Merrowa Fund Bill 2023 be adjourned"
            in told["vote_party/merrowa-legislative-council-2023-10-18-1/clu-aye"]
        )
        assert "5 for, 4 against. Agreed to." in told["vote_question/merrowa-house-of-assembly-2023-03-16-1"]
        assert told["candidacy/merrowa-2022-10-15-merrowa-general-election-2022/odalys-brackenmoor"] == (
            "Odalys Brackenmoor stood in Innerhythe. CLU. Merrowa general election 2022. 18877 votes."
        )

    def test_of_a_bill_with_its_text_are_that_text_cut_at_its_parts(self) -> None:
        entry = Entry.objects.get(pk="bill/merrowa-9-c-4")
        assert (entry.printed, entry.text) == (True, Bill.objects.get(number="C-4").text)
        headers = list(EntryChunk.objects.filter(entry=entry).order_by("index").values_list("header", flat=True))
        assert headers[0] == "Bill C-4 | Climate Targets Act | Session 9"
        assert "Bill C-4 | Climate Targets Act | Session 9 | PART 2, DIVISION 1 — Climate Commissioner" in headers
        assert headers[-1].endswith("| SCHEDULE 2")

    def test_stay_as_they_are_when_nothing_changed(self) -> None:
        before = set(Entry.objects.values_list("pk", "source_hash"))
        assert refresh_entries() == 0
        assert set(Entry.objects.values_list("pk", "source_hash")) == before

    def test_follow_what_is_changed_and_what_is_gone(self) -> None:
        Bill.objects.filter(number="C-11").update(status="Passed")
        Division.objects.filter(about__number="C-4").delete()
        count = refresh_entries()
        # The other vote is on C-11, but the entry of a vote does not tell the status of its bill.
        assert count == 2
        assert "Status: Passed" in Entry.objects.get(pk="bill/merrowa-9-c-11").text
        assert not Entry.objects.filter(pk__contains="2023-03-16").exists()
        assert not EntryChunk.objects.filter(entry__pk__contains="2023-03-16").exists()

    def test_follow_a_corrected_ballot_a_late_party_and_a_new_name(self) -> None:
        Ballot.objects.filter(name="Coral Yandrossi").update(vote="aye")
        PartyVote.objects.filter(name="OFM").delete()
        Party.objects.filter(parliament="merrowa", code="RCA").update(name="Renamed Alliance")
        assert refresh_entries() > 0
        told = {entry.pk: entry.text for entry in Entry.objects.all()}
        assert "voted for" in told["vote_member/merrowa-house-of-assembly-2023-03-16-1/coral-yandrossi"]
        assert not any("legislative-council" in key and "ofm" in key for key in told)
        assert "Renamed Alliance" in told["vote_member/merrowa-house-of-assembly-2023-03-16-1/coral-yandrossi"]

    def test_have_keys_that_fit_however_long_the_names(self) -> None:
        election = Election.objects.get()
        Election.objects.filter(pk=election.pk).update(name="E" * 200)
        Candidacy.objects.filter(name="Odalys Brackenmoor").update(name="N" * 200)
        Candidacy.objects.filter(name="Perrin Kestevald").update(name="N" * 199 + "M")
        refresh_entries()
        assert Entry.objects.filter(source_type="candidacy").count() == 5

    @pytest.mark.slow
    def test_get_vectors_unless_names_alone_tell_them_apart(self) -> None:
        assert pending_count() == EntryChunk.objects.exclude(source_type__in=BY_WORDS).count() > 0
        embed_pending(EmbeddingModel.objects.get(active=True))
        assert pending_count() == 0
        unembedded = EntryChunk.objects.filter(embedding=None).values_list("source_type", flat=True)
        assert set(unembedded) == set(BY_WORDS)

    def test_lead_back_to_the_typed_values_of_their_record(self) -> None:
        bill = record_of(Entry.objects.get(pk="bill/merrowa-9-c-4"))
        assert (bill["session"], bill["sponsor"]) == ("9", "maeve-thornquill")
        vote = record_of(Entry.objects.get(pk="vote_member/merrowa-house-of-assembly-2023-03-16-1/coral-yandrossi"))
        assert [one["vote"] for one in vote["ballots"]] == ["no"]
        for kind in SourceType.values:
            if entry := Entry.objects.filter(source_type=kind).first():
                assert record_of(entry), kind


def test_a_parliament_of_which_nothing_was_ingested_has_none() -> None:
    assert refresh_entries() == 0
    assert not Entry.objects.exists()
