"""`make demo`: everything on one machine, from nothing to a search in the browser, until Ctrl-C."""

import argparse
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from hansard_site import local
from hansard_site.processes import Processes

ROOT = Path(__file__).resolve().parent.parent
FIRST_SEARCH = "What will make housing affordable?"
_READY_SECONDS = 180


def main() -> int:
    """Starts the servers, ingests the sample parliament, searches it once, and serves until stopped."""
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--once", action="store_true", help="end after the first search")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    if "DATABASE_URL" not in os.environ:
        print("Starting PostgreSQL and Valkey …", flush=True)
        local.attach()
    with Processes(ROOT) as processes:
        try:
            return _run(processes, options.port, once=options.once)
        except KeyboardInterrupt:
            print("\nStopping …", flush=True)
            return 0


def _run(processes: Processes, wanted_port: int, *, once: bool) -> int:
    _manage("migrate", "--verbosity=0")
    port = local.free_port(wanted_port)
    if port != wanted_port:
        print(f"Port {wanted_port} is in use; serving on {port} instead.")
    # As root, Celery prints long warnings. The embedded servers listen only to this machine.
    celery = ("-W", "ignore::UserWarning", "-m", "celery", "--quiet", "-A", "hansard_site")
    schedule = f"--schedule={_data_folder() / 'beat'}"
    processes.start("worker", *celery, "worker", "--beat", "--pool=solo", schedule, "--loglevel=warning")
    # Assistants keep their connection open; it must not close while they think.
    serve = ("-m", "uvicorn", "hansard_site.asgi:application", f"--port={port}", "--timeout-keep-alive=75")
    processes.start("web", *serve, "--no-proxy-headers", "--log-level=warning")
    print("Reading the sample parliament (invented, see samples/README.md) …", flush=True)
    # The JSON names the parties, so it comes before the CSV, which only uses their codes.
    samples = [str(ROOT / "samples" / name) for name in ("parliament.json", "parliament.csv", "records.jsonl")]
    _manage("ingest", *samples)
    print(f"\n$ manage.py search {FIRST_SEARCH!r}\n", flush=True)
    _manage("search", FIRST_SEARCH, "--top-k=3")
    if once:
        return 0
    address = f"http://127.0.0.1:{port}/"
    _wait_for(address, processes)
    print(f"The site is at {address} – stop it with Ctrl-C.")
    print(f"The sample scheme (invented too): {_sample_scheme(address)}", flush=True)
    return processes.watch()


def _manage(*arguments: str) -> None:
    subprocess.run([sys.executable, str(ROOT / "manage.py"), *arguments], check=True, cwd=ROOT)


def _sample_scheme(address: str) -> str:
    """Returns where to ask the sample bylaws: an invitation for their owner-admin, or the page once somebody has
    joined."""
    owner = "owner@gull-point.example"
    options = ("--name=Gull Point Terraces", f"--admin={owner}", f"--site={address}")
    bylaws = f"--bylaws={ROOT / 'samples' / 'gull-point-bylaws.pdf'}"
    command = [sys.executable, str(ROOT / "manage.py"), "create_scheme", "gull-point", *options, bylaws]
    made = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return f"{made.stdout.strip()} – sign up as {owner}" if made.returncode == 0 else f"{address}schemes/gull-point/"


def _data_folder() -> Path:
    return Path(os.environ.get("DATA_FOLDER", local.DEFAULT_FOLDER))


def _wait_for(address: str, processes: Processes) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        processes.check()
        try:
            urllib.request.urlopen(address, timeout=10).close()  # noqa: S310
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit(f"The site did not come up at {address} within {_READY_SECONDS} seconds.")


if __name__ == "__main__":
    raise SystemExit(main())
