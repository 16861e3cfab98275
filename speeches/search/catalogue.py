"""The chambers, parties and embedding models of the record, kept in memory because every search needs them."""

import datetime
from dataclasses import dataclass, field

from django.db.models import Max, Min

from rag.chunks.index import active_models
from rag.chunks.models import EmbeddingModel
from speeches.formats.frame import frames
from speeches.formats.names import fold
from speeches.models import Chamber, Parliament, Party, Riding, Session, Sitting, Speech
from speeches.search.version import keep_by_version


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Chambers and parties by key, the parties that spoke, and the models to search with."""

    chambers: dict[int, Chamber]
    parties: dict[int, Party]
    speaking: frozenset[int] = frozenset()
    spellings: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    countries: dict[str, str] = field(default_factory=dict)
    parliaments: dict[str, Parliament] = field(default_factory=dict)
    # The parliaments to search if none is chosen.
    shown: frozenset[str] = frozenset()
    # The keys of the parties that each folded name or code may mean.
    called: dict[str, set[int]] = field(default_factory=dict)
    # Every index to search, the main model's first; none before anything was ingested.
    models: tuple[EmbeddingModel, ...] = ()
    # The first and last days of each session, by parliament and code, and of all that share a number ("44").
    sessions: dict[tuple[str, str], tuple[datetime.date, datetime.date]] = field(default_factory=dict)

    def spellings_of(self, column: str, value: str) -> list[str]:
        """The record's spellings of a state, an electorate or a kind of debate, looked up without regard to case."""
        return sorted(self.spellings.get(column, {}).get(fold(value), ()))


@keep_by_version
def catalogue(version: int | None) -> Catalogue:
    """The catalogue of a version of the record."""
    spellings: dict[str, dict[str, set[str]]] = {"state": {}, "electorate": {}, "debate_type": {}}
    for state, kind in Speech.objects.order_by().values_list("state", "debate_type").distinct():
        spellings["state"].setdefault(fold(state), set()).add(state)
        spellings["debate_type"].setdefault(fold(kind), set()).add(kind)
    for riding in Riding.objects.all():
        spellings["state"].setdefault(fold(riding.state), set()).add(riding.state)
        for key in {fold(riding.name), *riding.keys()}:
            spellings["electorate"].setdefault(key, set()).add(riding.name)
    for frame in frames().values():
        for other, name in frame.states.items():
            if fold(name) in spellings["state"]:
                spellings["state"].setdefault(fold(other), set()).add(name)
    speaking = frozenset(Speech.objects.order_by().exclude(party=None).values_list("party", flat=True).distinct())
    parties = Party.objects.in_bulk()
    called: dict[str, set[int]] = {}
    for pk, party in parties.items():
        for key in party.keys():
            called.setdefault(key, set()).add(pk)
    return Catalogue(
        chambers=Chamber.objects.in_bulk(),
        parties=parties,
        speaking=speaking,
        spellings=spellings,
        countries=_countries(),
        parliaments=Parliament.objects.in_bulk(),
        shown=frozenset(Parliament.objects.visible_codes()),
        called=called,
        models=tuple(active_models()),
        sessions=_sessions(),
    )


def _sessions() -> dict[tuple[str, str], tuple[datetime.date, datetime.date]]:
    """The days of the sessions: as listed, else from their first sitting on record to their last."""
    sat = Sitting.objects.exclude(session=None).order_by().values("session")
    known = {session: (first, last) for session, first, last in sat.values_list("session", Min("date"), Max("date"))}
    days: dict[tuple[str, str], tuple[datetime.date, datetime.date]] = {}
    for session in Session.objects.all():
        opened, closed = known.get(session.pk, (None, None))
        first, last = session.start or opened, session.end or closed
        for code in {session.code, str(session.number)} if first and last else ():
            own = days.get((session.parliament_id, code), (first, last))
            days[session.parliament_id, code] = min(own[0], first), max(own[1], last)
    return days


def _countries() -> dict[str, str]:
    """The codes of the parliaments by their countries' folded names, the longest name first."""
    names = {
        fold(name): parliament.pk
        for parliament in Parliament.objects.all()
        for name in (parliament.country, *parliament.aliases)
        if name
    }
    return dict(sorted(names.items(), key=lambda item: -len(item[0])))
