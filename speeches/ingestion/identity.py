"""Finds the politicians of a parliament who are one person under two names."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from speeches.formats.frame import frame_of
from speeches.formats.names import fold
from speeches.ingestion.merging import merge
from speeches.ingestion.printed import is_short_for
from speeches.models import Merge, Parliament, Politician, Term

# Two periods this far apart may still belong to one career.
_NEAR = datetime.timedelta(days=5 * 365)


@dataclass(frozen=True, slots=True)
class Twins:
    """Two politicians who seem to be one person, and why. `certain` pairs are united during ingestion."""

    one: Politician
    other: Politician
    reason: str
    certain: bool


def twins(parliament: Parliament) -> list[Twins]:
    """Every pair of a parliament's politicians that seems to be one person: by the source's keys, else by name, riding
    and days.

    Leaves out pairs that an admin parted.
    """
    parted = Merge.objects.filter(kept__parliament=parliament).exclude(undone_at=None)
    apart = {frozenset((kept, gone)) for kept, gone in parted.values_list("kept__slug", "absorbed__slug")}
    people = Politician.objects.filter(parliament=parliament).prefetch_related("terms__riding", "offices")
    # A name may change with a seat or a marriage, but a seat's key never does; different seats tell two people apart.
    seat_keys = frame_of(parliament.pk).seat_keys
    alike: dict[str, list[Politician]] = defaultdict(list)
    for politician in people:
        for key in (_words(politician)[-1], *(politician.other_source_ids if seat_keys else ())):
            alike[key].append(politician)
    pairs = dict.fromkeys(pair for group in alike.values() for pair in combinations(group, 2))
    return [
        found
        for one, other in pairs
        if frozenset((one.slug, other.slug)) not in apart
        and not (seat_keys and _have_other_keys(one, other))
        and (found := _compare(one, other))
    ]


def _have_other_keys(one: Politician, other: Politician) -> bool:
    keys, others = set(one.other_source_ids), set(other.other_source_ids)
    return bool(keys and others) and not keys & others


def unite(parliament: Parliament) -> int:
    """Merges all pairs that are certain and returns how many. Each stands in the list of merges and can be undone."""
    united = 0
    while certain := next((pair for pair in twins(parliament) if pair.certain), None):
        kept, absorbed = sorted((certain.one, certain.other), key=_worth, reverse=True)
        merge(kept, absorbed)
        united += 1
    return united


def _worth(politician: Politician) -> tuple[bool, bool, bool, int, int]:
    """Ranks who is kept: has a source key, is a member, has a whole name, has more names, came first."""
    whole = not politician.surname_only
    return bool(politician.source_id), not politician.witness, whole, len(politician.keys), -politician.pk


def _compare(one: Politician, other: Politician) -> Twins | None:
    if one.source_id and other.source_id:
        # The source says that they are two people.
        return None
    if shared := set(one.other_source_ids) & set(other.other_source_ids):
        return Twins(one, other, f"the source calls both {min(shared)}", certain=True)
    if not _names_agree(one, other) or (one.witness != other.witness):
        return None
    terms, others = list(one.terms.all()), list(other.terms.all())
    if riding := _shared_riding(terms, others):
        return Twins(one, other, f"both for {riding}", certain=True)
    alike = _plain(one) == _plain(other)
    if _shared_party(terms, others):
        return Twins(one, other, "one name, party and time", certain=alike)
    if not terms or not others:
        whole = not one.surname_only and not other.surname_only
        in_office = _held_while_sitting(one, others) if not terms else _held_while_sitting(other, terms)
        return Twins(one, other, "one name", certain=whole and (alike or in_office))
    return None


def _held_while_sitting(holder: Politician, terms: Iterable[Term]) -> bool:
    """Whether somebody who appears only in lists of offices held an office while the other sat."""
    return any(
        office.start <= term.end and office.end >= term.start for office in holder.offices.all() for term in terms
    )


def _words(politician: Politician) -> list[str]:
    return fold(politician.name.partition("(")[0]).split() or [""]


def _plain(politician: Politician) -> str:
    """First name and surname."""
    words = _words(politician)
    return " ".join(dict.fromkeys((words[0], words[-1])))


def _names_agree(one: Politician, other: Politician) -> bool:
    """Whether two names may be one person's: no given name contradicts the other's."""
    given, others = _words(one)[:-1], _words(other)[:-1]
    if not given or not others:
        return False
    first, second = given[0], others[0]
    agree = first == second or _initial(first, second) or is_short_for(first, second) or is_short_for(second, first)
    return agree and all(middle[:1] == another[:1] for middle, another in zip(given[1:], others[1:], strict=False))


def _initial(one: str, other: str) -> bool:
    return one[:1] == other[:1] and 1 in (len(one), len(other))


def _shared_riding(terms: Iterable[Term], others: Iterable[Term]) -> str:
    """The riding for which both stood around the same time. States do not count, because each has several members."""
    for one, other in _near(terms, others):
        if one.riding is not None and one.riding == other.riding and one.riding.name != one.riding.state:
            return one.riding.name
    return ""


def _shared_party(terms: Iterable[Term], others: Iterable[Term]) -> bool:
    return any(
        one.party_id == other.party_id and one.chamber_id == other.chamber_id for one, other in _near(terms, others)
    )


def _near(terms: Iterable[Term], others: Iterable[Term]) -> Iterator[tuple[Term, Term]]:
    for one in terms:
        for other in others:
            if one.start <= other.end + _NEAR and other.start <= one.end + _NEAR:
                yield one, other
