"""Answers stored in conversations, and whether the records they cite still hold what was cited."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction

from rag.text.short_forms import cut_at_word
from speeches.models import Answer, Citation, Conversation, Division, Entry, Speech
from speeches.questions.answer import AskRequest, Finished
from speeches.questions.facts.fact import FACTS

_TITLE = 120
# How many earlier questions are read. A question may refer to one that refers to another, but hardly further back.
_REMEMBERED = 4


def keep(finished: Finished, conversation: Conversation | None = None) -> Answer:
    """Store an answer with its citations, in a conversation if one is given."""
    with transaction.atomic():
        answer = Answer.objects.create(
            conversation=conversation,
            question=finished.question,
            understood=finished.understood,
            found=finished.found,
            text=finished.answer,
            sentences=[asdict(sentence) for sentence in finished.sentences],
            sources=finished.sources,
            related=finished.related,
            notes=finished.notes,
            dropped_sentences=finished.dropped_sentences,
            coverage=finished.coverage,
            filters=finished.filters,
            corpus_version=finished.corpus_version,
            model=finished.model,
            took_ms=finished.took_ms,
            list=finished.list,
            choices=finished.choices,
        )
        Citation.objects.bulk_create(
            Citation(
                answer=answer,
                n=source["n"],
                record=source["id"],
                start=source["start"],
                end=source["end"],
                digest=digest(source["quote"]),
            )
            for source in finished.sources
        )
        if conversation is not None:
            conversation.save(update_fields=["updated_at"])
    return answer


def changed_citations(answer: Answer) -> dict[int, str]:
    """The citations whose record no longer holds the words: `gone` or `changed`, by the citation's number."""
    # A list made from headings cites no words.
    citations = [one for one in answer.citations.all() if one.start < one.end]
    records = {one.record for one in citations}
    texts = dict(Speech.objects.filter(pk__in=records).values_list("pk", "text"))
    for entry in Entry.objects.filter(pk__in={one.removesuffix(FACTS) for one in records - texts.keys()}):
        texts |= {entry.pk: entry.text, f"{entry.pk}{FACTS}": entry.facts}
    for one in citations:
        # A list cites its vote.
        if one.record not in texts and (division := Division.objects.find_by_key(one.record)):
            texts[one.record] = division.words
    changed = {}
    for one in citations:
        if one.record not in texts:
            changed[one.n] = "gone"
        elif digest(_cited_words(one, texts[one.record])) != one.digest:
            changed[one.n] = "changed"
    return changed


def _cited_words(citation: Citation, text: str) -> str:
    """The words that a citation covers. For facts from the tables all of them, because they grow at the end."""
    return text if citation.record.endswith(FACTS) else text[citation.start : citation.end]


def going_on(request: AskRequest, conversation: Conversation | None, again: Answer | None = None) -> AskRequest:
    """The request with its conversation so far: the latest questions, and the vote or the turns of the last answer.

    If the reader picked a vote from the choices of the answer `again`, the conversation so far ends before that answer.
    """
    if conversation is None:
        return request
    said = conversation.answers.filter(created_at__lt=again.created_at) if again else conversation.answers.all()
    latest = list(said.order_by("-created_at")[:_REMEMBERED])
    request = replace(request, before=tuple(one.question for one in reversed(latest)))
    return after_answer(request, latest[0].sources, latest[0].list) if latest else request


def after_answer(
    request: AskRequest, sources: Sequence[Mapping[str, Any]], listed: Mapping[str, Any] | None
) -> AskRequest:
    """The request that follows an answer with these sources: with the vote that it tells or the turns that it
    quotes."""
    keys = tuple(str(source["id"]) for source in sources)
    quoted = Speech.objects.filter(pk__in=keys).exclude(debate=None).values_list("pk", flat=True)
    return replace(
        request,
        vote_before=keys[0] if listed and listed["kind"] == "votes" else "",
        quoted_before=tuple(quoted),
    )


def title_of(question: str) -> str:
    """The first title of a conversation: its first question, cut at a word."""
    return cut_at_word(question, _TITLE)


def as_dict(answer: Answer) -> dict[str, Any]:
    """A stored answer under the names of the API contract."""
    return {
        "id": str(answer.pk),
        "conversation_id": str(answer.conversation_id) if answer.conversation_id else None,
        "question": answer.question,
        "understood": answer.understood,
        "found": answer.found,
        "answer": answer.text,
        "sentences": answer.sentences,
        "sources": answer.sources,
        "related": answer.related,
        "dropped_sentences": answer.dropped_sentences,
        "notes": answer.notes,
        "coverage": answer.coverage,
        "filters": answer.filters,
        "model": answer.model,
        "took_ms": answer.took_ms,
        "url": answer.get_absolute_url(),
        "list": answer.list,
        "choices": answer.choices,
    }


def digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
