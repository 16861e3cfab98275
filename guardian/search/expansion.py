"""Maps everyday words to the words of bylaws: a "dog" is an animal, a "loud party" a nuisance."""

import itertools
import re
from functools import cache
from pathlib import Path

import yaml

PATH = Path(__file__).resolve().parent.parent / "data" / "thesaurus.yaml"
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?")


def expand_question(question: str) -> dict[str, tuple[str, ...]]:
    """For each everyday word or pair of words in a question, the words that bylaws use.

    >>> expand_question("Can I have a dog?")
    {'dog': ('animal', 'pet', 'household pet')}
    """
    words = _WORD.findall(question.lower())
    pairs = [f"{one} {other}" for one, other in itertools.pairwise(words)]
    found = {}
    for everyday in (*pairs, *words):
        forms = (everyday, everyday.removesuffix("s"), everyday.removesuffix("es"))
        if legal := next((thesaurus()[form] for form in forms if form in thesaurus()), None):
            found[everyday] = tuple(word for word in legal if word != everyday)
    return found


@cache
def thesaurus() -> dict[str, tuple[str, ...]]:
    """Maps an everyday word or pair of words to the words of bylaws."""
    groups = yaml.safe_load(PATH.read_text())
    words: dict[str, tuple[str, ...]] = {}
    for group in groups:
        legal = tuple(group["bylaws"])
        for everyday in (*group["people"], *legal):
            words[everyday] = tuple(dict.fromkeys((*words.get(everyday, ()), *legal)))
    return words
