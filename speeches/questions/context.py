"""What a chat model reads for a question: the best passages, and the facts of their records."""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Q

from rag.answering.passages import Passage
from rag.retrieval.cut import near_the_best
from rag.text.spans import Span
from speeches.models import TOLD, Entry, SourceType
from speeches.questions.facts.bills import MOST_BILLS
from speeches.questions.facts.fact import FACTS
from speeches.questions.retrieve import record_facts


def context_of(passages: Sequence[Passage], bills: Sequence[int], language: str) -> list[Passage]:
    """The passages near the best one, in order and without repeated words, followed by facts.

    The facts are those of the `bills` that the question names, and of the first record of each kind but speeches among
    the passages. They are in the question's `language` if possible.

    Two queries fetch the facts of all kinds, so fetching each kind in parallel would gain nothing.
    """
    read = _drop_repeats(near_the_best(passages, lambda one: one.score, gap=settings.CONTEXT_GAP))
    first: dict[str, str] = {}
    for one in read:
        if one.facts["source_type"] != SourceType.HANSARD:
            first.setdefault(one.facts["source_type"], one.record)
    return [*read, *(_facts(entry) for entry in _entries(list(first.values()), bills, language))]


def _entries(keys: Sequence[str], bills: Sequence[int], language: str) -> list[Entry]:
    """The entries with those keys or on those bills, one for each record, in that language if it is there."""
    named = Q(pk__in=keys)
    if len(bills) <= MOST_BILLS:
        named |= Q(source_type=SourceType.BILL, bill__in=bills)
    own = {(one.source_type, one.key): one for one in Entry.objects.filter(named)}
    others = Entry.objects.filter(key__in=[key for _, key in own], language=language)
    own |= {known: one for one in others if (known := (one.source_type, one.key)) in own}
    return [one for one in own.values() if one.facts]


def _drop_repeats(passages: Sequence[Passage]) -> list[Passage]:
    """The passages whose words are not all in an earlier one: a speech may be stored twice, and passages overlap."""
    kept: list[Passage] = []
    for one in passages:
        if not any(one.words in other.words for other in kept):
            kept.append(one)
    return kept


def _facts(entry: Entry) -> Passage:
    """The facts of a record as a passage to cite. The words are the tables', not the source's."""
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
