"""`manage.py calibrate GOLD…`: make scores readable as relevance, from labelled passages."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rag.chunks.index import active_model
from rag.retrieval.calibration import fit
from speeches.evaluation import labelled_scores
from speeches.search import calibration
from speeches.search.engine import MODES


class Command(BaseCommand):
    help = "Fit the relevance curve of the active embedding model on gold files, and write it to speeches/data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD")
        parser.add_argument("--output", type=Path, default=calibration.PATH)

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
