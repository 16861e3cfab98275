"""Estimates which of several recorded votes a question means, or that it means none of them.

The weights are fitted on questions whose vote somebody marked (`python -m training votes`; docs/votes.md).
"""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rag.language.tokens import words_of
from speeches.enumerations.spoken import relevance_of
from speeches.enumerations.vote_index import VoteIndex
from speeches.models import Division
from speeches.understanding.lexicon import BILLS, MOTIONS
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import is_named
from speeches.understanding.stems import stems_of

WEIGHTS = Path(__file__).resolve().parent.parent / "data" / "vote_judge.json"
# Below this, a share of the description, or the relevance of what was said under the heading, counts as nothing.
_NEXT_TO_NOTHING = 0.1
# A vote is clearly ahead if it holds this share of the words, and fits by words and search so much better than others.
_MOST, _APART = 0.5, 0.1
# More weight than this adds nothing.
_PLENTY = 20.0
# The weight of the words in a fit; the rest is the search's.
_WORDS = 0.6
# An amendment has its number within so many letters of the beginning.
BEGINNING = 40

# How the stems of an amendment begin, in both languages; what any motion may be called.
_AMEND = "amend"
_MOVED = stems_of(" ".join(MOTIONS))

Features = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Description:
    """What a question says of a vote besides its filters: its words, and those that name the matter.

    `near` is how near the search finds each vote to the words, by the vote's key. `spoken` is the relevance to them of
    what was said, by heading and by matter. `elsewhere`: no vote fits the days named, so those of all days are weighed.
    """

    wanted: frozenset[str]
    matter: frozenset[str]
    near: Mapping[int, float]
    spoken: Mapping[int | str, float]
    voters: frozenset[int] = frozenset()
    elsewhere: bool = False

    @property
    def particulars(self) -> frozenset[str]:
        """What it says besides that something was moved: "amendment" is no description of one."""
        return self.wanted - _MOVED


@dataclass(frozen=True, slots=True)
class VoteJudge:
    """A conditional logit: the weights of a vote's features, and those of a question that speak for no vote."""

    vote: Features
    none: Features

    def probabilities(self, votes: Sequence[Features], question: Features) -> list[float]:
        """How likely each vote is the one meant; what they lack to 1 is how likely none is."""
        told = [*(_weigh(self.vote, one) for one in votes), _weigh(self.none, question)]
        most = max(told)
        shares = [math.exp(one - most) for one in told]
        return [one / sum(shares) for one in shares[:-1]]


def vote_judge() -> VoteJudge:
    """The judge that ships."""
    return _load(WEIGHTS)


@cache
def _load(path: Path) -> VoteJudge:
    return VoteJudge(**json.loads(path.read_text()))


def save(judge: VoteJudge, path: Path = WEIGHTS) -> None:
    """Writes the weights of a judge."""
    path.write_text(json.dumps({"vote": dict(judge.vote), "none": dict(judge.none)}, indent=2) + "\n")
    _load.cache_clear()


def _weigh(weights: Features, features: Features) -> float:
    return sum(weights[name] * value for name, value in features.items())


def is_ruled_out(division: Division, described: Description, index: VoteIndex, reading: Reading) -> bool:
    """Whether a vote cannot be the one meant, however alike its words are.

    It is ruled out if somebody else moved it; if it lacks a number that the question gives; if an amendment is meant
    and it amends nothing; if it is on another bill than the one named; if it does not name a person whom the record
    does not know; or if the member whose vote is asked for has no ballot in it.
    """
    numbers = {stem for stem in described.wanted if stem.isdigit()}
    titles = [stems_of(slot.words) for slot in reading.all("bill") if not slot.keys and _is_a_title(slot.words)]
    of_another = any(index.share(stems, division.pk) < _MOST for stems in titles)
    lacking = numbers - _numbers_of(division, described.wanted)
    # The year of the vote is no number that it lacks.
    lacking = lacking and lacking - {str(division.sitting.date.year)}
    amends = _amends(division, index) or not _means_an_amendment(division, described, reading)
    of_others = (
        _is_moved_by_another(division, index, reading)
        or _lacks_their_ballot(division, described, reading)
        or _does_not_name_somebody(division, index, reading)
    )
    return bool(lacking) or not amends or of_another or of_others


