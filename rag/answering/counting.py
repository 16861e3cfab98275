"""What a question counts ("How many beds …"), and whether a sentence says how many of that there are."""

import re
from collections.abc import Collection, Mapping, Set

from rag.retrieval.excerpt import stem
from rag.text.dates import ANY_MONTH
from rag.text.polarity import NUMBER_WORDS

_COUNTED = re.compile(
    r"\b(?:how many|what number of|maximum number of|number of)\s+"
    r"(?:(?P<unit>\w+)\s+of\s+)?(?P<thing>(?:[\w’'-]+\s*){1,3})",
    re.IGNORECASE,
)
# Numbers that only date something, or say the how-manyeth it is.
DATING = re.compile(
    rf"1[6-9]\d\d\b(?![,.]\d)|20\d\d\b(?![,.]\d)|\d+(?:st|nd|rd|th)\b|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:{ANY_MONTH})\b"
)
_NUMBER = re.compile(
    r"\d[\d,.]*(?:/\d+)?|\b(?:"
    + "|".join(sorted(NUMBER_WORDS - {"first", "second", "third"}, key=len)[::-1])
    + r")s?\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w’'-]+")
_WITHIN = 7
_LOOKED_AT = 120
# What a number is that counts nothing: a rule's own, or a sum's.
_NUMBERS_A_RULE = re.compile(
    r"(?:\b(?:sections?|articles?|rules?|clauses?|chapters?|page|no\.|by-?laws?|items?)|§|\()\s*$", re.IGNORECASE
)
_MONEY = re.compile(r"[$£€]\s?$")
# Where what is counted has ended: "400 species, in winter whales".
_ENDS = re.compile(
    r"[,;:]|\.(?!\d)|\b(?:has|have|is|are|was|were|in|to|for|with|from|by|at|on|which|that|who|a|per)\b",
    re.IGNORECASE,
)
# What may be counted under another name: whoever counts one of a row counts any.
_ALIKE = (
    "pupils students children".split(),
    "staff workers employees".split(),
    "owners members voters residents directors".split(),
    "times occasions cases instances incidents".split(),
    "homes houses dwellings units properties".split(),
    "votes voters".split(),
)
# Whoever counts people counts any of these, and who died among them.
_PEOPLE = frozenset("people persons person".split())
_ANYBODY = (
    "people persons person members owners voters directors residents neighbours guests staff workers employees "
    "students pupils children patients volunteers men women players participants deaths dead lives died killed"
).split()
# Verbs and the like that a count runs into: "how many cats AM I allowed".
_NOT_COUNTED = frozenset(
    "am are is was were do does did can could may must should will would need needs i we they the a be have has had of "
    "in at to on for more live lives living work works go goes come came get got die died take took want use own "
    "attend attended left won lost voted spoke came".split()
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
    alike += _ANYBODY if _PEOPLE & set(words) else _PEOPLE if any(word in _ANYBODY for word in words) else ()
    others = [one for word in words for one in (related or {}).get(word, ()) if " " not in one]
    return frozenset(stem(word) for word in (*words, *alike, *others))


def counts(sentence: str, stems: Set[str]) -> bool:
    """Whether a number in a sentence stands before one of some words, or before nothing that it could count else.

    >>> counts("It has 20 beds and opened in 2021.", {"bed"}), counts("It cost $9 million.", {"bed"})
    (True, False)
    >>> counts("The number of beds is 20.", {"bed"}), counts("In 2021 they came.", {"bed"})
    (True, False)
    """
    for number in _NUMBER.finditer(sentence):
        before, rest = sentence[: number.start()], sentence[number.end() : number.end() + _LOOKED_AT]
        own = not before.strip() and "." in number.group()
        if own or _NUMBERS_A_RULE.search(before) or _MONEY.search(before):
            continue
        end = _ENDS.search(rest)
        words = _WORD.findall(rest[: end.start()] if end else rest)
        # "260-hectare" counts hectares alone.
        following = words[0].split("-") if rest.startswith("-") and words else words[:_WITHIN]
        counted_after = any(stem(word) in stems for word in following if word)
        if DATING.match(sentence, number.start()):
            # "2000 people" is a number all the same.
            if words and stem(words[0]) in stems:
                return True
        elif counted_after or (not following and stems & {stem(word) for word in _WORD.findall(before)}):
            return True
    return False
