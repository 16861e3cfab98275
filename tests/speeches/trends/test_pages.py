"""Trends as a page, as CSV and over HTTP."""

import csv
import html
import io
import re
from typing import Any

import pytest
from django.test import Client

from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def test_the_page_draws_counts_that_lead_to_their_passages(client: Client) -> None:
    page = body_of(client.get("/trends", {"q": "childcare, housing", "by": "party", "parliament": "au"}))
    assert "“childcare” · Australian Labor Party, Australia" in page
    link = re.search(r'<td><a href="(/\?[^"]+)">2021-10-26', page)
    assert link
    assert "party=ALP" in link[1]
    assert "date_from=2021-10-26&amp;date_to=2021-10-26" in link[1]
    hits = re.findall(r"<blockquote.*?</blockquote>", body_of(client.get(html.unescape(link[1]))), re.DOTALL)
    assert hits
    assert all("childcare" in re.sub(r"<[^>]+>", "", hit).lower() for hit in hits)


def test_links_stay_within_the_filters_and_days_of_the_page(client: Client) -> None:
    page = body_of(
        client.get(
            "/trends",
            {
                "q": "housing",
                "unit": "year",
                "chamber": "House of Representatives",
                "date_from": "2021-10-01",
                "date_to": "2021-10-31",
            },
        )
    )
    assert "chamber=House+of+Representatives&amp;date_from=2021-10-01&amp;date_to=2021-10-31" in page


def test_the_page_without_words_says_what_to_type(client: Client) -> None:
    page = body_of(client.get("/trends"))
    assert "housing, climate change" in page
    assert "<figure" not in page


def test_the_form_keeps_what_it_has_no_field_for(client: Client) -> None:
    page = body_of(client.get("/trends", {"q": "housing", "speaker": "Albanese"}))
    assert '<input type="hidden" name="speaker" value="Albanese">' in page


@pytest.mark.parametrize(
    "wrong", [{"q": "the"}, {"q": "a,b,c,d,e"}, {"q": "tax", "by": "hat"}, {"q": "tax", "date_from": "then"}]
)
def test_a_wrong_request_is_told_and_its_words_stay(client: Client, wrong: dict[str, str]) -> None:
    response = client.get("/trends", wrong)
    assert response.status_code == 422
    page = body_of(response)
    assert "That cannot be counted" in page
    assert f'value="{wrong["q"]}"' in page


def test_markup_in_the_words_is_escaped(client: Client) -> None:
    page = body_of(client.get("/trends", {"q": "<script>alert(1)</script> tax"}))
    assert "<script>alert" not in page


def test_csv_has_a_line_for_each_point_and_no_formula(client: Client) -> None:
    response = client.get("/trends", {"q": "=childcare", "parliament": "au", "unit": "day", "format": "csv"})
    lines = list(csv.DictReader(io.StringIO(body_of(response))))
    assert response["Content-Type"].startswith("text/csv")
    assert {line["phrase"] for line in lines} == {"'=childcare"}
    assert [line["from"] for line in lines] == ["2021-10-26", "2021-12-01"]


def test_the_api_says_the_same(client: Client) -> None:
    found = client.get("/api/v1/trends", {"q": "childcare", "country": "au", "unit": "day"}).json()
    (series,) = found["series"]
    assert found["unit"] == "day"
    assert series["count"] == sum(point["count"] for point in series["points"]) > 0


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({}, "q"), ({"q": "the"}, "q"), ({"q": "tax", "by": "x"}, "by"), ({"q": "tax", "date_to": "x"}, "date_to")],
)
def test_the_api_tells_what_is_wrong(client: Client, wrong: dict[str, str], field: str) -> None:
    response = client.get("/api/v1/trends", wrong)
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == field


def test_a_french_reader_counts_what_is_said_in_either_language(client: Client) -> None:
    french: dict[str, Any] = {"headers": {"accept-language": "fr"}}
    page = body_of(client.get("/trends", {"q": "childcare", "parliament": "au"}, **french))
    assert "anglais" in page
    assert "compter plutôt en français" in page.lower()
    assert "<blockquote" not in page and re.search(r"<td[^>]*>[1-9]", page)
    own = body_of(client.get("/trends", {"q": "childcare", "parliament": "au", "language": "fr"}, **french))
    assert not re.search(r"<td[^>]*>[1-9]", own)
