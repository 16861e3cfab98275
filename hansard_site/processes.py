"""Starts several processes, keeps them running, and stops them, even if their parent is killed."""

import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

# On Linux the kernel ends a child when its parent is gone, even if the parent was killed.
_PR_SET_PDEATHSIG = 1
# Restarts allowed within so many seconds. A process that ends more often is broken.
_MOST, _WITHIN = 5, 60.0
_STOP_SECONDS = 10


class Processes:
    """Python programs by name. Leaving the context stops them all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._programs: dict[str, Sequence[str]] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._ended: list[float] = []

    def __enter__(self) -> "Processes":
        return self

    def start(self, name: str, *arguments: str) -> None:
        """Starts a program."""
        self._programs[name] = arguments
        # In its own session, so that Ctrl-C in the terminal reaches only us and we stop the programs in order.
        self._running[name] = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self._folder,
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,
        )

    def check(self) -> None:
        """Raises SystemExit if a program has ended. During startup that is an error."""
        for name, process in self._running.items():
            if process.poll() is not None:
                raise SystemExit(f"The {name} ended by itself (exit status {process.returncode}); its log is above.")

    def watch(self) -> int:
        """Restarts whatever ends, for ever. Raises SystemExit if that does not help."""
        while True:
            self.revive()
            time.sleep(1)

    def revive(self) -> None:
        """Restarts the programs that have ended."""
        for name, process in list(self._running.items()):
            if process.poll() is None:
                continue
            now = time.monotonic()
            self._ended = [*(one for one in self._ended if now - one < _WITHIN), now]
            if len(self._ended) > _MOST:
                self.check()
            print(f"The {name} ended (exit status {process.returncode}); starting it again.", flush=True)
            self.start(name, *self._programs[name])

    def __exit__(self, *_: object) -> None:
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
        for process in self._running.values():
            try:
                process.wait(timeout=_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
