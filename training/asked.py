"""Asks the product every question of a set (`data/readings/set_*.jsonl`) over the record that it holds.

A script judges what it can: the vote told, the names of a list, the sentences that answer. Somebody has to read the
answers that it marks `other` beside the set's own: they may be right in other words, or wrong.
"""

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rag.language.tokens import without_accents

if TYPE_CHECKING:
    from speeches.enumerations.listing import Listing
    from speeches.questions.answer import AskRequest, Finished

RIGHT, OFFERED, OFFERED_OTHERS, REFUSED, OTHER = "right", "asked back", "asked back in vain", "refused", "other"


@dataclass(frozen=True, slots=True)
class Response:
    """The product's response to a question: its kind as read, the answer, and the whole list behind it, if any."""

    kind: str
    finished: "Finished"
    listing: "Listing | None"


def ask_set(path: Path, target: Path) -> str:
    """Asks every question of a set, writes each with its answer and verdict to `target`, and returns the table."""
    open_record()
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    with target.open("w", encoding="utf-8") as file:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            told = _ask(row)
            verdict = verdict_on(row, told)
            verdicts[row["task"]][verdict] += 1
            verdicts["task"][RIGHT if told.kind.split("/")[0] == row["task"] else OTHER] += 1
            file.write(json.dumps(_line(row, told, verdict), ensure_ascii=False) + "\n")
    return "\n".join(f"{name:<9}{dict(counts.most_common())}" for name, counts in sorted(verdicts.items()))


def verdict_on(row: dict[str, Any], told: Response) -> str:
    """Compares an answer with the set's gold answer."""
    gold, finished = row["gold"], told.finished
    if finished.choices:
        return _verdict_on_choices(gold, told)
    if not finished.found:
        return RIGHT if gold.get("refuse") else REFUSED
    if gold.get("refuse"):
        return OTHER
    return RIGHT if _JUDGES.get(row["task"], _tells_a_span)(gold, told) else OTHER


def _verdict_on_choices(gold: dict[str, Any], told: Response) -> str:
    """Whether a vote had to be asked back, and whether the votes offered are those that may be meant.

    Votes offered as the nearest ones answer a question about a vote that nobody recorded.
    """
    offered = [(one["result"], one["date"]) for one in told.finished.choices]
    if gold.get("refuse"):
        return RIGHT if told.listing is not None and told.listing.near else OFFERED_OTHERS
    candidates = gold.get("candidates") or []
    if candidates and all(any(_is_vote({"division": one}, *vote) for vote in offered) for one in candidates):
        return RIGHT
    return OFFERED if any(_is_vote(gold, *vote) for vote in offered) else OFFERED_OTHERS


def _tells_vote(gold: dict[str, Any], told: Response) -> bool:
    """Whether the told vote is the set's, with its names, its count and its member."""
    if told.listing is None or not _lists(gold, told):
        return False
    source, text = told.listing.source, told.finished.answer
    of_vote = bool(gold.get("names")) or not gold.get("division") or _is_vote(gold, source.result, source.date)
    number = gold.get("count") or None
    return of_vote and (number is None or str(number) in re.findall(r"\d+", text)) and _tells_member(gold, told.listing)


def _tells_member(gold: dict[str, Any], listing: "Listing") -> bool:
    """Whether each member that the set names took the side that it gives, by its first letters."""
    side = gold.get("member", "")[:4]
    named = [
        [one for one in listing.entries if _has(f"{one.name} {one.person}", name)] for name in gold.get("names", ())
    ]
    return not side or (
        bool(named)
        and all(any((one.side or one.note.lower()).startswith(side) for one in entries) for entries in named)
    )


def _is_vote(gold: dict[str, Any], result: str, day: str) -> bool:
    """Whether a vote is one of the set's: its last two counts match, or its day does if the set gives no counts."""
    described = gold.get("division", "")
    counts = re.findall(r"\d+", result)
    for one in described if isinstance(described, list) else [described]:
        own = re.findall(r"\d+", str(one))
        if all(count in own for count in counts[-2:]) or (len(own) < 3 and day in str(one)):
            return True
    return False


