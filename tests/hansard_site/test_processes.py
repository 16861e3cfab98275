"""The processes that `make demo` starts run together and end together."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hansard_site.processes import Processes

# Writes its process id into a file and stays.
STAYS = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n'); time.sleep(600)"


def _numbers(file: Path, count: int) -> list[int]:
    """The process ids in a file, once there are `count` of them. Fails after 20 s."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        numbers = [int(line) for line in file.read_text().split()] if file.exists() else []
        if len(numbers) >= count:
            return numbers
        time.sleep(0.05)
    raise AssertionError(f"{count} processes did not start.")


def _is_gone(number: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        status = Path(f"/proc/{number}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return True
        time.sleep(0.05)
    return False


def test_one_that_is_killed_is_started_again_and_all_stop_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    with Processes(tmp_path) as processes:
        processes.start("worker", "-c", STAYS, str(file))
        (first,) = _numbers(file, 1)
        os.kill(first, signal.SIGKILL)
        while len(_numbers(file, 1)) < 2:
            processes.revive()
            time.sleep(0.1)
        second = _numbers(file, 2)[-1]
        assert Path(f"/proc/{second}").exists()
    assert _is_gone(second)


def test_one_that_ends_again_and_again_is_given_up(tmp_path: Path) -> None:
    with Processes(tmp_path) as processes, pytest.raises(SystemExit, match=r"worker ended by itself \(exit status 3\)"):
        processes.start("worker", "-c", "raise SystemExit(3)")
        for _ in range(200):
            processes.revive()
            time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends children with their parent")
def test_a_killed_parent_takes_all_with_it(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    starts = (
        "import time; from pathlib import Path; from hansard_site.processes import Processes; "
        f"processes = Processes(Path({str(tmp_path)!r})); processes.start('web', '-c', {STAYS!r}, {str(file)!r}); "
        "time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", starts])
    (child,) = _numbers(file, 1)
    parent.kill()
    parent.wait()
    assert _is_gone(child)
