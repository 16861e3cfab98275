"""Times a command that has nothing to do against loading its frameworks alone."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from benchmarks.table import median, p95, print_table, times

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
ROUNDS = 15

FRAMEWORKS = (
    "import django.conf; django.conf.settings.configure();"
    "import allauth.account, celery, django.contrib.admin, ninja, numpy, psycopg, redis"
)
COMMANDS = {
    "`manage.py migrate`, nothing to do": [str(MANAGE), "migrate", "--verbosity=0"],
    "importing its frameworks": ["-c", FRAMEWORKS],
    "an interpreter": ["-c", "pass"],
}


def run() -> None:
    """Times the commands in turns, with compiled modules and running servers."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    # The first round compiles and does not count.
    for round_ in range(ROUNDS + 1):
        for name, command in COMMANDS.items():
            took = times(partial(_run_command, command), 1)
            taken[name] += took if round_ else []
    print_table(
        f"Starting, {ROUNDS} rounds: a command with nothing to do stays under 2,000 ms",
        ("process", "median ms", "p95 ms"),
        [(name, median(values), p95(values)) for name, values in taken.items()],
    )


def _run_command(command: list[str], _: int) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *command], env=environment, check=True)
