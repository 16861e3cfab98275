"""Builds the addresses of a parliament's record from the templates in its frame or in the settings."""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin

from django.conf import settings

from speeches.formats.frame import frame_of
from speeches.models import Session

# Weekends are skipped. To fetch a sitting on a weekend, name that very day with both --from and --to.
_WORKDAYS = range(5)


@dataclass(frozen=True, slots=True)
class Page:
    """An address to fetch. On an index page, `links` is the pattern of the file's own address. The last match counts,
    because later editions of a day stand below earlier ones.

    Numbered pages have no day: they end when several in a row are missing.
    """

    url: str
    day: datetime.date | None = None
    links: re.Pattern[str] | None = None

    def file_in(self, content: str) -> str:
        """The address of the file that an index page links to, or "" if it links to none."""
        found = self.links.findall(content) if self.links else []
        return urljoin(self.url, found[-1].replace("&amp;", "&")) if found else ""


def pages(country: str, first: datetime.date, last: datetime.date, session: Session | None) -> Iterator[Page]:
    """The addresses of a parliament's record for some days, oldest first. Yields none if its frame names no source."""
    source = frame_of(country).fetching
    if source is None:
        return
    address = settings.FETCH_URLS.get(country, source.address)
    if source.numbered:
        yield from _number_pages(address, source.variants, session)
        return
    for day in _days(first, last):
        for variant in source.variants:
            links = source.links.replace("{date}", day.isoformat())
            for name, value in variant.items():
                links = links.replace(f"{{{name}}}", value)
            pattern = re.compile(links, re.IGNORECASE) if links else None
            yield Page(address.format(date=day.isoformat(), day=f"{day:%Y%m%d}", **variant), day, pattern)


def _days(first: datetime.date, last: datetime.date) -> Iterator[datetime.date]:
    for number in range((last - first).days + 1):
        day = first + datetime.timedelta(days=number)
        if day.weekday() in _WORKDAYS or first == last:
            yield day


def _number_pages(address: str, variants: Sequence[Mapping[str, str]], session: Session | None) -> Iterator[Page]:
    """The sittings of a session by their numbers."""
    if session is None:
        return
    for number in range(1, 1000):
        for variant in variants:
            yield Page(
                address.format(parliament=session.number, session=session.part, number=f"{number:03d}", **variant)
            )
