"""Finds the recorded votes that a question may mean, by bill, day, stage, number, chamber, mover and words."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import Exists, OuterRef, QuerySet

from rag.language.glossary import in_english
from rag.language.tokens import without_accents
from speeches.enumerations.spoken import relevance_of, score_matters
from speeches.models import Ballot, Division, Entry, SourceType
from speeches.reading.votes import headings_over, recorded_votes
from speeches.search.engine import SearchRequest, rank_passages
from speeches.search.filters import Filters
from speeches.search.roster import roster
from speeches.understanding.bills import NUMBER
from speeches.understanding.lexicon import STAGES
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# Weights in a vote's fit: the share of the question's words that it holds, and its relevance in the search.
_WORDS, _NEARNESS = 0.6, 0.4
# A vote that fits less than `_LEAST` is not meant. One more than `_APART` below the best is left out.
_LEAST, _APART = 0.3, 0.1
# The vote told must hold this share of the words, by weight: one that the search finds near may say something else.
_HELD = 0.5
# If none fits by its own words, those at least this near are offered; or all, if only a few are possible.
_LEAST_NEAR = 0.1
# Members spoke of a matter under a heading if a passage there is at least this likely to be about it.
_SPOKEN_OF = 0.25
# These say which sort of vote is meant, so that few remain; a day alone does not.
_SORTS_OF_VOTE = ("bill", "stage", "number", "chamber")
# A word in more than this share of the votes ("bill", "motion") does not tell them apart.
_COMMON = 0.2
# At most so many votes are offered to choose from.
MOST_CHOICES = 8
# These ask how somebody voted, so the person they are about is the voter, not the mover.
_OF_A_MEMBER = ("vote/member", "vote/divisions")
_DEPTH = 50


@dataclass(frozen=True, slots=True)
class VoteMatches:
    """The votes that a question may mean, best first: one is the answer, from several the reader chooses.

    `off_the_bill`: the bill itself was meant, but the record holds only votes on matters related to it. `unsure`: none
    of them fits the words.
    """

    divisions: tuple[Division, ...] = ()
    off_the_bill: bool = False
    unsure: bool = False


@dataclass(slots=True)
class VoteIndex:
    """The stems of every recorded vote, and how many votes hold each stem."""

    stems: dict[int, frozenset[str]] = field(default_factory=dict)
    among: Counter[str] = field(default_factory=Counter)

    def weight(self, stem: str) -> float:
        """How well a stem tells votes apart. A stem in no vote weighs as much as one in a single vote."""
        return math.log(1 + len(self.stems) / max(1, self.among[stem]))

    def share(self, described: frozenset[str], pk: int, of_nothing: float = 0.0) -> float:
        """The share of a description, by weight, that a vote's own words hold; `of_nothing` if it is empty."""
        total = sum(map(self.weight, described))
        return sum(map(self.weight, described & self.stems.get(pk, frozenset()))) / total if total else of_nothing

    def stems_in_votes(self, described: frozenset[str]) -> frozenset[str]:
        """The stems of a description that some vote holds: the names and numbers, if it is in another language."""
        return frozenset(stem for stem in described if self.among[stem])


def vote_index(version: int | None) -> VoteIndex:
    """The index of a version of the record, made once a version; made anew each time for None."""
    return _load(version) if version is None else _load_cached(version)


@lru_cache(maxsize=1)
def _load_cached(version: int) -> VoteIndex:
    return _load(version)


def _load(version: int | None) -> VoteIndex:
    index, people = VoteIndex(), roster(version)
    rows = (
        recorded_votes()
        .select_related("debate__parent__parent", "about", "sitting__chamber")
        .defer("about__text", "about__text_fr")
    )
    for division in rows:
        bill = division.about
        own = [division.name, division.motion, division.question, division.subject, division.stage, division.meaning]
        own += [division.mover_name, division.get_kind_display(), *headings_over(division)]
        own += [bill.title, bill.title_fr, bill.short_title] if bill else []
        titles = " ".join([division.motion, division.question, *headings_over(division)])
        parliament = division.sitting.chamber.parliament_id
        own += people.named_by_title(titles, parliament, division.sitting.date)
        index.stems[division.pk] = stems_of(" ".join(own))
        index.among.update(index.stems[division.pk])
    return index


