"""Where each parliament publishes its record. The addresses are settings, for they change more often than programs."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from django.conf import settings

from speeches.models import Session

# Weekends without a sitting are not asked for; a sitting on one is named with --from and --to on that very day.
_WORKDAYS = range(5)


@dataclass(frozen=True, slots=True)
class Page:
    """An address to look at. On an index page, `links` is the pattern of the address of the file itself.

    Numbered pages have no day: they end when several in a row are missing.
    """

    url: str
    day: datetime.date | None = None
    links: re.Pattern[str] | None = None

    def file_in(self, content: str) -> str:
        """The address of the file that an index page links to; "" where it links to none."""
        found = self.links.search(content) if self.links else None
        return urljoin(self.url, found[1].replace("&amp;", "&")) if found else ""


_AUSTRALIAN_FILE = re.compile(r'href="([^"]*(?:toc_unixml|fileType=text(?:%2F|/)xml)[^"]*)"', re.IGNORECASE)


def pages(country: str, first: datetime.date, last: datetime.date, session: Session | None) -> Iterator[Page]:
    """The addresses of a parliament's record for some days, oldest first."""
    if country == "ca":
        yield from _numbered(session)
        return
    for day in _days(first, last):
        if country == "au":
            for collection in ("hansardr", "hansards"):
                url = settings.FETCH_AU_URL.format(date=day.isoformat(), collection=collection)
                yield Page(url, day, _AUSTRALIAN_FILE)
        else:
            yield Page(settings.FETCH_NZ_URL.format(date=day.isoformat(), day=f"{day:%Y%m%d}"), day)


def _days(first: datetime.date, last: datetime.date) -> Iterator[datetime.date]:
    for number in range((last - first).days + 1):
        day = first + datetime.timedelta(days=number)
        if day.weekday() in _WORKDAYS or first == last:
            yield day


def _numbered(session: Session | None) -> Iterator[Page]:
    """Canada counts its sittings through a session, in both languages."""
    if session is None:
        return
    for number in range(1, 1000):
        for language in ("E", "F"):
            url = settings.FETCH_CA_URL.format(
                parliament=session.number, session=session.part, number=f"{number:03d}", language=language
            )
            yield Page(url)
