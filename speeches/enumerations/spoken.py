"""Finds the headings under which members discussed something that no heading names, by searching their words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from speeches.enumerations.headings import HeadingKey, heading_key, meetings_within, same_headings
from speeches.formats.bill_text import is_a_bills_title
from speeches.formats.names import fold
from speeches.models import Bill, Debate, Sitting, Speech
from speeches.search.engine import SHORTEST_QUERY, SearchRequest, rank_passages
from speeches.search.filters import Filters
from speeches.understanding.bills import bill_index
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

_DEPTH = 50
# The heading, bill or meeting found has a passage at least this likely to be on the matter, and a heading or a bill
# this share of the relevance.
LIKELY, _MOST_OF_IT = 0.25, 0.5
# And the turns under it have this relevance on average.
_OF_EACH_TURN = 0.05
# So many words of a description, that few titles hold, are words of a bill's title; no other bill is this near.
_SHARED, _RIVAL = 2, 0.8


def find_heading(
    described: str, rows: Sequence[Debate], reading: Reading, version: int | None, least: float = LIKELY
) -> Debate | None:
    """The one heading under which members discussed the description, with a passage likely enough to be on it.

    None if there are several or none, or if most turns under it are on other matters, as under "Topical Questions".
    """
    found: dict[HeadingKey, list[float]] = defaultdict(list)
    for heading, relevance in _passages(described, reading, version):
        found[heading_key(heading)].append(relevance)
    best = max(rows, key=lambda row: sum(found.get(heading_key(row), ())), default=None)
    if best is None or max(found.get(heading_key(best), (0.0,))) < least:
        return None
    everywhere = sum(sum(found.get(one, ())) for one in set(map(heading_key, rows)))
    turns = Speech.objects.filter(debate__in=same_headings(best, rows)).exclude(politician=None).count()
    enough = max(_MOST_OF_IT * everywhere, _OF_EACH_TURN * turns)
    return best if sum(found[heading_key(best)]) >= enough else None


def likeliest_heading(described: str, reading: Reading, version: int | None) -> int | None:
    """The key of the heading with the passage likeliest to be on the description; None if it is not likely."""
    found = ((relevance, heading.pk) for heading, relevance in _passages(described, reading, version))
    relevance, key = max(found, default=(0.0, None))
    return key if relevance >= LIKELY else None


def find_bill(described: str, reading: Reading, version: int | None) -> Bill | None:
    """The one bill in whose debates members discussed the description: most of it, or, for a bill whose title holds
    some of its words, that which comes nearest to it. None if there are several or none."""
    found: dict[int, list[float]] = defaultdict(list)
    for heading, relevance in _passages(described, reading, version):
        over = [one.about_id for one in (heading, heading.parent) if one and one.about_id]
        found[over[0] if over else 0].append(relevance)
    best = {key: max(relevance) for key, relevance in found.items()}
    most = max(found, key=lambda key: sum(found[key]), default=0)
    nearest = max(best, key=lambda key: best[key], default=0)
    if most and sum(found[most]) >= _MOST_OF_IT * sum(map(sum, found.values())):
        chosen = most
    elif nearest and all(own < _RIVAL * best[nearest] for key, own in best.items() if key not in (nearest, 0)):
        index = bill_index(version)
        shared = index.stems.get(nearest, frozenset()) & stems_of(described) - index.common
        chosen = nearest if sum(not stem.isdigit() for stem in shared) >= _SHARED else 0
    else:
        chosen = 0
    enough = chosen and best[chosen] >= LIKELY
    return Bill.objects.select_related("session", "parliament", "sponsor").get(pk=chosen) if enough else None


def score_matters(described: str, reading: Reading, version: int | None) -> Mapping[int | str, float]:
    """The relevance to a description of the best passage under each heading, in [0, 1], by the heading's key.

    Also half that relevance, by the key of the matter (see `matter_of`), for other headings on the same matter.
    """
    found: dict[int | str, float] = {}
    for heading, relevance in _passages(described, reading, version):
        for place, worth in ((heading.pk, relevance), (matter_of(heading), relevance / 2)):
            found[place] = max(found.get(place, 0.0), worth)
    return found


def relevance_of(heading: Debate | None, spoken: Mapping[int | str, float]) -> float:
    """The relevance that `score_matters` found for a heading, by its own key or its matter's; 0 for None."""
    return max(spoken.get(heading.pk, 0.0), spoken.get(matter_of(heading), 0.0)) if heading else 0.0


