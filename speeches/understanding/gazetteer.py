"""The names of the record, found in a question before anything else is understood."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rag.language.days import days_in
from rag.language.tokens import Word
from speeches.formats.frame import frame_of
from speeches.formats.names import fold
from speeches.models import Chamber, Committee, Office, Riding
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.roster import Roster, has_honorific, roster
from speeches.search.version import keep_by_version
from speeches.understanding.bills import NUMBER, BillIndex, bill_index
from speeches.understanding.lexicon import EMPTY

_LONGEST = 14
# A shorter word is a party's name only if it is written as one.
_A_NAME = 5
_SIGNS = re.compile(r"[^\w\s]+")
_QUOTED = re.compile(r'"([^"]*\w[^"]*)"|“([^”]*\w[^”]*)”|«\s*([^»]*\w[^»]*?)\s*»')
# If the same words name several kinds of thing, the first kind here counts.
_ORDER = ("bill", "committee", "office", "person", "place", "party", "chamber", "country")


@dataclass(frozen=True, slots=True)
class NamedWords:
    """Words of a question, from `first` up to but not including `last`, that name a thing of this kind."""

    kind: str
    first: int
    last: int


@dataclass(slots=True)
class Gazetteer:
    """Every name of the record by its folded words, with the kinds of thing it may name."""

    kinds: dict[str, set[str]] = field(default_factory=dict)

    def add(self, kind: str, names: Iterable[str]) -> None:
        for name in names:
            if key := key_of(name):
                self.kinds.setdefault(key, set()).add(kind)

    def names_a_party(self, word: str) -> bool:
        """Whether a word of some length names a party, however it is written: "independents"."""
        return len(word) >= _A_NAME and "party" in self.kinds.get(key_of(word), ())

    def may_be_a_person(self, word: str) -> bool:
        """Whether a word may be a person's name, though it may also be another word: "May", "Price"."""
        key = key_of(word)
        return key not in EMPTY and "person" in self.kinds.get(key, ())

    def find_names(self, text: str, words: list[Word]) -> Iterator[NamedWords]:
        """The names in a question, none overlapping another; at each word the longest name wins."""
        place = 0
        while place < len(words):
            found = self._name_at(text, words, place)
            if found:
                yield found
            place = found.last if found else place + 1

    def _name_at(self, text: str, words: list[Word], place: int) -> NamedWords | None:
        if not _has_letters(words[place]):
            return None
        for last in range(min(len(words), place + _LONGEST), place, -1):
            own = words[place:last]
            if not _has_letters(own[-1]):
                continue
            kinds = self.kinds.get(key_of(text[own[0].start : own[-1].end]), set())
            kind = next((one for one in _ORDER if one in kinds), "")
            if kind and (last - place > 1 or _is_written_as_a_name(words, place, kind)):
                return NamedWords(kind, place, last)
        return None


def _is_written_as_a_name(words: list[Word], place: int, kind: str) -> bool:
    """Whether a single word is written as a name: with a capital, or all in capitals for a short code.

    A capital at the start of a question does not make a person or a place. A lower-case word is never a name, except a
    country's, which cannot be another word.
    """
    text = words[place].text
    if kind == "country" and len(text) > 3:
        return True
    if len(text) <= 3 and kind in ("party", "committee"):
        return text.isupper()
    if not text[:1].isupper():
        return False
    titled = place > 0 and has_honorific(words[place - 1].text)
    return place > 0 or titled or kind not in ("person", "place")


def known_words(text: str, words: list[Word], names: Gazetteer) -> tuple[list[str], list[bool]]:
    """The kind of thing known for each word, from the record or by its form, and whether a name begins there."""
    known, begins = [""] * len(words), [False] * len(words)
    found = [(one.kind, words[one.first].start, words[one.last - 1].end) for one in names.find_names(text, words)]
    found += [("bill", *match.span()) for match in NUMBER.finditer(text)]
    found += [("date", one.start, one.end) for one in days_in(text)]
    found += [("quotation", *span) for span in quoted_in(text)]
    for kind, start, end in found:
        for place, word in enumerate(words):
            if word.start < end and word.end > start:
                known[place], begins[place] = kind, word.start <= start
    return known, begins


def quoted_in(text: str) -> list[tuple[int, int]]:
    """The spans of words in quotation marks."""
    return [match.span(match.lastindex or 0) for match in _QUOTED.finditer(text)]


@keep_by_version
def gazetteer(version: int | None) -> Gazetteer:
    """The names of a version of the record."""
    return gather_names(catalogue(version), roster(version), bill_index(version))


def gather_names(known: Catalogue, people: Roster, bills: BillIndex) -> Gazetteer:
    """Gather the names of the record."""
    names = Gazetteer()
    names.add("person", [*people.by_name, *people.by_surname])
    names.add("office", [*people.roles, *Office.objects.values_list("title", flat=True).distinct()])
    for party in known.parties.values():
        names.add("party", (*party.keys(), party.name, party.name_fr, *party.aliases))
    names.add("bill", bills.by_title)
    names.add("place", [name for own in ("state", "electorate") for name in known.spellings[own]])
    names.add("place", (name for pair in Riding.objects.values_list("name", "name_fr") for name in pair))
    names.add(
        "committee", (name for row in Committee.objects.values_list("name", "name_fr", "acronym") for name in row)
    )
    for chamber in Chamber.objects.filter(committee=None):
        names.add("chamber", chamber.keys())
    names.add("country", known.countries)
    for parliament in known.parliaments:
        names.add("office", frame_of(parliament).offices)
    return names


def key_of(text: str) -> str:
    """A name without case, accents and punctuation, and without an apostrophe at its end."""
    return " ".join(_SIGNS.sub(" ", fold(text.removesuffix("’").removesuffix("'"))).split())


def _has_letters(word: Word) -> bool:
    return word.text[0].isalnum()
