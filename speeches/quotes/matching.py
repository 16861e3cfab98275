"""Locates a claim in a speech: verbatim, or as close as it comes."""

import bisect
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from rag.text.align import Word, differences, fit, folded, occurrences, words_of
from rag.text.numerals import as_figures
from rag.text.polarity import NEGATIONS, is_number, negation_count
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.quotes.claim import Claim
from speeches.reading.voice_words import VoiceWords

# If a voice has less than this share of the claim's words, alignment cannot find the claim there.
_ENOUGH_SHARED = 0.4
# The most words that an ellipsis may stand for; beyond that, two passages are being joined. A stretch of fewer than
# `_FEW_WORDS` words could be picked from anywhere, so its gap must be shorter and within one sentence.
_LONGEST_GAP, _FEW_WORDS, _SHORT_GAP = 60, 3, 25
# So many words at the beginning of a claim are not said earlier in the sentence by chance.
_FEWEST_OPENING = 2
# The most words of one sentence for which a bracket may stand.
_IN_BRACKETS = 8
# The most characters of other voices that a match may continue past.
_OTHERS_WORDS = 250
# What is left out is shown up to so many characters, without the marks around it.
_SHOWN, _STOPS = 300, " .,;:—–-"
_FIRST_PERSON = re.compile(r"I\b")
_CLAUSE_END = re.compile(r"[.!?,;:—–]")
_SENTENCE_END = re.compile(r"[.!?]['\"’”)]*\s")


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between the claim and what was said; `kind` is `negation`, `number`, `name` or `word`. `elsewhere`
    is true if the same voice said the claimed words elsewhere in the speech."""

    op: str
    said: str
    claimed: str
    kind: str
    elsewhere: bool = False

    def as_dict(self) -> dict[str, str]:
        """The change with the field names of the API."""
        return {"op": self.op, "said": self.said, "claimed": self.claimed, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Match:
    """The words `[start, end)` of a speech that come closest to a claim, and their likeness in [0, 1].

    `pieces` are the places of the claim's `stretches` among the voice's words, and `alike` the likeness of each. If the
    pieces are `apart`, the claim joins what was not said together; if it is `joined`, without an ellipsis.
    """

    voice: VoiceWords
    span: Span
    likeness: float
    stretches: tuple[tuple[Word, ...], ...]
    elided: tuple[bool, ...]
    pieces: tuple[tuple[int, int], ...]
    alike: tuple[float, ...]
    hidden: str = ""
    apart: bool = False
    joined: bool = False

    @property
    def exact(self) -> bool:
        return self.likeness == 1.0 and not self.hidden and not self.apart


def exact_matches(claim: Claim, voice: VoiceWords, text: str) -> Iterator[Match]:
    """Every place where all stretches of the claim follow each other verbatim."""
    wanted = [[word.form for word in stretch] for stretch in claim.stretches]
    places = [occurrences(forms, voice.forms) for forms in wanted]
    if not all(places):
        return
    for place in places[0]:
        pieces = [(place, place + len(wanted[0]))]
        for forms, known in zip(wanted[1:], places[1:], strict=True):
            following = bisect.bisect_left(known, pieces[-1][1])
            if following == len(known):
                return
            pieces.append((known[following], known[following] + len(forms)))
        yield _match(claim, voice, pieces, [1.0] * len(pieces), text)


def joined_sentences(claim: Claim, voice: VoiceWords, text: str) -> Match | None:
    """The place where each sentence of the claim is said, one after the other, but not right after each other. None if
    there is none, or if the claim has an ellipsis."""
    by_sentence = claim.by_sentence()
    found = next(exact_matches(by_sentence, voice, text), None) if by_sentence else None
    return replace(found, apart=True, joined=True) if found else None


def nearest_match(claim: Claim, voice: VoiceWords, text: str) -> Match | None:
    """The place most like the claim; None if the voice has too few of its words, or none after one of its ellipses."""
    forms = set(claim.forms)
    if len(forms & set(voice.forms)) < _ENOUGH_SHARED * len(forms):
        return None
    pieces, alike = [], []
    position = 0
    for stretch in claim.stretches:
        found = fit([word.form for word in stretch], voice.forms[position:])
        if found.first >= found.last:
            return None
        first, last = position + found.first, position + found.last
        pieces.append((_reach_back([word.form for word in stretch], voice, first, last, text), last))
        alike.append(found.likeness)
        position += found.last
    return _match(claim, voice, _draw_together(claim, voice, pieces, alike), alike, text)


def _draw_together(
    claim: Claim, voice: VoiceWords, pieces: Sequence[tuple[int, int]], alike: Sequence[float]
) -> list[tuple[int, int]]:
    """The pieces, with each that is said as claimed at its last place before the next one: a few common words are said
    everywhere."""
    drawn = list(pieces)
    for number in range(len(pieces) - 2, -1, -1):
        since = drawn[number - 1][1] if number else 0
        forms = [word.form for word in claim.stretches[number]]
        places = occurrences(forms, voice.forms[since : drawn[number + 1][0]]) if alike[number] == 1.0 else []
        if places:
            drawn[number] = (since + places[-1], since + places[-1] + len(forms))
    return drawn


def _reach_back(wanted: Sequence[str], voice: VoiceWords, first: int, last: int, text: str) -> int:
    """Where a stretch begins whose first words are said earlier in the sentence than the place that resembles it most:
    "it is used if all else failed, not first" for "It is used first"."""
    found = next((one for one in Levenshtein.opcodes(voice.forms[first:last], wanted) if one.tag == "equal"), None)
    opening = wanted[: found.dest_start] if found else ()
    if len(opening) < _FEWEST_OPENING:
        return first
    before = voice.forms[max(0, first - _SHORT_GAP) : first]
    place = next(iter(reversed(occurrences(opening, before))), None)
    if place is None:
        return first
    start = first - len(before) + place
    crosses = _SENTENCE_END.search(text[voice.words[start].start : voice.words[first].start])
    return first if crosses else start


def changes(claim: Claim, match: Match, text: str) -> list[Change]:
    """The differences between the claim and the words said, those that change the meaning first."""
    found = []
    for stretch, (first, last) in zip(match.stretches, match.pieces, strict=True):
        for difference in differences(match.voice.words[first:last], stretch):
            said, claimed = _with_sign(text, difference.said), _with_sign(claim.text, difference.claimed)
            elsewhere = _is_said_elsewhere(claimed, match.voice)
            named = _holds_a_name(text, difference.said) or _holds_a_name(claim.text, difference.claimed)
            found.append(Change(difference.op, said, claimed, _kind(said, claimed, named=named), elsewhere))
    if match.hidden:
        found.append(Change("delete", match.hidden, "", "negation"))
    return sorted(found, key=lambda change: ("negation", "number", "name", "word").index(change.kind))


def rewritten_words(claim: Claim, match: Match, text: str) -> list[tuple[str, str]]:
    """Numbers and words that a verbatim claim writes or spells differently from the record, as (said, claimed)."""
    pairs = (
        (text[said.start : said.end], claim.text[claimed.start : claimed.end])
        for stretch, (first, last) in zip(match.stretches, match.pieces, strict=True)
        for said, claimed in zip(match.voice.words[first:last], stretch, strict=True)
    )
    return [(said, claimed) for said, claimed in pairs if _written(said) != _written(claimed)]


def _written(text: str) -> list[str]:
    """The words of a text as they are spelt, without the marks that any edition may set in its own way."""
    return [folded(text)] if text.isalpha() else [word.form for word in words_of(text)]


def breaks_a_sentence(match: Match, text: str) -> bool:
    """Whether an ellipsis of the claim leaves words out of the middle of a sentence."""
    return any(not _SENTENCE_END.search(gap.of(text)) for gap, elided in _gaps(match) if elided)


def left_out(match: Match, text: str) -> list[tuple[str, bool]]:
    """The words that each of the claim's ellipses and brackets stands for, cut short if there are many; and whether it
    is an ellipsis."""
    told = ((" ".join(gap.of(text).split()).strip(_STOPS), elided) for gap, elided in _gaps(match))
    return [(textwrap.shorten(one, _SHOWN, placeholder=" …"), elided) for one, elided in told if one]


def _gaps(match: Match) -> Iterator[tuple[Span, bool]]:
    """Where the record has words between the pieces, and whether the claim has an ellipsis there."""
    words = match.voice.words
    for ((_, end), (start, _)), elided in zip(pairwise(match.pieces), match.elided, strict=True):
        if start > end:
            yield Span(words[end - 1].end, words[start].start), elided


def whole_sentences(text: str, match: Match) -> Span:
    """The voice's sentences that the match touches, from the start of the first to the end of the last."""
    touched = [
        sentence
        for part in match.voice.parts
        for sentence in sentence_spans(text, part)
        if sentence.end > match.span.start and sentence.start < match.span.end
    ]
    return (
        Span(min(match.span.start, touched[0].start), max(match.span.end, touched[-1].end)) if touched else match.span
    )


