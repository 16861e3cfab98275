"""The verdict on a quotation: verbatim, altered, misattributed, or not found."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.urls import reverse

from rag.metrics import counting
from rag.text.align import words_of
from rag.text.polarity import NEGATIONS
from rag.text.sentences import sentence_spans
from rag.text.spans import Span, marked_runs
from speeches.models import Speech
from speeches.quotes.attribution import Attribution, QuoteRequest, party_of
from speeches.quotes.candidates import candidate_speeches, near_speeches, phrase_speeches
from speeches.quotes.claim import Claim, read_claim
from speeches.quotes.matching import Change, Match, changes, exact_matches, nearest_match, rewritten_numbers
from speeches.quotes.voices import VoiceWords, voices_of
from speeches.search.catalogue import catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import parliaments_called, unstorable
from speeches.search.roster import roster
from speeches.search.version import corpus_version

# Below this likeness the claim is something else, not the same words changed. Measured (docs/answers.md).
ALTERED = 0.55
# Another's words than the claim says are more often merely alike.
ALTERED_OTHERS = 0.7
# Of a few words as many are alike by chance.
ALTERED_FEW, _FEW = 0.75, 6
# Below this, a sentence is not worth showing as near.
_NEAR = 0.4
_OTHERS = 4
# Words that are so much less alike are still the likelier ones, if the claimed speaker's.
_OWN = 0.15
# Speeches that are laid beside the claim word by word, those with the most of its words.
_LIKELY, _LONG_WORD = 8, 3


@dataclass(frozen=True, slots=True)
class Finding:
    """Whole sentences of the record `[start, end)` around the words `[match_start, match_end)` that fit the claim.

    `own_words` are those of the speaker alone, with " […] " where others spoke between.
    """

    speech_id: str
    speaker: str
    role: str
    party: str
    chamber: str
    country: str
    sample: bool
    parliament: str
    date: datetime.date
    title: str
    text: str
    start: int
    end: int
    match_start: int
    match_end: int
    similarity: float
    reference: str
    source_url: str
    url: str
    own_words: str

    def pieces(self) -> list[tuple[str, bool]]:
        """The sentences as runs of text, each with whether it is among the words that fit."""
        return marked_runs(self.text, [(self.match_start - self.start, self.match_end - self.start)])


@dataclass(frozen=True, slots=True)
class QuoteVerdict:
    """What the record says of a claim. `best` is None only when nothing comes near."""

    verdict: str
    quote: str
    best: Finding | None
    diff: list[Change] = field(default_factory=list)
    others: list[Finding] = field(default_factory=list)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    speech: Speech
    match: Match
    attributed: bool


@counting("quotation")
def verify_quote(request: QuoteRequest) -> QuoteVerdict:
    """Look for a quotation in the whole record. Raises SearchError with what to mend."""
    claim = read_claim(request.quote)
    if broken := unstorable(f"{request.speaker}{request.party}"):
        raise SearchError("speaker", f"The name holds {broken}, which nobody's name does. Take it out.")
    if request.date_from and request.date_to and request.date_from > request.date_to:
        raise SearchError("date_from", f"date_from {request.date_from} is after date_to {request.date_to}; swap them.")
    version = corpus_version()
    known, people = catalogue(version), roster(version)
    if not known.models:
        return QuoteVerdict("not_found", request.quote, None, notes=("Nothing is in the record yet.",))
    said_by = Attribution(request, people, known)
    codes = parliaments_called(request.country) if request.country else known.shown
    view = Q(parliament_id__in=codes)
    found = _matches(claim, candidate_speeches(claim.text, known.models, view, said_by.condition()), said_by)
    # Words too common to rank high are looked for as they stand, and then with each of them changed.
    for look in (phrase_speeches, near_speeches):
        if not any(one.match.exact for one in found):
            seen = {one.speech.pk for one in found}
            more = [speech for speech in look(claim, known.models, view) if speech.pk not in seen]
            found = sorted([*found, *_matches(claim, more, said_by)], key=_rank)
    return _verdict(request, claim, found, said_by.notes)


def _matches(claim: Claim, speeches: Sequence[Speech], said_by: Attribution) -> list[_Found]:
    """Where the claim stands, best first: word for word if it does anywhere, else as near as it comes."""
    shares = [(_share(claim, speech.text), speech) for speech in speeches]
    whole = [speech for share, speech in shares if share == 1.0]
    found = [(speech, match) for speech, voice in _voices(whole) for match in exact_matches(claim, voice, speech.text)]
    if not any(match.exact for _, match in found):
        likely = [speech for _, speech in sorted(shares, key=lambda pair: -pair[0])[:_LIKELY]]
        near = ((speech, nearest_match(claim, voice, speech.text)) for speech, voice in _voices(likely))
        found += [(speech, match) for speech, match in near if match]
    placed = [_Found(speech, match, said_by.fits(speech, match)) for speech, match in found]
    return sorted(placed, key=_rank)


def _voices(speeches: Sequence[Speech]) -> Iterator[tuple[Speech, VoiceWords]]:
    return ((speech, voice) for speech in speeches for voice in voices_of(speech.text, speech.parts))


def _share(claim: Claim, text: str) -> float:
    """The share of the claim's longer words that occur in a text at all: quick, so that few texts are read closely."""
    wanted = {form for form in claim.forms if form.isascii() and form.isalpha() and len(form) > _LONG_WORD}
    # A form has lost its apostrophe, so the text must lose its own.
    plain = text.lower().replace("'", "").replace("’", "")
    return sum(form in plain for form in wanted) / len(wanted) if wanted else 1.0


