"""`manage.py evaluate GOLD…`: measure the search, the answers and the verdicts."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rag.answering.judge_training import risk_and_coverage, separation
from speeches.answer_evaluation import evaluate_answers, evaluate_quotes, judge_questions
from speeches.curve import curve_svg
from speeches.evaluation import Report, evaluate_beir, evaluate_gold, gold_questions
from speeches.query_evaluation import evaluate_understanding
from speeches.search.engine import MODES


class Command(BaseCommand):
    help = (
        "Measure the search on gold files (*.yaml, over the record) and BEIR folders (indexed for the measurement); "
        "where a gold file has questions nobody can answer, measure the answers; where it has quotations, the verdicts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD", help="a gold file or a BEIR folder")
        parser.add_argument("--mode", choices=[*MODES, "all"], default="hybrid", help="which legs to use")
        parser.add_argument("--worst", type=int, default=0, metavar="N", help="also list the N worst queries")
        parser.add_argument("--curves", type=Path, metavar="FOLDER", help="draw how answers and refusals trade off")

    def handle(self, *args: Any, **options: Any) -> None:
        modes: tuple[str, ...] = MODES if options["mode"] == "all" else (options["mode"],)
        for path in options["gold"]:
            if not path.exists():
                raise CommandError(f"{path} does not exist; name a gold file (*.yaml) or a BEIR folder.")
            entries = [] if path.is_dir() else gold_questions(path)
            if any("quote" in entry for entry in entries):
                self._print_rows(f"{path.stem} (quotations)", evaluate_quotes(path).rows())
                continue
            for mode in modes:
                measure = evaluate_beir if path.is_dir() else evaluate_gold
                self._print(measure(path, mode), mode, options["worst"])
            if understood := [] if path.is_dir() else evaluate_understanding(path):
                self._print_rows(f"{path.stem} (understanding)", understood)
            if any(entry.get("type") == "unanswerable" for entry in entries):
                self._print_rows(f"{path.stem} (answers)", evaluate_answers(path).rows())
                self._judge(path, options["curves"])

    def _judge(self, path: Path, folder: Path | None) -> None:
        """How well the judge separates questions with an answer from those without, at any threshold."""
        questions = judge_questions(path)
        self.stdout.write(f"  AUROC of an answer against none: {separation(questions):.3f}")
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{path.stem}.svg").write_text(curve_svg(risk_and_coverage(questions)))

    def _print_rows(self, title: str, rows: list[tuple[str, str]]) -> None:
        self.stdout.write(title)
        for name, value in rows:
            self.stdout.write(f"  {name:<66}{value}")

    def _print(self, report: Report, mode: str, worst: int) -> None:
        if not report.scores:
            raise CommandError(f"{report.name} holds no question with a relevant passage.")
        self.stdout.write(f"{report.name} ({mode})")
        self.stdout.write(f"  {'':<16}{'queries':>8}{'nDCG@10':>9}{'recall@10':>11}{'found':>8}{'median ms':>11}")
        for kind, count, ndcg, recall, found, milliseconds in report.rows():
            self.stdout.write(f"  {kind:<16}{count:>8}{ndcg:>9.3f}{recall:>11.3f}{found:>8.2f}{milliseconds:>11.1f}")
        for score in sorted(report.scores, key=lambda score: (score.recall, score.ndcg))[:worst]:
            self.stdout.write(f"    {score.ndcg:.2f} {score.recall:.2f} {score.kind}: {score.query}")