def _lacks_their_ballot(division: Division, described: Description, reading: Reading) -> bool:
    """Whether the one member whose vote is asked for has no ballot. A party named beside somebody is the voter."""
    of_a_member = reading.kind == "vote/member" and reading.keys("about") and not reading.all("party")
    return bool(of_a_member) and division.pk not in described.voters


def _does_not_name_somebody(division: Division, index: VoteIndex, reading: Reading) -> bool:
    """Whether a vote's own words lack the surname of a person whom the record does not know. A voter need not be named,
    nor somebody of the question before."""
    if reading.kind == "vote/member":
        return False
    unknown = [one for one in reading.all("about") if not one.keys and not one.is_inherited and is_named(one)]
    own = index.stems.get(division.pk, frozenset())
    return any(not stems_of(slot.words.rsplit(" ", 1)[-1]) <= own for slot in unknown)


def _numbers_of(division: Division, wanted: frozenset[str]) -> frozenset[str]:
    """The numbers that name a vote: its own, those of its bill or heading, and the first of its motion. A further one
    does if the description says what it numbers: "page 2" is no clause 2."""
    about = division.about
    titles = [about.title, about.number] if about else []
    numbers: list[tuple[frozenset[str], str]] = []
    before: frozenset[str] = frozenset()
    for word in words_of(division.motion[:BEGINNING]):
        if word.text.isdigit():
            numbers.append((before, word.text))
        else:
            before = stems_of(word.text) or before
    named = {number for noun, number in numbers[1:] if noun <= wanted}
    first = {number for _, number in numbers[:1]}
    return stems_of(" ".join([division.subject, *titles])) | named | first | {division.number}


def _amends(division: Division, index: VoteIndex) -> bool:
    """Whether a vote is on an amendment. The title of a bill that amends an Act does not tell."""
    at_a_stage = division.kind == Division.Kind.BILL
    return names_an_amendment(stems_of(division.motion) if at_a_stage else index.stems.get(division.pk, frozenset()))


def _means_an_amendment(division: Division, described: Description, reading: Reading) -> bool:
    """Whether a question is about an amendment, and not about a bill with that word in its title."""
    if division.kind != Division.Kind.BILL:
        return names_an_amendment(described.wanted)
    words = words_of(reading.text_without("bill"))
    return any(
        word.text.startswith(_AMEND) and (following is None or following.folded not in BILLS)
        for word, following in zip(words, [*words[1:], None], strict=True)
    )


def names_an_amendment(stems: frozenset[str]) -> bool:
    """Whether words tell of an amendment."""
    return any(stem.startswith(_AMEND) for stem in stems)


def _is_moved_by_another(division: Division, index: VoteIndex, reading: Reading) -> bool:
    """Whether a question names the mover, and the vote's own words name neither that member nor anybody so called; or
    the mover's party, and the mover is not known to be of it."""
    if parties := reading.keys("mover"):
        return index.parties.get(division.pk) not in parties
    own = index.stems.get(division.pk, frozenset())
    movers = _movers_named(reading)
    called = (stems_of(slot.words.rsplit(" ", 1)[-1]) for slot in movers)
    theirs = any(division.mover_id in slot.keys for slot in movers) or any(name <= own for name in called)
    return bool(movers) and not theirs


def _movers_named(reading: Reading) -> tuple[Slot, ...]:
    """The slots that name who moved: a speaker, unless the question asks how that very member voted."""
    return reading.all("speaker") if reading.kind != "vote/member" or reading.all("about") else ()


def _is_a_title(words: str) -> bool:
    """Whether words are printed as a title is: "the Imprest Supply Bill", but not "the horse meat bill"."""
    return all(word[0].isupper() or not word[0].isalpha() for word in words.split() if stems_of(word))


