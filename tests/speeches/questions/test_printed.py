"""Answers quote bills and reports and tell what the tables hold. A chat model reads both."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from rag.answering.passages import Passage
from rag.chunks.index import create_meaning_index
from rag.text.spans import Span
from speeches.ingestion.embedding import current_model, embed_pending, model_for
from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import ingest_content
from speeches.models import Bill, Entry, EntryChunk, Parliament, Politician, Term
from speeches.questions.answer import AskRequest, Finished
from speeches.questions.ask import answer
from speeches.questions.context import context_of
from speeches.questions.receipts import changed_citations, keep
from speeches.questions.retrieve import share_out
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from tests.chat_server import ChatServer
from tests.conftest import clear_record

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("merrowa")]
C4 = "bill/merrowa-9-c-4"
SPINE = "committee_report/merrowa-select-committee-on-the-spine-link-transmission-project/9/1"


@pytest.fixture(scope="module")
def merrowa(samples: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The invented parliament with all its kinds of record, embedded."""
    with django_db_blocker.unblock(), transaction.atomic():
        clear_record()
        # The index comes first: it cannot be made once rows wait for the end of the transaction.
        for model in (current_model(), model_for(Parliament.objects.get(pk="ca"))):
            create_meaning_index(EntryChunk._meta.db_table, model)
        for name in ("parliament.json", "records.jsonl"):
            assert ingest_content((samples / name).read_bytes(), name).errors == []
        refresh_entries()
        embed_pending(current_model())
        yield
        transaction.set_rollback(True)


def ask_record(question: str, **filters: Any) -> Finished:
    return answer(AskRequest(question, Filters(**filters)))


