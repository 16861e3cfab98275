"""Reads a ParlParse file: its root, its kind of record, and the ids of its items."""

import datetime
import re
from dataclasses import dataclass

from lxml import etree

from speeches.formats.records import FormatError

HEADINGS = {"oral-heading": 0, "major-heading": 1, "minor-heading": 2}
# One file declares a version that XML does not have: 2.0.
_DECLARATION = re.compile(rb'^(\s*<\?xml version=")[\d.]+"')
_ID = re.compile(r"uk\.org\.publicwhip/(?P<kind>\w+)/(?P<day>\d{4}-\d\d-\d\d)(?P<edition>[a-z]?)\.(?P<place>[\w.]+)$")
_BRACKETED = re.compile(r"\[\s+|\s+\]")
# Who takes the chair is printed at the head of a title, or between two paragraphs in place of one.
_CHAIR = re.compile(r"^(?P<note>\[[^\]]* in the Chair\])(?: — )?")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: its chamber, the title of its debates, and how its columns are cited."""

    chamber: str
    title: str
    series: str
    column: str = ""


# By the word in an item's id.
KINDS = {
    "debate": Kind("house", "Debates", "HC Deb"),
    "lords": Kind("lords", "Debates", "HL Deb"),
    "westminhall": Kind("westminster-hall", "Westminster Hall", "HC Deb", "WH"),
    "wms": Kind("house", "Written Ministerial Statements", "HC Deb"),
    "wrans": Kind("house", "Written Answers", "HC Deb"),
}


@dataclass(frozen=True, slots=True)
class ItemId:
    """An item's id. Its `key` leaves out the edition, which differs in a corrected file of the day."""

    kind: str
    date: datetime.date
    place: str
    edition: str = ""

    @property
    def key(self) -> str:
        """
        >>> read_id("uk.org.publicwhip/debate/2009-10-26b.1.7").key
        'uk-debate-2009-10-26-1-7'
        """
        return f"uk-{self.kind}-{self.date.isoformat()}-{self.place.replace('.', '-')}"


def looks_like_parlparse(content: bytes) -> bool:
    """Whether the bytes begin like a ParlParse file."""
    return b"<publicwhip" in content


def root_of(content: bytes, name: str) -> etree._Element:
    """The parsed file. Raises FormatError, with what to do, if it is another kind of file or damaged."""
    # The entities are defined in the file itself. Nothing outside it is ever read.
    parser = etree.XMLParser(no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(_DECLARATION.sub(rb'\g<1>1.0"', content), parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(f"{name}: not a complete XML file ({error}). Fetch it again.") from error
    if root.tag != "publicwhip":
        raise FormatError(f"{name}: an XML file, but none of ParlParse's (its root is <{root.tag}>).")
    return root


def read_id(text: str) -> ItemId | None:
    """The id in a text; None if the text is not an id."""
    found = _ID.match(text)
    if not found:
        return None
    try:
        day = datetime.date.fromisoformat(found["day"])
    except ValueError:
        return None
    return ItemId(found["kind"], day, found["place"], found["edition"])


def words_of(element: etree._Element) -> str:
    """The text of an element on one line."""
    return " ".join("".join(str(text) for text in element.itertext()).split())


def title_of(heading: etree._Element) -> str:
    """A heading's words, without spaces inside the brackets and without the note of who is in the chair.

    >>> title_of(etree.fromstring("<h>Marine Bill [<i> Lords</i> ]</h>"))
    'Marine Bill [Lords]'
    >>> title_of(etree.fromstring("<h>[Ann Lee in the Chair] — Fuel</h>"))
    'Fuel'
    """
    return _CHAIR.sub("", _heading_words(heading))


def chair_note_in(heading: etree._Element) -> str:
    """The note of who takes the chair, "[Ann Lee in the Chair]"; "" if the heading has none."""
    found = _CHAIR.match(_heading_words(heading))
    return found["note"] if found else ""


def _heading_words(heading: etree._Element) -> str:
    return _BRACKETED.sub(lambda found: found[0].strip(), words_of(heading))
