"""Where in a speech a claim stands: word for word, or as near as it comes."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from rag.text.align import Word, differences, fit, occurrences, words_of
from rag.text.polarity import NEGATIONS, is_number, negation_count
from rag.text.spans import Span
from speeches.quotes.claim import Claim
from speeches.quotes.voices import VoiceWords

# Fewer of the claim's words than this in a voice, and laying them side by side cannot find the claim there.
_ENOUGH_SHARED = 0.4
# Words left out at an ellipsis are the reader's business only where they turn what is left round.
_NEAR_GAP = 12


@dataclass(frozen=True, slots=True)
class Change:
    """A departure of the claim from what was said; `kind` is `negation`, `number`, `name` or `word`."""

    op: str
    said: str
    claimed: str
    kind: str


@dataclass(frozen=True, slots=True)
class Match:
    """The words `[start, end)` of a speech's text that a claim comes nearest to, and how alike they are, in [0, 1]."""

    voice: VoiceWords
    span: Span
    likeness: float
    pieces: tuple[tuple[int, int], ...]
    gap_negation: str = ""

    @property
    def exact(self) -> bool:
        return self.likeness == 1.0 and not self.gap_negation


def exact_matches(claim: Claim, voice: VoiceWords) -> Iterator[Match]:
    """Every place where all stretches of the claim follow each other word for word."""
    first = [word.form for word in claim.stretches[0]]
    for place in occurrences(first, voice.forms):
        pieces = [(place, place + len(first))]
        for stretch in claim.stretches[1:]:
            wanted = [word.form for word in stretch]
            following = next((at for at in occurrences(wanted, voice.forms) if at >= pieces[-1][1]), None)
            if following is None:
                break
            pieces.append((following, following + len(wanted)))
        else:
            yield _match(claim, voice, pieces, 1.0)


def nearest_match(claim: Claim, voice: VoiceWords) -> Match | None:
    """The place most like the claim; None where the voice hardly has its words."""
    forms = set(claim.forms)
    if len(forms & set(voice.forms)) < _ENOUGH_SHARED * len(forms):
        return None
    pieces, alike, total = [], 0.0, 0
    position = 0
    for stretch in claim.stretches:
        found = fit([word.form for word in stretch], voice.forms[position:])
        pieces.append((position + found.first, position + found.last))
        position += found.last
        alike += found.likeness * len(stretch)
        total += len(stretch)
    if pieces[0][0] >= pieces[-1][1]:
        return None
    return _match(claim, voice, pieces, min(alike / total, 0.9999) if alike < total else 1.0)


def changes(claim: Claim, match: Match, text: str) -> list[Change]:
    """The departures of the claim from the words said, those that turn the meaning first."""
    found = []
    for stretch, (first, last) in zip(claim.stretches, match.pieces, strict=True):
        for difference in differences(match.voice.words[first:last], stretch):
            said, claimed = _with_sign(text, difference.said), _with_sign(claim.text, difference.claimed)
            found.append(Change(difference.op, said, claimed, _kind(said, claimed)))
    if match.gap_negation:
        found.append(Change("delete", match.gap_negation, "", "negation"))
    return sorted(found, key=lambda change: ("negation", "number", "name", "word").index(change.kind))


def _match(claim: Claim, voice: VoiceWords, pieces: list[tuple[int, int]], likeness: float) -> Match:
    words = voice.words
    span = Span(words[pieces[0][0]].start, words[pieces[-1][1] - 1].end)
    return Match(voice, span, likeness, tuple(pieces), _negation_left_out(words, pieces))


def _negation_left_out(words: tuple[Word, ...], pieces: list[tuple[int, int]]) -> str:
    """A negation in the few words that an ellipsis stands for: "We will … tax" of "We will never tax"."""
    for (_, end), (start, _) in itertools.pairwise(pieces):
        if start - end <= _NEAR_GAP:
            for word in words[end:start]:
                if word.form in NEGATIONS:
                    return word.form
    return ""


def _with_sign(text: str, span: Span) -> str:
    """The words of a span, a sign of money before them included: "$5 million" reads better than "5 million"."""
    signed = span.start < span.end and text[max(0, span.start - 1) : span.start] in tuple("$£€")
    return text[span.start - signed : span.end]


def _kind(said: str, claimed: str) -> str:
    ours, theirs = ([word.form for word in words_of(text)] for text in (said, claimed))
    if negation_count(ours) != negation_count(theirs):
        return "negation"
    if any(map(is_number, [*ours, *theirs])):
        return "number"
    if any(word[:1].isupper() for word in [*said.split(), *claimed.split()]):
        return "name"
    return "word"
