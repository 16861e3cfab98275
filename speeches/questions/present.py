"""An answer as a page shows it: sentences grouped by speaker, and by party or period."""

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from rag.text.dates import format_date
from rag.text.spans import marked_runs
from speeches.models import Answer
from speeches.questions.answer import EXTRACTIVE
from speeches.questions.facts.told import FACTS
from speeches.questions.receipts import as_dict, changed_citations

_CHANGED = {"gone": "no longer in the record", "changed": "changed in the record since"}


def present_values(values: Mapping[str, Any], changed: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The values of an answer (see `receipts.as_dict`), with sentences in blocks and quotations in marked runs."""
    told = {int(number): _CHANGED[how] for number, how in (changed or {}).items()}
    sources = [
        _add_copy(_add_day(source) | {"pieces": marked_runs(source["quote"], map(tuple, source["highlights"]))})
        for source in values["sources"]
    ]
    return {
        **values,
        "told": _is_told(values),
        "blocks": list(_blocks(values["sentences"])),
        "sources": [source | {"changed": told.get(source["n"], "")} for source in sources],
        "related": [_add_day(passage) for passage in values.get("related", [])],
        "choices": [_add_day(one) | {"list_url": _list_of(values, one)} for one in values.get("choices", [])],
        "days": _days(values.get("coverage", {})),
        "narrowed": _describe_filters(values.get("filters", {})),
    }


def _list_of(values: Mapping[str, Any], choice: Mapping[str, Any]) -> str:
    """The URL of the list that answers the question for the chosen vote."""
    return f"{reverse('list')}?{urlencode({'q': values['question'], 'vote': choice['id']})}"


def _is_told(values: Mapping[str, Any]) -> bool:
    """Whether the answer is a list or a fact from the tables: nothing is quoted, and no model wrote it."""
    quoted = any(one["verbatim"] for one in values["sentences"])
    return bool(values.get("found")) and values.get("model") == EXTRACTIVE and not quoted


def _add_day(source: Mapping[str, Any]) -> dict[str, Any]:
    return {**source, "day": format_date(date.fromisoformat(source["date"])) if source["date"] else ""}


def _days(coverage: Mapping[str, Any]) -> str:
    first, last = coverage.get("date_from"), coverage.get("date_to")
    if not first or not last:
        return ""
    if first == last:
        return f"on {format_date(date.fromisoformat(first))}"
    return f"from {format_date(date.fromisoformat(first))} to {format_date(date.fromisoformat(last))}"


def _describe_filters(filters: Mapping[str, Any]) -> str:
    """The filters other than the days, in words."""
    shown = [f"{name.replace('_', ' ')} {value}" for name, value in filters.items() if not name.startswith("date_")]
    return f"with {', '.join(shown)}" if shown else ""


def present_answer(answer: Answer) -> dict[str, Any]:
    """A stored answer, with what has changed since."""
    values = present_values(as_dict(answer), changed_citations(answer))
    return values | {"rating": answer.rating, "reason": answer.reason, "created_at": answer.created_at}


def _blocks(sentences: Iterable[Mapping[str, Any]]) -> Iterable[dict[str, Any]]:
    section = ""
    for (heading, lead, verbatim, asked), group in groupby(
        sentences, key=lambda one: (one["section"], one["lead"], one["verbatim"], one.get("in_reply_to"))
    ):
        yield {
            "section": heading if heading != section else "",
            "lead": lead,
            "verbatim": verbatim,
            "in_reply_to": asked,
            "sentences": list(group),
        }
        section = heading


def _add_copy(source: dict[str, Any]) -> dict[str, Any]:
    """Add the text that "copy with citation" copies: the marked sentences, the speaker, the day and where to look.

    Facts from the tables are nobody's words, so they are not copied as a quotation.
    """
    if source["id"].endswith(FACTS):
        return source
    words = " … ".join(" ".join(text.split()) for text, marked in source["pieces"] if marked)
    about = f" ({source['party']})" if source["party"] else ""
    where = ", ".join(filter(None, [source["chamber"], source["day"], source["reference"], source["source_url"]]))
    return source | {"copy": f"“{words}” — {source['speaker']}{about}, {where}"}
