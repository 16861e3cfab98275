"""The pages in a real browser: passages are found, opened and marked, on laptop and phone, with and without scripts."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

# `record` puts these before the tests that commit, because those empty the database at their end.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def test_from_the_front_page_to_the_passage_in_its_debate(site: str, page: Page) -> None:
    page.goto(site)
    page.locator("#q").fill("childcare fees")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("listitem").filter(has_text="Amanda Rishworth").first).to_be_visible()
    assert "q=childcare" in page.url
    page.get_by_role("link", name="Read in context").first.click()
    passage = page.locator("mark.passage").first
    expect(passage).to_be_visible()
    expect(passage).to_be_in_viewport()
    expect(page.get_by_role("heading", level=1)).to_have_text("Child Care")


def test_a_facet_narrows_and_the_url_keeps_it(site: str, page: Page) -> None:
    page.goto(f"{site}/?q=housing")
    expect(page.locator(".hit abbr").first).to_have_text("LP")
    page.get_by_label("Among these passages").get_by_role("link", name="Australian Labor Party").click()
    expect(page.locator(".hit abbr").first).to_have_text("ALP")
    page.reload()
    assert set(page.locator(".hit abbr").all_text_contents()) == {"ALP"}


def test_the_back_button_brings_the_earlier_results_back(site: str, page: Page) -> None:
    page.goto(f"{site}/?q=childcare+fees")
    page.locator("#q").fill("religious discrimination")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".hit").first).to_contain_text("discrimination")
    page.go_back()
    expect(page.locator(".hit").first).to_contain_text("childcare")


def test_an_error_is_shown_in_place(site: str, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(site)
    page.locator("#q").fill("a")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("alert")).to_contain_text("at least 2 characters")


def test_it_works_by_keyboard(site: str, page: Page) -> None:
    page.goto(site)
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("aged care")
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_be_visible()


def test_it_works_without_scripts(site: str, browser: Browser) -> None:
    window = browser.new_context(java_script_enabled=False)
    page = window.new_page()
    page.goto(site)
    page.locator("#q").fill("childcare fees")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".hit").first).to_be_visible()
    page.get_by_role("link", name="Read in context").first.click()
    expect(page.locator("mark.passage").first).to_be_visible()
    window.close()


@pytest.mark.parametrize("path", ["/", "/?q=childcare+fees", "/?q=%22no+such+phrase%22", "/speeches/HWA-2021-10-26-1"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_never_scrolls_sideways(site: str, browser: Browser, path: str, scheme: str) -> None:
    window = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)  # type: ignore[arg-type]
    page = window.new_page()
    page.goto(site + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    window.close()


def test_the_party_mark_has_its_colour_and_the_serif_is_ours(site: str, page: Page) -> None:
    page.goto(f"{site}/?q=childcare+fees")
    mark = page.locator(".party-mark[data-colour]").first
    expect(mark).to_have_css("background-color", "rgb(200, 16, 46)")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('16px \"Source Serif\"')")
