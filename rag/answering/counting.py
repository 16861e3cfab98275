"""What a question counts ("How many beds …"), and whether a sentence says how many of that there are."""

import re
from collections.abc import Collection, Mapping

from rag.retrieval.excerpt import stem
from rag.text.dates import FRENCH_MONTHS, MONTHS
from rag.text.polarity import NUMBER_WORDS

_COUNTED = re.compile(
    r"\b(?:how many|what number of|maximum number of|number of)\s+"
    r"(?:(?P<unit>\w+)\s+of\s+)?(?P<thing>(?:[\w’'-]+\s*){1,3})",
    re.IGNORECASE,
)
_MONTH = "|".join((*MONTHS, *FRENCH_MONTHS))
# Numbers that only date something, or say the how-manyeth it is.
DATING = re.compile(
    rf"1[6-9]\d\d\b(?![,.]\d)|20\d\d\b(?![,.]\d)|\d+(?:st|nd|rd|th)\b|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:{_MONTH})\b"
)
_NUMBER = re.compile(
    r"\d[\d,.]*(?:/\d+)?|\b(?:"
    + "|".join(sorted(NUMBER_WORDS - {"first", "second", "third"}, key=len)[::-1])
    + r")s?\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w’'-]+")
_WITHIN = 7
# Where what is counted has ended: "400 species, in winter whales".
_ENDS = re.compile(
    r"[,;:]|\.(?!\d)|\b(?:has|have|is|are|was|were|in|to|for|with|from|by|at|on|which|that|who|a|per)\b",
    re.IGNORECASE,
)
# What may be counted under another name: whoever counts one of a row counts any.
_ALIKE = (
    "people persons person members owners voters directors residents neighbours guests staff workers employees "
    "students pupils children patients volunteers men women players participants".split(),
    "times occasions cases instances incidents".split(),
    "homes houses dwellings units properties".split(),
    "votes voters percent per thirds majority".split(),
)
# Verbs and the like that a count runs into: "how many cats AM I allowed".
_NOT_COUNTED = frozenset(
    "am are is was were do does did can could may must should will would need needs i we they the a be have has had of "
    "in at to on for more live lives living work works go goes come came get got die died take took want use own "
    "attend attended".split()
)


def counted(question: str, related: Mapping[str, Collection[str]] | None = None) -> frozenset[str]:
    """The stems of what a question counts, and of what it may be called besides; empty where it counts nothing.

    >>> "bed" in counted("How many beds will the clinic have?"), counted("How much is it?")
    (True, frozenset())
    """
    found = _COUNTED.search(question)
    words = [found["unit"].lower()] if found and found["unit"] else []
    for word in _WORD.findall(found["thing"].lower()) if found else []:
        if word in _NOT_COUNTED:
            break
        words.append(word)
    alike = [one for row in _ALIKE if any(word in row for word in words) for one in row]
    others = [one for word in words for one in (related or {}).get(word, ()) if " " not in one]
    return frozenset(stem(word) for word in (*words, *alike, *others))


def counts(sentence: str, stems: Collection[str]) -> bool:
    """Whether a number in a sentence stands before one of some words.

    >>> counts("It has 20 beds and opened in 2021.", {"bed"}), counts("It cost $9 million.", {"bed"})
    (True, False)
    """
    for number in _NUMBER.finditer(sentence):
        if DATING.match(sentence, number.start()):
            continue
        rest = sentence[number.end() :]
        end = _ENDS.search(rest)
        words = _WORD.findall(rest[: end.start()] if end else rest)
        # "260-hectare" counts hectares alone.
        following = words[0].split("-") if rest.startswith("-") and words else words[:_WITHIN]
        if any(stem(word) in stems for word in following if word):
            return True
    return False
