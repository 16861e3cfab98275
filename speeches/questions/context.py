"""What a chat model reads for a question: the best passages, and what the tables hold of their records."""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Q

from rag.answering.passages import Passage
from rag.retrieval.cut import near_the_best
from rag.text.spans import Span
from speeches.models import TOLD, Entry, SourceType
from speeches.questions.facts.bills import MOST_BILLS
from speeches.questions.facts.told import FACTS
from speeches.questions.retrieve import record_facts


def context_of(passages: Sequence[Passage], bills: Sequence[int], language: str) -> list[Passage]:
    """The passages near the best one, in their order, no words twice, then the facts of the `bills` that the question
    names and of the first record of each kind among the passages that is no speech, in the question's `language`.

    Two look-ups serve all kinds, so there is nothing to be gained by asking for them side by side.
    """
    read = _once(near_the_best(passages, lambda one: one.score, gap=settings.CONTEXT_GAP))
    first: dict[str, str] = {}
    for one in read:
        if one.facts["source_type"] != SourceType.HANSARD:
            first.setdefault(one.facts["source_type"], one.record)
    return [*read, *(_facts(entry) for entry in _entries(list(first.values()), bills, language))]


def _entries(keys: Sequence[str], bills: Sequence[int], language: str) -> list[Entry]:
    """The entries of those keys and of those bills, one of each record: in that language, if it is there."""
    named = Q(pk__in=keys)
    if len(bills) <= MOST_BILLS:
        named |= Q(source_type=SourceType.BILL, bill__in=bills)
    own = {(one.source_type, one.key): one for one in Entry.objects.filter(named)}
    others = Entry.objects.filter(key__in=[key for _, key in own], language=language)
    own |= {known: one for one in others if (known := (one.source_type, one.key)) in own}
    return [one for one in own.values() if one.facts]


def _once(passages: Sequence[Passage]) -> list[Passage]:
    """Without those whose words stand whole in one before them: a speech may be given twice, and passages overlap."""
    kept: list[Passage] = []
    for one in passages:
        if not any(one.words in other.words for other in kept):
            kept.append(one)
    return kept


def _facts(entry: Entry) -> Passage:
    """What the tables hold of a record, as a passage that can be cited: its words are not the source's own."""
    whole = Span(0, len(entry.facts))
    return Passage(
        record=f"{entry.pk}{FACTS}",
        text=entry.facts,
        span=whole,
        header=entry.header,
        speaker=entry.title,
        date=entry.date,
        facts=record_facts(entry, voice=whole, kind=TOLD),
    )
