"""The pages that answer and verify: in a browser, without scripts, and for people to whom they do not belong."""

from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

MELANOMA = "How often does melanoma kill an Australian, according to Jason Clare?"


def ask(page: Page, question: str) -> None:
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()


def test_a_question_is_answered_and_its_card_leads_to_the_passage(site: str, page: Page) -> None:
    page.goto(f"{site}/chat")
    ask(page, MELANOMA)
    answer = page.locator("#answers .answer")
    expect(answer).to_contain_text("every six hours")
    answer.locator("a.cite").last.click()
    card = answer.locator(".card").last
    expect(card).to_be_focused()
    expect(card.locator("mark").last).to_contain_text("every six hours")
    card.get_by_role("link", name="Open in context").click()
    expect(page.locator("mark.passage").first).to_be_in_viewport()


def test_a_conversation_goes_on_is_renamed_shared_rated_and_deleted(site: str, page: Page) -> None:
    page.goto(f"{site}/chat")
    ask(page, "What did Jason Clare say about melanoma?")
    expect(page.locator("#answers .answer")).to_have_count(1)
    ask(page, "What did he say about kangaroo racing?")
    second = page.locator("#answers .answer").nth(1)
    expect(second).to_contain_text("Not found in the provided records.")
    expect(second).to_contain_text("Understood as: Jason Clare")
    expect(second).to_contain_text("Related, but not an answer")
    expect(second.locator(".cite")).to_have_count(0)

    with page.expect_response("**/rate") as rated:
        second.get_by_role("button", name="Good answer").click()
    assert rated.value.status == 204
    page.reload()
    expect(page.locator("#answers .answer")).to_have_count(2)
    good = page.locator("#answers .answer").nth(1).get_by_role("button", name="Good answer")
    expect(good).to_have_attribute("aria-pressed", "true")

    page.get_by_label("Title").fill("On melanoma")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("On melanoma")
    page.locator("#answers .answer").first.get_by_role("link", name="Share this answer").click()
    expect(page.get_by_text("This page shows the answer as it was given.")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask the record")
    expect(page.get_by_text("On melanoma")).to_have_count(0)


def test_an_example_asks_itself(site: str, page: Page) -> None:
    page.goto(f"{site}/chat")
    page.locator(".examples button").first.click()
    expect(page.locator("#answers .answer")).to_have_count(1)
    assert "/chat/" in page.url


def test_it_works_without_scripts_on_a_phone(site: str, browser: Browser) -> None:
    window = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = window.new_page()
    page.goto(f"{site}/chat")
    ask(page, MELANOMA)
    expect(page.locator(".answer")).to_contain_text("every six hours")
    assert page.evaluate is not None
    expect(page.locator(".card").first).to_be_visible()
    ask(page, "x")
    expect(page.get_by_role("alert")).to_contain_text("Ask a question")
    window.close()


def test_nobody_sees_anothers_conversation(site: str, page: Page, browser: Browser) -> None:
    page.goto(f"{site}/chat")
    ask(page, MELANOMA)
    expect(page.locator("#answers .answer")).to_have_count(1)
    stranger = browser.new_context().new_page()
    for address in (page.url, f"{site}/chat/{uuid4()}"):
        answered = stranger.goto(address)
        assert answered is not None
        assert answered.status == 404
    stranger.context.close()


def test_markup_in_a_question_is_only_text(site: str, page: Page) -> None:
    page.goto(f"{site}/chat")
    ask(page, "<img src=x onerror=alert(1)> <script>alert(2)</script> say what?")
    expect(page.locator("#answers .question")).to_contain_text("<img src=x")
    assert page.locator("#answers img, #answers script").count() == 0


def test_a_quotation_is_verified_with_the_change_marked(site: str, page: Page) -> None:
    page.goto(f"{site}/verify")
    page.get_by_label("The quotation").fill("It kills one Australian every nine hours.")
    page.get_by_label("Claimed to be by").fill("Jason Clare")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Altered")
    row = page.locator(".changes tbody tr")
    expect(row.locator("ins")).to_have_text("six")
    expect(row.locator("del")).to_have_text("nine")
    expect(page.locator(".report")).to_contain_text("House Hansard, 1 Dec 2021")
    page.get_by_role("link", name="Read in context").first.click()
    expect(page.locator("mark.passage").first).to_contain_text("every six hours")


def test_a_quotation_too_short_is_told_so(site: str, context: BrowserContext) -> None:
    page = context.new_page()
    answered = page.goto(f"{site}/verify?quote=two+words")
    assert answered is not None
    assert answered.status == 422
    expect(page.get_by_role("alert")).to_contain_text("at least 3 words")
