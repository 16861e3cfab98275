"""An answer as a page shows it: sentences under who said them, under their party or period."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from speeches.formats.names import fold
from speeches.models import Answer
from speeches.questions.receipts import as_dict, changed_since

_CHANGED = {"gone": "no longer in the record", "changed": "changed in the record since"}


def presented(values: Mapping[str, Any], changed: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The values of an answer (see `receipts.as_dict`) with its sentences in blocks and its quotations in pieces."""
    told = {int(number): _CHANGED[how] for number, how in (changed or {}).items()}
    sources = [
        dict(source) | {"pieces": _pieces(source), "changed": told.get(source["n"], "")} for source in values["sources"]
    ]
    return {**values, "blocks": list(_blocks(values["sentences"])), "sources": [_with_copy(one) for one in sources]}


def presented_answer(answer: Answer) -> dict[str, Any]:
    """A kept answer, with what has changed since."""
    values = presented(as_dict(answer), changed_since(answer))
    return values | {"rating": answer.rating, "reason": answer.reason, "created_at": answer.created_at}


def _blocks(sentences: Iterable[Mapping[str, Any]]) -> Iterable[dict[str, Any]]:
    section = ""
    for (heading, lead, verbatim), group in groupby(
        sentences, key=lambda one: (one["section"], one["lead"], one["verbatim"])
    ):
        yield {
            "section": heading if heading != section else "",
            "lead": lead,
            "verbatim": verbatim,
            "sentences": list(group),
        }
        section = heading


def _pieces(source: Mapping[str, Any]) -> list[tuple[str, bool]]:
    quote, pieces, position = source["quote"], [], 0
    for start, end in sorted(map(tuple, source["highlights"])):
        start = max(start, position)
        pieces += [(quote[position:start], False), (quote[start:end], True)]
        position = max(position, end)
    return [piece for piece in [*pieces, (quote[position:], False)] if piece[0]]


def _with_copy(source: dict[str, Any]) -> dict[str, Any]:
    """With the text that "copy with citation" copies: the marked sentences, who, when, and where to look."""
    words = " … ".join(" ".join(text.split()) for text, marked in source["pieces"] if marked)
    about = f" ({source['party']})" if source["party"] else ""
    where = ", ".join(filter(None, [source["chamber"], source["date"], source["reference"], source["source_url"]]))
    return source | {"copy": f"“{words}” — {source['speaker']}{about}, {where}", "key": fold(source["id"])}
