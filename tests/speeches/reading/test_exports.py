"""Exports all passages of a search: the words as the record has them, each with its source."""

import csv
import io
import json
import re

import pytest
from django.test import Client
from docx import Document

from speeches.models import Speech
from speeches.reading.exports import FORMS
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

QUERY = {"q": "climate change", "parliament": "au"}


def export(client: Client, form: str, **more: str) -> str:
    response = client.get("/export", QUERY | {"form": form} | more)
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith("attachment")
    return body_of(response)


def passages(client: Client) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(export(client, "json"))["passages"]
    return found


def test_every_passage_is_there_and_not_those_of_one_page(client: Client) -> None:
    shown = re.search(r"(\d+) passages", body_of(client.get("/", QUERY)))
    assert shown
    assert len(passages(client)) == int(shown[1]) > 10


def test_quotations_are_the_words_of_the_record(client: Client) -> None:
    for one in passages(client):
        speech = Speech.objects.get(pk=one["url"].split("/speeches/")[1].split("?")[0])
        assert one["quotation"] in " ".join(speech.text.split())
        assert one["date"] == speech.date.isoformat()


def test_the_table_begins_no_formula_and_opens_in_a_spreadsheet(client: Client) -> None:
    body = export(client, "csv")
    assert body.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(body.removeprefix("\ufeff"))))
    assert [row["quotation"].lstrip("'") for row in rows] == [one["quotation"] for one in passages(client)]
    assert not any(value.startswith(("=", "+", "-", "@")) for row in rows for value in row.values())


def test_a_word_document_has_each_quotation_and_its_source(client: Client) -> None:
    response = client.get("/export", QUERY | {"form": "word"})
    paragraphs = [one.text for one in Document(io.BytesIO(response.content)).paragraphs]
    assert paragraphs[0] == QUERY["q"]
    for one in passages(client):
        place = paragraphs.index(f"“{one['quotation']}”")
        assert one["speaker"] in paragraphs[place + 1]
        assert one["url"] in paragraphs[place + 1]


def test_reference_managers_get_an_entry_each(client: Client) -> None:
    count = len(passages(client))
    ris = export(client, "ris").splitlines()
    assert ris.count("TY  - HEAR") == ris.count("ER  - ") == count
    assert all(re.match(r"[A-Z][A-Z\d]  - ", line) for line in ris if line)
    assert export(client, "bibtex").count("@misc{") == count


def test_markdown_marks_nothing_of_its_own(client: Client) -> None:
    body = export(client, "markdown", q="*childcare* [fees]")
    assert body.startswith("# \\*childcare\\* \\[fees\\]\n")


def test_the_page_leads_to_every_form(client: Client) -> None:
    page = body_of(client.get("/", QUERY))
    for name in FORMS:
        assert f"/export?q=climate+change&amp;parliament=au&amp;form={name}" in page


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"form": "pdf"}, 404), ({"form": "csv", "q": ""}, 422), ({"form": "csv", "date_from": "then"}, 422)],
)
def test_what_cannot_be_exported_is_told(client: Client, wrong: dict[str, str], status: int) -> None:
    assert client.get("/export", QUERY | wrong).status_code == status
