"""Answers of verbatim sentences that make sense on their own."""

import datetime
from dataclasses import replace

import pytest

from rag.answering.extract import extract
from rag.answering.passages import AskedQuestion, Passage, Sentence
from rag.answering.read import RankedSentence
from rag.text.spans import Span


def passage(text: str, speaker: str = "Ada", record: str = "1", voice: Span | None = None) -> Passage:
    span = Span(0, len(text))
    return Passage(record, text, span, "", speaker, datetime.date(2023, 1, 1), facts={"voice": voice or span})


def pick_sentences(passages: list[Passage], *picks: tuple[int, str, float]) -> list[RankedSentence]:
    found = []
    for place, words, probability in picks:
        start = passages[place].text.index(words)
        found.append(RankedSentence(Sentence(place, 0, Span(start, start + len(words)), words), probability))
    return found


def quote(passages: list[Passage], *picks: tuple[int, str, float]) -> list[str]:
    found = extract(passages, pick_sentences(passages, *picks), threshold=0.5)
    return [one.span.of(passages[one.passage].text) for one in found]


def test_a_further_sentence_is_quoted_only_if_it_answers_too() -> None:
    passages = [passage("It costs $5. Nobody knows why. Trees are green.")]
    assert quote(passages, (0, "It costs $5.", 0.9), (0, "Trees are green.", 0.4)) == ["It costs $5."]
    assert quote(passages, (0, "It costs $5.", 0.9), (0, "Nobody knows why.", 0.44)) == ["It costs $5."]
    assert quote(passages, (0, "It costs $5.", 0.9), (0, "Nobody knows why.", 0.8)) == [
        "It costs $5.",
        "Nobody knows why.",
    ]


def test_what_is_less_likely_than_the_threshold_is_no_answer() -> None:
    passages = [passage("It costs $5.")]
    assert quote(passages, (0, "It costs $5.", 0.49)) == []


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        (
            "The bridge is old. It costs a fortune. Well.",
            "It costs a fortune.",
            "The bridge is old. It costs a fortune.",
        ),
        ("Le pont est vieux. Il coûte cher. Bon.", "Il coûte cher.", "Le pont est vieux. Il coûte cher."),
        ("We were told yes. But it was no. Well.", "But it was no.", "We were told yes. But it was no."),
        ("What did it cost? A fortune. Well.", "A fortune.", "What did it cost? A fortune."),
        ("What did it cost? A fortune. Well.", "What did it cost?", "What did it cost? A fortune."),
        ("The bridge is old. Ada costs a fortune. Well.", "Ada costs a fortune.", "Ada costs a fortune."),
    ],
)
def test_a_sentence_brings_along_what_it_leans_on(text: str, answer: str, expected: str) -> None:
    assert quote([passage(text)], (0, answer, 0.9)) == [expected]


def test_a_short_rule_is_quoted_whole() -> None:
    text = "Both are elected. One person may hold two offices. No president is the secretary."
    answer = (0, "One person may hold two offices.", 0.9)
    assert quote([replace(passage(text), listing=True)], answer) == [text]
    assert quote([passage(text)], answer) == ["One person may hold two offices."]


@pytest.mark.parametrize("stem", ["", "None of the following:"])
def test_a_longer_rule_is_quoted_with_the_sentence_that_turns_it(stem: str) -> None:
    whole = "One person may hold two offices. However, the president may not be the secretary."
    text = f"{whole} Both are elected." + (" Each of them signs the minutes." * 12 if not stem else "")
    rules = replace(passage(text), listing=True)
    rules.facts["stem"] = stem
    assert quote([rules], (0, "One person may hold two offices.", 0.9)) == [whole]


def test_it_never_leans_into_another_paragraph_or_voice() -> None:
    passages = [passage("The bridge is old.\n\nIt costs a fortune.")]
    assert quote(passages, (0, "It costs a fortune.", 0.9)) == ["It costs a fortune."]
    text = "Shame on you! That is wrong."
    assert quote([passage(text, voice=Span(14, len(text)))], (0, "That is wrong.", 0.9)) == ["That is wrong."]


def test_the_same_words_are_quoted_once() -> None:
    passages = [passage("Rates rose again last month."), passage("Rates rose again last month.", record="2")]
    picks = (0, "Rates rose again last month.", 0.9), (1, "Rates rose again last month.", 0.89)
    assert len(quote(passages, *picks)) == 1


def test_an_answer_is_not_a_speech() -> None:
    words = [f"Sentence number {number} about {number * 7}." for number in range(9)]
    passages = [passage(one, record=one) for one in words]
    assert len(quote(passages, *((place, one, 0.9) for place, one in enumerate(words)))) == 4


ASKED = AskedQuestion("2", "Bo", ("Is it still in place?",), "/2")


def test_a_question_stands_before_its_reply_however_likely() -> None:
    passages = [replace(passage("It is, as ever."), replies_to=ASKED), passage("Is it still in place?", "Bo", "2")]
    found = quote(passages, (0, "It is, as ever.", 0.9), (1, "Is it still in place?", 0.8))
    assert found == ["Is it still in place?", "It is, as ever."]


def test_nothing_else_stands_between_a_question_and_its_reply() -> None:
    passages = [
        passage("Trees are green today."),
        replace(passage("It is, as ever.", record="3"), replies_to=ASKED),
        passage("Is it still in place?", "Bo", "2"),
    ]
    first = (0, "Trees are green today.", 0.95), (1, "It is, as ever.", 0.9), (2, "Is it still in place?", 0.85)
    assert quote(passages, *first) == ["Trees are green today.", "Is it still in place?", "It is, as ever."]
    last = (2, "Is it still in place?", 0.95), (0, "Trees are green today.", 0.9), (1, "It is, as ever.", 0.85)
    assert quote(passages, *last) == ["Is it still in place?", "It is, as ever.", "Trees are green today."]
