"""Verdicts on quotations: verbatim, altered, misattributed, or not found."""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from rag.metrics import counting
from rag.text.dates import format_date
from rag.text.spans import Span, marked_runs
from rag.text.spelling import one_spelling
from speeches.models import Speech
from speeches.quotes.attribution import Attribution, QuoteRequest, party_of
from speeches.quotes.candidates import candidate_speeches, near_speeches, phrase_speeches
from speeches.quotes.cautions import VoiceMatch, caution_of, claim_note, likeliest_source, place_match
from speeches.quotes.claim import Claim, read_claim
from speeches.quotes.matching import (
    Change,
    Match,
    changes,
    exact_matches,
    joined_sentences,
    nearest_match,
    rewritten_words,
    whole_sentences,
)
from speeches.reading.voice_words import VoiceWords, voices_of
from speeches.search.catalogue import catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import check_days, parliaments_called, unstorable
from speeches.search.languages import page_language
from speeches.search.roster import roster
from speeches.search.version import corpus_version

# Below this likeness, the claim is something else rather than the same words changed. Measured (docs/answers.md).
ALTERED = 0.55
# The same for words by somebody other than claimed, which more often resemble the claim by chance.
ALTERED_OTHERS = 0.7
# The same for claims of at most `_FEW` words, which resemble others by chance.
ALTERED_FEW, _FEW = 0.75, 6
# The same for each stretch between ellipses.
_HALF = 0.5
# Below this likeness, a passage is not worth showing.
_NEAR = 0.4
_OTHERS = 4
# Of a claim with ellipses that was not found, so many stretches are looked for by themselves, each of so many words.
_MOST_PARTS, _WORDS_OF_A_PART = 4, 4
# A match by the claimed speaker is preferred if its likeness is lower by at most this much.
_OWN = 0.15
# The number of speeches aligned with the claim word by word, and the length from which a word counts as long
# (`_share`): longer than `_LONG_WORD` letters.
_LIKELY, _LONG_WORD = 8, 3
_LETTERS = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """Whole sentences of the record `[start, end)` around the words `[match_start, match_end)` that match the claim.

    `own_words` are only the speaker's, with " […] " where others spoke in between. `written` is true if they were put
    in writing.
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
    written: bool

    def pieces(self) -> list[tuple[str, bool]]:
        """The sentences as runs of text, each with whether it is part of the match."""
        return marked_runs(self.text, [(self.match_start - self.start, self.match_end - self.start)])


@dataclass(frozen=True, slots=True)
class QuoteVerdict:
    """The verdict on a claim. `best` is None only if nothing comes near. `caution` says what the verdict alone would
    hide (`speeches/quotes/cautions.py`, docs/answers.md); "" for nothing.
    """

    verdict: str
    quote: str
    best: Finding | None
    diff: list[Change] = field(default_factory=list)
    others: list[Finding] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    caution: str = ""


@counting("quotation")
def verify_quote(request: QuoteRequest) -> QuoteVerdict:
    """Look for a quotation in the whole record. Raises SearchError with what to change."""
    claim = read_claim(request.quote)
    if broken := unstorable(f"{request.speaker}{request.party}"):
        text = gettext("The name holds {broken}, which nobody's name does. Take it out.")
        raise SearchError("speaker", text.format(broken=broken))
    check_days(request.date_from, request.date_to)
    version = corpus_version()
    known, people = catalogue(version), roster(version)
    if not known.models:
        return QuoteVerdict("not_found", request.quote, None, notes=(gettext("Nothing is in the record yet."),))
    said_by = Attribution(request, people, known)
    codes = parliaments_called(request.country) if request.country else known.shown
    view = Q(parliament_id__in=codes)
    found = _matches(claim, candidate_speeches(claim.text, known.models, view, said_by.condition()), said_by)
    # Words too common to rank high are searched as a phrase, and then with each word left out.
    for look in (phrase_speeches, near_speeches):
        if not any(one.match.exact for one in found):
            seen = {one.speech.pk for one in found}
            more = [speech for speech in look(claim, known.models, view) if speech.pk not in seen]
            found = sorted([*found, *_matches(claim, more, said_by)], key=_rank)
    return _verdict(request, claim, found, said_by)


def _matches(claim: Claim, speeches: Sequence[Speech], said_by: Attribution) -> list[VoiceMatch]:
    """Matches of the claim, best first: verbatim ones if there are any, otherwise the nearest."""
    shares = [(_share(claim, speech.text), speech) for speech in speeches]
    whole = [speech for share, speech in shares if share == 1.0]
    found = [(speech, match) for speech, voice in _voices(whole) for match in exact_matches(claim, voice, speech.text)]
    if not any(match.exact for _, match in found):
        likely = [speech for _, speech in sorted(shares, key=lambda pair: -pair[0])[:_LIKELY]]
        near = ((speech, nearest_match(claim, voice, speech.text)) for speech, voice in _voices(likely))
        joined = ((speech, joined_sentences(claim, voice, speech.text)) for speech, voice in _voices(whole))
        found += [(speech, match) for speech, match in (*joined, *near) if match]
    return sorted((place_match(speech, match, said_by) for speech, match in found), key=_rank)


def _voices(speeches: Sequence[Speech]) -> Iterator[tuple[Speech, VoiceWords]]:
    return ((speech, voice) for speech in speeches for voice in voices_of(speech.text, speech.parts))


def _share(claim: Claim, text: str) -> float:
    """The share of the claim's longer words that occur in a text. Quick, so that few texts need close reading."""
    wanted = {form for form in claim.forms if form.isascii() and form.isalpha() and len(form) > _LONG_WORD}
    # Word forms have no apostrophes, so remove those of the text. They have one spelling of several.
    plain = text.lower().replace("'", "").replace("’", "")
    held = {form for form in wanted if form in plain}
    if len(held) < len(wanted):
        held |= wanted & set(map(one_spelling, _LETTERS.findall(plain)))
    return len(held) / len(wanted) if wanted else 1.0


