"""Reads the head of a file: which body met, when, in which session and in which language."""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree

from rag.text.dates import format_date
from speeches.formats.canada.words import words_of
from speeches.formats.records import FormatError

_LANGUAGES = ("en", "fr")
_SITE = "https://www.ourcommons.ca/DocumentViewer"


@dataclass(frozen=True, slots=True)
class Head:
    """The facts in the extracted items at the top of a file."""

    document: str
    language: str
    date: datetime.date
    body: Mapping[str, str]
    acronym: str
    volume: str
    number: str
    parliament: int
    session: int
    presiding: str
    presiding_title: str

    @property
    def chamber(self) -> str:
        """`house`, or a committee's acronym."""
        return self.acronym or "house"

    @property
    def reference(self) -> str:
        """The reference as members cite it: "House of Commons Debates, vol. 147, no. 86, 14 May 2014"."""
        number = "no" if self.language == "fr" else "no."
        volume = f"vol. {self.volume}" if self.volume else ""
        body = self.body.get(self.language) or self.body["en"]
        kind = {"fr": "Témoignages", "en": "Evidence"}[self.language] if self.acronym else ""
        return ", ".join(
            filter(None, [body, kind, volume, f"{number} {self.number}", format_date(self.date, self.language)])
        )

    @property
    def url(self) -> str:
        """The page of the official record. Append `#Int-8361032` to link to an intervention."""
        french = self.language == "fr"
        session = f"{self.parliament}-{self.session}"
        if self.acronym:
            path = ("reunion-{}/temoignages" if french else "meeting-{}/evidence").format(self.number)
            return f"{_SITE}/{self.language}/{session}/{self.acronym}/{path}"
        path = ("chambre/seance-{}/debats" if french else "house/sitting-{}/hansard").format(self.number)
        return f"{_SITE}/{self.language}/{session}/{path}"


def root_of(content: bytes, name: str) -> etree._Element:
    """The parsed file. Raises FormatError, with what to do, if it is another kind of file or damaged."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, huge_tree=True
    )
    # Some files declare an encoding name that no standard knows. All files are UTF-8.
    content = re.sub(rb"^<\?xml[^>]*\?>", b"", content.removeprefix(b"\xef\xbb\xbf").lstrip())
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(f"{name}: not a complete XML file ({error}). Fetch it again.") from error
    if root.tag != "Hansard" or root.find("HansardBody") is None:
        raise FormatError(f"{name}: an XML file, but not Canadian Hansard (its root is <{root.tag}>).")
    return root


def head_of(root: etree._Element, name: str) -> Head:
    """The head of a file. Raises FormatError if the date or the session is missing."""
    items = {item.get("Name", ""): words_of(item) for item in root.iterfind("ExtractedInformation/ExtractedItem")}
    try:
        date = datetime.date(*(int(items[f"MetaDateNum{part}"]) for part in ("Year", "Month", "Day")))
        parliament, session = int(items["ParliamentNumber"]), int(items["SessionNumber"])
    except (KeyError, ValueError):
        raise FormatError(
            f"{name}: the head holds no date, parliament or session (MetaDateNumYear, ParliamentNumber, …)."
        ) from None
    language = (root.get("{http://www.w3.org/XML/1998/namespace}lang") or "EN").lower()[:2]
    if language not in _LANGUAGES:
        raise FormatError(f"{name}: the language is {language!r}; only English and French can be read.")
    body = {"en": items.get("InstitutionDebateEn", ""), "fr": items.get("InstitutionDebateFr", "")}
    body[language] = body[language] or items.get("InstitutionDebate", "")
    return Head(
        document=root.get("id") or "",
        language=language,
        date=date,
        body={code: text for code, text in body.items() if text},
        acronym=items.get("Acronyme", "") if items.get("MetaDocumentCategory", "").lower() == "committee" else "",
        volume=_digits(items.get("MetaVolumeNumber", "")),
        number=_digits(items.get("MetaNumberNumber", "")),
        parliament=parliament,
        session=session,
        presiding=re.sub(r"^(?:Speaker:|Présidence de)\s*", "", items.get("SpeakerName", "")),
        presiding_title=items.get("SpeakerTitle", ""),
    )


def _digits(text: str) -> str:
    found = re.search(r"\d+", text)
    return str(int(found[0])) if found else ""
