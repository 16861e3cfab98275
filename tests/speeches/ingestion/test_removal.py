"""`manage.py remove_parliament` removes all of one parliament, with its counts, and nothing of another."""

import io

import pytest
from django.core.management import CommandError, call_command

from speeches.models import Ballot, Chunk, Parliament, Politician, Sitting, Speech

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def run(code: str, *options: str) -> list[str]:
    out = io.StringIO()
    call_command("remove_parliament", code, *options, stdout=out)
    return out.getvalue().splitlines()


def test_the_sample_goes_and_the_real_record_stays() -> None:
    real = Speech.objects.filter(parliament="au").count()
    sample = Speech.objects.filter(parliament="merrowa").count()
    before, after = run("merrowa", "--yes")
    assert f"{sample} speeches" in before
    assert sample > 0
    assert " 0 speeches" in after
    assert Speech.objects.filter(parliament="au").count() == real
    assert not Speech.objects.filter(parliament="merrowa").exists()
    assert not Politician.objects.filter(parliament="merrowa").exists()


def test_people_votes_and_chunks_go_with_it() -> None:
    run("au", "--yes")
    assert not Chunk.objects.filter(speech__parliament="au").exists()
    assert not Ballot.objects.filter(division__sitting__chamber__parliament="au").exists()
    assert not Politician.objects.filter(parliament="au").exists()
    assert not Sitting.objects.filter(chamber__parliament="au").exists()


def test_one_that_is_known_can_come_in_again() -> None:
    run("au", "--yes")
    assert Parliament.objects.filter(pk="au").exists()


def test_it_asks_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "au")
    before = Speech.objects.count()
    with pytest.raises(CommandError, match="Nothing was removed"):
        run("merrowa")
    assert Speech.objects.count() == before
    monkeypatch.setattr("builtins.input", lambda _: "merrowa")
    run("merrowa")
    assert Speech.objects.count() < before


def test_one_that_the_record_lacks() -> None:
    with pytest.raises(CommandError, match=r"no parliament “atlantis”\. It has: .*merrowa"):
        run("atlantis", "--yes")
