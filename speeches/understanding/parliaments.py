"""The parliament that a question names by its country, and countries that are part of a longer name."""

from collections.abc import Mapping, Sequence

from rag.language.tokens import Word
from speeches.formats.names import fold
from speeches.search.catalogue import catalogue
from speeches.understanding.gazetteer import NamedWords
from speeches.understanding.lexicon import MEMBERS
from speeches.understanding.reading import Slot
from speeches.understanding.resolve import find_chambers

# What a longer name may have been taken for: the matter, or a committee called by one of its words.
_OF_LONGER_NAMES = ("country", "topic", "committee", "division")
# A capital letter after these, or at the beginning, makes no name. "" stands for the beginning.
_SENTENCE_ENDS = ("", ".", "?", "!", ":", ";")


def with_longer_names(text: str, words: Sequence[Word], slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The slots, with a country that is part of a longer name as part of the matter: "Canada Post", "Health Canada"."""
    found = tuple(slots)
    for slot in [] if text.istitle() or text.isupper() else slots:
        start, end = _longer_name(text, words, slots, slot) if slot.name == "country" else (slot.start, slot.end)
        if (start, end) != (slot.start, slot.end):
            within = [one for one in found if one.start < end and start < one.end]
            start, end = min(start, within[0].start), max(end, within[-1].end)
            whole = Slot("topic", text[start:end], start, end, min(one.sure for one in within))
            others = [one for one in found if one not in within]
            found = tuple(sorted([*others, whole], key=lambda one: one.start))
    return found


def _longer_name(text: str, words: Sequence[Word], slots: Sequence[Slot], country: Slot) -> tuple[int, int]:
    """Where the name begins and ends that a country makes with the words right beside it that are written as names."""
    others = [one for one in slots if one.name not in _OF_LONGER_NAMES]

    def is_of_it(word: Word, between: str) -> bool:
        begins = text[: word.start].rstrip()[-1:] in _SENTENCE_ENDS
        named = any(one.start <= word.start < one.end for one in others)
        written = word.text.istitle() and word.folded not in MEMBERS
        return between.isspace() and written and not begins and not named

    start, end = country.start, country.end
    for word in reversed([one for one in words if one.end <= start]):
        if not is_of_it(word, text[word.end : start]):
            break
        start = word.start
    for word in [one for one in words if one.start >= end]:
        if not is_of_it(word, text[end : word.start]):
            break
        end = word.end
    return start, end


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
