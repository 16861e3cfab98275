"""Other words for the same question: its key words alone, and with what texts say instead of some of them."""

import json
import re
from functools import cache
from pathlib import Path

_PATH = Path(__file__).resolve().parent.parent / "data" / "synonyms.json"
# What stands around the matter of a question, in both languages.
_FRAME = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|did|do|does|has|have|had|is|are|was|were|will|would|should|can|"
    r"could|the|a|an|of|to|in|on|at|by|for|from|with|about|regarding|and|or|it|its|they|them|their|there|that|this|"
    r"these|those|any|anyone|anybody|members?|mps?|say|said|says|saying|tell|told|much|many|"
    r"qu['’]est-ce que|qu['’]|quels?|quelles?|que|qui|quoi|quand|où|pourquoi|comment|combien|est-ce|a-t-on|a-t-il|"
    r"le|la|les|l['’]|un|une|des|du|de|d['’]|au|aux|en|dans|sur|par|pour|avec|et|ou|il|elle|ils|elles|on|ce|cette|ces|"
    r"dit|dire|disent|a|ont|est|sont|était|étaient|députés?|son|sa|ses|leurs?)\b",
    re.IGNORECASE,
)
_PUNCTUATION = re.compile(r"[?!.,;:]+")


def reformulations(text: str, language: str) -> tuple[str, ...]:
    """Up to two other ways to put a query, the first by its key words, the second by synonyms; none where it has none.

    >>> reformulations("What did members say about the cost of living?", "en")
    ('cost living', 'What did members say about the inflation?')
    """
    keys = " ".join(_PUNCTUATION.sub(" ", _FRAME.sub(" ", text)).split())
    found = [keys] if len(keys.split()) > 1 and keys.lower() != text.lower() else []
    other = _with_synonym(text, language)
    return (*found, other) if other else tuple(found)


def _with_synonym(text: str, language: str) -> str:
    """The query with the first synonym of the longest expression that it holds; "" where it holds none."""
    for expression, instead in _synonyms(language):
        replaced, count = re.subn(rf"\b{re.escape(expression)}\b", instead, text, count=1, flags=re.IGNORECASE)
        if count:
            return replaced
    return ""


@cache
def _synonyms(language: str) -> list[tuple[str, str]]:
    """Each expression with the one to put in its place, the longest first."""
    groups = json.loads(_PATH.read_text()).get(language, [])
    pairs = [(one, group[(place + 1) % len(group)]) for group in groups for place, one in enumerate(group)]
    return sorted(pairs, key=lambda pair: -len(pair[0]))
