"""The day on which a bill was brought in tells who did it, and when."""

from pathlib import Path

import pytest

from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import ingest_content
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.search.filters import Filters

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_record")]


def test_whose_a_bill_is_and_when_it_was_introduced_is_told(shared: Path) -> None:
    file = shared / "data/ca/hansard/42-1-2-en.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    refresh_entries()
    in_canada = Filters(country="ca")
    told = answer(AskRequest("Who sponsored Bill C-1?", in_canada))
    assert told.answer.startswith("Bill C-1 (session 42-1) was sponsored by Justin Trudeau.")
    assert "4 December 2015" in answer(AskRequest("When was Bill C-1 introduced?", in_canada)).answer
