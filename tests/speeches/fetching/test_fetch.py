"""A parliament's site, simulated over real HTTP: missing days, half files, corrections, failures."""

import datetime
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from speeches.fetching.fetch import Step, fetch_hansard
from speeches.models import Fetched, Parliament, Session, Sitting, Speech
from speeches.reading.coverage import coverage

pytestmark = pytest.mark.django_db
DAY = datetime.date(2021, 10, 21)


class Site:
    """A simulated site: its files by path, the requests it got, and the paths that break off, refuse or are slow."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[tuple[str, str]] = []
        self.break_off: set[str] = set()
        self.refuse_first: dict[str, int] = {}
        self.slow: set[str] = set()
        self.url = ""

    def etag(self, path: str) -> str:
        return f'"{hash(self.files[path])}"'


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, self.headers.get("If-None-Match", "")))
            if site.refuse_first.get(self.path, 0):
                site.refuse_first[self.path] -= 1
                self.send_error(503)
                return
            if self.path not in site.files:
                self.send_error(404)
                return
            if self.headers.get("If-None-Match") == site.etag(self.path):
                self.send_response(304)
                self.end_headers()
                return
            if self.path in site.slow:
                time.sleep(0.8)
            body = site.files[self.path]
            self.send_response(200)
            self.send_header("ETag", site.etag(self.path))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if self.path in site.break_off else body)

        def log_message(self, *arguments: Any) -> None:
            pass

    return Handler


@pytest.fixture
def site(settings: Any) -> Iterator[Site]:
    played = Site()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(played))
    played.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    settings.FETCH_PAUSE_SECONDS = 0
    settings.FETCH_TIMEOUT_SECONDS = 1
    settings.FETCH_URLS = {
        "au": played.url + "/au/{collection}/{date}",
        "ca": played.url + "/ca/{parliament}{session}/{number}-{language}.XML",
        "nz": played.url + "/nz/{day}",
    }
    yield played
    server.shutdown()
    server.server_close()


@pytest.fixture
def house(site: Site, whole_day: bytes, empty_record: None) -> Site:
    """One day of the Australian House, behind its index page."""
    site.files["/au/hansardr/2021-10-21"] = b'<a href="/file?x=1&amp;fileType=text%2Fxml">XML</a>'
    site.files["/file?x=1&fileType=text%2Fxml"] = whole_day
    return site


def fetch(country: str = "au", first: datetime.date = DAY, last: datetime.date = DAY) -> list[Step]:
    session = Session.objects.get_or_create(parliament_id="ca", number=42, part=1)[0] if country == "ca" else None
    return list(fetch_hansard(Parliament.objects.get(pk=country), first, last, session))


def outcomes(steps: list[Step]) -> list[str]:
    return [step.outcome for step in steps]


def test_a_day_is_taken_once(house: Site) -> None:
    assert outcomes(fetch()) == ["ingested", "missing"]
    assert Speech.objects.count() > 100
    house.asked.clear()
    assert outcomes(fetch()) == ["unchanged", "missing"]
    assert [etag != "" for path, etag in house.asked if path.startswith("/file")] == [True]


def test_a_corrected_day_replaces_what_was_there(house: Site) -> None:
    fetch()
    path = "/file?x=1&fileType=text%2Fxml"
    words = Speech.objects.filter(kind="speech").order_by("-word_count").values_list("text", flat=True)[0][:40]
    assert words.encode() in house.files[path]
    house.files[path] = house.files[path].replace(words.encode(), b"CORRECTED " + words.encode())
    assert outcomes(fetch()) == ["ingested", "missing"]
    assert Speech.objects.filter(text__contains="CORRECTED").exists()
    assert Sitting.objects.count() <= 2


def test_half_a_file_is_no_day_and_is_asked_for_again(house: Site) -> None:
    path = "/file?x=1&fileType=text%2Fxml"
    house.break_off.add(path)
    steps = fetch()
    assert outcomes(steps) == ["failed", "missing"]
    assert not Speech.objects.exists()
    house.break_off.clear()
    assert outcomes(fetch()) == ["ingested", "missing"]


def test_a_file_that_ends_in_the_middle_is_no_day_either(house: Site) -> None:
    path = "/file?x=1&fileType=text%2Fxml"
    house.files[path] = house.files[path][:500_000]
    (step, _) = fetch()
    assert step.outcome == "failed"
    assert "not a complete XML file" in step.reason
    assert not Speech.objects.exists()


def test_a_site_that_stumbles_is_asked_again_and_a_dead_one_given_up(house: Site) -> None:
    house.refuse_first["/au/hansardr/2021-10-21"] = 2
    assert outcomes(fetch()) == ["ingested", "missing"]
    house.refuse_first["/au/hansards/2021-10-21"] = 3
    steps = fetch()
    assert outcomes(steps) == ["unchanged", "failed"]
    assert "503" in steps[1].reason


def test_a_site_that_is_down_is_not_asked_for_everything(house: Site) -> None:
    last = DAY + datetime.timedelta(days=60)
    for day in range(61):
        for collection in ("hansardr", "hansards"):
            house.refuse_first[f"/au/{collection}/{DAY + datetime.timedelta(days=day)}"] = 99
    assert outcomes(fetch(last=last)) == ["failed"] * 10


def test_a_slow_answer_is_not_waited_for_forever(house: Site, settings: Any) -> None:
    settings.FETCH_TIMEOUT_SECONDS = 0.3
    house.slow.add("/file?x=1&fileType=text%2Fxml")
    assert outcomes(fetch())[0] == "failed"


def test_a_day_without_a_sitting_is_no_error_and_weekends_are_not_asked_for(site: Site, empty_record: None) -> None:
    saturday = datetime.date(2021, 10, 23)
    steps = fetch(first=DAY, last=saturday)
    assert outcomes(steps) == ["missing"] * 4
    assert not any("2021-10-23" in path for path, _ in site.asked)
    assert set(Fetched.objects.values_list("status", flat=True)) == {"missing"}


def test_canada_counts_its_sittings_in_two_languages(site: Site, shared: Path, empty_record: None) -> None:
    for letter, language in (("E", "en"), ("F", "fr")):
        site.files[f"/ca/421/002-{letter}.XML"] = (shared / f"data/ca/hansard/42-1-2-{language}.xml").read_bytes()
    day = datetime.date(2015, 12, 4)
    steps = fetch("ca", day, day)
    assert outcomes(steps) == ["missing", "missing", "ingested", "ingested", *["missing"] * 6]
    assert sorted(Sitting.objects.values_list("language", flat=True)) == ["en", "fr"]
    # Earlier days are known by now, so the site is not asked for them again.
    site.asked.clear()
    later = datetime.date(2016, 1, 5)
    assert outcomes(fetch("ca", later, later))[0] == "missing"
    assert not any("002-" in path for path, _ in site.asked)


def test_a_page_of_new_zealand(site: Site, shared: Path, empty_record: None) -> None:
    site.files["/nz/20070516"] = (shared / "data/nz/html/06_2007-05-16.html").read_bytes()
    day = datetime.date(2007, 5, 16)
    assert outcomes(fetch("nz", day, day)) == ["ingested"]
    (covered,) = coverage(["nz"])
    assert (covered.chamber.parliament_id, covered.sittings, covered.first) == ("nz", 1, day)
    assert covered.last_checked is not None


def test_the_command(house: Site, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--country", "au", "--from", "2021-10-21", "--to", "2021-10-21", "--no-embed"]
    call_command("fetch_hansard", *arguments)
    assert "1 ingested, 1 missing" in capsys.readouterr().out
    house.refuse_first["/au/hansardr/2021-10-21"] = 3
    with pytest.raises(CommandError, match="1 could not be fetched"):
        call_command("fetch_hansard", *arguments)
    with pytest.raises(CommandError, match="swap them"):
        call_command("fetch_hansard", "--country", "au", "--from", "2021-10-22", "--to", "2021-10-21")
