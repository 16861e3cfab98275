"""Files into records, the next one in a process of its own while the caller is busy with the one before."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rag.text.split import Profile
from speeches.formats.detect import parse
from speeches.formats.records import FormatError, Parsed
from speeches.formats.working_out import worked_out

# Files read ahead of the one that is being stored, and the bytes beyond which one is not: it would be held twice.
_AHEAD = 2
_LARGE = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as read: what it holds, or why it could not be read."""

    name: str
    parsed: Parsed | None = None
    error: str = ""


def read_content(content: bytes, name: str, format_: str | None, profile: Profile) -> ReadFile:
    """A file's content in the named format, or in the one that it seems to have, ready to be written."""
    try:
        return ReadFile(name, worked_out(parse(content, name, format_), profile))
    except FormatError as error:
        return ReadFile(name, error=str(error))


def read_path(path: Path, format_: str | None, profile: Profile) -> ReadFile:
    """A file on disk, likewise."""
    try:
        content = path.read_bytes()
    except OSError as error:
        return ReadFile(str(path), error=f"cannot be read: {error.strerror}.")
    return read_content(content, path.name, format_, profile)


def read_ahead(paths: Sequence[Path], format_: str | None, profile: Profile) -> Iterator[ReadFile]:
    """Files in turn. The first is read here, as the process that reads the others takes a moment to start."""
    read = partial(read_path, format_=format_, profile=profile)
    if len(paths) < 2:
        yield from map(read, paths)
        return
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_caller) as process:
        coming: deque[Callable[[], ReadFile]] = deque()
        for path in paths[1:]:
            coming.append(_begun(process, read, path))
            if len(coming) == 1:
                yield read(paths[0])
            elif len(coming) > _AHEAD:
                yield coming.popleft()()
        yield from (outcome() for outcome in coming)


def _begun(process: ProcessPoolExecutor, read: Callable[[Path], ReadFile], path: Path) -> Callable[[], ReadFile]:
    """Begin to read a file beside; what is returned waits for it. A file that is too large waits for its turn."""
    if _size(path) > _LARGE:
        return partial(read, path)
    try:
        future = process.submit(read, path)
    except BrokenProcessPool:
        return partial(read, path)

    def outcome() -> ReadFile:
        try:
            return future.result()
        except BrokenProcessPool:
            # Somebody killed it; nothing is lost but time.
            return read(path)

    return outcome


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        # What is wrong with it is told when it is read.
        return 0


def _leave_interrupts_to_the_caller() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
