"""A quotation with its source, in the forms that people paste."""

from dataclasses import dataclass

from rag.text.dates import written
from rag.text.spans import Span
from speeches.models import Speech
from speeches.reading.voices import voice_at


@dataclass(frozen=True, slots=True)
class Reference:
    """One form of a citation, such as APA, and its text."""

    form: str
    text: str


def references(speech: Speech, span: Span, site: str) -> list[Reference]:
    """The words `span` of a speech with who said them, when and where, in four forms. `site` is our own address."""
    words = " ".join(span.of(speech.text).split())
    told = _Told(speech, span, site)
    return [
        Reference("Plain", f"“{words}” — {told.who}, {told.where}. {told.link}"),
        Reference("Markdown", f"> {_markdown(words)}\n\n— {told.who}, [{told.where}]({told.link})"),
        Reference("APA", f"{told.apa} “{words}”"),
        Reference("BibTeX", told.bibtex(words)),
    ]


class _Told:
    """What is said of a passage's source."""

    def __init__(self, speech: Speech, span: Span, site: str) -> None:
        self._speech = speech
        self._voice = voice_at(speech, span.start)
        own = f"{site}{speech.get_absolute_url()}?from={span.start}&to={span.end}"
        self.link = speech.source_url or own
        self.day = written(speech.date)
        # A printed reference names the chamber and the day itself.
        self.where = speech.reference or f"{speech.chamber.name}, {self.day}"

    @property
    def who(self) -> str:
        if self._voice:
            return f"{self._voice}, interjecting"
        speech = self._speech
        about = [part for part in (speech.party.name if speech.party else "", speech.role) if part]
        return f"{speech.speaker} ({', '.join(about)})" if about else speech.speaker

    @property
    def apa(self) -> str:
        given, _, surname = (self._voice or self._speech.speaker).rpartition(" ")
        initials = " ".join(f"{name[0]}." for name in given.split() if name)
        author = f"{surname}, {initials}" if initials else f"{surname}."
        speech = self._speech
        date = f"{speech.date.year}, {speech.date.strftime('%B')} {speech.date.day}"
        title = speech.title or "Speech"
        return f"{author} ({date}). {title}. {speech.parliament.name}, {speech.chamber.name}. {self.link}"

    def bibtex(self, words: str) -> str:
        speech = self._speech
        fields = {
            "author": self._voice or speech.speaker,
            "title": speech.title,
            "howpublished": ", ".join(filter(None, [speech.parliament.name, speech.chamber.name, speech.reference])),
            "year": str(speech.date.year),
            "month": speech.date.strftime("%b").lower(),
            "day": str(speech.date.day),
            "url": self.link,
            "note": f"“{words}”",
        }
        lines = ",\n".join(f"  {name} = {{{_bibtex(value)}}}" for name, value in fields.items() if value)
        return f"@misc{{{speech.pk.replace(' ', '-')},\n{lines}\n}}"


def _markdown(words: str) -> str:
    for sign in ("\\", "*", "_", "`", "[", "]", "<", "#"):
        words = words.replace(sign, f"\\{sign}")
    return words


def _bibtex(value: str) -> str:
    return "".join({"{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", "#": "\\#"}.get(sign, sign) for sign in value)
