"""The two composers: one quotes sentences verbatim, the other keeps the proved sentences of a chat model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rag.answering.check import Checks, Proof, proofs_of
from rag.answering.extract import Extract, extract
from rag.answering.passages import Passage, Source, merge_spans
from rag.answering.prompt import NOT_FOUND, messages
from rag.answering.read import RankedSentence
from rag.answering.stream import split_sentences
from rag.clients.chat import ChatModel, Usage
from rag.text.sentences import sentence_spans
from rag.text.spans import Span

# A card quotes the cited sentences and as many neighbours as fit in this many characters.
_CARD = 500


@dataclass(frozen=True, slots=True)
class ProvedSentence:
    """A sentence of an answer with its proofs. `text` is verbatim if the extractive composer made it."""

    text: str
    proofs: tuple[Proof, ...]
    verbatim: bool = False


@dataclass(slots=True)
class Numbering:
    """Numbers sources from 1 in the order in which the answer cites them."""

    passages: Sequence[Passage]
    numbers: dict[int, int] = field(default_factory=dict)
    marks: dict[int, list[Span]] = field(default_factory=dict)

    def cite(self, proved: ProvedSentence) -> list[int]:
        """Returns the source numbers for a sentence."""
        cited = []
        for proof in proved.proofs:
            number = self.numbers.setdefault(proof.passage, len(self.numbers) + 1)
            self.marks.setdefault(proof.passage, []).append(proof.span)
            cited.append(number)
        return list(dict.fromkeys(cited))

    def sources(self) -> list[Source]:
        """Returns the sources cited so far, in order of number."""
        return [
            Source(
                number, self.passages[place], _card(self.passages[place], self.marks[place]), tuple(self.marks[place])
            )
            for place, number in self.numbers.items()
        ]


def quote_answer(
    passages: Sequence[Passage], sentences: Sequence[RankedSentence], threshold: float
) -> Iterator[ProvedSentence]:
    """Yields the fewest verbatim sentences that answer, none below the probability `threshold`."""
    for one in extract(passages, sentences, threshold):
        yield prove_extract(one, passages)


def prove_extract(one: Extract, passages: Sequence[Passage], before: int = 0) -> ProvedSentence:
    """Turns an extract into a sentence that proves itself. The answer has `before` other passages in front of these."""
    words = one.span.of(passages[one.passage].text)
    return ProvedSentence(" ".join(words.split()), (Proof(before + one.passage, one.span),), verbatim=True)


def generate_answer(
    model: ChatModel, asked: str, passages: Sequence[Passage], checks: Checks, usage: Usage, language: str = "en"
) -> Iterator[ProvedSentence | None]:
    """Yields a chat model's sentences as they arrive: each proved one, and None for each that nothing proves.

    Skips the sentence by which the model says that it found nothing. Raises ChatError.
    """
    for told in split_sentences(model.stream(messages(asked, passages, language), usage)):
        if told.text.rstrip(".") == NOT_FOUND.rstrip("."):
            continue
        proofs = proofs_of(told.text, [number - 1 for number in told.cited], passages, checks)
        yield ProvedSentence(told.text, tuple(proofs)) if proofs else None


def _card(passage: Passage, marks: Sequence[Span]) -> Span:
    """Returns the cited sentences with whole neighbouring sentences of the passage."""
    cited = merge_spans(marks)
    start, end = cited[0].start, cited[-1].end
    spans = list(sentence_spans(passage.text, passage.span))
    before = [span.start for span in spans if span.end <= start]
    after = [span.end for span in spans if span.start >= end]
    while before or after:
        if before and end - before[-1] <= _CARD:
            start = before.pop()
        elif after and after[0] - start <= _CARD:
            end = after.pop(0)
        else:
            break
    return Span(start, end)
