"""Verdicts on quotations: verbatim, altered, misattributed, or not found."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from rag.metrics import counting
from rag.text.align import words_of
from rag.text.dates import format_date
from rag.text.polarity import NEGATIONS
from rag.text.sentences import sentence_spans
from rag.text.spans import Span, marked_runs
from speeches.formats.frame import frames
from speeches.models import Speech
from speeches.quotes.attribution import Attribution, QuoteRequest, party_of
from speeches.quotes.candidates import candidate_speeches, near_speeches, phrase_speeches
from speeches.quotes.claim import Claim, read_claim
from speeches.quotes.marks import quoted_spans
from speeches.quotes.matching import Change, Match, changes, exact_matches, left_out, nearest_match, rewritten_numbers
from speeches.reading.set_apart import is_set_apart
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
# Below this likeness, a passage is not worth showing.
_NEAR = 0.4
_OTHERS = 4
# An address to whoever presides has at most so many words: "Thank you, Mr Speaker,".
_ADDRESS = 5
_DASHES = ("—", "–", "-")
# A match by the claimed speaker is preferred if its likeness is lower by at most this much.
_OWN = 0.15
# The number of speeches aligned with the claim word by word, and the length from which a word counts as long
# (`_share`): longer than `_LONG_WORD` letters.
_LIKELY, _LONG_WORD = 8, 3


@dataclass(frozen=True, slots=True)
class Finding:
    """Whole sentences of the record `[start, end)` around the words `[match_start, match_end)` that match the claim.

    `own_words` are only the speaker's, with " […] " where others spoke in between.
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
        """The sentences as runs of text, each with whether it is part of the match."""
        return marked_runs(self.text, [(self.match_start - self.start, self.match_end - self.start)])


@dataclass(frozen=True, slots=True)
class QuoteVerdict:
    """The verdict on a claim. `best` is None only if nothing comes near.

    `caution` says what the verdict alone would hide: "quoted", if whoever says the words there quotes them;
    "set_apart", if the record sets them apart, as it does motions, quotations and documents; "cut", if the claim leaves
    out words of the sentence, which may report, reject or limit the others; else "".
    """

    verdict: str
    quote: str
    best: Finding | None
    diff: list[Change] = field(default_factory=list)
    others: list[Finding] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    caution: str = ""


@dataclass(frozen=True, slots=True)
class _VoiceMatch:
    """A match in a speech; whether it is by whom the claim says, and whether it stands in quotation marks there, or is
    set apart."""

    speech: Speech
    match: Match
    attributed: bool
    quoted: bool
    set_apart: bool


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
    return _verdict(request, claim, found, said_by.notes)


def _matches(claim: Claim, speeches: Sequence[Speech], said_by: Attribution) -> list[_VoiceMatch]:
    """Matches of the claim, best first: verbatim ones if there are any, otherwise the nearest."""
    shares = [(_share(claim, speech.text), speech) for speech in speeches]
    whole = [speech for share, speech in shares if share == 1.0]
    found = [(speech, match) for speech, voice in _voices(whole) for match in exact_matches(claim, voice, speech.text)]
    if not any(match.exact for _, match in found):
        likely = [speech for _, speech in sorted(shares, key=lambda pair: -pair[0])[:_LIKELY]]
        near = ((speech, nearest_match(claim, voice, speech.text)) for speech, voice in _voices(likely))
        found += [(speech, match) for speech, match in near if match]
    placed = [
        _VoiceMatch(
            speech,
            match,
            said_by.fits(speech, match),
            _is_quoted(speech.text, match),
            is_set_apart(match.span, speech.parts),
        )
        for speech, match in found
    ]
    return sorted(placed, key=_rank)


def _is_quoted(text: str, match: Match) -> bool:
    """Whether the words of a match stand in quotation marks, within one paragraph of the speech."""
    start = text.rfind("\n\n", 0, match.span.start) + 1
    end = text.find("\n\n", match.span.end)
    marks = quoted_spans(text[start : end if end >= 0 else len(text)])
    # A closing mark right after a letter counts as part of the word.
    return any(one.start <= match.span.start - start and match.span.end - start <= one.end + 1 for one in marks)


def _voices(speeches: Sequence[Speech]) -> Iterator[tuple[Speech, VoiceWords]]:
    return ((speech, voice) for speech in speeches for voice in voices_of(speech.text, speech.parts))


def _share(claim: Claim, text: str) -> float:
    """The share of the claim's longer words that occur in a text. Quick, so that few texts need close reading."""
    wanted = {form for form in claim.forms if form.isascii() and form.isalpha() and len(form) > _LONG_WORD}
    # Word forms have no apostrophes, so remove those of the text.
    plain = text.lower().replace("'", "").replace("’", "")
    return sum(form in plain for form in wanted) / len(wanted) if wanted else 1.0


def _rank(one: _VoiceMatch) -> tuple[bool, float, bool, bool, datetime.date]:
    """Sort key: verbatim first, then the highest likeness, then the claimed speaker, then words that are the speaker's
    own, then the earliest."""
    anothers = one.quoted or one.set_apart
    return not one.match.exact, -one.match.likeness, not one.attributed, anothers, one.speech.date