class TestPrintedWords:
    @pytest.mark.no_cover
    def test_of_a_bill_are_quoted_under_its_name_with_their_section(self) -> None:
        found = ask_record("How is the Climate Commissioner appointed under Bill C-4?")
        assert found.answer.startswith("Bill C-4 (Climate Targets Act), 9 March 2023: “")
        assert "“3 There is to be a Climate Commissioner, appointed by resolution of both chambers" in found.answer
        source = found.sources[-1]
        assert (source["id"], source["source_type"]) == (C4, "bill")
        assert source["reference"] == "Bill C-4, PART 2, DIVISION 1 — Climate Commissioner"
        entry = Entry.objects.get(pk=C4)
        assert entry.text[source["start"] : source["end"]] == source["quote"]

    def test_of_a_bill_are_found_by_its_title_which_is_no_word_of_the_answer(self) -> None:
        found = ask_record("What does the Climate Targets Act require of the Minister?")
        assert {source["id"] for source in found.sources} == {C4}

    @pytest.mark.parametrize(
        "question",
        [
            "Does the Climate Targets Act mention nuclear power?",
            "What does Bill C-4 say about beekeeping?",
            "What is the penalty under Bill C-4?",
        ],
    )
    def test_do_not_answer_what_they_do_not_say(self, question: str) -> None:
        assert not ask_record(question).found

    def test_of_a_report_are_quoted_as_the_committees(self) -> None:
        found = ask_record("What did the committee recommend about easements and landholders?")
        assert "no landholder be asked to sign an easement before an independent valuation" in found.answer
        assert found.sources[0]["id"] == SPINE
        assert found.sources[0]["speaker"] == "Report 1 of the Select Committee on the Spine Link Transmission Project"

    def test_are_nobodys_words_so_a_member_is_not_quoted_with_them(self) -> None:
        found = ask_record("What did Maeve Thornquill say about the Climate Commissioner?")
        assert {source["source_type"] for source in found.sources} <= {"hansard"}

    @pytest.mark.parametrize(
        "question",
        [
            "What did the Minister say about the Climate Commissioner?",
            "What does the Minister think of the Climate Commissioner?",
            "According to Mr Bloggs, what must each department publish about emissions?",
            "Who said that there is to be a Climate Commissioner?",
            "What did the opposition say about publishing emissions by departments?",
            "Que dit la ministre des émissions des ministères ?",
        ],
    )
    def test_do_not_stand_for_what_somebody_said_whoever_it_was(self, question: str) -> None:
        assert {source["source_type"] for source in ask_record(question).sources} <= {"hansard"}

    def test_have_the_numbers_of_the_question(self) -> None:
        assert not ask_record("What is the target for 2050 in Bill C-4?").found
        section = ask_record("What does section 3 of Bill C-4 say about the Climate Commissioner?")
        assert section.found and any("3" in sentence.text for sentence in section.sentences)

    def test_can_be_asked_alone(self) -> None:
        found = ask_record("What must departments publish about emissions?", source_type="bill")
        assert {source["id"] for source in found.sources} == {C4}
        with pytest.raises(SearchError, match="A bill is nobody's words"):
            ask_record("What must departments publish?", source_type="bill", speaker="Maeve Thornquill")
        with pytest.raises(SearchError, match="Answers quote hansard, bill, committee_report; “riding” has no words"):
            ask_record("Who represents Innerhythe?", source_type="riding")

    def test_are_marked_on_the_page_that_the_source_leads_to(self, client: Client) -> None:
        for question in (
            "How is the Climate Commissioner appointed under Bill C-4?",
            "What does Bill C-4 say about the Climate Commissioner?",
        ):
            (source, *_) = ask_record(question).sources
            page = client.get(source["url"].partition("#")[0]).content.decode()
            marked = page.split('<mark class="passage">')[1].split("</mark>")[0]
            assert marked in source["quote"]
        assert client.get("/bills/merrowa-9-c-4?from=5&to=99999").status_code == 404
        assert client.get("/bills/merrowa-9-c-4?from=x&to=9").status_code == 404

    def test_that_change_or_go_are_told_on_the_receipt(self) -> None:
        kept = keep(ask_record("How is the Climate Commissioner appointed under Bill C-4?"))
        assert changed_citations(kept) == {}
        Entry.objects.filter(pk=C4).update(text="PART 2\nThere is no Commissioner.")
        assert set(changed_citations(kept).values()) == {"changed"}
        EntryChunk.objects.filter(entry=C4).delete()
        Entry.objects.filter(pk=C4).delete()
        assert set(changed_citations(kept).values()) == {"gone"}

    def test_stand_in_each_language_that_they_are_given_in(self, client: Client) -> None:
        Parliament.objects.filter(pk="merrowa").update(languages=["en", "fr"])
        Bill.objects.filter(number="C-4").update(text_fr="PARTIE 1\nCibles\n1 Le ministre veille à la cible de 2035.")
        refresh_entries()
        french = Entry.objects.get(pk=f"{C4}/fr")
        assert french.printed and french.facts.startswith("Projet de loi C-4.")
        page = client.get("/bills/merrowa-9-c-4?text=fr&from=16&to=30").content.decode()
        assert '<mark class="passage">1 Le ministre' in page
        assert "In English" in page


