"""Pages are in English or French, as the reader chose or the browser asks, and never half of each."""

import gettext
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("record")]

ROOT = Path(__file__).resolve().parents[2]
FRENCH: dict[str, Any] = {"headers": {"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"}}
PAGES = ("/", "/?q=childcare", "/chat", "/verify", "/lists", "/lists?q=nothing+such")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
_MESSAGE = re.compile(r"""\{% translate "([^"]+)"(?: as \w+)? %\}|_\("([^"]+)"\)""")
_BLOCK = re.compile(r"\{% blocktranslate[^%]*%\}(.+?)\{% endblocktranslate %\}", re.DOTALL)


def page(client: Client, path: str, **more: Any) -> str:
    return body_of(client.get(path, **more))


@pytest.mark.parametrize("path", PAGES)
def test_a_french_reader_gets_french_pages(client: Client, path: str) -> None:
    french, english = page(client, path, **FRENCH), page(client, path)
    assert '<html lang="fr">' in french
    assert ">Rechercher</a>" in french
    assert '<html lang="en">' in english
    assert ">Search</a>" in english
    assert "Rechercher" not in english


def test_no_english_of_the_interface_is_left_on_a_french_page(client: Client) -> None:
    found = page(client, "/?q=childcare", **FRENCH)
    assert re.search(r"\d+ passages dans \d+ interventions ou documents", " ".join(found.split()))
    for english in (
        "Read in context",
        "Official record",
        "More like this",
        "Narrow the search",
        "Order:",
        "Any chamber",
    ):
        assert english not in found
    for french in ("Lire dans le contexte", "Les plus pertinents", "Préciser la recherche", "Qui en parle le plus"):
        assert french in found


def test_numbers_that_programs_read_keep_their_point(client: Client) -> None:
    assert re.search(r'<meter min="0" max="1" value="0\.\d+"', page(client, "/?q=childcare", **FRENCH))


def test_quotations_keep_the_language_in_which_they_were_said(client: Client) -> None:
    assert re.search(r'<blockquote cite="[^"]+" lang="en">', page(client, "/?q=childcare", **FRENCH))


def test_the_administration_is_wholly_english(admin_client: Client) -> None:
    assert '<html lang="en-au"' in page(admin_client, "/admin/speeches/", **FRENCH)
    assert "Log out" in page(admin_client, "/admin/speeches/", **FRENCH)


def test_an_address_with_nothing_under_it_is_told_in_the_readers_language(client: Client) -> None:
    english = client.get("/sittings/2021-02-30/house")
    assert english.status_code == 404
    assert "“2021-02-30” is not a date. Write it as year-month-day" in english.content.decode()
    french = client.get("/sittings/2021-02-30/house", **FRENCH)
    assert french.status_code == 404
    assert "Il n’y a rien à cette adresse" in french.content.decode()
    assert "is not a date" not in french.content.decode()
    for path in ("/no/such/page", "/politicians/nobody-at-all"):
        told = client.get(path).content.decode()
        assert "There is nothing under this address" in told
        assert "matches the given query" not in told


def _paths(client: Client) -> list[str]:
    """Pages of every kind that a reader visits, found through the record's own links."""
    lists = [
        "/sittings/",
        "/politicians/",
        "/parties/",
        "/bills/",
        "/committees/",
        "/elections/",
        "/divisions/",
        "/coverage",
    ]
    found = [*lists, "/?q=childcare"]
    for kind in ("sittings", "politicians", "parties", "bills", "divisions", "debates", "speeches"):
        pattern = re.compile(rf'href="(/{kind}/[^"?#]+)["?#]')
        linked = (match for path in list(found) for match in pattern.findall(page(client, path)))
        found += list(dict.fromkeys(linked))[:2]
    return found


@pytest.mark.no_cover
def test_every_page_of_the_record_is_french_for_a_french_reader(client: Client) -> None:
    phrases = [one for one in _catalogue() if one and len(one.split()) > 2 and "%(" not in one]
    paths = _paths(client)
    assert len(paths) > 18
    for path in paths:
        french = page(client, path, **FRENCH)
        assert '<html lang="fr">' in french, path
        left = [one for one in phrases if one in french and _catalogue()[one] != one]
        assert left == [], path


def test_a_choice_outlasts_what_the_browser_asks(client: Client) -> None:
    assert 'href="/language/fr?next=/verify"' in page(client, "/verify")
    response = client.get("/language/fr", {"next": "/verify"})
    assert (response.status_code, response.headers["Location"]) == (302, "/verify")
    assert '<html lang="fr">' in page(client, "/verify")
    client.get("/language/en")
    assert '<html lang="en">' in page(client, "/verify", **FRENCH)


@pytest.mark.parametrize("away", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_a_choice_leads_nowhere_else(client: Client, away: str) -> None:
    assert client.get("/language/fr", {"next": away}).headers["Location"] == "/"


def test_a_language_that_there_is_not_is_refused(client: Client) -> None:
    assert client.get("/language/de").status_code == 404
    client.cookies["django_language"] = "xx"
    assert '<html lang="en">' in page(client, "/verify")


def test_caches_tell_the_languages_apart(client: Client) -> None:
    response = client.get("/?q=childcare", **FRENCH)
    assert {"Accept-Language", "Cookie"} <= {one.strip() for one in response.headers["Vary"].split(",")}
    assert response.headers["Content-Language"] == "fr"


def _catalogue() -> dict[str, str]:
    with (ROOT / "locale/fr/LC_MESSAGES/django.mo").open("rb") as file:
        known = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    # The key of a plural is its singular with a number.
    return {key if isinstance(key, str) else key[0]: told for key, told in known.items()}


def test_every_phrase_of_the_templates_has_its_french() -> None:
    """Readers get the compiled catalogue, so a phrase that it lacks would stay English."""
    phrases = {one or two for path in TEMPLATES for one, two in _MESSAGE.findall(path.read_text())}
    for path in TEMPLATES:
        for told in _BLOCK.findall(path.read_text()):
            first = told.partition("{% plural %}")[0]
            phrases.add(re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", first))
    assert len(phrases) > 200
    assert sorted(phrases - _catalogue().keys()) == []