def matter_of(heading: Debate) -> int | str:
    """The key shared by all debates on one matter: the bill of the heading or the one above; else the heading's own."""
    over = [one for one in (heading.parent, heading) if one]
    bills = (f"bill {one.about_id}" for one in over if one.about_id)
    titles = (fold(one.title) for one in over if is_a_bills_title(one.title))
    return next(bills, None) or next(titles, None) or heading.pk


def find_meeting(described: str, reading: Reading, version: int | None) -> Sitting | None:
    """The one committee meeting meant, on the days named or by what was said there; None if there are several."""
    if not reading.days and not stems_of(described):
        return None
    held = meetings_within(reading)
    if described:
        spoken = score_sittings(described, reading, version)
        held = held.filter(pk__in=[key for key, likely in spoken.items() if likely >= LIKELY])
    meetings = list(held[:2])
    return meetings[0] if len(meetings) == 1 else None


def score_sittings(described: str, reading: Reading, version: int | None) -> Mapping[int, float]:
    """The relevance to a description of the best passage of each sitting, in [0, 1], by the sitting's key."""
    relevance = _search(described, reading, version)
    sitting_of = Speech.objects.filter(pk__in=relevance).values_list("pk", "sitting")
    found: dict[int, float] = {}
    for key, sitting in sitting_of:
        found[sitting] = max(found.get(sitting, 0.0), *relevance[key])
    return found


def turns_on(described: str, debates: tuple[int, ...], reading: Reading, version: int | None) -> list[str]:
    """The keys of the turns in some debates with a passage that is likely on a description."""
    found = _search(described, reading, version, debates=debates)
    return [key for key, relevance in found.items() if max(relevance) >= LIKELY]


def relevance_of_turns(described: str, sitting: Sitting, reading: Reading, version: int | None) -> Mapping[str, float]:
    """The relevance to a description of the best passage of each turn of a sitting, in [0, 1], by the turn's key."""
    found = _search(described, reading, version, sittings=(sitting.pk,))
    return {key: max(relevance) for key, relevance in found.items()}


def _passages(described: str, reading: Reading, version: int | None) -> list[tuple[Debate, float]]:
    """The passages that the search finds for a description, each as its heading and its relevance in [0, 1]."""
    relevance = _search(described, reading, version)
    heading_of = dict(Speech.objects.filter(pk__in=relevance).exclude(debate=None).values_list("pk", "debate"))
    rows = Debate.objects.select_related("parent").defer("text", "parent__text").in_bulk(set(heading_of.values()))
    return [(rows[heading], one) for key, heading in heading_of.items() if heading for one in relevance[key]]


def _search(
    described: str,
    reading: Reading,
    version: int | None,
    *,
    sittings: tuple[int, ...] = (),
    debates: tuple[int, ...] = (),
) -> Mapping[str, list[float]]:
    """The relevance of the passages that the search finds for a description, in [0, 1], by the key of their speech; in
    these debates or sittings only, if there are any. Nothing is on a description without words."""
    if len(described.strip()) < SHORTEST_QUERY:
        return {}
    filters = Filters(country=reading.parliament, date_from=reading.first, date_to=reading.last)
    wanted = SearchRequest(
        described, filters, top_k=_DEPTH, language=reading.language, sittings=sittings, debates=debates
    )
    found = rank_passages(wanted, version)
    relevance: dict[str, list[float]] = defaultdict(list)
    for row, score in found.rows:
        relevance[row["speech_id"]].append(found.curve.relevance(score))
    return relevance