def match_divisions(reading: Reading, version: int | None) -> VoteMatches:
    """The votes that a question may mean, or the nearest ones if none fits all of it. There may be none."""
    by_bill = bool(reading.keys("bill")) and recorded_votes().filter(about__in=reading.keys("bill")).exists()
    described = _description(reading, by_bill=by_bill)
    at_stage = _rows_at_stage(reading, by_bill=by_bill)
    # A motion on climate change is not a vote on the bill of that name, but somebody may call it a bill.
    bill_alone = bool(reading.all("bill")) and not by_bill
    rows = [row for row in at_stage if _is_of_a_bill(row)] if bill_alone else at_stage
    if reading.kind == "vote/divisions" and any(not slot.keys for slot in reading.all("about", "speaker", "party")):
        return VoteMatches()
    if not rows:
        return _match_on_any_day(described, reading, version) if described and not by_bill else VoteMatches()
    if not described and reading.kind == "vote/member" and not reading.all("bill", "stage", "number"):
        rows = _with_ballots_of(rows, reading) or rows
    near = _nearness(described, reading, version) if described else {}
    fits = _fits(described, rows, near, reading, version) if described else {row.pk: 1.0 for row in rows}
    best = max(fits.values())
    told = max(rows, key=lambda row: fits[row.pk])
    if best < _LEAST or not _is_on_the_matter(reading, told, described, version):
        spoken = score_matters(described, reading, version)
        return _nearest(described, rows, reading, version, near, spoken, [row for row in at_stage if row not in rows])
    if reading.kind == "vote/divisions":
        return VoteMatches(tuple(row for row in rows if fits[row.pk] >= _LEAST))
    likely = sorted((row for row in rows if fits[row.pk] >= best - _APART), key=lambda row: -fits[row.pk])
    if len(likely) == 1 and described:
        spoken = score_matters(described, reading, version)
        if _is_spoken_of_elsewhere(told, rows, spoken):
            return _nearest(described, rows, reading, version, near, spoken)
    return _prefer_bill_votes(reading, likely)


def _with_ballots_of(rows: Sequence[Division], reading: Reading) -> list[Division]:
    """The votes in which the members named have a ballot."""
    cast = Ballot.objects.filter(division__in=rows, politician__in=reading.keys("about", "speaker"))
    theirs = set(cast.values_list("division", flat=True))
    return [row for row in rows if row.pk in theirs]


def _match_on_any_day(described: str, reading: Reading, version: int | None) -> VoteMatches:
    """The nearest votes of all days: what looks like a day may be part of the matter, "the risk advice about 26
    January"."""
    on_any_day = reading.without({"date"})
    rows = _rows_at_stage(on_any_day, by_bill=False)
    spoken = score_matters(described, on_any_day, version) if rows else {}
    return _nearest(described, rows, on_any_day, version, {}, spoken)


def _description(reading: Reading, *, by_bill: bool) -> str:
    """The words that describe the vote, apart from its filters.

    They name the motion, a bill without a row, a committee or an office that the vote is about, and its mover.
    """
    unknown = [slot.words for slot in reading.all("bill") if not by_bill]
    matter = ("committee",) if reading.kind in _OF_A_MEMBER else ("committee", "office")
    movers: tuple[str, ...] = ("speaker", "about")
    if reading.kind in _OF_A_MEMBER:
        movers = ("speaker",) if reading.all("about", "party") else ()
    about = reading.all("about")
    if reading.kind in _OF_A_MEMBER and any(slot.keys for slot in about):
        # Nobody votes under a name that nobody in the record bears, so it belongs to the matter.
        unknown += [slot.words for slot in about if not slot.keys]
    parts = [reading.words("division"), *unknown, reading.words("topic", *matter), reading.words(*movers)]
    return " ".join(filter(None, parts))


def _within(reading: Reading, *, by_bill: bool) -> QuerySet[Division]:
    """The votes of the parliaments, days, chamber, number and bill named; none if the days or chamber are unknown."""
    rows = recorded_votes().filter(sitting__chamber__parliament__in=reading.view)
    if reading.is_of_unknown_days or (reading.all("chamber") and not reading.keys("chamber", "committee")):
        return rows.none()
    if reading.first:
        rows = rows.filter(sitting__date__gte=reading.first)
    if reading.last:
        rows = rows.filter(sitting__date__lte=reading.last)
    if chambers := reading.keys("chamber"):
        rows = rows.filter(sitting__chamber__in=chambers)
    if numbers := [slot.words for slot in reading.all("number")]:
        digits = ["".join(filter(str.isdigit, words)) for words in numbers]
        numbered = rows.filter(number__in=filter(None, digits))
        # The number may be that of an amendment or a motion, and so part of its words.
        rows = numbered if numbered.exists() or not reading.all("division") else rows
    if reading.session:
        number, _, part = reading.session.partition("-")
        rows = rows.filter(sitting__session__number=number, **({"sitting__session__part": part} if part else {}))
    # A bill in the record, or one named by its number: the record may hold no vote on it.
    if by_bill or reading.keys("bill") or any(NUMBER.search(slot.words) for slot in reading.all("bill")):
        rows = rows.filter(about__in=reading.keys("bill"))
    if reading.kind == "vote/divisions" and (voters := reading.keys("about")):
        side = {"vote": reading.side} if reading.side else {}
        rows = rows.filter(Exists(Ballot.objects.filter(division=OuterRef("pk"), politician__in=voters, **side)))
    related = ("sitting__chamber__parliament", "sitting__session", "debate__parent", "about__session")
    return rows.select_related(*related).defer("about__text", "about__text_fr")


def _rows_at_stage(reading: Reading, *, by_bill: bool) -> list[Division]:
    """The votes within the filters of a question, at the stage that it names."""
    return [row for row in _within(reading, by_bill=by_bill) if _is_at_the_stage(row, reading)]


