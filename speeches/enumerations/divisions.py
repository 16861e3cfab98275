"""Which recorded vote a query is about: by its bill, its day, and the words that describe what was put."""

import datetime
import re
from dataclasses import dataclass, field
from functools import lru_cache

from rag.text.language import detect_language
from speeches.enumerations.leftover import stems_of
from speeches.formats.names import fold
from speeches.models import Division
from speeches.reading.votes import headings_over, recorded
from speeches.understanding.query import Query

# What every question about a vote says, and every vote's own text.
_COMMON = frozenset(
    "who whom which what list name show how many voted vote votes voting for against opposed oppose opposing supported "
    "support supporting backed abstained abstain paired the a an of on in at to by with and or its it that this was "
    "were did do does has have had members member mps mp senators parties party independents independent question "
    "motion be agreed put now then others other house bill bills act read time reading qui a ont vote pour contre le "
    "la les de des du un une et au aux en par sur dans que quels quelles deputes depute projet loi lecture comment est "
    "personal called combien voix ete motion adoptee first second third premiere deuxieme troisieme parliament "
    "division recorded their all those people complete amendment amendments proposed replace replaced replacing "
    "replacement remplacer remplacement rejected rejeter endorsed favoured favored favour se opposes opposees appuye "
    "result outcome tally count margin passed defeated "
    "names ballots noes ayes yeas nays give me tell each every everybody everyone there from sont etaient tous".split()
)
_STAGES = {"first": 1, "second": 2, "third": 3, "premiere": 1, "deuxieme": 2, "troisieme": 3}
_STAGE = re.compile(r"\b(first|second|third|premiere|deuxieme|troisieme)\s+(?:time|readings?|lecture)\b")
_NUMBER = re.compile(r"\b(?:vote|division)\s+(?:no\.?\s*|number\s+|n[o°]\s*)?(\d{1,4})\b")
_BILL = re.compile(r"\b(?:bills?|legislation|laws?|(?<!to )acts?|projets? de loi|lois?)\b")
_AMENDMENT = re.compile(r"\bamend|\bsous-amend")
# Without a bill's name: how many words of a description must stand in a vote's own, and what share of them.
_MATCHED, _SHARE = 2, 0.6
# With it, only a few words may say what the vote's own do not.
_BESIDE_A_BILL = 0.5
# Behind all that fit.
_NOT_COMPARED = 0.0


@dataclass(slots=True)
class VoteIndex:
    """Every recorded vote by the words of its question, its headings and its bill."""

    stems: dict[int, frozenset[str]] = field(default_factory=dict)
    stages: dict[int, int] = field(default_factory=dict)
    # Those taken under the heading of a bill, which need not have a row of its own.
    of_bills: set[int] = field(default_factory=set)
    # Those of which something is printed in French.
    in_french: set[int] = field(default_factory=set)


def vote_index(version: int | None) -> VoteIndex:
    """The index of a version of the record, made once a version; anew each time for None."""
    return _load() if version is None else _cached(version)


@lru_cache(maxsize=1)
def _cached(version: int) -> VoteIndex:
    return _load()


def _load() -> VoteIndex:
    index = VoteIndex()
    rows = recorded().select_related("debate__parent__parent", "about").defer("about__text", "about__text_fr")
    for division in rows:
        headings: list[str] = []
        heading = division.debate
        while heading is not None:
            headings.append(heading.title)
            heading = heading.parent
        bill = division.about
        own = [division.question, division.name, division.motion, *headings, division.result]
        own += [bill.title, bill.title_fr] if bill else []
        text = " ".join(own)
        index.stems[division.pk] = stems_of(text, _COMMON)
        if bill or _BILL.search(fold(" ".join(headings))):
            index.of_bills.add(division.pk)
        if (bill and bill.title_fr) or detect_language(division.question) == "fr":
            index.in_french.add(division.pk)
        stage = _STAGE.search(fold(text))
        index.stages[division.pk] = _STAGES[stage[1]] if stage else 0
    return index


