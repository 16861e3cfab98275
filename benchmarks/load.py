"""Compares fifty simultaneous visitors with a single one: locust over HTTP, on 200,000 chunks."""

import csv
import json
import os
import subprocess
import tempfile
from pathlib import Path

import yaml

from benchmarks import corpus
from benchmarks.answers import SIZE
from benchmarks.serving import serve
from benchmarks.table import print_table
from speeches.models import Debate, Division, Politician, Sitting, Speech

_LOCUST = Path(os.environ.get("LOCUST", ".local/load/bin/locust"))
_VISITORS = Path(__file__).with_name("visitors.py")
_MANY = 50
_ACTIONS = ("search", "page", "ask", "verify")
# Minimum and maximum seconds that a visitor reads between two clicks.
_PAUSE = (5, 15)
_PAGES_OF_EACH = 40


def run() -> None:
    """Serves the record, sends visitors, and prints the time of each of their actions and how many failed."""
    corpus.build(SIZE)
    with serve() as site:
        visit(site, seconds=300)


def visit(site: str, *, seconds: int) -> None:
    """Prints the table for one visitor who never pauses, for a minute, and for fifty who read between their clicks."""
    typed = _visitor_inputs()
    # Warms up first: a process's first requests load data that later ones find loaded.
    _run_visitors(site, typed, visitors=1, pause=(0, 0), seconds=30)
    alone = _run_visitors(site, typed, visitors=1, pause=(0, 0), seconds=60)
    many = _run_visitors(site, typed, visitors=_MANY, pause=_PAUSE, seconds=seconds)
    rows = []
    for action in _ACTIONS:
        one, fifty = alone[action], many[action]
        ratio = float(fifty["95%"]) / float(one["95%"])
        counts = (fifty["Request Count"], one["Failure Count"], fifty["Failure Count"])
        rows.append((action, *counts, one["95%"], fifty["50%"], fifty["95%"], ratio))
    header = (
        "what",
        "requests",
        "failed for one",
        "for fifty",
        "p95 of one, ms",
        "median of fifty, ms",
        "p95 of fifty, ms",
        "ratio",
    )
    print_table(f"{_MANY} visitors for {seconds} s, beside one", header, rows)


def _visitor_inputs() -> dict[str, list[str]]:
    """Returns what visitors type and open: questions and quotations that people asked, and pages of every kind."""
    quotations = yaml.safe_load((corpus.SHARED / "gold/quotes_dev.yaml").read_text())
    pages = ["/", "/politicians/", "/sittings/"]
    for model in (Speech, Debate, Division, Politician, Sitting):
        rows = model._default_manager.order_by("pk")
        pages += [row.get_absolute_url() for row in rows[:: max(1, rows.count() // _PAGES_OF_EACH)]]
    return {"questions": corpus.questions(), "quotations": [entry["quote"] for entry in quotations], "pages": pages}


def _run_visitors(
    site: str, typed: dict[str, list[str]], *, visitors: int, pause: tuple[int, int], seconds: int
) -> dict[str, dict[str, str]]:
    """Returns locust's row for each action: "Request Count", "Failure Count", and milliseconds under "95%"."""
    with tempfile.TemporaryDirectory() as folder:
        visit_file = Path(folder) / "visit.json"
        visit_file.write_text(json.dumps({**typed, "pause": pause}), encoding="utf-8")
        options = [
            f"--users={visitors}",
            f"--spawn-rate={visitors / 5}",
            f"--run-time={seconds}s",
            f"--csv={folder}/own",
        ]
        done = subprocess.run(
            [_LOCUST, "--headless", "--only-summary", f"--locustfile={_VISITORS}", f"--host={site}", *options],
            env={**os.environ, "VISIT": str(visit_file)}, check=False, capture_output=True, text=True,
        )  # fmt: skip
        if not Path(folder, "own_stats.csv").exists():
            raise RuntimeError(f"locust did not run: {done.stderr[-2000:]}")
        with Path(folder, "own_stats.csv").open(encoding="utf-8") as file:
            return {row["Name"]: row for row in csv.DictReader(file)}