def _is_said_elsewhere(claimed: str, voice: VoiceWords) -> bool:
    """Whether every claimed sentence occurs among the voice's words. Sentences of fewer than `_FEW_WORDS` words prove
    nothing."""
    sentences = [
        [word.form for word in as_figures(words_of(sentence), sentence)] for sentence in _SENTENCE_END.split(claimed)
    ]
    whole = [forms for forms in sentences if len(forms) >= _FEW_WORDS]
    return bool(whole) and all(occurrences(forms, voice.forms) for forms in whole)


def _match(claim: Claim, voice: VoiceWords, pieces: list[tuple[int, int]], alike: Sequence[float], text: str) -> Match:
    words = voice.words
    weights = [len(stretch) for stretch in claim.stretches]
    likeness = sum(one * weight for one, weight in zip(alike, weights, strict=True)) / sum(weights)
    if min(alike) < 1.0:
        likeness = min(likeness, 0.9999)
    span = Span(words[pieces[0][0]].start, words[pieces[-1][1] - 1].end)
    hidden, apart = _hidden(words, pieces, text), _apart(words, pieces, claim.elided, text)
    return Match(voice, span, likeness, claim.stretches, claim.elided, tuple(pieces), tuple(alike), hidden, apart)


def _hidden(words: Sequence[Word], pieces: Sequence[tuple[int, int]], text: str) -> str:
    """A negation that an ellipsis drops from a clause that the claim quotes: "We will … tax" for "We will never tax".

    Of the words left out, those up to the first mark belong to the clause before, and those after the last one to the
    clause that follows.
    """
    for (_, end), (start, _) in pairwise(pieces):
        if start <= end:
            continue
        clauses = _CLAUSE_END.split(text[words[end - 1].end : words[start].start])
        for part in (clauses[-1], clauses[0]):
            for word in words_of(part):
                if word.form in NEGATIONS:
                    return part[word.start : word.end]
    return ""


