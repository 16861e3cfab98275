"""The parliament that a question names by its country."""

from collections.abc import Mapping, Sequence

from rag.language.tokens import Word
from speeches.formats.names import fold
from speeches.search.catalogue import catalogue
from speeches.understanding.gazetteer import NamedWords
from speeches.understanding.reading import Slot
from speeches.understanding.resolve import find_chambers


def find_parliament(
    text: str, words: list[Word], slots: Sequence[Slot], named: Sequence[NamedWords], version: int | None
) -> str:
    """The code of the parliament whose country a question names, unless as part of its subject; "" for none.

    A country that does not stand right before the chamber is part of the subject if its parliament lacks that chamber
    and another has it: "the British MP" of whom the Federation Chamber spoke.
    """
    known = catalogue(version)
    code, end = _country_named(text, words, slots, named, known.countries)
    elsewhere = known.shown - {code}
    for slot in slots if code else ():
        owned = text[end : slot.start].strip() == ""
        if slot.name == "chamber" and not owned and not find_chambers(slot.words, [code]):
            return "" if find_chambers(slot.words, elsewhere) else code
    return code


def _country_named(
    text: str, words: list[Word], slots: Sequence[Slot], named: Sequence[NamedWords], countries: Mapping[str, str]
) -> tuple[str, int]:
    """The code of the parliament whose country is named, and where its name ends."""
    for one in named:
        start, end = words[one.first].start, words[one.last - 1].end
        holding = [slot.name for slot in slots if slot.start < end and slot.end > start]
        if one.kind == "country" and all(name in ("country", "place") for name in holding):
            return countries.get(fold(text[start:end]).removeprefix("the "), ""), end
    return "", 0
