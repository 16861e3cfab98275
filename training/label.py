"""Labels the questions of opened sets (`data/readings/set_*.jsonl`) for the tagger, over the record that is open.

What a question asks for follows from its set's answer: the view of a vote, the kinds of fact or list under which the
record tells that answer, or that a reply holds it. Which side of a vote it wants, a person labelled by its words alone
(`sides.json`). Slots are those that the shipped tagger reads. Names are marked as the record marks them, also those
that are no slot.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rag.clients.tagger.layout import Question
from rag.clients.tagger.local import Tags, names, open_tagger
from rag.language.tokens import words_of
from rag.text.language import detect_language
from speeches.understanding.reading import REPLY
from training.asked import before_of, has_all, holds_a_span, open_record, request_of, tells_all
from training.readings import FOLDER, KINDS_THAT_ANSWER, SIDES, TAUGHT, names_and_begins, slots_of, without_marks

if TYPE_CHECKING:
    from speeches.questions.plan import Question as Asked

# The view of a vote that each expectation of a set asks for. Any view may be asked for if the record cannot tell which
# vote is meant, or has none.
_VIEWS = {
    "list": "vote/names", "names": "vote/names", "party": "vote/", "parties": "vote/parties", "member": "vote/member",
    "rebels": "vote/rebels", "result": "vote/result", "count": "vote/count", "tellers": "vote/tellers",
    "abstained": "vote/abstained", "paired": "vote/paired", "divisions": "vote/divisions",
}  # fmt: skip
# The views of those who took no side, by how sets call these.
_UNLISTED = {"pair": "vote/paired", "abst": "vote/abstained"}
# Tasks whose kind the record has to say.
_OF_TABLES = ("fact", "list")


def run(models: Path) -> str:
    """Writes the kinds that answer and the labelled questions, and returns how many there are of each.

    `models` is the folder for unpacked models.
    """
    open_record()
    rows = [json.loads(line) for file in sorted(FOLDER.glob("set_*.jsonl")) for line in file.open(encoding="utf-8")]
    kinds = json.loads(KINDS_THAT_ANSWER.read_text())
    for row in rows:
        if row["id"] not in kinds and row["task"] in _OF_TABLES:
            kinds[row["id"]] = sorted(_kinds_that_answer(row))
        elif row["id"] not in kinds and row["task"] == "answer":
            kinds[row["id"]] = [REPLY] if _is_a_reply(row) else []
    lines = ",\n".join(f" {json.dumps(one)}: {json.dumps(kinds[one])}" for one in sorted(kinds))
    KINDS_THAT_ANSWER.write_text(f"{{\n{lines}\n}}\n")
    sides = json.loads(SIDES.read_text())
    labelled = [one | {"side": sides.get(one["id"])} for row in rows for one in _labelled(row, kinds, models)]
    TAUGHT.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in labelled), encoding="utf-8")
    return f"{len(kinds)} facts, lists and answers, {len(labelled)} labelled questions"


def _kinds_that_answer(row: dict[str, Any]) -> Iterator[str]:
    """The kinds of fact and list under which the record tells what a set holds right."""
    from speeches.questions.plan import read_request

    asked = read_request(request_of(row))
    for kind in names().kinds:
        if kind.startswith(_OF_TABLES) and _answers(row["gold"], _told_under(asked, kind)):
            yield kind


def _is_a_reply(row: dict[str, Any]) -> bool:
    """Whether a sentence that answers stands in a reply to whomever the question names, or goes on about. A question
    that names nobody itself asks for something else of the reply before."""
    from speeches.questions.plan import read_request
    from speeches.questions.rejoinders import find_rejoinders
    from speeches.understanding.otherwise import people_named

    request = request_of(row)
    asked = read_request(request)
    asked = replace(asked, reading=replace(asked.reading, kind=REPLY, otherwise=()))
    own = [slot for slot in asked.reading.all("speaker", "about", "office") if not slot.is_inherited]
    if not own or len(people_named(asked.reading, "speaker", "about", "office")) < 2:
        return False
    found = find_rejoinders(asked, request)
    return holds_a_span(row["gold"], [one.text for one in found.proved])


def _told_under(asked: "Asked", kind: str) -> str:
    """What the tables tell if a question asks for a kind; "" if nothing."""
    from speeches.enumerations.answer import listing_for
    from speeches.questions.facts.table import facts_for

    reading = replace(asked.reading, kind=kind, otherwise=(), sure=1.0)
    if told := facts_for(reading, asked.version).told:
        return " ".join(one.text for one in told)
    listing = listing_for(reading, asked.version)
    entries = [f"{one.name} {one.person} {one.note}" for one in listing.entries] if listing else []
    return "\n".join([listing.title, *entries]) if listing else ""


def _answers(gold: dict[str, Any], text: str) -> bool:
    """Whether a text tells what a set holds right; never if the record does not tell that."""
    if gold.get("refuse"):
        return False
    return bool(text) and (tells_all(gold, text) if "must" in gold else has_all(gold, text))


def _labelled(row: dict[str, Any], kinds: dict[str, list[str]], models: Path) -> Iterator[dict[str, Any]]:
    """A question of a set with its labels; nothing if the record tells its answer under no kind."""
    from speeches.search.version import corpus_version
    from speeches.understanding.gazetteer import gazetteer, known_words

    if not (fitting := _fitting(row, kinds)):
        return
    text = without_marks(row["q"])
    before = without_marks(before_of(row))
    words = words_of(text)
    known, begins = known_words(text, words, gazetteer(corpus_version()))
    asked = Question([one.text for one in words], known, begins, [one.text for one in words_of(before)])
    tags = open_tagger(detect_language(text), models).tag(asked)
    yield {
        "id": row["id"],
        "text": text,
        "kind": _likeliest(tags, fitting),
        "country": row["country"],
        "before": before,
        "slots": [astuple(one) for one in slots_of(words, *names_and_begins(tags.labels))],
        "known": [astuple(one) for one in slots_of(words, known, begins)],
    }


def _fitting(row: dict[str, Any], kinds: dict[str, list[str]]) -> list[str]:
    """The kinds that a question may have, or the beginnings of their names."""
    task = row["task"]
    if task in _OF_TABLES:
        return [one for one in kinds[row["id"]] if one.startswith(task)] or kinds[row["id"]]
    if kinds.get(row["id"]) == [REPLY]:
        return [REPLY]
    if task == "vote":
        gold = row["gold"]
        unlisted = (view for side, view in _UNLISTED.items() if str(gold.get("side")).startswith(side))
        return [next(unlisted, "") or _VIEWS.get(gold.get("expect") or "", "vote/")]
    return [task if "/" in task else f"{task}/"]


def _likeliest(tags: Tags, fitting: Sequence[str]) -> str:
    """The one of the kinds that fit, or that begin so, that the shipped tagger finds likeliest. A beginning alone would
    teach that any of its kinds is right, and so the most frequent one."""
    return next(kind for kind, _ in tags.kinds if kind.startswith(tuple(fitting)))
