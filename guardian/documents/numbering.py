"""Recognises how bylaws number their parts: "ARTICLE IV", "Section 4.2", "§ 60-305", "Bylaw 14", "4.2", "3.", "(a)",
"## Pets"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Ranks of parts that carry a name; lists ("1.", "(a)") nest below these.
PART, ARTICLE, HEADING, SECTION = range(4)
LIST = 9

_NUMBER = r"(?:\d+[A-Za-z]?(?:[.\-–:]\d+[A-Za-z]?)*(?:\([a-z0-9]{1,3}\))*|(?-i:[IVXLC]+|[A-Z]))"
_NAMED = re.compile(
    rf"(?P<name>part|chapter|article|title|division|schedule|appendix|exhibit|annex(?:ure)?|"
    rf"(?:standard |special |strata )?by-?\s?laws?|rule|section|sec\.|clause|regulation|"
    rf"§(?=\S)|§+)(?:\s+|(?<=§)|(?<=\.))(?:no\.?\s*)?"
    rf"(?P<number>{_NUMBER})(?![\w’'])"
    rf"(?P<stop>\s*[.:)–—-]+(?=\s|\Z))?\s*",
    re.IGNORECASE,
)
_RANKS = {"part": PART} | dict.fromkeys(
    ("chapter", "article", "title", "division", "schedule", "appendix", "exhibit", "annex", "annexure"), ARTICLE
)
_MARKDOWN = re.compile(r"(?P<level>#{1,6})\s+")
_DECIMAL = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})[.:)]?\s+(?=\S)")
_LISTS = (
    ("1(1)", re.compile(r"\d{1,3}[A-Z]?\((?P<value>\d{1,3})\)\s*(?=\S)")),
    ("1.", re.compile(r"(?P<value>\d{1,3})[.)]\s+(?=\S)")),
    ("1", re.compile(r"(?P<value>\d{1,3})\s+(?=[A-Z][a-z]|A\s[a-z]{2}|\(1\))")),
    ("A.", re.compile(r"(?P<value>[A-Z])[.)]\s+(?=\S)")),
    ("I.", re.compile(r"(?P<value>[IVXLC]{1,6})[.)]\s+(?=\S)")),
    ("a.", re.compile(r"(?P<value>[a-z])[.)]\s+(?=\S)")),
    ("i.", re.compile(r"(?P<value>[ivxlc]{1,6})[.)]\s+(?=\S)")),
    ("(1)", re.compile(r"\((?P<value>\d{1,3})\)\s*(?=\S)")),
    ("(a)", re.compile(r"\((?P<value>[a-z])\)\s*(?=\S)")),
    ("(i)", re.compile(r"\((?P<value>[ivxlc]{1,6})\)\s*(?=\S)")),
    ("(A)", re.compile(r"\((?P<value>[A-Z])\)\s*(?=\S)")),
)
_ROMAN = re.compile(r"(?=.)(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\Z", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Marker:
    """The number of a part: its kind ("section", "(a)"), its label as printed, its ordinal `value` (0 if unknown), its
    rank, the length of the marker in characters, and whether punctuation follows a named number (`stopped`)."""

    kind: str
    label: str
    value: int
    rank: int
    length: int
    stopped: bool = False


def markers(line: str) -> Iterator[Marker]:
    """The ways to read the start of a line as a number, likeliest first: "(i)" may be a letter or a Roman numeral.

    >>> [(found.kind, found.value) for found in markers("(i) Cats")]
    [('(a)', 9), ('(i)', 1)]
    """
    if found := _NAMED.match(line):
        yield _named_marker(found)
        return
    if found := _MARKDOWN.match(line):
        yield Marker("#" * len(found["level"]), "", 0, len(found["level"]) - 1, found.end())
        return
    if found := _DECIMAL.match(line):
        # "15.0" is the heading of the part that "15.1" belongs to.
        parts = re.sub(r"\.0\Z", "", found["number"]).split(".")
        yield Marker("decimal", found["number"], int(parts[-1]), SECTION + len(parts) - 2, found.end())
        return
    for kind, pattern in _LISTS:
        if (found := pattern.match(line)) and (value := _value(kind, found["value"])):
            yield Marker(kind, line[: found.end()].strip(), value, LIST, found.end())


def inner(line: str, outer: Marker) -> Marker | None:
    """The first number of a list that begins on the same line as its section: the "(1)" of "3 (1) An owner must".

    >>> line = "3 (1) An owner must"
    >>> [found.label for found in map(lambda outer: inner(line, outer), markers(line)) if found]
    ['(1)']
    """
    rest = line[outer.length :]
    return next((one for one in markers(rest) if one.kind[0] == "(" and one.value == 1), None)


def _named_marker(found: "re.Match[str]") -> Marker:
    name = re.sub(r"^(?:standard|special|strata)\s+|\W|s$", "", found["name"].lower()) or "section"
    last = re.split(r"[.\-–:(]", found["number"])
    value = _value("1.", last[-1]) if last[-1].isdigit() else _value("I.", found["number"]) or _value("A.", last[-1])
    label = found.group()[: len(found.group().rstrip(" .:)–—-\t"))] if found["stop"] else found.group().rstrip()
    return Marker(name, label, value, _RANKS.get(name, SECTION), found.end(), bool(found["stop"]))


def _value(kind: str, text: str) -> int:
    """The ordinal that a number stands for; 0 if the text is not a number of this kind.

    >>> _value("(i)", "xiv"), _value("(a)", "c"), _value("(i)", "iiii")
    (14, 3, 0)
    """
    if "1" in kind:
        return int(text)
    if "i" in kind.lower():
        return roman(text)
    return ord(text.lower()) - ord("a") + 1 if len(text) == 1 and text.isalpha() else 0


def roman(text: str) -> int:
    """The value of a Roman numeral under 100; 0 for anything else.

    >>> roman("XLII"), roman("vx")
    (42, 0)
    """
    if not _ROMAN.match(text):
        return 0
    values = [_ROMAN_VALUES[letter] for letter in text.lower()]
    return sum(-one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True))
