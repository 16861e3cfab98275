"""What a question asks for - a number, a sum, a share, a date, a name, a place - and whether a sentence has one."""

import re
from collections.abc import Callable

from rag.text.dates import MONTHS
from rag.text.polarity import NUMBER_WORDS

_MONEY_WORDS = (
    r"money|costs?|pay|paid|spen[dt]|fund\w*|commit\w*|grants?|contribut\w*|sav\w+|rents?|fines?|compensation|revenue|"
    r"worth|receiv\w*|prices?|budget\w*|earn\w*|announced|allocat\w*|invest\w*|dollars?|insur\w*|ma[dk]e|donat\w*|raise\w*"
)

# The first that fits says what is asked for.
_ASKED: tuple[tuple[str, "re.Pattern[str]"], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("number", r"\bhow (?:many|often|old|far|long|thick|tall|high|big|wide|large|deep|fast|heavy|few)\b"),
        ("share", r"\b(?:percentage|per ?cent|proportion|what share|(?:vacancy|jobless|interest) rate)\b"),
        ("money", rf"\bhow much\b.*\b(?:{_MONEY_WORDS})\b"),
        ("number", r"\bhow much\b"),
        ("money", r"\bwhat\b.*\b(?:costs?|price|fine|penalty|rent|salary|wage|income limit|fee|amount|sum)\b"),
        ("money", r"\bwhat would\b.*\b(?:save|pay)\b"),
        ("date", r"^(?:when|since when)\b|\b(?:what|which) (?:date|day|year|month)\b"),
        ("name", r"^(?:who|whose|whom)\b|\bname of\b|\b(?:which|what) (?:company|person|firm|organisation|charity)\b"),
        ("place", r"^where\b|\b(?:which|what) (?:town|city|suburb|state|street|place|location|country)\b"),
    )
)  # fmt: skip
_HOLDS = {
    "money": re.compile(
        r"[$£€]\s?\d|\b\d[\d,.]*\s*(?:(?:million|billion|trillion)\s+)?(?:dollars|pounds|cents|euros)\b", re.IGNORECASE
    ),
    "number": re.compile(
        r"\d[\d,.]*|\b(?:" + "|".join(sorted(NUMBER_WORDS - {"one", "first", "second"})) + r")s?\b", re.I
    ),
    "share": re.compile(
        r"\d[\d.,]*\s*(?:%|per ?cent|percentage)|\b(?:half|third|quarter|majority)\b|"
        r"\b\w+ (?:in|out of) (?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b",
        re.IGNORECASE,
    ),
    "date": re.compile(
        rf"\b(?:{'|'.join(MONTHS)})\b|\b(?:19|20)\d\d\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|"
        r"\b(?:today|tomorrow|yesterday|tonight|spring|summer|autumn|winter)\b|"
        r"\b(?:last|next|this) (?:week|month|year)\b"
    ),
}
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w’'-]+")
_ANY_NAME = re.compile(r"\b[A-Z][\w’'-]*\w")
# Words that are capitals only for their place or their kind.
_NO_NAMES = frozenset(
    "The A An I It He She They We You This That These Those There In On At For And But If When While As To Of My Our "
    "Your His Her Its Their With From By What Who How Why Where Which Not No Yes Mr Mrs Ms Dr So Let Since During "
    "After Before Under Over Is Are Was Were Do Does Did Has Have Had Can Could Will Would Should May Might Or Now "
    "Then Here All Some Many Most I'm I've I'd I'll".split()
)


def asked_for(question: str) -> str:
    """`number`, `money`, `share`, `date`, `name` or `place`; "" for a question that wants none of them.

    >>> asked_for("How much did the grant come to?"), asked_for("Who opened it?"), asked_for("What of the reef?")
    ('money', 'name', '')
    """
    return next((kind for kind, pattern in _ASKED if pattern.search(question.strip())), "")


def gives(kind: str, sentence: str, question: str) -> bool:
    """Whether a sentence has what is asked for, other than what the question itself says.

    >>> gives("number", "The 30,000 homes are welcome.", "How many of the 30,000 homes are in Perth?")
    False
    """
    return _GIVES[kind](sentence, question) if kind else True


def names_in(text: str) -> list[str]:
    """The proper names of a text, word by word, without its first word and possessive endings.

    >>> names_in("What did Hobart's council say of Tasmania?")
    ['Hobart', 'Tasmania']
    """
    found = (match.group() for match in _ANY_NAME.finditer(text) if match.start() > 0)
    return [re.sub(r"[’']s?$", "", name) for name in found if name not in _NO_NAMES]


def _gives_name(sentence: str, question: str) -> bool:
    asked = set(_ANY_NAME.findall(question))
    return any(name not in _NO_NAMES and name not in asked for name in _NAME.findall(sentence))


def _gives_figure(kind: str) -> Callable[[str, str], bool]:
    def holds(sentence: str, question: str) -> bool:
        known = {number.rstrip(".,") for number in re.findall(r"\d[\d,.]*", question)}
        for found in _HOLDS[kind].finditer(sentence):
            digits = re.match(r"[$£€]?\s?(\d[\d,.]*)", sentence[found.start() :])
            said_in_question = digits[1].rstrip(".,") in known if digits else found.group().lower() in question.lower()
            if not said_in_question:
                return True
        return False

    return holds


_GIVES: dict[str, Callable[[str, str], bool]] = {
    "name": _gives_name,
    "place": _gives_name,
    **{kind: _gives_figure(kind) for kind in _HOLDS},
}
