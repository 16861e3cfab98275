"""The session that a question names: "session 41-2", "the 44th Parliament". It stands for its days."""

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rag.language.tokens import Word
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import Record

# The first and the last day of each session, by parliament and code.
Sessions = Mapping[tuple[str, str], tuple[datetime.date, datetime.date]]

# The forms of a session's name.
_SESSION = re.compile(
    r"\b(?:(?P<code>[2-5]\d-[1-4])|session\s+(?P<own>\d{1,2}(?:-\d)?)|(?P<number>\d{2})(?:st|nd|rd|th|e)\s+(?:Parliament|législature)"
    r"(?:,?\s+(?P<part>[1-3])(?:st|nd|rd|re|e)\s+session)?)\b",
    re.IGNORECASE,
)


def session_in(text: str) -> str:
    """The code of the session that a text names, or the number that all sessions of a parliament share; else "".

    >>> session_in("bills of the 41st Parliament, 2nd session"), session_in("who led the 47th Parliament?")
    ('41-2', '47')
    """
    found = _SESSION.search(text)
    if not found:
        return ""
    return found["code"] or found["own"] or (f"{found['number']}-{found['part']}" if found["part"] else found["number"])


def words_outside_session(text: str, words: Sequence[Word]) -> list[Word]:
    """The words of a question that do not name a session."""
    named = _SESSION.search(text)
    return [word for word in words if not (named and named.start() <= word.start < named.end())]


def with_session(text: str, slots: Sequence[Slot], view: Iterable[str], sessions: Sessions) -> tuple[Slot, ...]:
    """The slots, without a day that is the name of a session: "41-2". "The 12th Parliament" is a date that nobody can
    tell if no parliament in view has it; one of which no sessions are on record may have had it."""
    named, code = _SESSION.search(text), session_in(text)
    if named is None:
        return tuple(slots)
    known, seen = {parliament for parliament, _ in sessions}, list(view)
    absent = all(one in known and (one, code) not in sessions for one in seen)
    unknown = bool(named["number"] and seen) and absent
    others = (one for one in slots if one.name != "date" or one.start >= named.end() or one.end <= named.start())
    return *others, *([Slot("date", named.group(), *named.span())] if unknown else [])


def days_of_session(reading: Reading, record: Record) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and the last day of the session that a question names. None if no parliament in view has it, or
    several, whose sessions of one number are of different days."""
    sessions = record.known.sessions
    days = [own for code in reading.view if (own := sessions.get((code, reading.session)))]
    return days[0] if len(days) == 1 else (None, None)


def keep_bills_of_session(reading: Reading, record: Record) -> Reading:
    """The reading, without bills of sessions other than the one named, unless all are."""
    if not reading.session:
        return reading
    sessions = record.bills.sessions

    def own(slot: Slot) -> Slot:
        if slot.name != "bill":
            return slot
        keys = tuple(key for key in slot.keys if f"{sessions[key]}-".startswith(f"{reading.session}-"))
        return replace(slot, keys=keys or slot.keys)

    return replace(reading, slots=tuple(map(own, reading.slots)))
