"""Verbatim sentences that stand on their own."""

import datetime

import numpy as np

from rag.answering.extract import extract
from rag.answering.passages import Passage, Sentence
from rag.answering.weigh import Question, Weighed
from rag.text.spans import Span


def passage(text: str, speaker: str = "Ada", record: str = "1", voice: Span | None = None) -> Passage:
    span = Span(0, len(text))
    return Passage(record, text, span, "", speaker, datetime.date(2023, 1, 1), facts={"voice": voice or span})


def weighed(passages: list[Passage], *picks: tuple[int, str, float]) -> list[Weighed]:
    found = []
    for place, words, weight in picks:
        start = passages[place].text.index(words)
        sentence = Sentence(place, 0, Span(start, start + len(words)), words)
        found.append(Weighed(sentence, 1.0, 1.0, True, 0.5, weight))
    return found


def quoted(question: str, passages: list[Passage], found: list[Weighed]) -> list[str]:
    asked = Question(question, question, {"x": 1.0}, np.zeros(2, np.float32))
    return [one.span.of(passages[one.passage].text) for one in extract(asked, passages, found)]


def test_a_figure_is_answered_by_the_best_sentence_alone() -> None:
    passages = [passage("It costs $5. Nobody knows why. Trees are green.")]
    found = weighed(passages, (0, "It costs $5.", 1.0), (0, "Trees are green.", 0.7))
    assert quoted("How much does it cost?", passages, found) == ["It costs $5."]


def test_a_sentence_that_leans_on_the_one_before_brings_it_along() -> None:
    passages = [passage("The bridge is old. It costs a fortune. This is sad.")]
    assert quoted("bridges", passages, weighed(passages, (0, "It costs a fortune.", 1.0))) == [
        "The bridge is old. It costs a fortune."
    ]
    assert quoted("bridges", passages, weighed(passages, (0, "This is sad.", 1.0))) == [
        "The bridge is old. It costs a fortune. This is sad."
    ]


def test_it_never_leans_into_another_paragraph_or_voice() -> None:
    passages = [passage("The bridge is old.\n\nIt costs a fortune.")]
    assert quoted("bridges", passages, weighed(passages, (0, "It costs a fortune.", 1.0))) == ["It costs a fortune."]
    text = "Shame on you! That is wrong."
    spoken = [passage(text, voice=Span(14, len(text)))]
    assert quoted("shame", spoken, weighed(spoken, (0, "That is wrong.", 1.0))) == ["That is wrong."]


def test_the_same_words_are_quoted_once() -> None:
    passages = [passage("Rates rose again last month."), passage("Rates rose again last month.", record="2")]
    found = weighed(passages, (0, "Rates rose again last month.", 1.0), (1, "Rates rose again last month.", 0.99))
    assert len(quoted("rates", passages, found)) == 1


def test_speakers_are_grouped() -> None:
    passages = [
        passage("Rates rose. Wages fell."),
        passage("Prices soared everywhere today.", speaker="Ben", record="2"),
    ]
    found = weighed(
        passages, (0, "Wages fell.", 1.0), (1, "Prices soared everywhere today.", 0.95), (0, "Rates rose.", 0.9)
    )
    assert quoted("economy", passages, found) == ["Rates rose.", "Wages fell.", "Prices soared everywhere today."]
