"""Every page passes axe, wide and light as well as narrow and dark; none is heavy or scrolls sideways."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

PAGES = (
    "/", "/?q=childcare+fees", "/?q=childcare&party=ALP", "/?q=a", '/?q="no such words anywhere"', "/chat", "/verify",
    "/verify?quote=childcare+fees+are+out+of+control", "/sittings/?year=2021", "/sittings/2021-10-26/au-house",
    "/politicians/", "/politicians/amanda-rishworth", "/parties/", "/parties/au/ALP", "/divisions/",
    "/debates/au-house-2021-10-26-3", "/trends?q=childcare", "/subjects/",
    "/subjects/children", "/glossary",
    "/compare?q=climate+change&of=Australian+Labor+Party&of=Liberal+Party+of+Australia",
    "/accounts/login/", "/accounts/signup/", "/nothing/here",
)  # fmt: skip
_HEAVIEST = 150_000
# The page of a whole day has some 100,000 words.
_DAY, _HEAVIEST_DAY = "/sittings/2021-10-26/au-house", 350_000
# Each size and each scheme once, because contrast does not depend on size, nor layout on the scheme.
_VIEWS = (("light", 1280), ("dark", 390))

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture(params=_VIEWS, ids=lambda view: f"{view[0]}-{view[1]}")
def viewed(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    scheme, width = request.param
    window = browser.new_context(viewport={"width": width, "height": 850}, color_scheme=scheme)
    yield window.new_page()
    window.close()


def test_nobody_is_kept_out(site: str, viewed: Page) -> None:
    found: dict[str, Any] = {}
    for path in [*PAGES, *dug_up(viewed, site)]:
        # The page of a speech loads similar speeches afterwards.
        viewed.goto(site + path, wait_until="networkidle" if path.startswith("/speeches/") else "load")
        results = Axe().run(viewed)
        if results.violations_count:
            found[path] = [
                (one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in results.response["violations"]
            ]
        if viewed.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            found[f"{path} scrolls sideways"] = True
    assert found == {}


def test_pages_are_light(site: str, page: Page) -> None:
    weights: dict[str, int] = {"now": 0}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.loadingFinished", lambda told: weights.update(now=weights["now"] + int(told["encodedDataLength"]))
    )
    for path in [*PAGES[:2], "/politicians/amanda-rishworth", _DAY, *dug_up(page, site)]:
        session.send("Network.clearBrowserCache")
        weights["now"] = 0
        page.goto(site + path, wait_until="networkidle")
        weights[path] = weights["now"]
    del weights["now"]
    heavy = {
        path: weight for path, weight in weights.items() if weight > (_HEAVIEST_DAY if path == _DAY else _HEAVIEST)
    }
    assert heavy == {}


def dug_up(page: Page, site: str) -> list[str]:
    """Addresses that depend on the record: a speech with its passage, a division, and the similar speeches."""
    page.goto(f"{site}/?q=childcare+fees")
    speech = page.locator(".hit .links a").first.get_attribute("href") or ""
    page.goto(f"{site}/divisions/")
    division = page.locator(".votes-held a").first.get_attribute("href") or ""
    return [speech, division, speech.split("?")[0].replace("/speeches/", "/similar/")]
