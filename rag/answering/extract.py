"""Answers without a chat model: chooses the fewest verbatim sentences that answer and can stand alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.answering.passages import Passage
from rag.answering.read import RankedSentence
from rag.text.align import words_of
from rag.text.polarity import turns_against
from rag.text.sentences import is_question, sentence_spans
from rag.text.spans import Span

# Opening words of either language that refer to the sentence before, after any conjunctions: a closed class.
_LEANS = re.compile(
    r"^(?:(?:and|but|so|yet|also|now|well|indeed|moreover|furthermore|however|therefore|et|mais|donc|or|aussi|alors"
    r"|cependant|toutefois)[, ]+)*"
    r"(?:this|that|these|those|it|its|it['’]s|that['’]s|they|they['’]\w+|their|them|he|he['’]s|his|him|she|she['’]s|her|"
    r"such|the former|the latter|both|neither|il|ils|elle|elles|cela|ceci|ça|c['’]\w+|celui-ci|celle-ci|ceux-ci|ce|cet"
    r"|cette|ces|leur|leurs|son|sa|ses)\b",
    re.IGNORECASE,
)
_COUNT, _LENGTH = 4, 2000
# A further sentence must have this share of the best sentence's probability.
_NEAR_THE_BEST = 0.7
_SAME = 0.8
_LEAD_SENTENCES, _LEAD_LENGTH = 2, 400
# A paragraph of a rule with at most this many characters is short.
_SHORT_RULE = 400


@dataclass(frozen=True, slots=True)
class Extract:
    """Consecutive sentences of one passage, quoted together."""

    passage: int
    span: Span
    probability: float


def extract(passages: Sequence[Passage], sentences: Sequence[RankedSentence], threshold: float) -> list[Extract]:
    """Returns the sentences to quote, none below the probability `threshold`. They are grouped by speaker and day, in
    the order of each group's best sentence."""
    chosen: list[Extract] = []
    for one in sentences:
        least = max(threshold, _NEAR_THE_BEST * sentences[0].probability)
        if len(chosen) == _COUNT or one.probability < least:
            break
        candidate = _with_context(passages[one.sentence.passage], one)
        if not any(_repeats(passages, candidate, other) for other in chosen):
            chosen.append(candidate)
    return list(_group_by_speaker(passages, list(_within_length(chosen))))


def _with_context(passage: Passage, one: RankedSentence) -> Extract:
    """Extends a sentence with those that it depends on, within the same voice and paragraph.

    These are the sentences before it that it refers to, and the answer to a question that the speaker asks. Quotes a
    short rule whole, because its sentences limit each other; an item of a list with an introduction is no such rule. To
    any other rule, adds the next sentence if that turns against it.
    """
    paragraph = _paragraph(passage, one.sentence.span)
    whole = passage.listing and not passage.facts.get("stem")
    if whole and paragraph.end - paragraph.start <= _SHORT_RULE:
        return Extract(one.sentence.passage, passage.without_headings(paragraph), one.probability)
    around = list(sentence_spans(passage.text, paragraph))
    span = one.sentence.span
    following = next((sentence for sentence in around if sentence.start >= span.end), span)
    if _asks(passage, span) or (passage.listing and turns_against(following.of(passage.text))):
        span = Span(span.start, following.end)
    before = [sentence for sentence in around if sentence.end <= span.start]
    for lead in reversed(before[-_LEAD_SENTENCES:]):
        if span.end - lead.start > _LEAD_LENGTH + len(one.sentence.words) or not _needs(passage, span, lead):
            break
        span = Span(lead.start, span.end)
    return Extract(one.sentence.passage, passage.without_headings(span), one.probability)


def _needs(passage: Passage, span: Span, lead: Span) -> bool:
    """Whether a sentence makes sense only with the one before it."""
    words = span.of(passage.text)
    return _asks(passage, lead) or _LEANS.match(words) is not None or turns_against(words)


def _asks(passage: Passage, span: Span) -> bool:
    return is_question(span.of(passage.text))


def _paragraph(passage: Passage, span: Span) -> Span:
    """Returns the paragraph of a sentence, within its voice."""
    voice = passage.facts.get("voice", passage.span)
    start, end = passage.text.rfind("\n\n", voice.start, span.start), passage.text.find("\n\n", span.end, voice.end)
    return Span(voice.start if start < 0 else start + 2, voice.end if end < 0 else end)


def _repeats(passages: Sequence[Passage], one: Extract, other: Extract) -> bool:
    """Whether two extracts overlap or say the same. A speech may be given twice."""
    ours, theirs = passages[one.passage], passages[other.passage]
    if ours.record == theirs.record and one.span.start < other.span.end and other.span.start < one.span.end:
        return True
    mine, yours = (
        {word.form for word in words_of(each)} for each in (one.span.of(ours.text), other.span.of(theirs.text))
    )
    return len(mine & yours) / max(1, min(len(mine), len(yours))) > _SAME


def _within_length(chosen: Sequence[Extract]) -> Iterator[Extract]:
    length = 0
    for one in chosen:
        length += one.span.end - one.span.start
        if length > _LENGTH and one is not chosen[0]:
            return
        yield one


def _group_by_speaker(passages: Sequence[Passage], chosen: Sequence[Extract]) -> Iterator[Extract]:
    """Yields the extracts by speaker and day, a reply apart and right after the question that it replies to."""
    groups: dict[tuple[str, object, str], list[Extract]] = {}
    for one in chosen:
        passage = passages[one.passage]
        asked = passage.question_before(one.span)
        groups.setdefault((passage.speaker, passage.date, asked.record if asked else ""), []).append(one)
    order: list[tuple[str, list[Extract]]] = []
    for (*_, asked_in), group in groups.items():
        own = _records(passages, group)
        replies = [place for place, (other, _) in enumerate(order) if other in own]
        questions = [place for place, (_, other) in enumerate(order, 1) if asked_in in _records(passages, other)]
        order.insert(min(replies, default=max(questions, default=len(order))), (asked_in, group))
    for _, group in order:
        yield from sorted(group, key=lambda one: (passages[one.passage].record, one.span.start))


def _records(passages: Sequence[Passage], group: Sequence[Extract]) -> set[str]:
    return {passages[one.passage].record for one in group}
