"""An answer as a page shows it: sentences grouped by speaker, and by voice, party or period."""

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from rag.text.dates import format_date
from rag.text.spans import marked_runs
from speeches.formats.records import THE_RECORD
from speeches.models import Answer
from speeches.questions.answer import EXTRACTIVE
from speeches.questions.facts.fact import FACTS
from speeches.questions.receipts import as_dict, changed_citations
from speeches.questions.wording import SET_APART, TRANSLATED
from speeches.reading.naming import name_in
from speeches.search.languages import page_language

# Lists whose entries have a title or words as their name, not a person.
_OF_A_PERSON = ("speeches", "petitions", "reports", "bills")
# A list this short is given in one sentence; for a longer one the sentence is its title.
_TOLD_WHOLE = 3
# How many entries of a list are shown (fewer for speeches); the rest is folded away.
_SHOWN, _SPEECHES_SHOWN = 24, 6
_CHANGED = {"gone": _("no longer in the record"), "changed": _("changed in the record since")}


def present_values(values: Mapping[str, Any], changed: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The values of an answer (see `receipts.as_dict`), with sentences in blocks and quotations in marked runs."""
    told = {int(number): gettext(_CHANGED[how]) for number, how in (changed or {}).items()}
    sources = [
        _add_copy(_add_day(source) | {"pieces": marked_runs(source["quote"], map(tuple, source["highlights"]))})
        for source in values["sources"]
    ]
    return {
        **values,
        "told": _is_told(values),
        "blocks": list(_blocks(values["sentences"])),
        "list": _present_list(values["list"]) if values.get("list") else None,
        "sources": [source | {"changed": told.get(source["n"], "")} for source in sources],
        "related": [_add_day(passage) for passage in values.get("related", [])],
        "choices": [_add_day(one) | {"list_url": _list_of(values, one)} for one in values.get("choices", [])],
        "days": _days(values.get("coverage", {})),
        "narrowed": _describe_filters(values.get("filters", {})),
    }


def _present_list(listing: Mapping[str, Any]) -> dict[str, Any]:
    """A list, with the entries to show and those to fold away, grouped by part.

    A list of turns keeps its order and shows the side beside each entry. Shows `in_short` instead of a long sentence.
    """
    first = _SPEECHES_SHOWN if listing["kind"] == "speeches" else _SHOWN
    named_by_title = listing["kind"] in _OF_A_PERSON
    place = "beside" if listing["kind"] == "turns" else "part"
    entries = [
        {**entry, "of": entry["person"] if named_by_title else "", "beside": "", "part": "", place: entry["side"]}
        for entry in listing["entries"]
    ]
    parts = list(dict.fromkeys(entry["part"] for entry in entries))
    entries.sort(key=lambda entry: parts.index(entry["part"]))
    if len(parts) == 1:
        entries = [{**entry, "part": ""} for entry in entries]
    if listing["kind"] == "speakers":
        entries = [{**entry, "note": _count_speeches(entry["note"])} for entry in entries]
    title = " ".join(filter(None, [listing.get("loose"), f"{listing['title']}."]))
    in_short = title if listing["total"] > _TOLD_WHOLE else ""
    return {**listing, "shown": entries[:first], "folded": entries[first:], "in_short": in_short}


def _count_speeches(note: str) -> str:
    """The note of a speaker, if it counts their speeches, with what it counts."""
    if not note.isdigit():
        return note
    return ngettext("%(count)s speech", "%(count)s speeches", int(note)) % {"count": note}


def _list_of(values: Mapping[str, Any], choice: Mapping[str, Any]) -> str:
    """The URL of the list that answers the question for the chosen vote."""
    return f"{reverse('list')}?{urlencode({'q': values['question'], 'vote': choice['id']})}"


def _is_told(values: Mapping[str, Any]) -> bool:
    """Whether the answer is a list or a fact from the tables: nothing is quoted, and no model wrote it."""
    quoted = any(one["verbatim"] for one in values["sentences"])
    return bool(values.get("found")) and values.get("model") == EXTRACTIVE and not quoted


def _add_day(source: Mapping[str, Any]) -> dict[str, Any]:
    return {**source, "day": _day_for_page(source["date"]) if source["date"] else ""}


def _day_for_page(day: str) -> str:
    return format_date(date.fromisoformat(day), page_language())


def _days(coverage: Mapping[str, Any]) -> str:
    first, last = coverage.get("date_from"), coverage.get("date_to")
    if not first or not last:
        return ""
    if first == last:
        return gettext("on {day}").format(day=_day_for_page(first))
    return gettext("from {first} to {last}").format(first=_day_for_page(first), last=_day_for_page(last))


def _describe_filters(filters: Mapping[str, Any]) -> str:
    """The filters other than the days, in words."""
    kept = {name.replace("_", " "): value for name, value in filters.items() if not name.startswith("date_")}
    shown = ", ".join(f"{gettext(name)} {value}" for name, value in kept.items())
    return gettext("with {filters}").format(filters=shown) if shown else ""


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
    language = page_language()
    party, chamber = (name_in(source[name], source["parliament"], language) for name in ("party", "chamber"))
    about = f" ({party})" if party else ""
    about += SET_APART[language] if source.get("set_apart") else ""
    about += TRANSLATED[language] if source.get("translated") else ""
    who = gettext("The record") if source["speaker"] == THE_RECORD["en"] else source["speaker"]
    where = ", ".join(filter(None, [chamber, source["day"], source["reference"], source["source_url"]]))
    return source | {"copy": f"“{words}” — {who}{about}, {where}"}
