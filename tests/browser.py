"""A pytest plugin for the pages: the site served for real, and Chromium to look at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

# A busy machine answers late; how late decides no test.
expect.set_options(timeout=30_000)

ROOT = Path(__file__).resolve().parent.parent
SERVING = ["--timeout-keep-alive=75", "--no-proxy-headers", "--log-level=warning"]
CHROMIUM_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip


def test_database_url() -> str:
    """The URL of the test database, for another process."""
    settings = connection.settings_dict
    return (
        f"postgresql://{settings['USER']}:{settings['PASSWORD']}@{settings['HOST']}:{settings['PORT']}"
        f"/{settings['NAME']}"
    )


test_database_url.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def site(real_days: tuple[str, ...]) -> Iterator[str]:
    """The address of the site, served by the ASGI server over the real days, with a page limit that no test reaches."""
    with serving({"DATABASE_URL": test_database_url(), "PAGES_PER_MINUTE": "100000"}) as address:
        yield address


@contextmanager
def serving(environment: Mapping[str, str]) -> Iterator[str]:
    """Serves the site from a process of its own while the block runs. Yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "hansard_site.asgi:application", f"--port={port}", *SERVING],
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"{address}/?q=warm+up", timeout=60).close()
            break
        except OSError:
            assert process.poll() is None, "The site ended by itself."
            assert time.monotonic() < deadline, "The site did not come up."
            time.sleep(0.2)
    try:
        yield address
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module only: while Playwright runs, its event loop stops the test client from working."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("REQUIRE_SHARED_DATA") == "1":
            pytest.fail("Chromium is not installed; .ci/run installs it.")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser window of a laptop's size."""
    window = browser.new_context(viewport={"width": 1280, "height": 900})
    yield window
    window.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails its test on any script error or refused resource."""
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield opened
    assert wrong == []
