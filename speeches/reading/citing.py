"""Citations: a quotation with its source, in the forms that people paste."""

from dataclasses import dataclass

from django.utils.translation import gettext

from rag.text.dates import format_date
from rag.text.spans import Span
from speeches.formats.names import display_name
from speeches.formats.records import THE_RECORD
from speeches.models import Speech
from speeches.reading.manner import manner_of
from speeches.reading.naming import name_of
from speeches.reading.voices import Voice, voices_in
from speeches.search.languages import page_language


@dataclass(frozen=True, slots=True)
class Reference:
    """One form of a citation, such as APA, with its text."""

    form: str
    text: str


def references(speech: Speech, span: Span, site: str) -> list[Reference]:
    """The words at `span` with their speaker, place and date, in four forms: plain, Markdown, APA and BibTeX. `site` is
    this site's address."""
    words = " ".join(span.of(speech.text).split())
    told = _Citation(speech, span, site)
    return [
        Reference("Plain", f"“{words}” — {told.who}, {told.where}. {told.link}"),
        Reference("Markdown", f"> {escape_markdown(words)}\n\n— {told.who}, [{told.where}]({told.link})"),
        Reference("APA", f"{told.apa} “{words}”"),
        Reference("BibTeX", told.bibtex(words)),
    ]


class _Citation:
    """The source of a passage in words."""

    def __init__(self, speech: Speech, span: Span, site: str) -> None:
        self._speech = speech
        self._voices = voices_in(speech, span)
        self._how = manner_of(speech, span)
        own = f"{site}{speech.get_absolute_url()}?from={span.start}&to={span.end}"
        self.link = speech.source_url or own
        # A printed reference itself names the chamber and the day.
        self._language = page_language()
        self._chamber = name_of(speech.chamber, self._language)
        self._parliament = gettext(speech.parliament.name)
        self.where = speech.reference or f"{self._chamber}, {format_date(speech.date, self._language)}"

    @property
    def who(self) -> str:
        """All whose words are quoted, in order: a passage may run from a speech into an interjection."""
        told = "; ".join(self._introduce(voice) for voice in self._voices)
        return ", ".join(filter(None, [told, self._how]))

    def _introduce(self, voice: Voice) -> str:
        if not voice.own:
            told = gettext("%(name)s, interjecting") % {"name": voice.speaker}
            return told if voice.interjecting else voice.speaker
        speech = self._speech
        party = name_of(speech.party, self._language) if speech.party else ""
        about = ", ".join(filter(None, [party, speech.role]))
        speaker = gettext("The record") if speech.speaker == THE_RECORD["en"] else speech.speaker
        return f"{speaker} ({about})" if about else speaker

    @property
    def apa(self) -> str:
        speech, authors = self._speech, " & ".join(_author(voice) for voice in self._voices)
        month, day = speech.date.strftime("%B"), speech.date.day
        told = format_date(speech.date, "fr").rsplit(" ", 1)[0] if self._language == "fr" else f"{month} {day}"
        date = f"{speech.date.year}, {told}"
        title = speech.title or gettext("speech").capitalize()
        stop = "" if authors.endswith(".") else "."
        title += f" [{self._how}]" if self._how else ""
        return f"{authors}{stop} ({date}). {title}. {self._parliament}, {self._chamber}. {self.link}"

    def bibtex(self, words: str) -> str:
        speech = self._speech
        fields = {
            "author": " and ".join(voice.speaker for voice in self._voices),
            "title": speech.title,
            "howpublished": ", ".join(filter(None, [self._parliament, self._chamber, speech.reference])),
            "year": str(speech.date.year),
            "month": speech.date.strftime("%b").lower(),
            "day": str(speech.date.day),
            "url": self.link,
            "note": ", ".join(filter(None, [f"“{words}”", self._how])),
        }
        lines = ",\n".join(f"  {name} = {{{escape_bibtex(value)}}}" for name, value in fields.items() if value)
        return f"@misc{{{speech.pk.replace(' ', '-')},\n{lines}\n}}"


def _author(voice: Voice) -> str:
    """Surname and initials of a person; an office or benches as printed.

    >>> _author(Voice("Bert van Manen", True, False, True)), _author(Voice("The SPEAKER", False, True, False))
    ('van Manen, B.', 'The SPEAKER')
    """
    if not voice.person:
        return voice.speaker
    words = display_name(voice.speaker).split()
    surname = len(words) - 1
    while surname > 1 and words[surname - 1].islower():
        surname -= 1
    initials = " ".join(f"{name[0]}." for name in words[:surname])
    return f"{' '.join(words[surname:])}, {initials}" if initials else words[-1]


def escape_markdown(words: str) -> str:
    """Escape signs that Markdown would interpret."""
    for sign in ("\\", "*", "_", "`", "[", "]", "<", "#"):
        words = words.replace(sign, f"\\{sign}")
    return words


def escape_bibtex(value: str) -> str:
    """Escape signs that BibTeX would interpret."""
    return "".join({"{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", "#": "\\#"}.get(sign, sign) for sign in value)