class TestFacts:
    @pytest.mark.parametrize(
        ("question", "told", "record"),
        [
            ("What is the status of Bill C-11?", "Status of Bill C-11 (session 9): Before the Legislative Council.",
             "bill/merrowa-9-c-11"),
            ("Has Bill C-11 passed?", "Status of Bill C-11 (session 9): Before the Legislative Council.",
             "bill/merrowa-9-c-11"),
            ("When was Bill C-23 introduced?", "Bill C-23 (session 9) was introduced on 6 August 2024.",
             "bill/merrowa-9-c-23"),
            ("Quand le projet de loi C-11 a-t-il été déposé\u00a0?",
             "Projet de loi C-11 (session 9) a été déposé le 5 septembre 2023.", "bill/merrowa-9-c-11"),
            ("Who introduced the Climate Targets Act?", "Bill C-4 (session 9) was sponsored by Maeve Thornquill.", C4),
            ("When did session 9 begin?",
             "Parliament of the Commonwealth of Merrowa, session 9 began on 7 February 2023.", "session/merrowa-9"),
            ("Which party is Sunniva Adeyrin a member of?",
             "Sunniva Adeyrin sat for Innerhythe (Green Horizon, in the record 15 October 2022 to 28 November 2024).",
             "politician/sunniva-adeyrin"),
            ("Who is the member for Innerhythe?",
             "On record as sitting for Innerhythe (Parliament of the Commonwealth of Merrowa): Sunniva Adeyrin (Green "
             "Horizon, in the record 15 October 2022 to 28 November 2024).", "riding/merrowa-innerhythe"),
            ("Who represented the seat of Innerhythe in 2023?",
             "On record as sitting for Innerhythe (Parliament of the Commonwealth of Merrowa): Sunniva Adeyrin (Green "
             "Horizon, in the record 15 October 2022 to 28 November 2024).", "riding/merrowa-innerhythe"),
            ("Who won Innerhythe in 2022?", "Sunniva Adeyrin won Innerhythe (Merrowa general election 2022).",
             "candidacy/merrowa-2022-10-15-merrowa-general-election-2022/sunniva-adeyrin"),
        ],
    )  # fmt: skip
    def test_are_told_with_their_record_and_are_no_quotation(self, question: str, told: str, record: str) -> None:
        found = ask_record(question)
        assert told in [sentence.text for sentence in found.sentences]
        assert not any(sentence.verbatim for sentence in found.sentences)
        source = next(one for one in found.sources if one["id"] == f"{record}#facts")
        assert source["quote"] == Entry.objects.get(pk=record).facts

    def test_of_bills_of_one_number_are_told_apart_and_what_is_not_known_of_one_is_said(self) -> None:
        Bill.objects.create(parliament_id="ca", number="C-11", title="Another bill")
        refresh_entries()
        found = ask_record("Has Bill C-11 passed?")
        assert (
            "Status of Bill C-11 (Parliament of the Commonwealth of Merrowa, session 9): "
            "Before the Legislative Council."
        ) in [sentence.text for sentence in found.sentences]
        assert found.notes == ["No table of the record tells the status of Bill C-11 (Parliament of Canada)."]
        canada = ask_record("What is the status of Bill C-11 in Canada?")
        assert (canada.found, canada.notes) == (False, ["No table of the record tells the status of Bill C-11."])

    def test_of_the_bill_asked_about_before(self) -> None:
        found = answer(AskRequest("Who introduced it?", before=("What is the status of Bill C-4?",)))
        assert "Bill C-4" in found.understood
        assert found.answer.startswith("Bill C-4 (session 9) was sponsored by Maeve Thornquill.")

    def test_of_a_member_that_come_to_more_are_a_change(self) -> None:
        kept = keep(ask_record("Which party is Sunniva Adeyrin a member of?"))
        entry = Entry.objects.get(pk="politician/sunniva-adeyrin")
        Entry.objects.filter(pk=entry.pk).update(text=f"{entry.text} Member for Wexmoor, CLU.")
        assert changed_citations(kept) == {1: "changed"}

    @pytest.mark.parametrize(
        "question",
        [
            "Who won Atlantis?",
            "Who is the member for Atlantis?",
            "Who represents the people who cannot vote?",
            "What is the status of Bill C-99?",
            "Who introduced amendments to Bill C-4?",
            "When was the office of Bill C-4's Commissioner introduced?",
        ],
    )
    def test_are_not_told_of_anything_else(self, question: str) -> None:
        assert not any(source["id"].endswith("#facts") for source in ask_record(question).sources)

    def test_that_the_tables_lack_are_not_looked_for_in_what_was_said(self) -> None:
        Bill.objects.filter(number="C-23").update(status="")
        found = ask_record("What is the status of Bill C-23?")
        assert not any(sentence.verbatim for sentence in found.sentences)
        assert found.notes == ["No table of the record tells the status of Bill C-23 (session 9)."]

    def test_a_seat_that_nobody_held_then_is_said_to_be_so(self) -> None:
        found = ask_record("Who was the member for Innerhythe in 1950?")
        assert not found.found
        assert "tables show nobody for “Innerhythe" in found.notes[0]

    def test_a_seat_is_told_apart_from_when_another_held_it_between(self) -> None:
        (term,) = Term.objects.filter(riding__name="Innerhythe")
        other = Politician.objects.exclude(pk=term.politician_id)[0]
        for person, first in ((other, date(2025, 1, 1)), (term.politician, date(2026, 1, 1))):
            Term.objects.create(
                politician=person, riding=term.riding, chamber=term.chamber, start=first, end=first.replace(month=6)
            )
        (sentence,) = ask_record("Who represented Innerhythe?").sentences
        assert sentence.text.count(term.politician.name) == 2
        assert "2022 to 28 November 2024" in sentence.text

    def test_are_of_the_whole_record_so_filters_silence_them(self) -> None:
        assert not any(
            source["id"].endswith("#facts")
            for source in ask_record("When was Bill C-23 introduced?", chamber="house").sources
        )

    def test_that_change_are_told_on_the_receipt(self) -> None:
        kept = keep(ask_record("What is the status of Bill C-11?"))
        assert changed_citations(kept) == {}
        Bill.objects.filter(number="C-11").update(status="Royal assent")
        refresh_entries()
        assert "changed" in changed_citations(kept).values()


