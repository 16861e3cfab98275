"""Finds the sentences of the passages that answer a question, by a model that reads question and passage together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rag.answering.judge import Judge
from rag.answering.passages import OPENING, AskedQuestion, Passage, Sentence, sentences_of
from rag.clients.reader.layout import Text


class Reader(Protocol):
    """A model that reads a question and passages together."""

    def answers(self, question: str, passages: Sequence[Text]) -> list[list[float]]:
        """Returns, for each passage, each sentence's probability of answering, in [0, 1]. Raises ModelError."""
        ...


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence with the reader's probability, its passage's score, and how far that lies behind the best score."""

    sentence: Sentence
    likely: float
    score: float
    behind: float


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence with the probability that it answers."""

    sentence: Sentence
    probability: float


def rank_sentences(
    question: str,
    language: str,
    passages: Sequence[Passage],
    reader_of: Callable[[str], Reader],
    judge: Judge,
    also: str = "",
) -> list[RankedSentence]:
    """Returns the sentences of the passages, the likeliest to answer first. `also` is another wording of the question.
    Raises ModelError."""
    found = (
        RankedSentence(one.sentence, judge.probability(one.likely, one.score, one.behind))
        for one in score_sentences(question, language, passages, reader_of, also)
    )
    return sorted(found, key=lambda one: -one.probability)


def score_sentences(
    question: str,
    language: str,
    passages: Sequence[Passage],
    reader_of: Callable[[str], Reader],
    also: str = "",
) -> list[ScoredSentence]:
    """Returns the readers' view of each sentence. `reader_of` gives the reader of a language.

    If question and passage differ in language, the reader of the non-English one reads them. With a second wording
    `also`, a sentence gets the higher of its two probabilities. Raises ModelError.
    """
    by_language: dict[str, dict[int, list[Sentence]]] = {}
    for sentence in sentences_of(passages):
        spoken = str(passages[sentence.passage].facts.get("language", "en"))
        own = by_language.setdefault(spoken if language == "en" else language, {})
        own.setdefault(sentence.passage, []).append(sentence)
    best = max((one.score for one in passages), default=0.0)
    found = []
    for spoken, by_passage in by_language.items():
        texts = [
            Text(tuple(" ".join(one.words.split()) for one in sentences), passages[place].header)
            for place, sentences in by_passage.items()
        ]
        questions = [passages[place].replies_to for place in by_passage]
        answers = _read_replies(reader_of(spoken), question, texts, questions)
        if also and also != question:
            others = reader_of(spoken).answers(also, texts)
            answers = [[*map(max, own, other)] for own, other in zip(answers, others, strict=True)]
        for (place, sentences), likely in zip(by_passage.items(), answers, strict=True):
            score = passages[place].score
            found += [ScoredSentence(one, own, score, best - score) for one, own in zip(sentences, likely, strict=True)]
    return found


def _read_replies(
    reader: Reader, question: str, texts: Sequence[Text], replied_to: Sequence[AskedQuestion | None]
) -> list[list[float]]:
    """Reads texts, and the questions that some of them reply to. If such a question asks what ours asks, the reply
    answers ours, too: the likeliest of its first sentences becomes as likely as the question."""
    answers = reader.answers(question, texts)
    replies = {place: asked for place, asked in enumerate(replied_to) if asked and answers[place]}
    likely = reader.answers(question, [Text(one.sentences) for one in replies.values()]) if replies else []
    for place, alike in zip(replies, likely, strict=True):
        own = answers[place]
        best = max(range(min(OPENING, len(own))), key=own.__getitem__)
        own[best] = max(own[best], *alike)
    return answers


def best_first(
    passages: Sequence[Passage], sentences: Sequence[RankedSentence]
) -> tuple[list[Passage], list[RankedSentence]]:
    """Sorts passages by the probability of their best sentence, which becomes their relevance. Returns them and the
    sentences with updated passage indices."""
    best: dict[int, float] = {}
    for one in sentences:
        best.setdefault(one.sentence.passage, one.probability)
    order = [*best, *(place for place in range(len(passages)) if place not in best)]
    ordered = [replace(passages[place], relevance=best.get(place, 0.0)) for place in order]
    number = {place: number for number, place in enumerate(order)}
    moved = [replace(one, sentence=replace(one.sentence, passage=number[one.sentence.passage])) for one in sentences]
    return ordered, moved
