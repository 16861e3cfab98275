"""In Chromium an owner signs in, asks, sees the section marked on its page, and uploads; other schemes stay closed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from guardian.access import work_scope
from guardian.models import Membership, Role, Scheme
from tests.guardian.conftest import HARBOUR, MEADOW, upload_bylaw
from tests.pdfs import make_pdf
from tests.people import PASSWORD, create_person

pytestmark = pytest.mark.slow

# Milliseconds: the first answer on a new machine waits until the models are exported.
_FIRST_ANSWER = 300_000


@pytest.fixture(scope="module")
def schemes(real_days: tuple[str, ...], django_db_blocker: Any) -> Iterator[None]:
    """Two schemes with an owner each, committed for the server to see, and deleted at the end."""
    with django_db_blocker.unblock():
        for slug, name, lines, who in (
            ("harbour-house", "Harbour House", HARBOUR, "hanna"),
            ("meadow-house", "Meadow House", MEADOW, "milo"),
        ):
            scheme = Scheme.objects.create(slug=slug, name=name)
            upload_bylaw(scheme, make_pdf(lines), f"{slug}.pdf")
            user = create_person(who)
            with work_scope(scheme.pk):
                Membership.objects.create(scheme=scheme, user=user, role=Role.ADMIN)
    yield
    with django_db_blocker.unblock():
        for scheme in Scheme.objects.filter(slug__in=("harbour-house", "meadow-house")):
            with work_scope(scheme.pk):
                scheme.delete()


@pytest.fixture
def _served(record: tuple[str, ...], schemes: None) -> None:
    """The schemes and the record, because all pages share a server."""


def sign_in(page: Page, site: str, who: str) -> None:
    page.goto(f"{site}/schemes/")
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_label("Login").or_(page.get_by_label("Email")).first.fill(f"{who}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign In").click()
    page.wait_for_url("**/schemes/*-house/")


@pytest.mark.usefixtures("_served")
def test_each_owner_sees_the_own_rule_on_the_own_page(site: str, context: BrowserContext, page: Page) -> None:
    sign_in(page, site, "hanna")
    said = page.get_by_text("not legal advice")
    expect(said).to_have_count(1)
    expect(said).to_be_visible()
    page.get_by_label("Your question").fill("Can I keep a dog?")
    page.keyboard.press("Enter")
    answer = page.locator("#answers .answer")
    expect(answer).to_contain_text("An owner may keep one dog or one cat on the lot.", timeout=_FIRST_ANSWER)
    expect(answer.locator("mark").first).to_contain_text("one dog or one cat")
    expect(answer).to_contain_text("not legal advice")
    # The disclaimer stands once, by the answer, and not again below it.
    expect(page.locator("p.disclaimer")).to_be_hidden()
    picture = answer.locator(".page-picture img").first
    expect(picture).to_be_visible()
    page.wait_for_function("image => image.complete && image.naturalWidth > 500", arg=picture.element_handle())
    answer.get_by_role("link", name="Read in the bylaws").first.click()
    expect(page.locator("mark.passage").first).to_be_in_viewport()


@pytest.mark.usefixtures("_served")
def test_the_other_owner_sees_only_the_other(site: str, page: Page) -> None:
    sign_in(page, site, "milo")
    page.get_by_label("Your question").fill("Can I keep a dog?")
    page.keyboard.press("Enter")
    answer = page.locator("#answers .answer")
    expect(answer).to_contain_text("No animals of any kind may be kept in the meadow houses", timeout=_FIRST_ANSWER)
    expect(answer).not_to_contain_text("one dog or one cat")


@pytest.mark.usefixtures("_served")
def test_an_upload_is_seen_at_once(site: str, page: Page, tmp_path: Path) -> None:
    sign_in(page, site, "hanna")
    path = tmp_path / "new version.pdf"
    path.write_bytes(make_pdf([*HARBOUR, "**Bylaw 17 Moving**", "Moving needs two days' notice."]))
    page.get_by_text("Upload a document or a new version").click()
    page.get_by_label("Bylaws as PDF").set_input_files(path)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("#bylaws")).to_contain_text("new version.pdf")
    expect(page.locator("#bylaws [role=status]")).to_contain_text("Queued")
    expect(page.locator("#bylaws")).to_contain_text("In force")


@pytest.mark.usefixtures("_served")
@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways(site: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(page, site, "hanna")
    for path in ("/schemes/harbour-house/", "/schemes/harbour-house/members", "/accounts/password/reset/"):
        page.goto(f"{site}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
