"""Finds the sentences of the passages that answer a question, by a model that reads question and passage together."""

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rag.answering.judge import Judge
from rag.answering.passages import AskedQuestion, Passage, Sentence, sentences_of
from rag.clients.reader.layout import Text

# For how many passages the likeliest reply is read again.
_REPLIES = 2


class Reader(Protocol):
    """A model that reads a question and passages together."""

    def answers(self, question: str, passages: Sequence[Text], also: str = "") -> list[list[float]]:
        """Returns, for each passage, each sentence's probability of answering, in [0, 1]. `also` is a fuller wording of
        the question. Raises ModelError."""
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
    by_itself: float = math.inf,
) -> list[RankedSentence]:
    """Returns the sentences of the passages, the likeliest to answer first. Raises ModelError.

    `also` is a fuller wording of the question. If the reader alone finds a sentence at least as likely as `by_itself`,
    it competes only with sentences of its own record.
    """
    found = (
        RankedSentence(one.sentence, judge.probability(one.likely, one.score, one.behind))
        for one in score_sentences(question, language, passages, reader_of, also, by_itself)
    )
    return sorted(found, key=lambda one: -one.probability)


def score_sentences(
    question: str,
    language: str,
    passages: Sequence[Passage],
    reader_of: Callable[[str], Reader],
    also: str,
    by_itself: float = math.inf,
) -> list[ScoredSentence]:
    """Returns the readers' view of each sentence. `reader_of` gives the reader of a language.

    If question and passage differ in language, the reader of the non-English one reads them. `also` is a fuller wording
    of the question. A sentence as likely as `by_itself` lies behind the best passage of its own record only. Raises
    ModelError.
    """
    by_language: dict[str, dict[int, list[Sentence]]] = {}
    for sentence in sentences_of(passages):
        spoken = str(passages[sentence.passage].facts.get("language", "en"))
        own = by_language.setdefault(spoken if language == "en" else language, {})
        own.setdefault(sentence.passage, []).append(sentence)
    best = _best_score(passages)
    records = {one.record for one in passages}
    of_record = {key: _best_score([one for one in passages if one.record == key]) for key in records}
    found = []
    for spoken, by_passage in by_language.items():
        texts = [
            Text(tuple(" ".join(one.words.split()) for one in sentences), passages[place].header)
            for place, sentences in by_passage.items()
        ]
        answers = reader_of(spoken).answers(question, texts, also)
        _read_replies(reader_of(spoken), question, texts, answers, _replies_in(passages, by_passage.values()))
        for (place, sentences), likely in zip(by_passage.items(), answers, strict=True):
            score, alone = passages[place].score, of_record[passages[place].record]
            found += [
                ScoredSentence(one, own, score, max(0.0, (alone if own >= by_itself else best) - score))
                for one, own in zip(sentences, likely, strict=True)
            ]
    return found


def _best_score(passages: Sequence[Passage]) -> float:
    """Returns the search's best score of a passage that somebody speaks; if there is none, of any. Minutes that repeat
    the question's words must not outrank what was said."""
    spoken = [one.score for one in passages if not one.unspoken]
    return max(spoken or [one.score for one in passages], default=0.0)


def _replies_in(
    passages: Sequence[Passage], read: Iterable[Sequence[Sentence]]
) -> dict[tuple[int, int], AskedQuestion]:
    """Returns the question that each sentence replies to, by the number of its passage among those read and its place
    there. Most reply to none."""
    return {
        (number, place): asked
        for number, sentences in enumerate(read)
        for place, one in enumerate(sentences)
        if (asked := passages[one.passage].question_before(one.span))
    }


def _read_replies(
    reader: Reader,
    question: str,
    texts: Sequence[Text],
    answers: list[list[float]],
    replies: Mapping[tuple[int, int], AskedQuestion],
) -> None:
    """Reads the likeliest reply of some passages once more, as one sentence with the question asked before it, and
    raises its probability to what they have together."""
    best: dict[int, int] = {}
    for number, place in replies:
        if answers[number][place] > answers[number][best.setdefault(number, place)]:
            best[number] = place
    likeliest = heapq.nlargest(_REPLIES, best.items(), key=lambda one: answers[one[0]][one[1]])
    together = [
        Text((" ".join([*replies[number, place].sentences, texts[number].sentences[place]]),), texts[number].header)
        for number, place in likeliest
    ]
    again = reader.answers(question, together) if together else []
    for (number, place), (likely,) in zip(likeliest, again, strict=True):
        answers[number][place] = max(answers[number][place], likely)


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
