"""The answer without a chat model: the fewest verbatim sentences that answer, each standing on its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.answering.passages import Passage
from rag.answering.weigh import Question, Weighed
from rag.text.align import words_of
from rag.text.sentences import sentence_spans
from rag.text.spans import Span

# A sentence that begins so says what it speaks of only in the one before.
_LEANS = re.compile(
    r"^(?:(?:and|but|so|yet|also|now|well|indeed|moreover|furthermore|however|therefore)[, ]+)*"
    r"(?:this|that|these|those|it|its|it['’]s|that['’]s|they|they['’]\w+|their|them|he|he['’]s|his|him|she|she['’]s|her|"
    r"such|the former|the latter|both|neither)\b",
    re.IGNORECASE,
)
# How near to the best a further sentence must come, and how many there may be: few for a figure, more for a topic.
_FIGURE, _TOPIC = (0.86, 3), (0.72, 5)
_LENGTH = 2000
_SAME = 0.8
_LEAD_SENTENCES, _LEAD_LENGTH = 2, 400


@dataclass(frozen=True, slots=True)
class Extract:
    """Sentences of one passage, one after the other, quoted together."""

    passage: int
    span: Span
    weight: float


def extract(question: Question, passages: Sequence[Passage], weighed: Sequence[Weighed]) -> list[Extract]:
    """The sentences to quote, grouped by speaker and day in the order of their best one."""
    # Reasons may be several, and not each says "because".
    fact = question.wanted not in ("", "reason")
    nearness, count = _FIGURE if fact else _TOPIC
    chosen: list[Extract] = []
    for one in weighed:
        if len(chosen) == count or one.weight < nearness * weighed[0].weight:
            break
        if fact and weighed[0].gives and not one.gives:
            continue
        candidate = _standing(passages[one.sentence.passage], one)
        if not any(_repeats(passages, candidate, other) for other in chosen):
            chosen.append(candidate)
    return list(_grouped(passages, list(_fitting(chosen))))


def _standing(passage: Passage, one: Weighed) -> Extract:
    """A sentence with those before it that it leans on, as far as they stand in the same voice and paragraph."""
    span = one.sentence.span
    before = [
        sentence for sentence in sentence_spans(passage.text, _paragraph(passage, span)) if sentence.end <= span.start
    ]
    for lead in reversed(before[-_LEAD_SENTENCES:]):
        if not _LEANS.match(span.of(passage.text)) or span.end - lead.start > _LEAD_LENGTH + len(one.sentence.words):
            break
        span = Span(lead.start, span.end)
    return Extract(one.sentence.passage, passage.unheaded(span), one.weight)


def _paragraph(passage: Passage, span: Span) -> Span:
    """From the start of the sentence's paragraph in its voice to the sentence's end."""
    voice = passage.facts.get("voice", passage.span)
    start = passage.text.rfind("\n\n", voice.start, span.start)
    return Span(voice.start if start < 0 else start + 2, span.end)


def _repeats(passages: Sequence[Passage], one: Extract, other: Extract) -> bool:
    """Whether two extracts overlap or say the same: a speech may be given twice."""
    ours, theirs = passages[one.passage], passages[other.passage]
    if ours.record == theirs.record and one.span.start < other.span.end and other.span.start < one.span.end:
        return True
    mine, yours = (
        {word.form for word in words_of(each)} for each in (one.span.of(ours.text), other.span.of(theirs.text))
    )
    return len(mine & yours) / max(1, min(len(mine), len(yours))) > _SAME


def _fitting(chosen: Sequence[Extract]) -> Iterator[Extract]:
    length = 0
    for one in chosen:
        length += one.span.end - one.span.start
        if length > _LENGTH and one is not chosen[0]:
            return
        yield one


def _grouped(passages: Sequence[Passage], chosen: Sequence[Extract]) -> Iterator[Extract]:
    groups: dict[tuple[str, object], list[Extract]] = {}
    for one in chosen:
        passage = passages[one.passage]
        groups.setdefault((passage.speaker, passage.date), []).append(one)
    for group in groups.values():
        yield from sorted(group, key=lambda one: (passages[one.passage].record, one.span.start))