def _apart(words: Sequence[Word], pieces: Sequence[tuple[int, int]], elided: Sequence[bool], text: str) -> bool:
    """Whether the claim joins separate passages: over a long gap, from scraps, or past another speaker's words; or by a
    bracket that would stand for more than a few words."""
    for number, ((first, end), (start, last)) in enumerate(pairwise(pieces)):
        scrap = min(end - first, last - start) < _FEW_WORDS
        crosses = _SENTENCE_END.search(text[words[end - 1].end : words[start].start]) is not None
        longest = (_SHORT_GAP if scrap else _LONGEST_GAP) if elided[number] else _IN_BRACKETS
        if start - end > longest or (crosses and start > end and (scrap or not elided[number])):
            return True
    return any(
        following.start - word.end > _OTHERS_WORDS
        for first, last in pieces
        for word, following in pairwise(words[first:last])
    )


def _with_sign(text: str, span: Span) -> str:
    """The words of a span with a preceding currency sign: "$5 million" reads better than "5 million"."""
    signed = span.start < span.end and text[max(0, span.start - 1) : span.start] in tuple("$£€")
    return text[span.start - signed : span.end]


def _kind(said: str, claimed: str, *, named: bool) -> str:
    ours, theirs = ([word.form for word in words_of(text)] for text in (said, claimed))
    if negation_count(ours) != negation_count(theirs):
        return "negation"
    if any(map(is_number, [*ours, *theirs])) or "-" in (*ours, *theirs):
        return "number"
    return "name" if named else "word"


def _holds_a_name(text: str, span: Span) -> bool:
    """Whether a span has a word with a capital letter that does not open a sentence, and is not "I"."""
    words = (
        word
        for word in words_of(text, [span])
        if text[word.start].isupper() and not _FIRST_PERSON.match(text, word.start)
    )
    return any(not _opens_a_sentence(text, word.start) for word in words)


def _opens_a_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip(" \n\u00a0“\"‘'«(")
    return not before or before.endswith((".", "!", "?", ":", "…"))