def _verdict(request: QuoteRequest, claim: Claim, found: list[_VoiceMatch], notes: tuple[str, ...]) -> QuoteVerdict:
    exact = [one for one in found if one.match.exact]
    best: _VoiceMatch | None
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
    around = tuple(_notes_around(best)) if verdict != "not_found" else ()
    caution = "cut" if around else ""
    if best.quoted and verdict != "not_found":
        caution, around = "quoted", (*around, _quoted_note(request, best))
    elif best.set_apart and verdict != "not_found":
        text = gettext("The record sets these words apart: {speaker} moves, reads or quotes them. Read whose they are.")
        caution, around = "set_apart", (*around, text.format(speaker=best.match.voice.speaker))
    told = [_claim_note(request, best)] if verdict == "misattributed" else []
    notes = (*told, *notes, *around)
    if exact:
        text = gettext("The record writes “{said}” for “{claimed}”.")
        written = rewritten_numbers(claim, best.match, best.speech.text)
        notes = (*notes, *(text.format(said=said, claimed=claimed) for said, claimed in written))
    diff = changes(claim, best.match, best.speech.text) if verdict == "altered" else []
    if verdict == "altered" and not best.attributed:
        notes = (*notes, gettext("The words nearest to it are not by whom, or not of when, the claim says."))
    rest = [_finding(one) for one in others if one is not best][:_OTHERS]
    return QuoteVerdict(verdict, request.quote, _finding(best), diff, rest, notes, caution)


def _claim_note(request: QuoteRequest, one: _VoiceMatch) -> str:
    """Whom and when the claim names, beside who says the words and when."""
    language = page_language()
    first, last = (format_date(day, language) if day else "" for day in (request.date_from, request.date_to))
    days = first if first == last else f"{first} – {last}"
    claimed = ", ".join(filter(None, [request.speaker, request.party, days]))
    told = gettext("Claimed: {claimed}. In the record: {speaker}, {day}.")
    day = format_date(one.speech.date, language)
    return told.format(claimed=claimed, speaker=one.match.voice.speaker, day=day)


def _quoted_note(request: QuoteRequest, one: _VoiceMatch) -> str:
    told = gettext("There {speaker} quotes these words. Read whose they are said to be.")
    if request.speaker and not one.attributed:
        told = gettext("There {speaker} quotes these words. Whether {claimed} said them, this record does not tell.")
    return told.format(speaker=one.match.voice.speaker, claimed=request.speaker)


def _notes_around(one: _VoiceMatch) -> Iterator[str]:
    """Notes on the words of the sentence that the claim leaves out: they may report, reject or limit the others."""
    if opening := _opening(one):
        text = gettext("These words stand within a sentence that begins “{opening} …”: read it whole.")
        yield text.format(opening=opening)
    for words in left_out(one.match, one.speech.text):
        yield gettext("At “…” the claim leaves out “{words}”.").format(words=words)
    if ending := _ending(one):
        yield gettext("The sentence goes on “… {ending}”: read it whole.").format(ending=ending)


def _least(claim: Claim, one: _VoiceMatch) -> float:
    """The lowest likeness at which a match counts as altered; higher if it is not by whom the claim says."""
    if len(claim.words) <= _FEW:
        return ALTERED_FEW
    return ALTERED if one.attributed else ALTERED_OTHERS


def _opening(one: _VoiceMatch) -> str:
    """The words before the match in its sentence, if they say something of their own."""
    around = _whole_sentences(one.speech.text, one.match)
    before = " ".join(one.speech.text[around.start : one.match.span.start].split())
    return before if _says_more(before) else ""


def _ending(one: _VoiceMatch) -> str:
    """The words after the match in its sentence, if they say something of their own."""
    around = _whole_sentences(one.speech.text, one.match)
    after = " ".join(one.speech.text[one.match.span.end : around.end].split()).lstrip(" ,")
    return after if _says_more(after) else ""


def _says_more(words: str) -> bool:
    """Whether words beside a match say something of their own: several, unless they address whoever presides ("Thank
    you, Mr Speaker,"); or one that denies, or stands after a dash ("— nonsense!")."""
    forms = [word.form for word in words_of(words)]
    address = bool(forms) and len(forms) <= _ADDRESS and forms[-1] in _presiding()
    alone = not NEGATIONS.isdisjoint(forms) or words.startswith(_DASHES)
    return (len(forms) > 1 and not address) or (bool(forms) and alone)


@cache
def _presiding() -> frozenset[str]:
    """The last word of each title of whoever presides, in any parliament: "speaker", "président"."""
    return frozenset(words_of(title)[-1].form for frame in frames().values() for title in frame.chairing)


def _finding(one: _VoiceMatch) -> Finding:
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
    """The matched voice's own words within a stretch of the record."""
    parts = (Span(max(part.start, around.start), min(part.end, around.end)) for part in match.voice.parts)
    own = [part for part in parts if part.start < part.end]
    told = ""
    for before, part in zip([None, *own], own, strict=False):
        between = text[before.end : part.start].strip() if before else ""
        told += f"{' […] ' if between else ' '}{' '.join(part.of(text).split())}"
    return told.strip()


def _whole_sentences(text: str, match: Match) -> Span:
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