def _lists(gold: dict[str, Any], told: Response) -> bool:
    """Whether a list, or the answer without one, has all the required names and none of the forbidden ones."""
    entries = [f"{one.name} {one.person} {one.note}" for one in told.listing.entries] if told.listing else []
    return has_all(gold, "\n".join([*entries, told.finished.answer]))


def has_all(gold: dict[str, Any], text: str) -> bool:
    """Whether a text has all the names that a list must have, and none that it must not have."""
    unwanted = any(_has(text, name) for name in gold.get("not_names", ()))
    return all(_has(text, name) for name in gold.get("names", ())) and not unwanted


def _tells_fact(gold: dict[str, Any], told: Response) -> bool:
    return tells_all(gold, told.finished.answer)


def tells_all(gold: dict[str, Any], text: str) -> bool:
    """Whether a text says all that a fact must say, and nothing that it must not."""
    unwanted = any(_has(text, one) for one in gold.get("never", ()))
    return not unwanted and all(any(_has(text, one) for one in must.split("|")) for must in gold.get("must", ()))


def _tells_a_span(gold: dict[str, Any], told: Response) -> bool:
    return holds_a_span(gold, [one.text for one in told.finished.sentences])


def holds_a_span(gold: dict[str, Any], sentences: Iterable[str]) -> bool:
    """Whether a sentence contains an answering span, or is contained in one."""
    shown = [_plain(one) for one in sentences]
    spans = [_plain(one) for one in [*gold.get("spans", ()), *gold.get("sides", {}).values()]]
    return any(span in one or one in span for one in shown if one for span in spans)


def _is_found(gold: dict[str, Any], told: Response) -> bool:
    """Whether a passage that was found contains one of the sentences."""
    passages = [one["quote"] for one in (*told.finished.sources, *told.finished.related)]
    return any(_plain(span) in _plain(one) for one in passages for span in gold.get("spans", ()))


_JUDGES = {"vote": _tells_vote, "list": _lists, "fact": _tells_fact, "find": _is_found}


def _has(text: str, name: str) -> bool:
    """Whether all words of a name occur in a text, in any order."""
    own = set(_plain(text).split())
    return all(word in own for word in _plain(name).split() if len(word) > 1)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", without_accents(text).lower()))


def open_record() -> None:
    """Sets Django up over the record of `DATABASE_URL`, else over the embedded one."""
    import django

    if "DATABASE_URL" not in os.environ:
        from hansard_site import local

        local.attach()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    django.setup()


def request_of(row: dict[str, Any]) -> "AskRequest":
    """Returns a question of a set as the product is asked it."""
    from speeches.questions.answer import AskRequest
    from speeches.search.filters import Filters

    return AskRequest(row["q"], Filters(country=row["country"]), before=tuple(filter(None, [before_of(row)])))


def before_of(row: dict[str, Any]) -> str:
    """Returns the question that a question of a set leans on; "" if it stands alone."""
    return row.get("before") or " ".join(row.get("previous", ()))


def _ask(row: dict[str, Any]) -> Response:
    from speeches.enumerations.answer import listing_for
    from speeches.questions.ask import answer
    from speeches.questions.plan import read_request, vote_before
    from speeches.questions.receipts import after_answer

    request = request_of(row)
    if before_of(row):
        said = answer(replace(request, question=before_of(row), before=()))
        request = after_answer(request, said.sources, said.list)
    asked = read_request(request)
    listing = listing_for(asked.reading, asked.version, before=vote_before(request, asked.reading))
    return Response(asked.reading.kind, answer(request), listing)


def _line(row: dict[str, Any], told: Response, verdict: str) -> dict[str, Any]:
    """Returns a question with its answer, for reading."""
    finished = told.finished
    return {
        "id": row["id"],
        "verdict": verdict,
        "asked": _join_questions((row["before"], row["q"])),
        "task": row["task"],
        "kind": told.kind,
        "gold": row["gold"],
        "answer": finished.answer,
        "notes": finished.notes,
        "sources": [f"{one['speaker']}, {one['date']}, {one['title']}" for one in finished.sources[:4]],
        "choices": [f"{one['title']}, {one['date']}, {one['result']}" for one in finished.choices],
    }


def _join_questions(questions: Iterable[str]) -> str:
    return " >> ".join(filter(None, questions))