def _rank(one: VoiceMatch) -> tuple[bool, float, bool, bool, datetime.date]:
    """Sort key: verbatim first, then the highest likeness, then the claimed speaker, then words that are the speaker's
    own, then the earliest."""
    anothers = one.quoted or one.set_apart
    return not one.match.exact, -one.match.likeness, not one.attributed, anothers, one.speech.date


def _verdict(request: QuoteRequest, claim: Claim, found: list[VoiceMatch], said_by: Attribution) -> QuoteVerdict:
    exact = [one for one in found if one.match.exact]
    best: VoiceMatch | None
    if exact:
        right = [one for one in exact if one.attributed]
        best = right[0] if right else likeliest_source(exact, request.speaker)
        verdict = "verbatim" if right else "misattributed"
        others = exact
    else:
        altered = [one for one in found if _is_alike(one)]
        others = [one for one in found if one.match.likeness >= _NEAR]
        own = [one for one in altered if one.attributed and one.match.likeness >= altered[0].match.likeness - _OWN]
        best, verdict = ((own or altered)[0], "altered") if altered else (others[0] if others else None, "not_found")
    if best is None or verdict == "not_found":
        notes = (*said_by.notes(None), *_notes_on_parts(request, claim))
        # Scraps from all over a speech come near to nothing.
        near = [_finding(one) for one in others if not one.match.apart][: _OTHERS + 1]
        return QuoteVerdict("not_found", request.quote, near[0] if near else None, [], near[1:], notes)
    caution, around = caution_of(verdict, best, request, said_by, _own_asides(claim, best))
    notes = (
        *([claim_note(request, best)] if verdict == "misattributed" else []),
        *said_by.notes(best.match),
        *around,
        *_notes_on_writing(claim, best),
    )
    if verdict == "altered" and not best.attributed:
        notes = (*notes, gettext("The words nearest to it are not by whom, or not of when, the claim says."))
    diff = changes(claim, best.match, best.speech.text) if verdict == "altered" else []
    rest = [_finding(one) for one in others if one is not best][:_OTHERS]
    return QuoteVerdict(verdict, request.quote, _finding(best), diff, rest, notes, caution)


def _notes_on_writing(claim: Claim, one: VoiceMatch) -> Iterator[str]:
    """Notes on what a verbatim claim writes otherwise than the record."""
    if one.match.exact:
        text = gettext("The record writes “{said}” for “{claimed}”.")
        for said, claimed in rewritten_words(claim, one.match, one.speech.text):
            yield text.format(said=said, claimed=claimed)


def _own_asides(claim: Claim, one: VoiceMatch) -> list[str]:
    """The quoter's own words in brackets, without what the record itself prints there."""
    printed = whole_sentences(one.speech.text, one.match).of(one.speech.text)
    return [aside for aside in claim.asides if aside not in printed]


def _notes_on_parts(request: QuoteRequest, claim: Claim) -> Iterator[str]:
    """Who said each stretch of a claim that nobody said as a whole. Notes on the stretches that are long enough."""
    stretches = [one for one in claim.stretches if len(one) >= _WORDS_OF_A_PART]
    if len(claim.stretches) < 2:
        return
    for stretch in stretches[:_MOST_PARTS]:
        words = claim.text[stretch[0].start : stretch[-1].end]
        alone = verify_quote(QuoteRequest(words, country=request.country))
        if alone.best and alone.verdict == "verbatim":
            text = gettext("“{words}” alone was said by {speaker}, {day}.")
            day = format_date(alone.best.date, page_language())
            yield text.format(words=words, speaker=alone.best.speaker, day=day)
        else:
            yield gettext("“{words}” alone is not in the record searched here.").format(words=words)


def _is_alike(one: VoiceMatch) -> bool:
    """Whether a claim is enough like what was said to be the same words changed: as a whole, and each stretch at least
    by half. Words that stand apart must be the very words."""
    match, words = one.match, sum(map(len, one.match.stretches))
    if match.apart and min(match.alike) < 1.0:
        return False
    least = ALTERED_FEW if words <= _FEW else ALTERED if one.attributed else ALTERED_OTHERS
    return match.likeness >= least and min(match.alike) >= _HALF


def _finding(one: VoiceMatch) -> Finding:
    speech, match = one.speech, one.match
    around = whole_sentences(speech.text, match)
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
        written=speech.written,
    )


def _own_words(text: str, match: Match, around: Span) -> str:
    """The matched voice's own words within a stretch of the record."""
    parts = (Span(max(part.start, around.start), min(part.end, around.end)) for part in match.voice.parts)
    own = [part for part in parts if part.start < part.end]
    told = ""
    for before, part in zip([None, *own], own, strict=False):
        between = text[before.end : part.start].strip() if before else ""
        told += f"{' […] ' if between else ' '}{' '.join(part.of(text).split())}"
    return told.strip()