def _is_at_the_stage(row: Division, reading: Reading) -> bool:
    """Whether a vote is at the stage named. A motion passes: what is called a stage may be part of its matter."""
    wanted = stage_named(reading)
    return not wanted or not row.stage or stems_of(wanted) <= stems_of(row.stage)


def _is_of_a_bill(row: Division) -> bool:
    """Whether a vote belongs to a bill. A bill without a row is known by the title of its heading."""
    if row.about_id or row.stage or row.kind == Division.Kind.BILL:
        return True
    return any("Bill" in heading.split() for heading in headings_over(row))


def stage_named(reading: Reading) -> str:
    """The stage of a bill that a question names, in the record's words; "" if it names none."""
    named = [without_accents(slot.words).strip() for slot in reading.all("stage")]
    whole = " ".join(named)
    return next((STAGES[words] for words in (whole, *named) if words in STAGES), whole)


def _is_on_the_matter(reading: Reading, best: Division, described: str, version: int | None) -> bool:
    """Whether the best vote holds enough of the description, and of the matter named besides a bill or a mover.

    A vote on a bill is not a vote on each thing in it, nor is each vote on a member's motion the one on the matter.
    """
    index = vote_index(version)
    named = ("division",) if reading.keys("bill") else ("division", "topic", "bill")
    matter = _stems_as_printed(reading.words(*named), reading, index)
    wanted = _stems_as_printed(described, reading, index)
    return index.share(matter, best.pk, 1.0) >= _LEAST and index.share(wanted, best.pk, 1.0) >= _HELD


def _is_spoken_of_elsewhere(told: Division, rows: list[Division], spoken: Mapping[int | str, float]) -> bool:
    """Whether members discussed the matter under the heading of another vote, and hardly under this one's."""
    most = max(relevance_of(row.debate, spoken) for row in rows)
    return most >= _SPOKEN_OF and relevance_of(told.debate, spoken) <= most / 2


def _stems_as_printed(described: str, reading: Reading, index: VoteIndex) -> frozenset[str]:
    """The stems of a description. A French one gives the stems that some vote holds, and those of its English
    translation.

    Some records print votes in English only.
    """
    wanted = stems_of(described)
    return (
        wanted
        if reading.language == "en"
        else index.stems_in_votes(wanted) | stems_of(in_english(described, whole=True))
    )


def _fits(
    described: str, rows: list[Division], near: Mapping[int, float], reading: Reading, version: int | None
) -> Mapping[int, float]:
    index = vote_index(version)
    wanted = _stems_as_printed(described, reading, index)
    return {row.pk: _WORDS * index.share(wanted, row.pk) + _NEARNESS * near.get(row.pk, 0.0) for row in rows}


def _nearness(described: str, reading: Reading, version: int | None) -> Mapping[int, float]:
    """How near the search finds each vote to a description, by words and by meaning, in [0, 1]."""
    filters = Filters(country=reading.parliament, date_from=reading.first, date_to=reading.last)
    request = SearchRequest(described, filters, top_k=_DEPTH, source_types=(SourceType.VOTE_QUESTION,))
    found = rank_passages(request, version)
    scores = {row["speech_id"]: score for row, score in found.rows}
    records = Entry.objects.filter(pk__in=scores).values_list("pk", "record")
    near: dict[int, float] = {}
    for key, record in records:
        near[int(record)] = max(near.get(int(record), 0.0), found.curve.relevance(scores[key]))
    return near


def _nearest(
    described: str,
    rows: list[Division],
    reading: Reading,
    version: int | None,
    near: Mapping[int, float],
    spoken: Mapping[int | str, float],
    others: Sequence[Division] = (),
) -> VoteMatches:
    """The votes to offer if none fits: members discussed the matter there, the search ranks them near, or they hold a
    word.

    If there are few `rows`, all of them are offered; of `others`, only those near. A question how a member voted is
    offered the votes with a ballot of that member, if there are any, and at last the nearest without one.
    """
    index = vote_index(version)
    wanted = _stems_as_printed(described, reading, index)
    common = frozenset(stem for stem in wanted if index.among[stem] > _COMMON * len(index.stems))
    fits = {
        row.pk: index.share(wanted - common, row.pk) + near.get(row.pk, 0.0) + relevance_of(row.debate, spoken)
        for row in (*rows, *others)
    }
    few = rows if len(rows) <= MOST_CHOICES and reading.all(*_SORTS_OF_VOTE) else ()
    offered = [row for row in (*rows, *others) if row in few or fits[row.pk] >= _LEAST_NEAR]
    offered.sort(key=lambda row: -fits[row.pk])
    if reading.kind == "vote/member" and (theirs := _with_ballots_of(offered, reading)):
        offered = [*theirs, *(row for row in offered[:1] if row not in theirs)]
    return VoteMatches(tuple(offered[:MOST_CHOICES]), unsure=True)


def _prefer_bill_votes(reading: Reading, near: list[Division]) -> VoteMatches:
    """The votes on the bill itself, if there are any and the question is about the bill and nothing else."""
    if not reading.all("bill") or reading.all("division", "topic"):
        return VoteMatches(tuple(near))
    own = [row for row in near if row.kind == Division.Kind.BILL]
    return VoteMatches(tuple(own or near), off_the_bill=not own)
