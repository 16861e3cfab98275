"""The session that a question names: "session 41-2", "the 44th Parliament". It stands for its days."""

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class NamedSession:
    """The name of a session at `[start, end)` of a question: its code ("41-2"), or the number that all sessions of a
    parliament share ("47")."""

    code: str
    start: int
    end: int
    is_of_a_parliament: bool = False


def find_session(text: str, view: Iterable[str], sessions: Sessions) -> NamedSession | None:
    """The session that a question names. Bare figures ("45-3") name one, on record or not, where any session is on
    record; elsewhere they are a result or a section."""
    are_known = not {parliament for parliament, _ in sessions}.isdisjoint(view)
    for found in _SESSION.finditer(text):
        if found["code"] and not are_known:
            continue
        number = found["number"]
        code = found["code"] or found["own"] or (f"{number}-{found['part']}" if found["part"] else number)
        return NamedSession(code, found.start(), found.end(), bool(number))
    return None


def words_beside(session: NamedSession | None, words: Sequence[Word]) -> list[Word]:
    """The words of a question that do not name its session."""
    return [word for word in words if not (session and session.start <= word.start < session.end)]


def with_session(
    text: str, session: NamedSession | None, slots: Sequence[Slot], view: Iterable[str], sessions: Sessions
) -> tuple[Slot, ...]:
    """The slots, without a day that is the name of a session: "41-2".

    If no parliament in view has "the 12th Parliament", that is an unknown day. One without sessions on record may have
    had it.
    """
    if session is None:
        return tuple(slots)
    known, seen = {parliament for parliament, _ in sessions}, list(view)
    absent = all(one in known and (one, session.code) not in sessions for one in seen)
    unknown = session.is_of_a_parliament and seen and absent
    others = (one for one in slots if one.name != "date" or one.start >= session.end or one.end <= session.start)
    words = text[session.start : session.end]
    return *others, *([Slot("date", words, session.start, session.end)] if unknown else [])


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
