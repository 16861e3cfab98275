"""Figures with their units, and words with opposites: the things that a paraphrase must not reverse."""

import datetime
import re
from dataclasses import dataclass

from rag.text.align import words_of
from rag.text.polarity import is_number, number_values
from rag.text.spelling import one_spelling

_UNITS = frozenset(
    one_spelling(unit)
    for unit in "year years month months week weeks day days hour hours minute minutes degrees metres kilometres "
    "tonnes litres pounds dollars cents".split()
)
# Each pair holds the first letters of words and of their opposites.
_OPPOSITES = (
    ("rise rising rose risen increas higher high highest grow growing grew grown more most up soar climb",
     "fall falling fell fallen decreas lower low lowest declin drop less least fewer down shrink shrank cut reduc"),
    ("support back endors accept welcom agree approv", "oppos reject block refus resist disagree condemn"),
    ("strong strengthen improv better best good", "weak weaken worsen worse worst bad"),
    ("cheap affordab", "expensive dear unaffordab"),
    ("win won gain", "lose lost"),
    ("before former previous", "after current present"),
    ("start began begin open", "end ended stop clos"),
    ("always all every everyone", "never none nobody"),
    ("public", "private"),
    ("invest spend spent fund", "cut withdraw"),
    ("import", "export"),
)  # fmt: skip
_SCALE_WORDS = frozenset("hundreds thousands millions billions trillions".split())


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and its unit: `$`, `%`, a unit of time or measure, `year` for a date, or ""."""

    value: float
    unit: str


def figures(text: str) -> list[Figure]:
    """Returns the figures of a text in order.

    >>> figures("It fell 2.4 per cent, or $5 million, over six months to 2021.")
    [Figure(value=2.4, unit='%'), Figure(value=5000000.0, unit='$'), Figure(value=6.0, unit='month'), \
Figure(value=2021.0, unit='year')]
    """
    forms = [word.form for word in words_of(text)]
    found, place = [], 0
    while place < len(forms):
        if not is_number(forms[place]):
            place += 1
            continue
        end = place
        while end < len(forms) and is_number(forms[end]) and len(number_values(forms[place : end + 1])) <= 1:
            end += 1
        end = max(end, place + 1)
        values = number_values(forms[place:end])
        if values:
            found.append(Figure(values[0], _unit(forms, place, end, values[0])))
        place = end
    return found


def figures_agree(sentence: str, said: str, date: datetime.date | None) -> bool:
    """Whether every figure of a sentence occurs in what was said, with the same unit and in the same order. The
    sentence may also mention the day of the speech, if it is written as a date: "21 hospitals" is not."""
    theirs = figures(said)
    shared: list[int] = []
    for ours in figures(_without(date, sentence) if date else sentence):
        at = next((place for place, other in enumerate(theirs) if _same(ours, other)), None)
        if at is not None and ours.unit != "year":
            shared.append(at)
        if at is None:
            return False
    scales = _SCALE_WORDS & {word.form for word in words_of(sentence)}
    return shared == sorted(shared) and scales <= {word.form for word in words_of(said)}


_MONTHS = (
    "jan(?:uary|vier)?|feb(?:ruary)?|f[ée]vrier|march|mars?|apr(?:il)?|avril|may|mai|june?|juin|july?|juillet|aug(?:ust)?"
    "|ao[uû]t|sept?(?:ember|embre)?|oct(?:ober|obre)?|nov(?:ember|embre)?|dec(?:ember)?|d[ée]cembre"
)


def _without(date: datetime.date, sentence: str) -> str:
    """Removes a date's own day and year from a sentence, where they are written as a date."""
    day, year = rf"{date.day}(?:st|nd|rd|th|er)?", str(date.year)
    written = (
        rf"(?:the\s+|le\s+)?{day}\s+(?:of\s+)?(?:{_MONTHS})\b\.?(?:,?\s+{year}\b)?"
        rf"|(?:{_MONTHS})\b\.?\s+{day}\b(?:,?\s+{year}\b)?"
        rf"|(?:{_MONTHS})\b\.?,?\s+{year}\b|(?:in|since|during|of|from|by|en|depuis|de)\s+{year}\b(?!\s+[a-z]+s\b)"
        rf"|{date.isoformat()}"
    )
    return re.sub(rf"\b(?:{written})", " ", sentence, flags=re.IGNORECASE)


def same_direction(sentence: str, said: str) -> bool:
    """Whether words with opposites occur in the same order as in what was said: not "low and rising" for "high and
    falling". Ignores pairs that what was said does not mention; other checks cover those."""
    ours, theirs = ([word.form for word in words_of(text)] for text in (sentence, said))
    for sides in _OPPOSITES:
        there = _sides(theirs, sides)
        rest = iter(there)
        if there and not all(side in rest for side in _sides(ours, sides)):
            return False
    return True


def _sides(forms: list[str], sides: tuple[str, str]) -> list[int]:
    """Returns the side of each word that belongs to a pair of opposites, in order."""
    return [side for form in forms for side in (0, 1) if _is_one_of(form, sides[side])]


def _same(one: Figure, other: Figure) -> bool:
    return one.value == other.value and (one.unit == other.unit or not one.unit or not other.unit)


def _unit(forms: list[str], start: int, end: int, value: float) -> str:
    after = forms[end : end + 2]
    if start and forms[start - 1] in "$£€":
        return "$" if forms[start - 1] == "$" else forms[start - 1]
    if after[:1] == ["%"]:
        return "%"
    if after and after[0] in _UNITS:
        return "$" if after[0] == "dollars" else after[0].removesuffix("s")
    return "year" if 1800 <= value <= 2200 and value == int(value) else ""


def _is_one_of(form: str, beginnings: str) -> bool:
    return re.match(rf"(?:{beginnings.replace(' ', '|')})(?:s|es|d|ed|ing)?$", form) is not None
