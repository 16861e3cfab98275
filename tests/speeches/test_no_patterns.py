"""One package decides what a question means: no module above it looks at the words of a question again."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ABOVE = ("finding", "enumerations", "questions", "views", "api", "mcp")
# Modules whose patterns match names as they are printed, or what a chat model wrote.
_OVER_THE_RECORD = {"enumerations/members.py", "enumerations/one_vote.py", "finding/refine.py"}
# Alternatives of words, which a pattern over people's questions would contain.
_ALTERNATIVES = re.compile(r"(?:[a-z]{2,}\\?\w*\|){2,}[a-z]{2,}", re.IGNORECASE)


def _modules(folder: str) -> list[Path]:
    return sorted((ROOT / "speeches" / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", ABOVE)
def test_no_pattern_over_the_words_of_a_question(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:100]}"
        for path in _modules(folder)
        for line in path.read_text().splitlines()
        if _ALTERNATIVES.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["finding", "enumerations", "questions"])
def test_the_rooms_that_answer_know_no_patterns_at_all(folder: str) -> None:
    with_patterns = {
        str(path.relative_to(ROOT / "speeches")) for path in _modules(folder) if "import re\n" in path.read_text()
    }
    assert with_patterns <= _OVER_THE_RECORD
