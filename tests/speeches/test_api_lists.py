"""The lists of the JSON API: filters, pages, fields, ids, and errors for bad parameters."""

from typing import Any

import pytest
from django.test import Client

from speeches.models import Bill
from speeches.reading.bills import speeches_on

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

LISTS = ("speeches", "sittings", "debates", "divisions", "politicians", "parties")


def get(client: Client, path: str, status: int = 200, **parameters: Any) -> Any:
    response = client.get(f"/api/v1/{path}", parameters)
    assert response.status_code == status, response.content
    return response.json()


@pytest.mark.parametrize("name", LISTS)
def test_pages_hold_every_item_once(client: Client, name: str) -> None:
    whole = get(client, name, limit=100)["items"]
    pages: list[Any] = []
    cursor = ""
    while True:
        page = get(client, name, limit=7, cursor=cursor)
        assert len(page["items"]) <= 7
        pages += page["items"]
        cursor = page["next_cursor"]
        if not cursor or len(pages) > 100:
            break
    assert pages[: len(whole)] == whole[: len(pages)]
    keys = [item.get("id") or item["speech_id"] for item in pages]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    ("parameters", "field"),
    [({"limit": 0}, "limit"), ({"limit": 101}, "limit"), ({"cursor": "%%%"}, "cursor"),
     ({"cursor": "WyJhIl0"}, "cursor"),
     ({"fields": "secret"}, "fields")],
)  # fmt: skip
def test_a_bad_parameter_is_named(client: Client, name: str, parameters: dict[str, Any], field: str) -> None:
    found = get(client, name, 422, **parameters)
    assert found["errors"][0]["field"] == field


@pytest.mark.parametrize("name", ["speeches", "sittings", "debates", "divisions"])
def test_days_and_chambers_narrow(client: Client, name: str) -> None:
    found = get(client, name, chamber="House of Representatives", date_from="2021-10-26", date_to="2021-10-26")["items"]
    assert found
    assert {(item["date"], item["chamber"]) for item in found} == {("2021-10-26", "House of Representatives")}
    assert get(client, name, 422, date_from="soon")["errors"][0]["field"] == "date_from"
    assert get(client, name, 422, chamber="Althing")["errors"][0]["field"] == "chamber"


@pytest.mark.parametrize("name", ["topics", "electorate", "language", "chamber", "state"])
def test_what_no_text_holds_is_refused(client: Client, name: str) -> None:
    assert "NUL" in get(client, "speeches", 422, **{name: "a\x00"})["detail"]


def test_only_the_fields_asked_for(client: Client) -> None:
    (item,) = get(client, "speeches", limit=1, fields="speech_id, date")["items"]
    assert set(item) == {"speech_id", "date"}


def test_speeches_of_a_member_in_any_spelling(client: Client) -> None:
    found = get(client, "speeches", speaker="RISHWORTH, Amanda MP")["items"]
    assert {item["politician"] for item in found} == {"amanda-rishworth"}
    nobody = get(client, "speeches", speaker="Nobody Atall")
    assert nobody["items"] == []
    assert "No member who speaks in the record" in nobody["notes"][0]


def test_a_debates_outline_leads_to_its_speeches(client: Client) -> None:
    found = get(client, "debates", title="child care", date_from="2021-10-26", date_to="2021-10-26")["items"]
    outline = get(client, f"debates/{found[0]['id']}")
    speech = get(client, f"speeches/{outline['speeches'][0]}")
    assert speech["title"] == outline["title"]
    parent = get(client, f"debates/{outline['parent']}")
    assert outline["id"] in [child["id"] for child in parent["debates"]]


def test_a_division_with_every_ballot(client: Client) -> None:
    one = get(client, "divisions", limit=1)["items"][0]
    division = get(client, f"divisions/{one['id']}")
    votes = [ballot["vote"] for ballot in division["ballots"]]
    # Tellers are printed among the names and are counted.
    assert votes.count("aye") == division["ayes"]
    assert votes.count("no") == division["noes"]
    assert sum(ballot["party"] != "" for ballot in division["ballots"]) > len(votes) / 2
    voter = next(ballot["politician"] for ballot in division["ballots"] if ballot["politician"])
    assert one["id"] in [item["id"] for item in get(client, "divisions", politician=voter, limit=100)["items"]]


def test_a_bill_has_the_speeches_of_its_debates(client: Client) -> None:
    bill = next(one for one in Bill.objects.filter(debates__isnull=False) if speeches_on(one).exists())
    assert set(get(client, f"bills/{bill.key}")["speeches"]) == {one.pk for one in speeches_on(bill)}


def test_a_politician(client: Client) -> None:
    (found,) = get(client, "politicians", name="rishworth")["items"]
    member = get(client, f"politicians/{found['id']}")
    assert (member["party"], member["electorate"]) == ("ALP", "Kingston")
    assert sum(year["speeches"] for year in member["by_year"]) == member["speeches"]
    assert 0 <= member["attendance"]["voted"] <= member["attendance"]["held"]
    assert member["terms"][0]["chamber"] == "House of Representatives"


def test_topics_are_counted(client: Client) -> None:
    topics = get(client, "topics", country="merrowa")["items"]
    assert {"topic": "housing affordability", "speeches": 3} in topics
    assert [one["speeches"] for one in topics] == sorted((one["speeches"] for one in topics), reverse=True)
    assert get(client, "topics", 422, country="atlantis")["errors"][0]["field"] == "country"


@pytest.mark.parametrize("path", ["debates/x", "divisions/x", "politicians/nobody", "nothing", "speeches/no-such"])
def test_an_unknown_id_or_address(client: Client, path: str) -> None:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_a_search_sorts_and_tells_over_time(client: Client) -> None:
    found = get(client, "search", q="childcare fees", sort="newest")
    days = [hit["date"] for hit in found["results"]]
    assert days == sorted(days, reverse=True)
    assert sum(period["count"] for period in found["timeline"]) == found["found"]
    assert get(client, "search", 422, q="childcare", sort="random")["errors"][0]["field"] == "sort"


class TestManners:
    def test_what_has_not_changed_is_not_sent_again(self, client: Client) -> None:
        first = client.get("/api/v1/parties")
        again = client.get("/api/v1/parties", headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        assert again.content == b""

    def test_other_origins_are_closed_out_unless_named(self, client: Client, settings: Any) -> None:
        origin = {"Origin": "https://newsroom.example"}
        assert "Access-Control-Allow-Origin" not in client.get("/api/v1/parties", headers=origin)
        settings.CORS_ALLOWED_ORIGINS = ["https://newsroom.example"]
        answer = client.get("/api/v1/parties", headers=origin)
        assert answer["Access-Control-Allow-Origin"] == "https://newsroom.example"
        assert "RateLimit-Remaining" in answer["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Origin" not in client.get("/", headers=origin)
