"""An entry before it is written."""

import datetime
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.conf import settings

from rag.text.dates import format_date
from rag.text.spans import Span
from rag.text.split import Profile, split
from speeches.formats.bill_text import split_bill
from speeches.models import Entry, Parliament, SourceType

# Names may be as long as their tables allow. Keys must leave an address shorter than any column for it.
_KEY_LENGTH = 220


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the search should know about a record, in one language. Fields that end in `_id` are keys of other rows."""

    source_type: SourceType
    key: str
    record: int
    title: str
    text: str
    url: str
    language: str = "en"
    header: str = ""
    printed: bool = False
    told: str = ""
    date: datetime.date | None = None
    chamber_id: int | None = None
    politician_id: int | None = None
    party_id: int | None = None
    bill_id: int | None = None
    state: str = ""
    electorate: str = ""
    source_url: str = ""
    # Compared instead of the draft itself, for the many drafts that come from one record.
    marker: str = ""

    @property
    def id(self) -> str:
        """The entry's id: its kind, its key, and the language unless it is English."""
        own = f"{self.source_type}/{self.key}"
        return own if self.language == "en" else f"{own}/{self.language}"

    @property
    def source_hash(self) -> str:
        return hash_of(self.marker or repr(self))

    def entry(self, parliament: Parliament) -> Entry:
        """The draft as a row."""
        return Entry(
            id=self.id,
            source_type=self.source_type,
            key=self.key,
            record=str(self.record),
            language=self.language,
            parliament=parliament,
            chamber_id=self.chamber_id,
            politician_id=self.politician_id,
            party_id=self.party_id,
            bill_id=self.bill_id,
            date=self.date,
            state=self.state,
            electorate=self.electorate,
            title=self.title,
            header=self.header,
            text=self.text,
            printed=self.printed,
            told=self.told,
            url=self.url,
            source_url=self.source_url,
            source_hash=self.source_hash,
        )


def hash_of(told: str) -> str:
    return hashlib.sha256(told.encode()).hexdigest()


def chunk_spans(entry: Entry) -> Iterator[tuple[str, Span]]:
    """The chunks of an entry, each with its header. A printed text is split, a bill at its own divisions."""
    if not entry.printed:
        yield entry.header, Span(0, len(entry.text))
    elif entry.source_type == SourceType.BILL:
        for name, span in split_bill(entry.text, Profile(**settings.CHUNK_PROFILES["bills"])):
            yield " | ".join(filter(None, [entry.header, name])), span
    else:
        for span in split(entry.text, Profile(**settings.CHUNK_PROFILES["hansard"])):
            yield entry.header, span


def make_keys_unique(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts with keys that fit. A second draft with the same id gets a number after its key."""
    seen: dict[str, int] = {}
    for draft in drafts:
        if len(draft.key) > _KEY_LENGTH:
            draft = replace(draft, key=f"{draft.key[:_KEY_LENGTH]}-{hash_of(draft.key)[:10]}")
        count = seen[draft.id] = seen.get(draft.id, 0) + 1
        yield draft if count == 1 else replace(draft, key=f"{draft.key}-{count}")


def sentences(*parts: str) -> str:
    """The parts that are not empty, each as a sentence.

    >>> sentences("Vote on the bill", "", "Agreed to.")
    'Vote on the bill. Agreed to.'
    """
    told = (" ".join(part.split()) for part in parts)
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in told if part)


def days(start: datetime.date | None, end: datetime.date | None, language: str) -> str:
    """A period in words: "2 May 2011 – 4 August 2015". A side that is not known is left open."""
    shown = [format_date(day, language) if day else "" for day in (start, end)]
    return shown[0] if start == end else " – ".join(shown).strip()
