"""Exports all that a member said and how they voted; the command exports a whole parliament."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.test import Client

from speeches.models import Ballot, Division, Politician, Speech
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture
def member() -> Politician:
    """The member with the most speeches in the real record."""
    members = Politician.objects.filter(parliament="au").annotate(times=Count("speeches")).order_by("-times")
    return members[0]


def download(client: Client, member: Politician, name: str) -> str:
    response = client.get(f"/politicians/{member.slug}/{name}")
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="{member.slug}-{name}"'
    return body_of(response)


def test_every_speech_is_there_word_for_word_with_its_source(client: Client, member: Politician) -> None:
    rows = [json.loads(line) for line in download(client, member, "speeches.jsonl").splitlines()]
    there = Speech.objects.filter(politician=member)
    assert {row["id"]: row["text"] for row in rows} == dict(there.values_list("pk", "text"))
    assert all(row["url"] == f"http://testserver/speeches/{row['id']}" and row["reference"] for row in rows)
    assert [row["date"] for row in rows] == sorted(row["date"] for row in rows)


def test_a_spreadsheet_reads_the_same(client: Client, member: Politician) -> None:
    told = download(client, member, "speeches.csv")
    assert told.startswith("\ufeffid,date,parliament")
    rows = list(csv.DictReader(io.StringIO(told.removeprefix("\ufeff"), newline="")))
    assert [row["id"] for row in rows] == [
        json.loads(line)["id"] for line in download(client, member, "speeches.jsonl").splitlines()
    ]


def test_how_a_member_voted_stands_under_the_name_as_printed(client: Client) -> None:
    voter = Politician.objects.filter(parliament="au", ballots__isnull=False).order_by("pk")[0]
    rows = [json.loads(line) for line in download(client, voter, "votes.jsonl").splitlines()]
    cast = Ballot.objects.filter(politician=voter)
    assert len(rows) == cast.count() > 0
    assert {(row["name"], row["ballot"]) for row in rows} == set(cast.values_list("name", "vote"))


class TestOneVote:
    @pytest.fixture
    def division(self) -> Division:
        return Ballot.objects.filter(division__sitting__chamber__parliament="au").latest("pk").division

    def test_is_a_row_for_each_ballot(self, client: Client, division: Division) -> None:
        response = client.get(f"{division.get_absolute_url()}/votes.jsonl")
        assert response["Content-Disposition"] == f'attachment; filename="{division.key}.jsonl"'
        rows = [json.loads(line) for line in body_of(response).splitlines()]
        assert [(row["name"], row["ballot"]) for row in rows] == list(
            division.ballots.order_by("pk").values_list("name", "vote")
        )

    def test_its_page_leads_there(self, client: Client, division: Division) -> None:
        assert f"{division.get_absolute_url()}/votes.csv" in client.get(division.get_absolute_url()).content.decode()

    @pytest.mark.parametrize("path", ["/divisions/au-house-1901-01-01-1/votes.csv", "{}/votes.xlsx"])
    def test_no_other_is_there(self, client: Client, division: Division, path: str) -> None:
        assert client.get(path.format(division.get_absolute_url())).status_code == 404


@pytest.mark.parametrize("name", ["speeches.xlsx", "letters.csv", "speeches.parquet"])
def test_other_tables_and_forms_do_not_exist(client: Client, member: Politician, name: str) -> None:
    assert client.get(f"/politicians/{member.slug}/{name}").status_code == 404


def test_nobodys_table_does_not_exist(client: Client) -> None:
    assert client.get("/politicians/nobody-at-all/speeches.csv").status_code == 404


def test_the_page_leads_to_the_files(client: Client, member: Politician) -> None:
    page = client.get(f"/politicians/{member.slug}").content.decode()
    assert f"/politicians/{member.slug}/speeches.csv" in page


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_whole_parliament_by_the_command(tmp_path: Path, capsys: Any, form: str) -> None:
    call_command("export", "merrowa", str(tmp_path / "out"), form=form)
    speeches = Speech.objects.filter(parliament="merrowa").count()
    assert f"merrowa-speeches.{form}: {speeches} rows" in capsys.readouterr().out
    told = (tmp_path / f"out/merrowa-speeches.{form}").read_text(encoding="utf-8")
    if form == "jsonl":
        assert [json.loads(line)["sample"] for line in told.splitlines()] == [True] * speeches
    else:
        assert len(list(csv.DictReader(io.StringIO(told, newline="")))) == speeches


def test_what_cannot_be_exported_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match=r"no parliament “mars”\. It has: .*au"):
        call_command("export", "mars", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CommandError, match="pip install pyarrow"):
        call_command("export", "merrowa", str(tmp_path), form="parquet")
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="exists"):
        call_command("export", "merrowa", str(tmp_path / "file"))
