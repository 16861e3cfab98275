"""The seats of a parliament's people and their days, from lists of members and from what the record shows."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Max

from speeches.models import ELECTION_TAKES, Chamber, Parliament, Party, Politician, Riding, Speech, Term

# A term that grew by more than this tells something new about who may have voted when.
_GREW = datetime.timedelta(days=90)

# The primary keys of a politician, a chamber, a party and a riding.
_Key = tuple[int, int, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat that somebody holds: chamber, party, riding and state."""

    politician: Politician
    chamber: Chamber
    party: Party
    riding: Riding | None
    state: str

    @property
    def key(self) -> _Key:
        return self.politician.pk, self.chamber.pk, self.party.pk, self.riding.pk if self.riding else None


class Terms:
    """The terms of a parliament during one ingestion. Changes wait for `save`."""

    def __init__(self, parliament: Parliament) -> None:
        self._known: dict[_Key, list[Term]] = {}
        known = Term.objects.filter(politician__parliament=parliament).select_related("party", "riding")
        for term in known.order_by("start"):
            key = (term.politician_id, term.chamber_id, term.party_id, term.riding_id)
            self._known.setdefault(key, []).append(term)
        self._changed: dict[int, Term] = {}
        self._gone: list[Term] = []

    def all(self) -> Iterator[Term]:
        """Every term of everybody."""
        return (term for terms in self._known.values() for term in terms)

    def of(self, politician: Politician) -> list[Term]:
        """The terms of one politician."""
        return [term for term in self.all() if term.politician_id == politician.pk]

    def note_day(self, seat: Seat, day: datetime.date) -> bool:
        """Notes that the record shows somebody in a seat on a day, and returns whether that changes who may have voted
        when.

        Extends the nearest term to that day if it comes from no list, or if its list leaves it open. If all terms are
        closed, a new one begins.
        """
        known = self._known.setdefault(seat.key, [])
        if any(term.start <= day <= term.end for term in known):
            return False
        growing = [term for term in known if not term.listed or (term.open and day > term.end)]
        if not growing:
            return self._begin(seat, day, day)
        term = min(growing, key=lambda one: max(one.start - day, day - one.end))
        return self._stretch(term, min(term.start, day), max(term.end, day))

    def note_seen(self, politician: Politician, chamber: Chamber, day: datetime.date) -> bool:
        """Note that somebody spoke in a chamber on a day, of a seat that the record does not print there. The last
        term, if a list leaves it open, lasts at least until then. Returns whether this is news."""
        return self._reach([one for one in self.of(politician) if one.chamber_id == chamber.pk], day)

    def reach_last_words(self) -> set[int]:
        """Let each last term that a list leaves open last at least until the day on which its member last spoke there.
        Returns the keys of the members of whom this is news."""
        speeches = Speech.objects.filter(politician__in={term.politician_id for term in self.all() if term.open})
        spoken = speeches.values_list("politician", "chamber").annotate(last=Max("date"))
        own: dict[tuple[int, int], list[Term]] = defaultdict(list)
        for term in self.all():
            own[term.politician_id, term.chamber_id].append(term)
        return {politician for politician, chamber, day in spoken if self._reach(own[politician, chamber], day)}

    def _reach(self, terms: Sequence[Term], day: datetime.date) -> bool:
        """Stretches the last of somebody's terms to a day, if a list leaves it open. Returns whether this is news."""
        last = max(terms, key=lambda one: (one.end, one.start), default=None)
        return last is not None and last.open and last.end < day and self._stretch(last, last.start, day)

    def note_listed(self, seat: Seat, start: datetime.date, end: datetime.date, *, open_: bool) -> bool:
        """Note the days in a list. Terms that only an election separates become one. Returns whether this is news."""
        known = self._known.setdefault(seat.key, [])
        near = [one for one in known if one.start - ELECTION_TAKES <= end and start <= one.end + ELECTION_TAKES]
        if not near:
            return self._begin(seat, start, end, listed=True, open_=open_)
        listed = [one for one in near if one.listed]
        first = min([start, *(one.start for one in listed)])
        last = max([end, *(one.end for one in (near if open_ else listed))])
        term, *others = sorted(near, key=lambda one: not one.listed)
        for one in others:
            known.remove(one)
            self._gone.append(one)
        ends = max((one.end for one in listed), default=end)
        term.listed, term.open = True, open_ if end >= ends else term.open
        return self._stretch(term, first, last)

    def save(self) -> None:
        """Write the changes."""
        gone = {id(term) for term in self._gone}
        changed = [term for key, term in self._changed.items() if key not in gone]
        Term.objects.filter(pk__in=[term.pk for term in self._gone if term.pk is not None]).delete()
        Term.objects.bulk_create([term for term in changed if term.pk is None])
        Term.objects.bulk_update([term for term in changed if term.pk is not None], ["start", "end", "listed", "open"])
        self._changed.clear()
        self._gone.clear()

    def _begin(
        self, seat: Seat, start: datetime.date, end: datetime.date, *, listed: bool = False, open_: bool = False
    ) -> bool:
        term = Term(
            politician=seat.politician, chamber=seat.chamber, party=seat.party, riding=seat.riding, state=seat.state,
            start=start, end=end, listed=listed, open=open_,
        )  # fmt: skip
        self._known[seat.key].append(term)
        self._changed[id(term)] = term
        return True

    def _stretch(self, term: Term, start: datetime.date, end: datetime.date) -> bool:
        grew = start < term.start - _GREW or end > term.end + _GREW
        term.start, term.end = start, end
        self._changed[id(term)] = term
        return grew
