"""Whom the record shows sitting for a riding, and when."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Max, Min

from rag.text.dates import written
from speeches.models import Parliament, Sitting, Term

# So many holders of an office, or of a seat, a sentence holds.
MOST_HOLDERS = 8
_PERIOD = {"en": "{first} to {last}", "fr": "du {first} au {last}"}


def held_by(terms: Iterable[Term]) -> list[Term]:
    """Terms in order, a member's as one (there is one for each chamber of a house) unless another's lies between."""
    held: list[Term] = []
    for term in terms:
        last = next((one for one in reversed(held) if one.politician_id == term.politician_id), None)
        after = held[held.index(last) + 1 :] if last else []
        if last and last.party_id == term.party_id and not any(other.end > last.end for other in after):
            last.end = max(last.end, term.end)
        else:
            held.append(term)
    return held


def outside_the_record(parliament: Parliament, days: tuple[date, date]) -> bool:
    """Whether days lie outside the record: within it, a member who did not speak may still have sat."""
    span = Sitting.objects.filter(chamber__parliament=parliament).aggregate(first=Min("date"), last=Max("date"))
    return span["first"] is None or days[1] < span["first"] or days[0] > span["last"]


def detail(party: str, first: date, last: date, language: str) -> str:
    """ "Independent, 19 October 2021 to 3 August 2022": the days on which the record shows a member."""
    days = {"first": written(first, language), "last": written(last, language)}
    return ", ".join(filter(None, [party, days["first"] if first == last else _PERIOD[language].format(**days)]))
