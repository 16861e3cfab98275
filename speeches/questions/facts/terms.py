"""Who sat for a riding and when, as the record shows it."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Max, Min

from rag.text.dates import format_date
from speeches.models import ELECTION_TAKES, Parliament, Sitting, Term
from speeches.reading.offices import PERIOD, SEEN, SINCE

# A sentence tells at most so many holders of an office or a seat.
MOST_HOLDERS = 8


def merge_terms(terms: Iterable[Term]) -> list[Term]:
    """Merge the terms of each member (one for each chamber of a house), unless another's term lies between. Keeps the
    order."""
    held: list[Term] = []
    for term in terms:
        last = next((one for one in reversed(held) if one.politician_id == term.politician_id), None)
        after = held[held.index(last) + 1 :] if last else []
        if last and _is_same_seat(last, term) and not any(other.end > last.end for other in after):
            last.end, last.open = max(last.end, term.end), last.open or term.open
        else:
            held.append(term)
    return held


def _is_same_seat(one: Term, later: Term) -> bool:
    """Whether two terms of a member are of one seat, with nothing but an election between them."""
    same = (one.party_id, one.riding_id) == (later.party_id, later.riding_id)
    return same and later.start <= one.end + ELECTION_TAKES


def outside_the_record(parliament: Parliament, days: tuple[date, date]) -> bool:
    """Whether days lie outside the record. Within it, a member who did not speak may still have sat."""
    span = Sitting.objects.filter(chamber__parliament=parliament).aggregate(first=Min("date"), last=Max("date"))
    return span["first"] is None or days[1] < span["first"] or days[0] > span["last"]


def describe_term(term: Term, party: str, language: str) -> str:
    """A party and the days of a term: "Independent, 19 October 2021 to 3 August 2022".

    A term whose list names no end is told as "since" its start, "on record up to" the last day that the list or the
    record shows; one that no list names as "in the record" from the first day to the last on which it shows it.
    """
    if not term.open and (term.listed or term.start == term.end):
        return detail(party, term.start, term.end, language)
    days = (SINCE if term.open else SEEN)[language]
    told = days.format(first=format_date(term.start, language), last=format_date(term.end, language))
    return ", ".join(filter(None, [party, told]))


def detail(party: str, first: date, last: date, language: str) -> str:
    """ "Independent, 19 October 2021 to 3 August 2022": a party, and the days."""
    days = {"first": format_date(first, language), "last": format_date(last, language)}
    return ", ".join(filter(None, [party, days["first"] if first == last else PERIOD[language].format(**days)]))
