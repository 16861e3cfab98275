"""The commands as an operator types them."""

import json
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from speeches.ingestion.verification import verify_corpus
from speeches.models import Chunk, Speech, Term

Capture = pytest.CaptureFixture[str]


@pytest.mark.slow
class TestIngest:
    @pytest.mark.no_cover
    def test_all_real_days_and_the_broken_file(self, empty_record: None, shared: Path, capsys: Capture) -> None:
        """Every real file goes in without an error, the broken one gives one, and all checks but one (vectors) pass."""
        from speeches.ingestion.ingest import ingest_content

        files = sorted((shared / "data/au").rglob("*.xml"))
        summaries = {file.name: ingest_content(file.read_bytes(), file.name) for file in files}
        broken = summaries.pop("2021_10_18.xml")
        assert len(broken.errors) == 1
        assert len(summaries) == 16
        assert all(not summary.errors and summary.speeches_processed for summary in summaries.values())
        wrong = {name: problems for name, problems in verify_corpus().items() if problems}
        assert list(wrong) == ["every chunk is embedded"]
        assert Speech.objects.count() == 2518

    def test_a_folder_and_the_summary_as_json(
        self, empty_record: None, samples: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        (tmp_path / "speeches").mkdir()
        shutil.copy(samples / "parliament.csv", tmp_path / "speeches")
        call_command("ingest", str(tmp_path), "--json")
        summary = json.loads(capsys.readouterr().out)
        assert summary["speeches_processed"] == 14
        assert summary["vectors_stored"] == summary["chunks_created"] > 14
        assert summary["errors"] == []

    def test_errors_go_to_stderr_with_file_and_line(self, empty_record: None, tmp_path: Path, capsys: Capture) -> None:
        path = tmp_path / "bad.csv"
        path.write_text("speaker,date,chamber,text\nAda,2023-03-14,Senate,Fine.\nBo,soon,Senate,No.\n")
        call_command("ingest", str(path))
        captured = capsys.readouterr()
        assert "bad.csv, line 3: date: expected a date" in captured.err
        assert "speeches processed: 1" in captured.out

    def test_the_order_in_which_a_shell_names_files_does_not_matter(
        self, empty_record: None, shared: Path, capsys: Capture
    ) -> None:
        files = sorted((shared / "data/ca/fixtures").glob("*.json"))
        assert files.index(shared / "data/ca/fixtures/politicians.json") < len(files) - 1
        call_command("ingest", *map(str, files))
        assert "ridings.json first" not in capsys.readouterr().err
        assert Term.objects.filter(politician__parliament="ca").exists()

    def test_nothing_ingested_is_a_failure(self, empty_record: None, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="Nothing was ingested"):
            call_command("ingest", str(tmp_path / "missing.xml"))


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestOthers:
    def test_search_prints_quotations(self, capsys: Capture) -> None:
        call_command("search", "childcare fees", "--party", "ALP", "--top-k", "2")
        out = capsys.readouterr().out
        assert "Amanda Rishworth (ALP)" in out
        assert "HWA-2021-10-26-1" in out

    def test_search_says_what_to_mend(self) -> None:
        with pytest.raises(CommandError, match="No chamber is called"):
            call_command("search", "housing", "--chamber", "Althing")

    def test_search_that_finds_nothing(self, capsys: Capture) -> None:
        call_command("search", '"no such phrase anywhere"')
        assert "No passage found" in capsys.readouterr().out

    def test_verify_corpus_is_content(self, capsys: Capture) -> None:
        call_command("verify_corpus")
        assert "WRONG" not in capsys.readouterr().out

    def test_the_sample_queries_find_their_speeches(self, samples: Path) -> None:
        from speeches.evaluation import evaluate_gold

        name, count, _, recall, _, _ = evaluate_gold(samples / "gold.yaml").rows()[-1]
        assert (name, count) == ("all", 10)
        assert recall > 0.9

    def test_evaluate_prints_a_table(self, samples: Path, capsys: Capture) -> None:
        call_command("evaluate", str(samples / "gold.yaml"), "--mode", "all", "--worst", "1")
        out = capsys.readouterr().out
        assert all(f"gold ({mode})" in out for mode in ("hybrid", "meaning", "words"))

    def test_evaluate_a_beir_folder_beside_the_record(self, tmp_path: Path, capsys: Capture) -> None:
        (tmp_path / "corpus.jsonl").write_text(
            '{"_id": "a", "title": "", "text": "Wombats dig."}\n{"_id": "b", "title": "Tax", "text": "Taxes rise."}\n'
        )
        (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "digging wombats"}\n')
        (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n1\ta\t1\n")
        before = Chunk.objects.count()
        call_command("evaluate", str(tmp_path))
        assert "1.000" in capsys.readouterr().out
        assert Chunk.objects.count() == before

    def test_evaluate_needs_questions(self, tmp_path: Path) -> None:
        empty = tmp_path / "gold.yaml"
        empty.write_text("[]")
        with pytest.raises(CommandError, match="no question"):
            call_command("evaluate", str(empty))
        with pytest.raises(CommandError, match="does not exist"):
            call_command("evaluate", str(tmp_path / "missing.yaml"))

    @pytest.mark.no_cover
    def test_calibrate_writes_a_curve_for_each_mode(self, samples: Path, tmp_path: Path) -> None:
        output = tmp_path / "curves.json"
        call_command("calibrate", str(samples / "gold.yaml"), "--output", str(output))
        curves = json.loads(output.read_text())["record-minilm"]
        assert set(curves) == {"hybrid", "meaning", "words"}
        assert all(curve["slope"] > 0 for curve in curves.values())


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestVerification:
    """Each check finds the fault that it is meant for."""

    @pytest.mark.parametrize(
        ("sql", "check"),
        [
            ('UPDATE speeches_chunk SET "end" = 9999999 WHERE index = 0', "chunks are spans of their speech"),
            ("DELETE FROM speeches_chunk WHERE index = 0", "chunks cover all words"),
            ("UPDATE speeches_speech SET parts = '[]'", "parts follow each other"),
            ("DELETE FROM speeches_chunk WHERE speech_id LIKE 'mrw%'", "every speech has chunks"),
            ("UPDATE speeches_chunk SET embedding = NULL WHERE index = 1", "every chunk is embedded"),
            ("UPDATE rag_embeddingmodel SET active = false", "one model is active"),
            (
                "UPDATE speeches_chunk SET embedding = (SELECT avg(embedding) FROM speeches_chunk) WHERE index = 1",
                "vectors have length one",
            ),
            ("UPDATE speeches_chunk SET terms = '{1}'", "stored terms are those of the text"),
            ("UPDATE speeches_termcount SET chunks = chunks + 1", "term counts add up"),
            ("UPDATE speeches_chunk SET date = '1999-01-01' WHERE index = 2", "chunks filter as their speech"),
            ("UPDATE speeches_speech SET date = '1999-01-01' WHERE id LIKE 'mrw%'", "facets add up"),
            (
                "DELETE FROM speeches_ballot WHERE division_id = (SELECT min(id) FROM speeches_division)",
                "divisions count their ballots",
            ),
        ],
    )
    def test_a_fault_is_found(self, sql: str, check: str) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(sql)
        assert verify_corpus(check)[check] != []
