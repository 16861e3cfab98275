"""Files read ahead in another process give the same as files read one after the other."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from unittest import mock

import pytest

from rag.text.split import Profile
from speeches.formats import reading
from speeches.formats.reading import ReadFile, read_ahead, read_path

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PROFILE = Profile(size=800, overlap=150)
CALLER = """
import multiprocessing, sys, time
from pathlib import Path
from rag.text.split import Profile
from speeches.formats.reading import read_ahead
if __name__ == "__main__":
    for file in read_ahead([Path(path) for path in sys.argv[1:]], None, Profile(800, 150)):
        print(multiprocessing.active_children()[0].pid, flush=True)
        time.sleep(60)
"""


@pytest.fixture
def files(tmp_path: Path, samples: Path) -> list[Path]:
    """Ten files, one of them broken and one missing."""
    content = (samples / "parliament.csv").read_text()
    paths = [tmp_path / f"{number}.csv" for number in range(10)]
    for number, path in enumerate(paths):
        path.write_text(content.replace("2023", f"20{number:02}"))
    paths[3].write_text("<hansard")
    paths[6].unlink()
    return paths


def large(path: Path) -> Path:
    """The same file with so many speeches that their records do not fit into a pipe."""
    first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join([first, *rest * 50]))
    return path


def children() -> list[BaseProcess]:
    """The readers that are running. Other tests may have started processes of their own."""
    return [process for process in multiprocessing.active_children() if "SpawnProcess" in process.name]


def until(held: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not held():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def one_by_one(files: list[Path]) -> list[ReadFile]:
    return [read_path(path, None, PROFILE) for path in files]


def test_every_file_in_turn_and_what_is_wrong_with_it_in_its_place(files: list[Path]) -> None:
    found = list(read_ahead(files, None, PROFILE))
    assert found == one_by_one(files)
    assert [file.name for file in found if file.error] == ["3.csv", str(files[6])]
    assert "cannot be read" in found[6].error


@pytest.mark.parametrize("number", [0, 1, 2])
def test_none_one_and_two(files: list[Path], number: int) -> None:
    assert list(read_ahead(files[:number], None, PROFILE)) == one_by_one(files[:number])


def test_what_is_worked_out_comes_along(files: list[Path]) -> None:
    for file in read_ahead(files[:2], None, PROFILE):
        assert file.parsed
        assert all(speech.digest and all(part.chunks for part in speech.parts) for speech in file.parsed.speeches)


def test_a_reader_that_is_killed_loses_nothing(files: list[Path]) -> None:
    found = []
    for file in read_ahead(files, None, PROFILE):
        found.append(file)
        for process in children():
            process.kill()
            process.join()
    assert found == one_by_one(files)


def test_nor_one_that_is_killed_in_the_middle_of_what_it_sends(files: list[Path]) -> None:
    """It sends more than a pipe holds, so it waits halfway for the caller to take the rest."""
    read = read_ahead([files[0], large(files[1]), files[2]], None, PROFILE)
    found = [next(read)]
    reader = read.gi_frame.f_locals["reader"]  # type: ignore[attr-defined]
    assert reader._pipe.poll(20)
    reader._process.kill()
    found.extend(read)
    assert found == one_by_one([files[0], files[1], files[2]])


def test_an_interrupt_is_the_callers_to_handle(files: list[Path]) -> None:
    found = []
    for file in read_ahead(files, None, PROFILE):
        found.append(file)
        for reader in children():
            os.kill(int(reader.pid or 0), signal.SIGINT)
            assert reader.is_alive()
    assert found == one_by_one(files)


def test_who_stops_early_leaves_nobody_behind(files: list[Path]) -> None:
    read = read_ahead([files[0], large(files[1]), files[2]], None, PROFILE)
    next(read)
    (reader,) = children()
    read.close()  # type: ignore[attr-defined]
    assert children() == []
    assert not Path(f"/proc/{reader.pid}").exists()


@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGTERM])
def test_nor_does_a_caller_that_is_killed(files: list[Path], signal_: signal.Signals) -> None:
    caller = subprocess.Popen(
        [sys.executable, "-c", CALLER, *map(str, files)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert caller.stdout
    reader = Path("/proc") / caller.stdout.readline().strip()
    assert reader.exists()
    caller.send_signal(signal_)
    caller.wait()
    until(lambda: not reader.exists())


def test_a_large_file_waits_for_its_turn(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller reads it, so no two processes hold it."""
    monkeypatch.setattr(reading, "_LARGE", 10)
    asked = mock.Mock(side_effect=AssertionError("read beside"))
    monkeypatch.setattr(Connection, "send", asked)
    assert list(read_ahead(files[:3], None, PROFILE)) == one_by_one(files[:3])
    assert not asked.called
