"""Stores answers, as given, in a member's conversations, and tells what has become of the bylaws that they cite."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q
from django.http import Http404
from django.utils.formats import date_format
from django.utils.translation import gettext

from guardian.chat.answer import DISCLAIMER, TO_PROGRAM, Finished, Note
from guardian.models import Bylaw, Citation, Conversation, Message, Scheme
from rag.text.short_forms import cut_at_word
from rag.text.spans import marked_runs

_TITLE = 120
# The state of a version about which there is nothing to tell.
_STANDING: Mapping[str, Any] = {"there": True, "replaced": ""}


def conversations_of(user: User) -> list[Conversation]:
    """A member's own conversations and those that others share, newest first. Inside the scheme's scope."""
    return list(Conversation.objects.filter(Q(user=user) | Q(shared=True)).select_related("user")[:100])


def conversation_of(user: User, key: UUID, *, own: bool = False) -> Conversation:
    """One of the conversations a member may read, or with `own` only one of theirs. Inside the scheme's scope. Raises
    Http404."""
    mine = Q(user=user) if own else Q(user=user) | Q(shared=True)
    found = Conversation.objects.filter(mine, pk=key).first()
    if found is None:
        raise Http404("There is no such conversation.")
    return found


def begin(scheme: Scheme, question: str, user: User | None = None) -> Conversation:
    """Start a conversation, titled after its first question. Inside the scheme's scope."""
    return Conversation.objects.create(scheme=scheme, user=user, title=cut_at_word(question, _TITLE))


def question_before(conversation: Conversation | None) -> str:
    """The last question of a conversation; "" if there is none. Inside the scheme's scope."""
    last = conversation.messages.last() if conversation else None
    return last.question if last else ""


def keep(finished: Finished, conversation: Conversation) -> Message:
    """Store an answer with its citations. Inside the scheme's scope."""
    scheme_id = conversation.scheme_id
    message = Message.objects.create(
        scheme_id=scheme_id,
        conversation=conversation,
        question=finished.question,
        found=finished.found,
        text=finished.answer,
        sentences=[asdict(sentence) for sentence in finished.sentences],
        sources=finished.sources,
        related=finished.related,
        readings=finished.readings,
        notes=[asdict(note) for note in finished.notes],
        dropped_sentences=finished.dropped_sentences,
        model=finished.model,
        took_ms=finished.took_ms,
    )
    Citation.objects.bulk_create(
        Citation(
            scheme_id=scheme_id, message=message, n=source["n"], bylaw=source["bylaw_id"], section=source["section"],
            page=source["page"], start=source["start"], end=source["end"],
            digest=hashlib.sha256(source["quote"].encode()).hexdigest(),
        )
        for source in finished.sources
    )  # fmt: skip
    conversation.save(update_fields=["updated_at"])
    return message


def as_dict(message: Message) -> dict[str, Any]:
    """A stored answer, with the field names of the API. What no bylaw says is in the language of the page."""
    return {
        "id": str(message.pk),
        "conversation_id": str(message.conversation_id),
        "question": message.question,
        "found": message.found,
        "answer": message.text if message.found else gettext(message.text),
        "sentences": message.sentences,
        "sources": message.sources,
        "related": message.related,
        "readings": message.readings,
        "dropped_sentences": message.dropped_sentences,
        "notes": [note if isinstance(note, str) else str(Note(**note)) for note in message.notes],
        "model": message.model,
        "took_ms": message.took_ms,
        "disclaimer": gettext(DISCLAIMER),
    }


def present_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Stored answers in the form that a page shows. Inside the scheme's scope."""
    cited = {source["bylaw_id"] for message in messages for source in (*message.sources, *message.related)}
    known = {str(bylaw.pk): bylaw for bylaw in Bylaw.objects.filter(pk__in=cited).dated().defer("text", "outline")}
    return [
        arrange_blocks(as_dict(message), {key: _bylaw_state(known.get(key)) for key in cited})
        | {"rating": message.rating, "reason": message.reason}
        for message in messages
    ]


def arrange_blocks(values: Mapping[str, Any], standing: Mapping[str, dict[str, Any]] | None = None) -> dict[str, Any]:
    """An answer's values, with its sentences grouped in blocks and its quotations split into marked pieces."""
    states = standing or {}
    sources = [
        source
        | {"pieces": marked_runs(source["quote"], map(tuple, source["highlights"]))}
        | {"copy": _copy_text(source, states.get(source["bylaw_id"], _STANDING)["replaced"])}
        | states.get(source["bylaw_id"], _STANDING)
        for source in values["sources"]
    ]
    related = [one | states.get(one["bylaw_id"], _STANDING) for one in values.get("related", ())]
    return {**values, "blocks": list(_blocks(values["sentences"])), "sources": sources, "related": related}


def _bylaw_state(bylaw: Bylaw | None) -> dict[str, Any]:
    """Whether a cited version can still be opened, and a note if it was replaced or deleted."""
    if bylaw is None:
        return {"there": False, "replaced": gettext("From a version that has been deleted.")}
    if bylaw.replaced_on is None:
        return {"there": True, "replaced": ""}
    told = gettext("From a version replaced on {day}.").format(day=date_format(bylaw.replaced_on, "j F Y"))
    return {"there": True, "replaced": told}


def _copy_text(source: Mapping[str, Any], replaced: str) -> str:
    """A quotation with its section, page and version, to paste elsewhere; also what has become of the version."""
    words = " … ".join(" ".join(source["quote"][a:b].split()) for a, b in source["highlights"])
    stem = f"“{source['stem']}” " if source["stem"] else ""
    document = ", ".join(dict.fromkeys(filter(None, [source["document"], source["file_name"]])))
    where = ", ".join(filter(None, [source["section"], document, f"{gettext('page')} {source['page']}"]))
    since = source.get("effective_from")
    day = date_format(date.fromisoformat(since), "j F Y") if since else ""
    version = gettext("in force from {day}").format(day=day) if day else ""
    return " ".join(filter(None, [f"{stem}“{words}” — {', '.join(filter(None, [where, version]))}.", replaced]))


def _blocks(sentences: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    groups = groupby(sentences, key=lambda one: (one["lead"], one["stem"], one["verbatim"]))
    return [
        {"lead": _lead_for_page(lead), "stem": stem, "verbatim": verbatim, "sentences": list(group)}
        for (lead, stem, verbatim), group in groups
    ]


def _lead_for_page(lead: str) -> str:
    """The section and page of a verbatim sentence, in the page's language."""
    return lead.replace(TO_PROGRAM, gettext(TO_PROGRAM), 1) if lead.startswith(TO_PROGRAM) else lead