def _rank(one: _Found) -> tuple[bool, float, bool, datetime.date]:
    """Word for word first, then the most alike; of those as good, the claimed speaker's, then the first in time."""
    return not one.match.exact, -one.match.likeness, not one.attributed, one.speech.date


def _verdict(request: QuoteRequest, claim: Claim, found: list[_Found], notes: tuple[str, ...]) -> QuoteVerdict:
    exact = [one for one in found if one.match.exact]
    best: _Found | None
    if exact:
        right = [one for one in exact if one.attributed]
        best, verdict = (right[0], "verbatim") if right else (exact[0], "misattributed")
        others = exact
    else:
        altered = [one for one in found if one.match.likeness >= _least(claim, one)]
        others = [one for one in found if one.match.likeness >= _NEAR]
        own = [one for one in altered if one.attributed and one.match.likeness >= altered[0].match.likeness - _OWN]
        best, verdict = ((own or altered)[0], "altered") if altered else (others[0] if others else None, "not_found")
    if best is None:
        return QuoteVerdict("not_found", request.quote, None, notes=notes)
    if verdict != "not_found" and (opening := _turned_by(best)):
        notes = (*notes, f"These words stand within a sentence that begins “{opening} …”: read it whole.")
    if verdict != "not_found" and (ending := _turned_after(best)):
        notes = (*notes, f"The sentence goes on “… {ending}”: read it whole.")
    if exact:
        written = rewritten_numbers(claim, best.match, best.speech.text)
        notes = (*notes, *(f"The record writes “{said}” for “{claimed}”." for said, claimed in written))
    diff = changes(claim, best.match, best.speech.text) if verdict == "altered" else []
    if verdict == "altered" and not best.attributed:
        notes = (*notes, "The words nearest to it are not by whom, or not of when, the claim says.")
    rest = [_finding(one) for one in others if one is not best][:_OTHERS]
    return QuoteVerdict(verdict, request.quote, _finding(best), diff, rest, notes)


def _least(claim: Claim, one: _Found) -> float:
    """How like the claim words must be to be the same words changed: more so if they are another's than claimed."""
    if len(claim.words) <= _FEW:
        return ALTERED_FEW
    return ALTERED if one.attributed else ALTERED_OTHERS


def _turned_by(one: _Found) -> str:
    """What stands before the words in their sentence, if it may turn them round: "I don't think …"."""
    around = _whole_sentences(one.speech.text, one.match)
    before = one.speech.text[around.start : one.match.span.start]
    forms = {word.form for word in words_of(before)}
    return " ".join(before.split()) if forms & (NEGATIONS | _CONDITIONS) else ""


def _turned_after(one: _Found) -> str:
    """What follows the words in their sentence, if it may take them back: "… if the minister resigned"."""
    around = _whole_sentences(one.speech.text, one.match)
    after = one.speech.text[one.match.span.end : around.end]
    forms = {word.form for word in words_of(after)}
    return " ".join(after.split()) if forms & (_CONDITIONS | _TAKEN_BACK) else ""


_TAKEN_BACK = frozenset("dead myth lie false untrue nonsense provided except".split())
_CONDITIONS = frozenset("if whether unless claim claims claimed suggest suggests suggested pretend".split())


def _finding(one: _Found) -> Finding:
    speech, match = one.speech, one.match
    around = _whole_sentences(speech.text, match)
    own = match.voice.politician == speech.politician_id
    party = party_of(speech, match)
    return Finding(
        speech_id=speech.pk,
        speaker=match.voice.speaker,
        role=speech.role if own else "",
        party=party.name if party else "",
        chamber=speech.chamber.name,
        country=speech.parliament.label,
        sample=speech.parliament.sample,
        parliament=speech.parliament_id,
        date=speech.date,
        title=speech.title,
        text=around.of(speech.text),
        start=around.start,
        end=around.end,
        match_start=match.span.start,
        match_end=match.span.end,
        similarity=round(match.likeness, 4),
        reference=speech.reference,
        source_url=speech.source_url,
        url=f"{reverse('speech', args=[speech.pk])}?from={match.span.start}&to={match.span.end}#passage",
        own_words=_own_words(speech.text, match, around),
    )


def _own_words(text: str, match: Match, around: Span) -> str:
    """What the voice itself said within a stretch of the record."""
    parts = (Span(max(part.start, around.start), min(part.end, around.end)) for part in match.voice.parts)
    own = [part for part in parts if part.start < part.end]
    told = ""
    for before, part in zip([None, *own], own, strict=False):
        between = text[before.end : part.start].strip() if before else ""
        told += f"{' […] ' if between else ' '}{' '.join(part.of(text).split())}"
    return told.strip()


def _whole_sentences(text: str, match: Match) -> Span:
    """The sentences of the voice that the match touches, from the first one's start to the last one's end."""
    touched = [
        sentence
        for part in match.voice.parts
        for sentence in sentence_spans(text, part)
        if sentence.end > match.span.start and sentence.start < match.span.end
    ]
    return (
        Span(min(match.span.start, touched[0].start), max(match.span.end, touched[-1].end)) if touched else match.span
    )
