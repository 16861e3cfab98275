"""Filtered lists of debates and divisions."""

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextChoices

from speeches.models import Ballot, Debate, Division, Party, PartyVote, Term, Vote
from speeches.reading.agreement import TOOK_A_SIDE, sides_of
from speeches.reading.votes import recorded_votes
from speeches.search.errors import SearchError, no_choice
from speeches.search.filters import Filters, find_bills
from speeches.search.listing import sittings_with

# Latest day first, each day in its own order. Together the columns are unique.
LATEST_FIRST = ("-sitting__date", "sitting_id", "position")
_MOST_WORDS = 20


def debates_with(filters: Filters, title: str = "", bill: str = "") -> QuerySet[Debate]:
    """Debates whose heading holds all words of `title`, optionally on a bill. Raises SearchError."""
    rows = Debate.objects.filter(sittings_with(filters, "sitting__"))
    for word in _plain(title).split()[:_MOST_WORDS]:
        rows = rows.filter(title__icontains=word)
    if bill := _plain(bill):
        rows = rows.filter(bill__iexact=bill)
    return rows.select_related("sitting__chamber__parliament", "parent")


@dataclass(frozen=True, slots=True)
class DivisionFilters:
    """Filters for divisions, besides where and when. `words` are matched in the name, motion and question. `member` is
    a politician's slug and `party` a party's code: the member voted, or most of the party did, on `side` if given."""

    words: str = ""
    kind: str = ""
    outcome: str = ""
    bill: str = ""
    member: str = ""
    party: str = ""
    side: str = ""


def divisions_with(filters: Filters, narrowed: DivisionFilters) -> QuerySet[Division]:
    """The divisions that pass all filters, each once. Raises SearchError for an unknown kind, outcome or side."""
    rows = recorded_votes().filter(sittings_with(filters, "sitting__"))
    for word in _plain(narrowed.words).split()[:_MOST_WORDS]:
        rows = rows.filter(Q(name__icontains=word) | Q(motion__icontains=word) | Q(question__icontains=word))
    if kind := _one_of("kind", narrowed.kind, Division.Kind):
        rows = rows.filter(kind=kind)
    if outcome := _one_of("outcome", narrowed.outcome, Division.Outcome):
        rows = rows.filter(outcome_condition(outcome))
    if bill := _plain(narrowed.bill):
        titled = Q(about__title__icontains=bill) | Q(about__title_fr__icontains=bill)
        rows = rows.filter(Q(about__in=find_bills(bill)) | titled | Q(subject__icontains=bill, about=None))
    if voted := _voter_condition(narrowed):
        rows = rows.filter(voted)
    return rows.select_related("sitting__chamber__parliament", "debate__parent", "about__session", "mover")


def _voter_condition(narrowed: DivisionFilters) -> Q | None:
    """The condition that a member or a party voted, on the given side if any; None if neither is given. The side of a
    party is that of most of its votes."""
    member, party = _plain(narrowed.member), _plain(narrowed.party)
    side = _one_of("side", narrowed.side, Vote)
    if not member and not party:
        return None
    if party and not member and side in TOOK_A_SIDE:
        parties = Party.objects.filter(Q(code__iexact=party) | Q(name__iexact=party))
        return Q(pk__in=[key for one in parties for key, taken in sides_of(one).items() if taken == side])
    ballots, cast = Ballot.objects.filter(division=OuterRef("pk")), PartyVote.objects.filter(division=OuterRef("pk"))
    if side:
        ballots, cast = ballots.filter(vote=side), cast.filter(vote=side)
    if member:
        ballots = ballots.filter(politician__slug=member)
    if party:
        day = OuterRef("division__sitting__date")
        held = Term.objects.filter(politician=OuterRef("politician"), start__lte=day, end__gte=day)
        called = Q(party__code__iexact=party) | Q(party__name__iexact=party)
        ballots = ballots.filter(called | Q(party=None) & Exists(held.filter(called)))
    whipped = Exists(cast.filter(Q(party__code__iexact=party) | Q(party__name__iexact=party)))
    return Q(Exists(ballots)) if member else Q(Exists(ballots)) | Q(whipped)


def outcome_condition(outcome: str) -> Q:
    """The condition that the motion had this outcome. If the question was turned, the noes were in favour of the
    motion."""
    if outcome == Division.Outcome.TIED:
        return Q(ayes=F("noes"))
    carried = Q(turned=False, ayes__gt=F("noes")) | Q(turned=True, noes__gt=F("ayes"))
    return carried if outcome == Division.Outcome.AGREED else ~carried & ~Q(ayes=F("noes"))


def _one_of(name: str, value: str, choices: type[TextChoices]) -> str:
    """The value if it is one of the choices, or ""; raises SearchError for any other."""
    value = _plain(value).lower()
    if value and value not in choices.values:
        raise SearchError(name, no_choice(name, value, choices.values))
    return value


def _plain(text: str) -> str:
    return text.replace("\x00", "").strip()
