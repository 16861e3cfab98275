"""The words that hold a sentence together and say nothing by themselves, in English and French: data."""

import json
from pathlib import Path

from rag.text.align import folded

_DATA = Path(__file__).resolve().parent / "data" / "function_words.json"
_BY_LANGUAGE: dict[str, str] = json.loads(_DATA.read_text(encoding="utf-8"))

# In lower case, with accents and without them.
FUNCTION_WORDS = frozenset(
    form for words in _BY_LANGUAGE.values() for word in words.split() for form in (word, folded(word))
)
