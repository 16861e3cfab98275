"""Takes a parliament's days from its own site into the record."""

import datetime
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from speeches.fetching.client import Answer, FetchError, PoliteClient
from speeches.fetching.sources import Page, pages
from speeches.formats.detect import parse
from speeches.formats.records import FormatError
from speeches.ingestion.ingest import ingest_content
from speeches.models import Fetched, Parliament, Session

# When this many numbers in a row are missing, the session is over or its latest sitting is not printed yet.
_GAP = 6
# When this many answers in a row fail, the site is down. The next run asks again.
_DOWN = 10


@dataclass(frozen=True, slots=True)
class Step:
    """The outcome for one address: `ingested`, `unchanged`, `missing`, `outside` the days asked for, or `failed`."""

    url: str
    outcome: str
    reason: str = ""
    speeches: int = 0


def fetch_hansard(
    parliament: Parliament, first: datetime.date, last: datetime.date, session: Session | None = None
) -> Iterator[Step]:
    """Takes what is new or corrected between two days and yields each step. May be stopped and restarted at any
    time."""
    missing = failed = 0
    days = dict(Fetched.objects.filter(parliament=parliament).values_list("url", "date"))
    with PoliteClient() as client:
        for page in pages(parliament.pk, first, last, session):
            day = days.get(page.url)
            if page.day is None and day is not None and day < first:
                missing = 0  # Seen before, and too early.
                continue
            step = _fetch(page, parliament, first, last, client)
            missing = missing + 1 if step.outcome == "missing" else 0
            failed = failed + 1 if step.outcome == "failed" else 0
            yield step
            if failed >= _DOWN:
                return
            past = page.day is None and step.outcome == "outside" and _date(step.url, first) > last
            if page.day is None and (missing >= _GAP or past):
                return


def latest_session(parliament: Parliament) -> Session | None:
    """The latest session of a parliament."""
    return Session.objects.filter(parliament=parliament).order_by("-number", "-part").first()


def _date(url: str, otherwise: datetime.date) -> datetime.date:
    known = Fetched.objects.filter(pk=url).values_list("date", flat=True).first()
    return known or otherwise


def _fetch(page: Page, parliament: Parliament, first: datetime.date, last: datetime.date, client: PoliteClient) -> Step:
    url = page.url
    try:
        if page.links is not None:
            index = client.get(page.url)
            url = page.file_in((index.content or b"").decode("utf-8", "replace"))
            if not url:
                return _keep(page.url, parliament, Fetched.Status.MISSING, "missing")
        known = Fetched.objects.filter(pk=url).first()
        answer = client.get(url, known.etag if known else "", known.modified if known else "")
    except FetchError as error:
        # The row stays, without its etag and digest, so that the next run asks for the whole file again.
        return _keep(url, parliament, Fetched.Status.FAILED, "failed", str(error), forget=True)
    if answer.missing:
        return _keep(url, parliament, Fetched.Status.MISSING, "missing")
    if answer.content is None or (known and known.digest == _digest(answer.content)):
        Fetched.objects.get(pk=url).save()
        inside = known is not None and known.date is not None and first <= known.date <= last
        return Step(url, "unchanged" if inside or page.day else "outside")
    return _take(url, answer, parliament, first, last)


def _take(url: str, answer: Answer, parliament: Parliament, first: datetime.date, last: datetime.date) -> Step:
    assert answer.content is not None
    try:
        days = [sitting.date for sitting in parse(answer.content, url).sittings]
    except FormatError as error:
        return _keep(url, parliament, Fetched.Status.FAILED, "failed", str(error), forget=True)
    day = min(days, default=None)
    if day is None or not first <= day <= last:
        # Outside the days asked for. It is fetched again when its day is asked for.
        return _keep(url, parliament, Fetched.Status.MISSING, "outside", date=day, forget=True)
    # The site has the last word: a correction replaces what the record holds.
    summary = ingest_content(answer.content, url.rsplit("/", 1)[-1], update=True)
    if summary.errors:
        reasons = "; ".join(error.reason for error in summary.errors)
        return _keep(url, parliament, Fetched.Status.FAILED, "failed", reasons, date=day, forget=True)
    step = _keep(url, parliament, Fetched.Status.INGESTED, "ingested", date=day, answer=answer)
    return Step(url, step.outcome, "", summary.speeches_processed)


def _keep(
    url: str,
    parliament: Parliament,
    status: Fetched.Status,
    outcome: str,
    reason: str = "",
    *,
    date: datetime.date | None = None,
    answer: Answer | None = None,
    forget: bool = False,
) -> Step:
    values: dict[str, object] = {"parliament": parliament, "status": status, "reason": reason[:2000]}
    if date is not None:
        values["date"] = date
    if answer is not None and answer.content is not None:
        values |= {"etag": answer.etag[:250], "modified": answer.modified[:100], "digest": _digest(answer.content)}
    elif forget:
        values |= {"etag": "", "modified": "", "digest": ""}
    Fetched.objects.update_or_create(url=url[:500], defaults=values)
    return Step(url, outcome, reason)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
