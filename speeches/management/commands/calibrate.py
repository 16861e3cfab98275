"""`manage.py calibrate GOLD…`: turn scores into relevance, fitted on labelled passages."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rag.answering.judge import save
from rag.answering.judge_training import LabelledQuestion, cross_validate, fit_judge, risk_and_coverage, separation
from rag.chunks.index import active_model
from rag.chunks.models import EmbeddingModel
from rag.retrieval.calibration import fit
from speeches.answer_evaluation import label_questions
from speeches.evaluation import label_scores
from speeches.questions import ranking
from speeches.search import calibration
from speeches.search.engine import MODES

# The fewest questions of each sort that a judge can be fitted and measured on.
_FEWEST = 3


class Command(BaseCommand):
    help = "Fit the relevance curves and the judge of answers on gold files, and write them to speeches/data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD")
        parser.add_argument("--output", type=Path, default=calibration.PATH)
        parser.add_argument("--judge", type=Path, default=ranking.PATH)
        parser.add_argument("--threshold", type=float, default=0.15, help="the least probability that is an answer")
        parser.add_argument("--only", choices=("search", "judge"), help="fit one of the two alone")

    def handle(self, *args: Any, **options: Any) -> None:
        model = active_model()
        if model is None:
            raise CommandError("Nothing is indexed. Run `manage.py ingest` on what the gold files ask about.")
        if options["only"] != "judge":
            self._search(options["gold"], options["output"], model)
        if options["only"] != "search":
            self._judge(options["gold"], options["judge"], options["threshold"])

    def _search(self, gold: list[Path], output: Path, model: EmbeddingModel) -> None:
        """For each mode, fit the curve that turns a search score into a relevance."""
        curves = json.loads(output.read_text()) if output.exists() else {}
        own = curves.setdefault(model.name, {})
        for mode in MODES:
            labelled = [pair for path in gold for pair in label_scores(path, mode)]
            curve = fit([score for score, _ in labelled], [label for _, label in labelled])
            own[mode] = {"intercept": curve.intercept, "slope": curve.slope}
            relevant = sum(label for _, label in labelled)
            self.stdout.write(f"{mode}: {len(labelled)} passages, {relevant} relevant, {curve}")
        output.write_text(json.dumps(curves, indent=2) + "\n")

    def _judge(self, gold: list[Path], output: Path, threshold: float) -> None:
        """Fit each judge of whether there is an answer, and print its results on questions that it was not fitted
        on."""
        questions: dict[str, list[LabelledQuestion]] = {}
        for path in gold:
            for language, one in label_questions(path, elsewhere=True):
                questions.setdefault(language, []).append(one)
        for language, own in questions.items():
            if not _can_be_fitted(own):
                self.stdout.write(
                    f"judge ({language}): left as it is, since nothing tells what answers from what does not"
                )
                continue
            unseen = cross_validate(own)
            self.stdout.write(f"judge ({language}): {len(own)} questions, AUROC {separation(unseen):.3f}")
            for least, answered, right, wrongly in risk_and_coverage(unseen):
                self.stdout.write(
                    f"  at {least:.2f}: {answered:.2f} answered, {right:.2f} of them rightly, "
                    f"{wrongly:.2f} answered without an answer"
                )
            save(output, language, fit_judge(own, threshold))


def _can_be_fitted(questions: list[LabelledQuestion]) -> bool:
    """Whether every fold will have both sentences that answer and sentences that do not."""
    keys = [{one.key for one in questions if wanted in one.right} for wanted in (True, False)]
    return all(len(some) >= _FEWEST for some in keys) and not all(one.answerable for one in questions)
