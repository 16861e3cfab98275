"""Reads files into records. A second process reads the next files while the caller is busy with the one before."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

from rag.text.split import Profile
from speeches.formats.derived_fields import WorkedOut, work_out
from speeches.formats.detect import parse
from speeches.formats.records import FormatError

# Files asked for ahead of the one that is being stored. Files above the size are not, because they would be held twice.
_AHEAD = 2
_LARGE = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as read: its content, or why it could not be read."""

    name: str
    parsed: WorkedOut | None = None
    error: str = ""


def read_content(content: bytes, name: str, format_: str | None, profile: Profile) -> ReadFile:
    """A file's content, ready to be written. It is read in the named format, else in the format detected."""
    try:
        return ReadFile(name, work_out(parse(content, name, format_), profile))
    except FormatError as error:
        return ReadFile(name, error=str(error))


def read_path(path: Path, format_: str | None, profile: Profile) -> ReadFile:
    """Read a file on disk; as `read_content`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        return ReadFile(str(path), error=f"cannot be read: {error.strerror}.")
    return read_content(content, path.name, format_, profile)


def read_ahead(paths: Sequence[Path], format_: str | None, profile: Profile) -> Iterator[ReadFile]:
    """The files in turn. The first is read in this process, because the other one takes a moment to start."""
    read = partial(read_path, format_=format_, profile=profile)
    if len(paths) < 2:
        yield from map(read, paths)
        return
    with _Reader(read) as reader:
        rest = iter(paths[1:])
        coming = deque(islice(rest, _AHEAD))
        for path in coming:
            reader.ask(path)
        yield read(paths[0])
        while coming:
            file = reader.answer(coming.popleft())
            for path in islice(rest, 1):
                coming.append(path)
                reader.ask(path)
            yield file


class _Reader:
    """A process that reads files. An answer always comes: whatever the process did not read is read here."""

    def __init__(self, read: Callable[[Path], ReadFile]) -> None:
        self._read = read
        self._asked: deque[Path] = deque()
        context = multiprocessing.get_context("spawn")
        # A pipe with one end each: if either process dies, the other sees it end, even in the middle of a message.
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, read), daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._pipe.close()
        # It holds nothing worth waiting for.
        self._process.kill()
        self._process.join()

    def ask(self, path: Path) -> None:
        """Ask for a file to be read, unless it is large."""
        if _size(path) <= _LARGE:
            try:
                self._pipe.send(path)
            except OSError:
                return
            self._asked.append(path)

    def answer(self, path: Path) -> ReadFile:
        """The file for a path. Paths must come in the order in which they were asked for."""
        if self._asked and self._asked[0] == path:
            self._asked.popleft()
            try:
                file: ReadFile = self._pipe.recv()
            except (EOFError, OSError):
                self._asked.clear()
            else:
                return file
        return self._read(path)


def _serve(pipe: Connection, read: Callable[[Path], ReadFile]) -> None:
    """Read what is asked for until the pipe closes. An error that no file should cause ends the process quietly: the
    caller reads the file again and raises it."""
    try:
        while True:
            pipe.send(read(pipe.recv()))
    except Exception:
        pipe.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A process started in this block never receives Ctrl-C, which the caller handles."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        # Whatever is wrong with it is reported when it is read.
        return 0
