"""`manage.py calibrate GOLD…`: make scores readable as relevance, from labelled passages."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rag.chunks.index import active_model
from rag.retrieval.calibration import fit
from speeches.answer_evaluation import (
    Labelled,
    cross_validated,
    fitted,
    labelled_features,
    risk_and_coverage,
    separation,
)
from speeches.curve import curve_svg
from speeches.evaluation import labelled_scores
from speeches.questions import judging
from speeches.questions.judging import save
from speeches.search import calibration
from speeches.search.engine import MODES


class Command(BaseCommand):
    help = "Fit the relevance curves and the judge of answers on gold files, and write them to speeches/data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD")
        parser.add_argument("--output", type=Path, default=calibration.PATH)
        parser.add_argument("--judge", type=Path, default=judging.PATH)
        parser.add_argument("--curve", type=Path, help="draw the risk-coverage curve into this SVG file")

    def handle(self, *args: Any, **options: Any) -> None:
        model = active_model()
        if model is None:
            raise CommandError("Nothing is indexed. Run `manage.py ingest` on what the gold files ask about.")
        output: Path = options["output"]
        curves = json.loads(output.read_text()) if output.exists() else {}
        curves[model.name] = {}
        for mode in MODES:
            labelled = [pair for path in options["gold"] for pair in labelled_scores(path, mode)]
            curve = fit([score for score, _ in labelled], [label for _, label in labelled])
            curves[model.name][mode] = {"intercept": curve.intercept, "slope": curve.slope}
            relevant = sum(label for _, label in labelled)
            self.stdout.write(f"{mode}: {len(labelled)} passages, {relevant} relevant, {curve}")
        output.write_text(json.dumps(curves, indent=2) + "\n")
        self._judge(
            [one for path in options["gold"] for one in labelled_features(path)], options["judge"], options["curve"]
        )

    def _judge(self, labelled: list[Labelled], output: Path, drawing: Path | None) -> None:
        """Fit the judge of whether there is an answer, and print how it does on questions that it has not seen."""
        if not any(one.kind == "unanswerable" for one in labelled):
            self.stdout.write("judge: left as it is, since the gold files hold no unanswerable questions")
            return
        judged = cross_validated(labelled)
        self.stdout.write(f"judge: {len(labelled)} questions, cross-validated AUROC {separation(judged):.3f}")
        for threshold, answered, wrongly in risk_and_coverage(judged):
            self.stdout.write(
                f"  at {threshold:.2f}: {answered:.2f} answered, {wrongly:.2f} answered without an answer"
            )
        if drawing is not None:
            drawing.write_text(curve_svg(risk_and_coverage(judged)))
        save(fitted(labelled), output)
