"""Journeys through the site in Chromium, over real days, each as far as the visitor's goal."""

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from speeches.models import Division, Speech
from tests.people import PASSWORD, create_person

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture(scope="module")
def reader(real_days: tuple[str, ...], django_db_blocker: Any) -> Iterator[User]:
    """A person with an account, committed for the server to see, and deleted at the end with all that is theirs."""
    with django_db_blocker.unblock():
        user = create_person("journeys")
    yield user
    with django_db_blocker.unblock():
        user.delete()


def sign_in(page: Page, site: str, user: User) -> None:
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("Login").or_(page.get_by_label("Email")).first.fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign In").click()
    page.wait_for_url(lambda address: "login" not in address)


def test_a_search_becomes_a_feed_that_holds_what_was_found(site: str, page: Page) -> None:
    page.goto(f"{site}/?q=childcare+fees")
    words = page.locator(".hit blockquote").first.inner_text().split()
    page.get_by_role("link", name="Follow", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("childcare fees")
    feed = page.get_by_role("link", name="Atom feed").get_attribute("href")
    assert feed
    entries = page.request.get(f"{site}{feed}").text()
    assert "<entry>" in entries
    assert "childcare" in entries.lower()
    assert words


def test_a_debate_is_read_to_its_division(site: str, page: Page) -> None:
    division = Division.objects.filter(sitting__date="2021-12-01").exclude(debate=None).order_by("position")[0]
    assert division.debate
    page.goto(f"{site}{division.debate.get_absolute_url()}")
    page.get_by_role("navigation", name="Table of contents").get_by_role("link", name="Vote:").first.click()
    vote = (
        page.locator("article.transcript")
        .get_by_role("link", name="division")
        .or_(page.locator('article.transcript a[href^="/divisions/"]'))
    )
    expect(vote.first).to_be_in_viewport()
    vote.first.click()
    expect(page.locator("main")).to_contain_text(f"{division.ayes}")
    expect(page.locator("main")).to_contain_text(f"{division.noes}")


def test_three_quotations_go_to_word(site: str, reader: User, page: Page) -> None:
    sign_in(page, site, reader)
    speeches = list(Speech.objects.filter(date="2021-12-01", kind="speech", word_count__gt=200).order_by("pk")[:3])
    for number, speech in enumerate(speeches):
        page.goto(f"{site}{speech.get_absolute_url()}")
        if number == 0:
            page.get_by_label("Clip to a new collection").fill("For Friday")
        page.get_by_role("button", name="Clip", exact=True).click()
        page.wait_for_load_state()
    page.get_by_role("link", name="Your collections").click()
    page.get_by_role("link", name="For Friday").click()
    expect(page.locator("article.clip")).to_have_count(3)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Word").click()
    document = zipfile.ZipFile(taken.value.path()).read("word/document.xml").decode()
    assert all(speech.speaker.split()[-1] in document for speech in speeches)


def test_who_speaks_most_of_a_subject_as_a_picture_and_as_csv(site: str, page: Page) -> None:
    page.goto(f"{site}/trends")
    page.get_by_label("Words to count").fill("housing")
    page.locator("select[name=by]").select_option("party")
    page.get_by_role("button", name="Count").click()
    charts = page.locator(".multiples figure")
    expect(charts.first).to_contain_text("“housing” ·")
    expect(charts.first.locator("svg")).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(taken.value.path().read_text(encoding="utf-8-sig"))))
    assert {row["phrase"] for row in rows} == {"housing"}
    assert len({row["voice"] for row in rows}) >= charts.count()


def test_two_members_stand_side_by_side(site: str, page: Page) -> None:
    page.goto(f"{site}/compare")
    page.get_by_label("Subject", exact=True).fill("child care")
    page.get_by_label("Party or member 1").fill("Amanda Rishworth")
    page.get_by_label("Party or member 2").fill("Anthony Albanese")
    page.get_by_role("button", name="Compare").click()
    cell = page.locator('td[data-of="Amanda Rishworth"] blockquote').first
    expect(cell).to_be_visible()
    words = cell.inner_text().strip("“”")
    page.locator('td[data-of="Amanda Rishworth"] a').first.click()
    expect(page.locator("mark.passage").first).to_be_in_viewport()
    assert " ".join(words.split())[:40] in " ".join(page.locator("article.speech").inner_text().split())


def test_every_quotation_of_an_article_is_judged(site: str, page: Page) -> None:
    speeches = Speech.objects.filter(date="2021-10-26", kind="speech", word_count__gt=150).exclude(politician=None)
    said = [one for one in speeches.order_by("pk") if '"' not in one.text and "“" not in one.text][:8]
    quotations = [" ".join(one.text.split()[20:34]) for one in said]
    altered = quotations[7].split()
    altered[5] = "wombats"
    quotations[7] = " ".join(altered)
    page.goto(f"{site}/verify/article")
    article = "\n\n".join(f"{one.speaker} said: “{words}”." for one, words in zip(said, quotations, strict=True))
    page.get_by_label("The article").fill(article)
    page.get_by_role("button", name="Verify").click()
    verdicts = page.locator("section.verdict")
    expect(verdicts).to_have_count(8, timeout=30_000)
    kinds = [str(verdicts.nth(number).get_attribute("class")).split()[1] for number in range(8)]
    assert kinds[:7] == ["verbatim"] * 7
    assert kinds[7] != "verbatim"


def test_a_french_reader_finds_and_reads_in_french(site: str, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(site)
    page.get_by_role("link", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("#q").fill("childcare")
    page.get_by_role("button", name="Chercher").click()
    page.get_by_role("link", name="Lire dans le contexte").first.click()
    expect(page.locator("mark.passage").first).to_be_in_viewport()
    expect(page.locator("article.speech")).to_have_attribute("lang", "en")


def test_from_search_to_citation_by_keyboard_alone(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.type("aged care")
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_be_visible()
    page.goto(page.url)
    page.keyboard.press("j")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("mark.passage").first).to_be_visible()
    # A page that is still loading may take the focus back.
    page.wait_for_load_state()
    page.get_by_role("link", name="Cite", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#cite")
    expect(page.locator("#cite pre").first).to_contain_text("House Hansard")
