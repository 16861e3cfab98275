"""What a verdict alone would hide: the words around those claimed, whose they are, and how the record prints them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext

from rag.text.align import words_of
from rag.text.dates import format_date
from rag.text.polarity import NEGATIONS, turns_against
from speeches.enumerations.motions import moved_by
from speeches.formats.frame import frames
from speeches.formats.records import THE_RECORD
from speeches.models import Speech
from speeches.quotes.attribution import Attribution, QuoteRequest, is_a_title
from speeches.quotes.marks import quoted_spans
from speeches.quotes.matching import Match, breaks_a_sentence, left_out, whole_sentences
from speeches.reading.manner import floor_language
from speeches.reading.set_apart import is_set_apart
from speeches.search.languages import page_language

# An address to whoever presides has at most so many words: "Thank you, Mr Speaker,".
_ADDRESS = 5
_DASHES = ("—", "–", "-")
# What the record itself puts into brackets: "[by video link]".
_PRINTED = re.compile(r"\[[^\[\]]*\]")
# Marks between clauses.
_MARKS = (",", ";")
_BREAK = ";"


@dataclass(frozen=True, slots=True)
class VoiceMatch:
    """A match in a speech; whether it is by whom and of when the claim says, and whether it stands in quotation marks
    there, or is set apart."""

    speech: Speech
    match: Match
    attributed: bool
    quoted: bool
    set_apart: bool

    @property
    def is_unspoken(self) -> bool:
        """Whether the record prints the words and nobody says them."""
        return self.match.voice.speaker in ("", *THE_RECORD.values())


def place_match(speech: Speech, match: Match, said_by: Attribution) -> VoiceMatch:
    """A match with how it stands in its speech."""
    quoted = _is_quoted(speech.text, match)
    return VoiceMatch(speech, match, said_by.fits(speech, match), quoted, is_set_apart(match.span, speech.parts))


def likeliest_source(found: Sequence[VoiceMatch], speaker: str) -> VoiceMatch:
    """If only other people said the words, picks the most likely original source.

    That is whoever said them plainly, and not in a sentence that may report them; else whoever quotes them where the
    claimed speaker is named; else whoever quotes them; else the first.
    """
    plain = (one for one in found if not (one.quoted or one.set_apart or one.is_unspoken or _may_turn(one)))
    quoted = [one for one in found if one.quoted]
    named = (one for one in quoted if _is_named_before(one, speaker))
    return next(plain, None) or next(named, None) or next(iter(quoted), found[0])


def _is_named_before(one: VoiceMatch, speaker: str) -> bool:
    """Whether the paragraph names somebody, by the last name, before the words."""
    start = one.speech.text.rfind("\n\n", 0, one.match.span.start) + 1
    before = {word.form for word in words_of(one.speech.text[start : one.match.span.start])}
    return any(word.form in before for word in words_of(speaker)[-1:])


def _is_quoted(text: str, match: Match) -> bool:
    """Whether the words of a match stand in quotation marks, within one paragraph of the speech."""
    start = text.rfind("\n\n", 0, match.span.start) + 1
    end = text.find("\n\n", match.span.end)
    marks = quoted_spans(text[start : end if end >= 0 else len(text)])
    # A closing mark right after a letter counts as part of the word.
    return any(one.start <= match.span.start - start and match.span.end - start <= one.end + 1 for one in marks)


def caution_of(
    verdict: str, one: VoiceMatch, request: QuoteRequest, said_by: Attribution, asides: Sequence[str]
) -> tuple[str, list[str]]:
    """The caution that goes with a verdict, and the notes that say why. `asides` are the quoter's own words."""
    translated = _notes_on_translation(one)
    around = [*translated, *_notes_around(one)]
    speaker = one.match.voice.speaker
    if one.is_unspoken:
        return "unspoken", [gettext("The record prints these words, and says of nobody that they said them."), *around]
    if one.quoted:
        return "quoted", [*around, _quoted_note(request, one)]
    if one.set_apart or (verdict != "altered" and _is_moved(one)):
        text = gettext("The record sets these words apart: {speaker} moves, reads or quotes them. Read whose they are.")
        return "set_apart", [*around, text.format(speaker=speaker)]
    if verdict != "altered" and one.speech.written:
        return "written", [gettext("These words were put in writing. Nobody said them in the chamber."), *around]
    if verdict == "altered" and one.match.apart:
        text = gettext("The claim joins words that stand apart in the record: read what stands between them.")
        return "apart", [text, *around]
    if not one.attributed and said_by.fits_but_for_the_day(one.speech, one.match):
        return "day", around
    if verdict == "altered" and not one.attributed:
        return "others", around
    if verdict == "misattributed" and one.match.voice.politician is None and is_a_title(speaker):
        text = gettext(
            "The record names whoever says this only as “{label}”. Whether that was {claimed}, it does not tell."
        )
        return "unnamed", [text.format(label=speaker, claimed=request.speaker), *around]
    if asides:
        text = gettext("What stands in square brackets is the quoter’s own, and was not compared: {words}.")
        return "bracketed", [text.format(words=", ".join(asides)), *around]
    if _may_turn(one):
        return "cut", around
    return "translated" if translated and verdict == "verbatim" else "", around


