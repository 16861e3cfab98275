"""How somebody voted of whom the record does not know who they were: no words are told instead."""

from typing import Any

import pytest

from speeches.questions import ask
from speeches.questions.answer import AskRequest
from speeches.search.filters import Filters

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]


def test_no_words_are_looked_for_of_whom_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*asked: Any) -> None:
        pytest.fail("words were looked for")

    monkeypatch.setattr(ask, "attempt", search)
    found = ask.answer(AskRequest("How did the Minister of Housing vote on Bill C-539?", Filters(country="ca")))
    assert found.answer.startswith("The record’s tables do not show who “")
    assert not any(sentence.verbatim for sentence in found.sentences)
