"""Programs of our own that read a PDF apart from everything else: a hostile one can break only them."""

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
    """What a program may use: megabytes of memory, and seconds of the processor and of the clock."""

    megabytes: int = 1024
    seconds: int = 120

    def arguments(self) -> list[str]:
        return [str(self.megabytes), str(self.seconds)]

    @classmethod
    def from_arguments(cls, arguments: Sequence[str]) -> Self:
        """The limits that `arguments` wrote."""
        return cls(*map(int, arguments))

    def impose(self) -> None:
        """Hold this very process to the limits."""
        memory = self.megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@dataclass(slots=True)
class Program:
    """A running program: what it writes, and whether it was stopped for taking too long."""

    output: IO[bytes]
    process: "subprocess.Popen[bytes]"
    too_slow: bool = False

    def stop(self) -> None:
        self.too_slow = True
        self.process.kill()


@contextmanager
def program(module: str, content: bytes, arguments: Sequence[str], limits: Limits) -> Iterator[Program]:
    """Run a module as a program with `content` on its stdin and none of our secrets in its environment."""
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