def holds_particulars(division: Division, described: Description, index: VoteIndex) -> bool:
    """Whether a vote's own words hold some of what a question says of it, if it says anything."""
    return not described.particulars or index.share(described.particulars, division.pk) >= _NEXT_TO_NOTHING


def is_on_the_matter(division: Division, described: Description, index: VoteIndex) -> bool:
    """Whether a vote's own words hold some of what names the matter."""
    return index.share(described.matter - _MOVED, division.pk) >= _NEXT_TO_NOTHING


def is_matched(division: Division, rows: Sequence[Division], described: Description, index: VoteIndex) -> bool:
    """Whether the words fit a vote, and fit another one as well: then nothing but chance tells them apart."""
    share = index.share(described.wanted, division.pk)
    others = (index.share(described.wanted, row.pk) for row in rows if row != division)
    return share >= _MOST and any(other > share - _NEXT_TO_NOTHING for other in others)


def is_near(division: Division, described: Description, index: VoteIndex) -> bool:
    """Whether anything connects a vote with the description: its words, the search, or what was said on its matter."""
    found = described.near.get(division.pk, 0.0), relevance_of(division.debate, described.spoken)
    return not described.wanted or max(index.share(described.wanted, division.pk), *found) >= _NEXT_TO_NOTHING


def features_of(
    rows: Sequence[Division], described: Description, index: VoteIndex, reading: Reading
) -> tuple[list[Features], Features]:
    """The features of each vote, and those of the question. All lie between -1 and 1."""
    clear = _clearly_ahead(rows, described, index)
    spoken = {row.pk: relevance_of(row.debate, described.spoken) for row in rows}
    most_spoken = max(spoken.values())
    # What was said under a heading tells less of each vote if several were taken there.
    under = Counter(row.debate_id for row in rows if row.debate_id)
    headings = max((value for key, value in described.spoken.items() if isinstance(key, int)), default=0.0)
    silent = bool(described.wanted) and max([headings, *described.near.values()]) < _NEXT_TO_NOTHING
    movers, parties = set(reading.keys("speaker", "about")), reading.keys("mover")
    votes: list[Features] = [
        {
            "overlap": min(1.0, index.overlap(described.wanted, row.pk) / _PLENTY),
            "coverage": index.coverage(described.wanted, row.pk),
            "near": described.near.get(row.pk, 0.0),
            "spoken": spoken[row.pk],
            "clearly ahead": float(row is clear),
            "share by words alone": silent * index.share(described.wanted, row.pk),
            "moved by the member named": float(row.mover_id in movers or index.parties.get(row.pk) in parties),
            "ruled out": float(is_ruled_out(row, described, index, reading)),
            "their ballot": float(row.pk in described.voters),
            "on a bill": float(row.kind == Division.Kind.BILL),
            "spoken under a shared heading": spoken[row.pk] * (under[row.debate_id or 0] > 1),
        }
        for row in rows
    ]
    question: Features = {
        "always": 1.0,
        "described": float(bool(described.wanted)),
        "days": float(bool(reading.days)),
        "on other days": float(described.elsewhere),
        "stage": float(bool(reading.all("stage"))),
        "search finds nothing": float(silent),
        "spoken of elsewhere": headings - most_spoken,
        "a member's vote": float(reading.kind == "vote/member"),
        "a vote for sure": reading.of_a_vote,
    }
    return votes, question


def _clearly_ahead(rows: Sequence[Division], described: Description, index: VoteIndex) -> Division | None:
    """The vote that holds most of the words and fits better than every other; None if there is none."""
    fits = {row: fit_of(row, described, index) for row in rows}
    best, *others = sorted(rows, key=lambda row: -fits[row])
    ahead = all(fits[best] - fits[row] > _APART for row in others[:1])
    return best if ahead and index.share(described.wanted, best.pk) >= _MOST else None


def fit_of(division: Division, described: Description, index: VoteIndex) -> float:
    """How well a vote fits a description by its words and the search together, in [0, 1]."""
    near = described.near.get(division.pk, 0.0)
    return _WORDS * index.share(described.wanted, division.pk) + (1 - _WORDS) * near
