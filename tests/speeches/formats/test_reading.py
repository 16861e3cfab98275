"""Files read ahead of their turn, in another process: the same as read one after the other."""

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from rag.text.split import Profile
from speeches.formats import reading
from speeches.formats.reading import ReadFile, read_ahead, read_path

pytestmark = pytest.mark.slow

PROFILE = Profile(size=800, overlap=150)


@pytest.fixture
def files(tmp_path: Path, samples: Path) -> list[Path]:
    """Ten files, of which one is broken and one is not there."""
    content = (samples / "parliament.csv").read_text()
    paths = [tmp_path / f"{number}.csv" for number in range(10)]
    for number, path in enumerate(paths):
        path.write_text(content.replace("2023", f"20{number:02}"))
    paths[3].write_text("<hansard")
    paths[6].unlink()
    return paths


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
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
    assert found == one_by_one(files)


def test_an_interrupt_is_the_callers_to_handle(files: list[Path]) -> None:
    found = []
    for file in read_ahead(files, None, PROFILE):
        found.append(file)
        if len(found) == 2:
            (reader,) = multiprocessing.active_children()
            os.kill(int(reader.pid or 0), signal.SIGINT)
    assert reader.exitcode in {None, 0}
    assert found == one_by_one(files)


def test_a_large_file_waits_for_its_turn(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is kept in two processes."""
    monkeypatch.setattr(reading, "_LARGE", 10)
    read = iter(read_ahead(files, None, PROFILE))
    assert next(read) == read_path(files[0], None, PROFILE)
    assert multiprocessing.active_children() == []
    assert list(read) == one_by_one(files[1:])
