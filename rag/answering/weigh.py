"""How well each sentence of the passages answers a question, and what speaks for there being an answer at all."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np

from rag.answering.passages import Passage, Sentence, sentences_of
from rag.answering.wanted import asked_for, gives, names_in
from rag.clients.embedder import Scale, Vectors
from rag.retrieval.lexemes import lexemes_found

# The share of the question's words, by idf, in the sentence, with its neighbours, and in the whole passage.
_OWN, _NEAR, _PASSAGE = 0.5, 0.3, 0.2
_MEANING, _WANTED, _FOUND = 0.4, 0.2, 0.3
# Sentences that are compared with the question in meaning: the others have too few of its words to come first.
_COMPARED = 16

# So many sentences later what was begun may come to its point.
_SOON = 2

EmbedPassages = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class Question:
    """A question as asked, and as searched for: its words with their idf, its vector, and its language."""

    asked: str
    searched: str
    lexemes: Mapping[str, float]
    vector: Vectors
    language: str = "en"
    # Lexemes of words that texts use for the question's own, each with that one's lexemes.
    synonyms: Mapping[str, Set[str]] = field(default_factory=dict)
    # How the cosines of the vector's model read.
    scale: Scale = field(default_factory=Scale)

    @property
    def wanted(self) -> str:
        return asked_for(self.asked)

    def gives(self, sentence: str) -> bool:
        """Whether a sentence has what is asked for."""
        return gives(self.wanted, sentence, self.asked)

    def meant(self, held: Set[str]) -> frozenset[str]:
        """The question's lexemes among those held, or meant by them."""
        meant = (self.synonyms.get(lexeme, frozenset()) for lexeme in held)
        return frozenset(held & self.lexemes.keys()).union(*meant)

    def share(self, held: Set[str], among: Set[str] | None = None) -> float:
        """The share of the question's words, or of some of them, that are held, each counting by its idf."""
        total = sum(idf for lexeme, idf in self.lexemes.items() if among is None or lexeme in among)
        return sum(self.lexemes[lexeme] for lexeme in held) / total if total else 1.0


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence with what speaks for it. `near` is the share of the question's words in it and its neighbours;
    `others` the share of its words that are no names in the passage; `gives` says whether the sentence has what is
    asked for."""

    sentence: Sentence
    near: float
    others: float
    gives: bool
    cosine: float
    weight: float


def weigh(question: Question, passages: Sequence[Passage], embed: EmbedPassages) -> list[Weighed]:
    """The sentences of the passages, best first."""
    sentences = sentences_of(passages)
    if not sentences or not question.lexemes:
        return []
    by_words = sorted(_by_words(question, passages, sentences), key=lambda one: -one.weight)
    compared, rest = by_words[:_COMPARED], by_words[_COMPARED:]
    leads = (passages[one.sentence.passage].lead for one in compared)
    cosines = (
        embed([f"{lead}{one.sentence.words}" for lead, one in zip(leads, compared, strict=True)]) @ question.vector
    )
    if question.scale != Scale():
        cosines = np.array([question.scale.of(float(cosine)) for cosine in cosines])
    # What was not compared counts as the least alike of those that were.
    least = float(np.min(cosines))
    pairs = [*zip(compared, map(float, cosines), strict=True), *((one, least) for one in rest)]
    alike = (replace(one, cosine=cosine, weight=one.weight + _MEANING * cosine) for one, cosine in pairs)
    return _fact_first(sorted(alike, key=lambda one: -one.weight))


def _fact_first(weighed: list[Weighed]) -> list[Weighed]:
    """The same, but where the best sentence lacks what is asked for and one soon after it has it, that one is first:
    who opens with the subject goes on with the fact."""
    best = weighed[0]
    if best.gives:
        return weighed
    after = [
        one
        for one in weighed
        if one.gives
        and one.sentence.passage == best.sentence.passage
        and 0 < one.sentence.place - best.sentence.place <= _SOON
    ]
    if not after:
        return weighed
    first = after[0]
    return [replace(first, weight=best.weight), *(one for one in weighed if one is not first)]


def _by_words(question: Question, passages: Sequence[Passage], sentences: Sequence[Sentence]) -> list[Weighed]:
    texts = [sentence.words for sentence in sentences] + [passage.header for passage in passages]
    wanted_lexemes = [*question.lexemes, *question.synonyms]
    found = lexemes_found([*texts, " ".join(names_in(question.searched))], wanted_lexemes, question.language)
    held = [question.meant(lexemes) for lexemes in found]
    own, headers, names = held[: len(sentences)], held[len(sentences) : -1], held[-1]
    others = question.lexemes.keys() - names
    whole, spoken = list(headers), [frozenset[str]()] * len(passages)
    for sentence, lexemes in zip(sentences, own, strict=True):
        whole[sentence.passage] |= lexemes
        spoken[sentence.passage] |= lexemes
    weighed, wanted = [], question.wanted
    for number, sentence in enumerate(sentences):
        beside = [
            own[other]
            for other in (number - 1, number + 1)
            if 0 <= other < len(sentences) and sentences[other].passage == sentence.passage
        ]
        near = own[number].union(headers[sentence.passage], *beside)
        gives_it = question.gives(sentence.words)
        weight = (
            _OWN * question.share(own[number])
            + _NEAR * question.share(near)
            + _PASSAGE * question.share(whole[sentence.passage])
            + _WANTED * (gives_it and wanted != "")
            + _FOUND * passages[sentence.passage].score
        )
        of_others = question.share(spoken[sentence.passage] & others, others)
        weighed.append(Weighed(sentence, question.share(near), of_others, gives_it, 0.0, weight))
    return weighed


FEATURES = (
    "sentence's meaning",
    "search score",
    "not what is asked for",
    "name missing",
    "words nearby",
    "other words",
    "fact asked for",
)


def features(question: Question, passages: Sequence[Passage], weighed: Sequence[Weighed]) -> list[float]:
    """What speaks for and against the best sentence being an answer, in the order of `FEATURES`."""
    best = weighed[0]
    passage = passages[best.sentence.passage]
    # A speaker names a place once and then speaks of it for long: the whole speech is asked, not the passage.
    around = f"{passage.header} {passage.text}".casefold()
    missing = [name for name in names_in(question.searched) if name.casefold() not in around]
    return [
        best.cosine,
        passage.score,
        float(not best.gives),
        float(bool(missing)),
        best.near,
        best.others,
        float(question.wanted != ""),
    ]
