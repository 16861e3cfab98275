"""Runs our PDF readers as separate programs, so that a hostile PDF can break only them."""

import os
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use: megabytes of memory, and seconds of both processor and wall-clock time."""

    megabytes: int = 1024
    seconds: int = 120

    def arguments(self) -> list[str]:
        return [str(self.megabytes), str(self.seconds)]

    @classmethod
    def from_arguments(cls, arguments: Sequence[str]) -> Self:
        """Reads limits from command-line arguments, as `arguments` writes them."""
        return cls(*map(int, arguments))

    def impose(self) -> None:
        """Applies the limits to this process."""
        memory = self.megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@dataclass(slots=True)
class Program:
    """A running program with its output, and whether it was stopped for taking too long."""

    output: IO[bytes]
    process: "subprocess.Popen[bytes]"
    too_slow: bool = False

    def stop(self) -> None:
        self.too_slow = True
        self.process.kill()


@contextmanager
def program(module: str, content: bytes, arguments: Sequence[str], limits: Limits) -> Iterator[Program]:
    """Runs a module as a program, with `content` on its stdin and none of our secrets in its environment."""
    with tempfile.TemporaryFile() as given:
        given.write(content)
        given.seek(0)
        with subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", module, *arguments, *limits.arguments()],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={"PATH": os.environ.get("PATH", ""), "PYTHONDONTWRITEBYTECODE": "1"},
        ) as process:
            assert process.stdout is not None
            running = Program(process.stdout, process)
            timer = threading.Timer(limits.seconds, running.stop)
            timer.start()
            try:
                yield running
            finally:
                timer.cancel()
                process.kill()
