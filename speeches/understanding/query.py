"""The one function that says what a query means, and the chips that show it to the reader."""

import datetime
import re
from dataclasses import dataclass, replace

from rag.text.language import detect_language
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.roster import roster
from speeches.understanding.bills import BillNamed, bill_index, bills_named
from speeches.understanding.days import days_named
from speeches.understanding.intents import BY_NAME, Intent, choose_intent
from speeches.understanding.names import names_a_speaker, parliament_named, parties_named, place_named

_SESSION = re.compile(r"\b(?P<number>[2-5]\d)-(?P<part>[1-4])\b")
_PARLIAMENT = re.compile(
    r"\b(?P<number>\d{2})(?:st|nd|rd|th|e)\s+(?:Parliament|législature)"
    r"(?:,?\s+(?P<part>1|2|3)(?:st|nd|rd|re|e)\s+session)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Chip:
    """A thing that was understood, as a reader sees it; without its `kind` the query is read anew."""

    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Query:
    """What a query means. Keys are the record's; what it does not name is empty."""

    text: str
    language: str
    intent: Intent
    bills: tuple[BillNamed, ...] = ()
    session: str = ""
    parliament: str = ""
    # The parliaments that it is about: that one, or all that are shown.
    view: frozenset[str] = frozenset()
    parties: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
    first: datetime.date | None = None
    last: datetime.date | None = None
    chips: tuple[Chip, ...] = ()
    # A follow-up's own words, where the vote is the one asked about before: "And who voted for it?"
    side_of: str = ""
    # The id of the bill, where only one can be meant.
    bill_key: str = ""
    # Whether it is about what a member said or did.
    speaker: bool = False

    @property
    def source_types(self) -> tuple[str, ...]:
        """The kinds of record to search: single ballots only where a member, or a party, is asked about."""
        left_out = set() if self.speaker else {"vote_member"}
        left_out |= set() if self.parties else {"vote_party"}
        return tuple(kind for kind in self.intent.source_types if kind not in left_out)

    @property
    def bill_rows(self) -> tuple[int, ...]:
        """The bills of the record that are meant, in the session that is named."""
        return tuple(row for bill in self.bills for row in bill.rows)


def understand_query(
    text: str, version: int | None, without: frozenset[str] = frozenset(), parliament: str = ""
) -> Query:
    """What a query means, by rules and from the database; a few milliseconds. `without` kinds are left out.

    `parliament` is the one that it is asked in, unless it names another: no party and no bill of another is meant.
    """
    known, people = catalogue(version), roster(version)
    text = " ".join(text.split())
    bills = () if "bill" in without else tuple(bills_named(text, bill_index(version)))
    parliament = parliament_named(text, known) or parliament
    view = _in_view(parliament, known)
    parties = tuple(key for key in parties_named(text, known) if known.parties[key].parliament_id in view)
    speaker = names_a_speaker(text, people)
    intent = choose_intent(text, bills=bills, parties=parties, speaker=speaker)
    if "intent" in without:
        intent = BY_NAME["hansard_focused"]
    session = "" if "session" in without else _session(text)
    days = None if "date" in without else days_named(text)
    bills = _of_parliament(_of_session(bills, session, version), parliament, known, version)
    rows = [row for bill in bills for row in bill.rows]
    query = Query(
        text=text,
        language=detect_language(text),
        intent=intent,
        speaker=speaker,
        bills=bills,
        bill_key=bill_index(version).keys[rows[0]] if len(rows) == 1 else "",
        session=session,
        parliament=parliament,
        view=view,
        parties=parties,
        states=place_named(text, known.spellings["state"]),
        first=days[0] if days else None,
        last=days[1] if days else None,
    )
    return with_chips(query)


def _session(text: str) -> str:
    if found := _PARLIAMENT.search(text):
        return f"{found['number']}-{found['part']}" if found["part"] else found["number"]
    found = _SESSION.search(text)
    return f"{found['number']}-{found['part']}" if found else ""


def _in_view(parliament: str, known: Catalogue) -> frozenset[str]:
    """The parliaments that a query is about: the one that it is asked in, else all that are shown."""
    return frozenset({parliament}) if parliament else known.shown


def _of_parliament(
    bills: tuple[BillNamed, ...], parliament: str, known: Catalogue, version: int | None
) -> tuple[BillNamed, ...]:
    """The bills with those of other parliaments than the ones in view left out."""
    keys, begins = bill_index(version).keys, tuple(f"{code}-" for code in _in_view(parliament, known))
    return tuple(replace(bill, rows=tuple(row for row in bill.rows if keys[row].startswith(begins))) for bill in bills)


def _of_session(bills: tuple[BillNamed, ...], session: str, version: int | None) -> tuple[BillNamed, ...]:
    """The bills with those of another session than the named one left out, if any is of it."""
    if not session:
        return bills
    sessions = bill_index(version).sessions
    kept = []
    for bill in bills:
        rows = tuple(row for row in bill.rows if sessions[row] == session or sessions[row].startswith(f"{session}-"))
        kept.append(BillNamed(bill.number, bill.start, bill.end, rows or bill.rows))
    return tuple(kept)


def with_chips(query: Query) -> Query:
    """The query with a chip for each thing that was understood."""
    chips = [Chip("bill", bill.label) for bill in query.bills]
    if query.intent.name != "hansard_focused":
        chips.append(Chip("intent", query.intent.label))
    if query.session:
        chips.append(Chip("session", f"session {query.session}"))
    if query.first and query.last:
        chips.append(Chip("date", _span(query.first, query.last)))
    return replace(query, chips=tuple(chips))


def _span(first: datetime.date, last: datetime.date) -> str:
    if first == last:
        return f"{first.day} {first:%B %Y}"
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31) and first.year == last.year:
        return str(first.year)
    return f"{first:%B %Y}"
