"""`manage.py calibrate_bylaws GOLD`: turn relevance into a probability, fitted on labelled questions."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from guardian.chat import ranking
from guardian.evaluation import label_questions
from rag.answering.judge import save
from rag.answering.judge_training import cross_validate, fit_judge, risk_and_coverage, separation


class Command(BaseCommand):
    help = "Fit the judge of relevance on a gold file over PDF bylaws, and write it to guardian/data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", type=Path, metavar="GOLD")
        parser.add_argument(
            "--documents", type=Path, help="the folder of the PDFs; ../data/bylaws beside the gold file"
        )
        parser.add_argument("--language", choices=("en", "fr"), default="en", help="the language of the bylaws")
        parser.add_argument("--threshold", type=float, default=0.1, help="the least probability that is an answer")
        parser.add_argument("--output", type=Path, default=ranking.PATH)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["gold"]
        folder = options["documents"] or path.resolve().parent.parent / "data" / "bylaws"
        questions = label_questions(path, folder)
        judged = cross_validate(questions)
        self.stdout.write(f"{len(questions)} questions, cross-validated AUROC {separation(judged):.3f}")
        for least, answered, right, wrongly in risk_and_coverage(judged):
            self.stdout.write(
                f"  at {least:.2f}: {answered:.2f} answered, {right:.2f} of them rightly, "
                f"{wrongly:.2f} answered without an answer"
            )
        save(options["output"], options["language"], fit_judge(questions, options["threshold"]))
