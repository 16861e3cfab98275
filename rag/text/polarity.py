"""Negations, turns, and numbers in words or digits: the things that a quotation must not lose."""

import re
from collections.abc import Iterable

NEGATIONS = frozenset(
    "not no never nor neither nobody nothing none nowhere cannot without unable cant wont dont doesnt didnt isnt arent "
    "wasnt werent hasnt havent hadnt wouldnt couldnt shouldnt mustnt neednt aint shant mightnt "
    "hardly barely scarcely refuse refuses refused fail fails failed "
    "pas jamais aucun aucune rien personne ni sans".split()
)
# Words that turn against what stands before: a closed class.
_TURNS = re.compile(r"[\W\d]*(?:but|yet|however|instead|mais|cependant|toutefois|pourtant)\b", re.IGNORECASE)
UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 10**9, "trillion": 10**12}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_VALUES: dict[str, float] = {
    **{word: float(value) for value, word in enumerate(UNITS)},
    **{word: 10.0 * value for value, word in enumerate(TENS, 2)},
    **{word: float(value) for value, word in enumerate(_ORDINALS, 1)},
}
NUMBER_WORDS = frozenset([*_VALUES, *SCALES, "half", "quarter", "third", "double", "twice", "dozen"])


def turns_against(text: str) -> bool:
    """Whether a text begins by turning against what stands before it. Marks and a number may come first.

    >>> turns_against("1.2 However, …"), turns_against(", but only if"), turns_against("Butter")
    (True, True, False)
    """
    return _TURNS.match(text) is not None


def negation_count(forms: Iterable[str]) -> int:
    """Counts the word forms (see `rag.text.align`) that negate.

    >>> negation_count(["we", "wont", "do", "nothing"])
    2
    """
    return sum(form in NEGATIONS for form in forms)


def is_number(form: str) -> bool:
    """Whether a word form is a number in digits or in words."""
    return form[:1].isdigit() or form in NUMBER_WORDS


def number_values(forms: Iterable[str]) -> list[float]:
    """Returns the numbers in some word forms, in digits or words, in order.

    >>> number_values(["sixty", "five", "thousand", "of", "2.5", "million", "in", "2021"])
    [65000.0, 2500000.0, 2021.0]
    """
    values: list[float] = []
    current: float | None = None
    for form in forms:
        value = _value(form)
        if value is not None:
            joined = current is not None and 20 <= current % 100 < 100 and current % 10 == 0 and 0 < value < 10
            if current is not None and not joined:
                values.append(current)
                current = None
            current = (current or 0.0) + value
        elif form in SCALES and (current is not None or form in ("hundred", "thousand")):
            current = (current or 1.0) * SCALES[form]
        elif current is not None:
            values.append(current)
            current = None
    return [*values, current] if current is not None else values


def _value(form: str) -> float | None:
    if form[:1].isdigit():
        try:
            return float(form.replace(",", ""))
        except ValueError:
            return None
    return _VALUES.get(form)