@pytest.fixture
def tiny(chat_server: ChatServer, settings: Any) -> ChatServer:
    settings.LLM_MODEL, settings.LLM_BASE_URL = "tiny", chat_server.url
    return chat_server


class TestContext:
    def test_is_the_passages_near_the_best_and_the_facts_of_their_records(self, tiny: ChatServer) -> None:
        tiny.says("The Commissioner is appointed by resolution of both chambers for a term of seven years. [#1]")
        found = ask_record("How is the Climate Commissioner appointed under Bill C-4?")
        assert found.model == "tiny"
        sent = str(tiny.requests[-1]["messages"][1]["content"])
        assert sent.startswith(
            "Excerpts of official records, the most relevant first. Answer in English. Sources:\n#1: "
        )
        assert "Sponsor: Maeve Thornquill." in sent
        assert 3 <= sent.count("<excerpt number=") <= 8

    def test_facts_can_be_cited_and_are_linked_to_their_page(self, tiny: ChatServer) -> None:
        number = 0
        question = "How is the Climate Commissioner appointed under Bill C-4?"
        tiny.says("Nothing.")
        ask_record(question)
        sent = str(tiny.requests[-1]["messages"][1]["content"])
        number = sent.split("Sponsor: Maeve Thornquill", maxsplit=1)[0].count("<excerpt number=")
        tiny.says(f"Sponsor: Maeve Thornquill. [#{number}]")
        (source,) = ask_record(question).sources
        assert source["id"] == f"{C4}#facts"
        assert source["url"] == "/bills/merrowa-9-c-4"

    def test_ends_at_seventy_hundredths_of_the_best_or_at_a_gap_where_one_is_set(self, settings: Any) -> None:
        scores = (0.9, 0.88, 0.87, 0.7, 0.69, 0.5)
        passages = [
            Passage(str(place), f"Words {place}.", Span(0, 8), "", "Ada", None, score, facts={"source_type": "hansard"})
            for place, score in enumerate(scores)
        ]
        assert [one.score for one in context_of(passages, [], "en")] == list(scores[:5])
        settings.CONTEXT_GAP = 0.15
        assert [one.score for one in context_of(passages, [], "en")] == list(scores[:3])
        settings.CONTEXT_GAP = 0
        assert len(context_of([*passages[:2], passages[0]], [], "en")) == 2


def test_no_kind_takes_more_than_its_share_while_others_wait() -> None:
    kinds = ["bill", "bill", "bill", "hansard", "hansard"]
    assert share_out(kinds, kinds, {"bill": 1}, 3) == ["bill", "hansard", "hansard"]
    assert share_out(kinds, kinds, {"bill": 1}, 4) == ["bill", "bill", "hansard", "hansard"]