def _notes_on_translation(one: VoiceMatch) -> list[str]:
    """A note if the words are a translation: other words were spoken."""
    spoken = floor_language(one.speech, one.match.span)
    if not spoken:
        return []
    names = {"en": gettext("English"), "fr": gettext("French")}
    text = gettext("{speaker} spoke {language} here: these are the words of the record’s translation.")
    return [text.format(speaker=one.match.voice.speaker, language=names[spoken])]


def claim_note(request: QuoteRequest, one: VoiceMatch) -> str:
    """Whom and when the claim names, beside who says the words and when."""
    language = page_language()
    first, last = (format_date(day, language) if day else "" for day in (request.date_from, request.date_to))
    days = first if first == last else f"{first} – {last}"
    claimed = ", ".join(filter(None, [request.speaker, request.party, days]))
    told = gettext("Claimed: {claimed}. In the record: {speaker}, {day}.")
    speaker = gettext("nobody") if one.is_unspoken else one.match.voice.speaker
    return told.format(claimed=claimed, speaker=speaker, day=format_date(one.speech.date, language))


def _quoted_note(request: QuoteRequest, one: VoiceMatch) -> str:
    told = gettext("There {speaker} quotes these words. Read whose they are said to be.")
    if request.speaker and not one.attributed:
        told = gettext("There {speaker} quotes these words. Whether {claimed} said them, this record does not tell.")
    return told.format(speaker=one.match.voice.speaker, claimed=request.speaker)


def _is_moved(one: VoiceMatch) -> bool:
    """Whether the words stand within a motion that the speaker moves."""
    text, span = one.speech.text, one.match.span
    places = ((text.find(words), len(words)) for words in moved_by(one.speech))
    return any(0 <= place <= span.start and span.end <= place + length for place, length in places)


def _notes_around(one: VoiceMatch) -> Iterator[str]:
    """Notes on the words of the sentence that the claim leaves out: they may report, reject or limit the others."""
    if opening := _opening(one):
        text = gettext("These words stand within a sentence that begins “{opening} …”: read it whole.")
        yield text.format(opening=opening)
    for words, elided in left_out(one.match, one.speech.text):
        text = gettext("For its brackets the record has “{words}”.")
        if elided:
            text = gettext("At “…” the claim leaves out “{words}”.")
        if one.match.joined:
            text = gettext("Between its sentences the claim leaves out “{words}”.")
        yield text.format(words=words)
    if ending := _ending(one):
        yield gettext("The sentence goes on “… {ending}”: read it whole.").format(ending=ending)


def _may_turn(one: VoiceMatch) -> bool:
    """Whether the words that the claim leaves out of its sentence belong to the same clause, deny, or turn against it.
    A clause by itself says what it says, whatever clauses stand beside it."""
    opening, ending = _opening(one), _ending(one)
    reported = bool(opening) and not opening.endswith(_BREAK)
    following = one.speech.text[one.match.span.end :].lstrip()
    limited = bool(ending) and (not following.startswith(_MARKS) or _denies(ending) or turns_against(ending))
    return reported or limited or breaks_a_sentence(one.match, one.speech.text)


def _denies(words: str) -> bool:
    return not NEGATIONS.isdisjoint(word.form for word in words_of(words))


def _opening(one: VoiceMatch) -> str:
    """The words before the match in its sentence, if they say something of their own."""
    around = whole_sentences(one.speech.text, one.match)
    before = " ".join(_PRINTED.sub("", one.speech.text[around.start : one.match.span.start]).split())
    return before if _says_more(before) else ""


def _ending(one: VoiceMatch) -> str:
    """The words after the match in its sentence, if they say something of their own."""
    around = whole_sentences(one.speech.text, one.match)
    after = " ".join(one.speech.text[one.match.span.end : around.end].split()).lstrip(" ,.")
    return after if _says_more(after) else ""


def _says_more(words: str) -> bool:
    """Whether the words beside a match add meaning. Several words do, unless they address the chair ("Thank you, Mr
    Speaker,"). One word does if it denies, or stands after a dash ("— nonsense!")."""
    forms = [word.form for word in words_of(words)]
    address = bool(forms) and len(forms) <= _ADDRESS and forms[-1] in _presiding()
    alone = not NEGATIONS.isdisjoint(forms) or words.startswith(_DASHES)
    return (len(forms) > 1 and not address) or (bool(forms) and alone)


@cache
def _presiding() -> frozenset[str]:
    """The last word of each title of whoever presides, in any parliament: "speaker", "président"."""
    return frozenset(words_of(title)[-1].form for frame in frames().values() for title in frame.chairing)
