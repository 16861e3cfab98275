"""French pages on Canada name its parties, chambers, bills and stages as the record does in French."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.streams import body_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("three_parliaments")]

FRENCH: dict[str, Any] = {"headers": {"accept-language": "fr"}}


def told(client: Client, path: str, values: dict[str, str] | None = None, **more: Any) -> str:
    """The text that a reader sees, without markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body_of(client.get(path, values or {}, **more)))).split())


def test_the_choices_of_a_search_are_french(client: Client) -> None:
    page = told(client, "/", **FRENCH)
    assert "Parti conservateur du Canada, Canada" in page
    assert "Chambre des représentants, Nouvelle-Zélande" in page
    assert "House of Commons" not in page


def test_a_vote_on_a_bill_has_the_french_number_stage_and_meaning(client: Client) -> None:
    path = "/divisions/ca-house-2014-05-14-358"
    page = told(client, path, **FRENCH)
    assert "Projet de loi C-571, deuxième lecture, rejeté 102–155" in page
    assert "Un oui était un vote pour le projet de loi à cette étape." in page
    assert "Bill C-571, second reading" not in page
    assert "Bill C-571, second reading, negatived 102–155" in told(client, path)


def test_a_list_in_french_names_parties_and_its_source_in_french(client: Client) -> None:
    voted = told(client, "/lists", {"q": "Qui a voté contre le projet de loi C-571 ?"}, **FRENCH)
    assert "Sur Projet de loi C-571" in voted
    assert "Vote n° 142, Chambre des communes, 14 mai 2014" in voted
    assert "Nouveau Parti démocratique" in voted
    assert "New Democratic Party" not in voted
    members = told(client, "/lists", {"q": "députés conservateurs"}, **FRENCH)
    assert re.search(r"\d+ membres, Parti conservateur du Canada, selon la liste", members)


def test_the_api_names_votes_parties_and_chambers_in_english(client: Client) -> None:
    values = {"q": "Who voted against Bill C-571?"}
    client.get("/lists", values, **FRENCH)
    found = client.get("/api/v1/lists", values, **FRENCH).json()
    assert found["source"]["reference"] == "Vote no. 142, House of Commons, 14 May 2014"
    assert found["source"]["title"] == "Bill C-571, second reading, negatived 102–155"
    assert found["source"]["result"] == "negatived, 102 to 155"
    assert "New Democratic Party" in {one["party"] for one in found["entries"]}


def test_parliaments_are_named_in_french(client: Client) -> None:
    assert "Parlement du Canada" in told(client, "/parties/", **FRENCH)
    assert "Parliament of Canada" in told(client, "/parties/")
