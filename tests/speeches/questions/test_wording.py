"""What stands before words that an answer quotes."""

import datetime

import pytest

from rag.answering.passages import Passage
from rag.text.spans import Span
from speeches.questions.wording import lead_of

TEXT = "We light the lamps. We paint the tower."


@pytest.mark.parametrize(
    ("facts", "span", "lead"),
    [
        ({}, Span(0, 19), "Ada Smith (Keeper), 26 October 2021"),
        ({"translated": [Span(0, 19)]}, Span(0, 19), "Ada Smith (Keeper), in translation, 26 October 2021"),
        ({"translated": [Span(0, 19)]}, Span(20, 39), "Ada Smith (Keeper), 26 October 2021"),
        ({"set_apart": [Span(0, 19)]}, Span(0, 19), "Ada Smith (Keeper), moving, reading or quoting, 26 October 2021"),
    ],
)
def test_it_says_how_words_are_not_plainly_said(facts: dict[str, object], span: Span, lead: str) -> None:
    passage = Passage(
        record="x", text=TEXT, span=Span(0, len(TEXT)), header="", speaker="Ada Smith",
        date=datetime.date(2021, 10, 26), facts={"role": "Keeper", "party": "", "parliament": "au", **facts},
    )  # fmt: skip
    assert lead_of(passage, span, "en") == lead
