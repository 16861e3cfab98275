"""What crawlers, browsers and assistants are told, and the keyboard shortcuts of the pages."""

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def locations(client: Client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200
    return [one.text or "" for one in ElementTree.fromstring(response.content).iter() if one.tag.endswith("}loc")]


class TestCrawlers:
    def test_robots_are_kept_from_what_is_somebodys(self, client: Client) -> None:
        told = client.get("/robots.txt").content.decode()
        assert {"/schemes/", "/chat", "/admin/"} <= set(re.findall(r"Disallow: (\S+)", told))
        assert re.search(r"Sitemap: http\S+/sitemap\.xml", told)

    def test_each_address_of_the_sitemap_is_there(self, client: Client) -> None:
        sections = locations(client, "/sitemap.xml")
        assert len(sections) == 6
        for section in sections:
            pages = locations(client, section.partition("testserver")[2])
            if "bills" not in section:
                assert pages, section
            for page in pages[:2]:
                assert client.get(page.partition("testserver")[2]).status_code == 200, page

    def test_an_invented_parliament_is_no_record(self, client: Client) -> None:
        assert not any("merrowa" in page for page in locations(client, "/sitemap-sittings.xml"))

    def test_of_no_such_section(self, client: Client) -> None:
        assert client.get("/sitemap-secrets.xml").status_code == 404


def test_browsers_learn_how_to_search(client: Client) -> None:
    assert 'rel="search"' in client.get("/").content.decode()
    told = client.get("/opensearch.xml").content.decode()
    assert "http://testserver/?q={searchTerms}" in told


def test_assistants_learn_where_to_ask(client: Client) -> None:
    told = client.get("/llms.txt").content.decode()
    addresses = re.findall(r"\]\(http://testserver(/[^)]*)\)", told)
    assert "/mcp" in addresses
    for address in addresses:
        # The server for assistants runs outside Django.
        assert address == "/mcp" or client.get(address).status_code == 200, address


class TestKeys:
    def test_they_lead_to_the_box_and_through_the_hits(self, site: str, page: Page) -> None:
        page.goto(f"{site}/?q=childcare+fees")
        page.keyboard.press("j")
        expect(page.locator(".hits > ol > li").nth(0)).to_be_focused()
        page.keyboard.press("j")
        expect(page.locator(".hits > ol > li").nth(1)).to_be_focused()
        page.keyboard.press("k")
        expect(page.locator(".hits > ol > li").nth(0)).to_be_focused()
        page.keyboard.press("/")
        expect(page.locator("#q")).to_be_focused()
        page.keyboard.type("j")
        expect(page.locator("#q")).to_have_value(re.compile("j"))

    def test_they_are_told(self, site: str, page: Page) -> None:
        page.goto(site)
        page.locator("#q").blur()
        page.keyboard.press("?")
        expect(page.locator("dialog#keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog#keys")).to_be_hidden()
