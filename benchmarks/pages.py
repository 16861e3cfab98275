"""Times the first byte of pages and endpoints over HTTP, on 200,000 chunks, and measures their size."""

import time
from collections.abc import Sequence
from urllib.parse import quote_plus

import httpx

from benchmarks import corpus
from benchmarks.serving import serve
from benchmarks.table import median, p95, print_table
from speeches.models import Division, Politician, Sitting, Speech

_SIZE, _ROUNDS = 200_000, 20


def run() -> None:
    """Serves the record with the ASGI server, fetches each page in turns, and prints medians."""
    corpus.build(_SIZE)
    asked = corpus.questions()
    with serve() as site:
        print_table(
            f"{_SIZE:,} chunks, first byte in milliseconds", ("page", "median", "p95", "kB"), _rows(site, asked)
        )


def _rows(site: str, asked: Sequence[str]) -> list[tuple[str, float, float, float]]:
    taken: dict[str, list[float]] = {}
    weights: dict[str, int] = {}
    with httpx.Client(base_url=site, headers={"Accept-Encoding": "gzip"}) as client:
        for number in range(_ROUNDS + 1):
            for name, path in _pages(asked[number % len(asked)]).items():
                started = time.perf_counter()
                with client.stream("GET", path) as response:
                    first = (time.perf_counter() - started) * 1000
                    weights[name] = sum(len(part) for part in response.iter_raw())
                    assert response.status_code == 200, (path, response.status_code)
                # The first round fills the caches of a freshly started process.
                if number:
                    taken.setdefault(name, []).append(first)
    return [(name, median(values), p95(values), weights[name] / 1000) for name, values in taken.items()]


def _pages(question: str) -> dict[str, str]:
    speech = Speech.objects.order_by("-word_count").first()
    member = Politician.objects.filter(speeches__isnull=False).order_by("name").first()
    sitting = Sitting.objects.select_related("chamber").order_by("-date").first()
    division = Division.objects.select_related("sitting__chamber").first()
    assert speech and member and sitting
    pages = {
        "search, a question": f"/?q={quote_plus(question)}",
        "search by API": f"/api/v1/search?q={quote_plus(question)}",
        "front page": "/",
        "speech, the longest": speech.get_absolute_url(),
        "similar to it": f"/similar/{speech.pk}",
        "politician": member.get_absolute_url(),
        "politicians": "/politicians/",
        "day": sitting.get_absolute_url(),
        "speeches by API": "/api/v1/speeches?limit=20",
    }
    return pages | ({"division": division.get_absolute_url()} if division else {})
