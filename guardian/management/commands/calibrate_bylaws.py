"""`manage.py calibrate_bylaws GOLD`: make relevance readable as a probability, from labelled questions."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from guardian.chat import judging
from guardian.evaluation import cross_validated, fitted, labelled_features, separation


class Command(BaseCommand):
    help = "Fit the judge of relevance on a gold file over PDF bylaws, and write it to guardian/data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", type=Path, metavar="GOLD")
        parser.add_argument(
            "--documents", type=Path, help="the folder of the PDFs; ../data/bylaws beside the gold file"
        )
        parser.add_argument("--output", type=Path, default=judging.PATH)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["gold"]
        folder = options["documents"] or path.resolve().parent.parent / "data" / "bylaws"
        labelled = labelled_features(path, folder)
        judged = cross_validated(labelled)
        self.stdout.write(f"{len(labelled)} questions, cross-validated AUROC {separation(judged):.3f}")
        for threshold in (0.5, 0.6, 0.65, judging.RELEVANT, 0.75, 0.8):
            answered = [p >= threshold for one, p in judged if one.answered]
            wrongly = [p >= threshold for one, p in judged if not one.answered]
            self.stdout.write(
                f"  at {threshold:.2f}: {sum(answered) / len(answered):.2f} answered, "
                f"{sum(wrongly) / len(wrongly):.2f} answered without an answer"
            )
        judging.save(fitted(labelled), options["output"])
