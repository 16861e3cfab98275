"""What a question means is decided in one room: no module above it looks at the words of a question again."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ABOVE = (
    "speeches/finding",
    "speeches/enumerations",
    "speeches/questions",
    "speeches/views",
    "speeches/api",
    "speeches/mcp",
)
# A pattern over words: three or more words of letters, one beside the other as alternatives.
_ALTERNATIVES = re.compile(r"(?:[a-z]{2,}\\?\w*\|){2,}[a-z]{2,}")
# Patterns over what a source prints, not over what is asked.
_OVER_THE_RECORD: dict[str, str] = {}


@pytest.mark.parametrize("folder", ABOVE)
def test_no_pattern_over_the_words_of_a_question(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:100]}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in path.read_text().splitlines()
        if _ALTERNATIVES.search(line) and path.name not in _OVER_THE_RECORD
    ]
    assert found == []