def divisions_meant(query: Query, version: int | None, description: str) -> list[Division]:
    """The votes that a query may mean, the likeliest first; none where nothing on record fits all that it says.

    `description` is what the query says of the vote, without who is asked about.
    """
    index = vote_index(version)
    number = _NUMBER.search(fold(query.text))
    described = stems_of(_NUMBER.sub(" ", fold(description)), _COMMON)
    certain = bool(query.bills or number)
    shares = {}
    for pk, own in index.stems.items():
        if certain and query.language != "en" and pk not in index.in_french:
            # What is printed in English alone is not to be compared with a description in French.
            shares[pk] = _NOT_COMPARED
        elif (share := _share(described, own, certain=certain)) is not None:
            shares[pk] = share
    if not certain and _BILL.search(fold(description)):
        # A motion on climate change is no vote on the Climate Change Bill.
        shares = {pk: share for pk, share in shares.items() if pk in index.of_bills}
    rows = recorded().filter(pk__in=shares) if not certain or described else recorded()
    rows = rows.filter(sitting__chamber__parliament__in=query.view)
    if query.first and query.last:
        rows = rows.filter(sitting__date__range=(query.first, query.last))
    if query.bills:
        # A vote on another bill of that number, or on none, is no answer.
        rows = rows.filter(about__in=query.bill_rows)
    if number:
        rows = rows.filter(number=number[1])
    related = ("sitting__chamber__parliament", "sitting__session", "debate__parent", "about__session")
    found = [row for row in rows.select_related(*related) if not query.session or _in_session(row, query.session)]
    return _ordered(found, query, index, shares)


def none_on_the_bill(query: Query, description: str, meant: list[Division]) -> bool:
    """Whether a query names a bill, and no amendment to it, where all the votes that it may mean are on another matter
    than the bill itself at a stage."""
    of_a_bill = bool(query.bills) or _BILL.search(fold(description)) is not None
    of_amendments = _AMENDMENT.search(fold(_without_titles(query.text))) is not None
    return of_a_bill and not of_amendments and all(one.kind != Division.Kind.BILL for one in meant)


def _share(described: frozenset[str], own: frozenset[str], *, certain: bool) -> float | None:
    """The share of a description that a vote's own words hold; None where it is too little to mean that vote."""
    if certain and not described:
        return 1.0
    shared = len(described & own)
    share = shared / len(described) if described else 0.0
    if certain:
        return share if share >= _BESIDE_A_BILL else None
    return share if shared >= _MATCHED and share >= _SHARE else None


def _in_session(division: Division, session: str) -> bool:
    own = division.sitting.session
    return own is not None and (own.code == session or own.code.startswith(f"{session}-"))


def _ordered(rows: list[Division], query: Query, index: VoteIndex, shares: dict[int, float]) -> list[Division]:
    """The best fit first; of votes that fit alike the newest bill's last, for its third reading decides it."""
    stage = _STAGE.search(fold(query.text))
    wanted = _STAGES[stage[1]] if stage else 0
    stages = {row.pk: index.stages.get(row.pk, 0) for row in rows}
    # A vote on another stage than the one named is no answer.
    kept = [row for row in rows if not wanted or stages[row.pk] in (wanted, 0)]
    if any(wanted and stages[row.pk] == wanted for row in kept):
        kept = [row for row in kept if stages[row.pk] == wanted]
    of_amendments = _AMENDMENT.search(fold(_without_titles(query.text))) is not None
    if of_amendments:
        # The vote on a bill is none on an amendment to it; but a bill may itself amend an act.
        amending = [row for row in kept if row.kind == Division.Kind.AMENDMENT]
        kept = amending or [row for row in kept if row.about and _AMENDMENT.search(fold(row.about.title))]
    newest: dict[object, datetime.date] = {}
    for row in kept:
        newest[_matter(row)] = max(newest.get(_matter(row), row.sitting.date), row.sitting.date)

    def fit(row: Division) -> tuple[bool, float, bool, bool, datetime.date, int, datetime.date, int]:
        named = not wanted or stages[row.pk] == wanted
        of_its_kind = (row.kind == Division.Kind.AMENDMENT) == of_amendments
        decides = row.kind != Division.Kind.PROCEDURAL
        last = newest[_matter(row)], stages[row.pk], row.sitting.date, row.position
        return named, shares.get(row.pk, 1.0), decides, of_its_kind, *last

    return sorted(kept, key=fit, reverse=True)


def _without_titles(text: str) -> str:
    """A question without "Amendment" as the name of a bill has it."""
    return re.sub(r"\bAmendments?\b(?=[^.?!]*\bBill\b)", " ", text)


def _matter(division: Division) -> object:
    """What several votes are about together: a bill, or the heading that they stand under."""
    return division.about_id or next(iter(headings_over(division)), None)
