"""Mines passages for our questions with the product's own search: those that only look like an answer teach most.

They are mined once from a record that holds the documents, in DATABASE_URL or the embedded default, and kept in a file.
Bylaws are read into temporary schemes for it.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from training.documents import letters

if TYPE_CHECKING:
    from rag.answering.passages import Passage

PASSAGES = 8
_PARLIAMENTS = ("au", "ca", "uk", "nz")
_RULES = "bylaws/"


def mine(target: Path, shared: Path, entries: Sequence[dict[str, Any]]) -> None:
    """Searches for each question that the file lacks, and adds the passages, with the indices of the sentences that
    answer."""
    import django

    if "DATABASE_URL" not in os.environ:
        from hansard_site import local

        local.attach()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    django.setup()
    known = _ids_in(target)
    new = [one for one in entries if one["id"] not in known]
    with target.open("a", encoding="utf-8") as file:
        for number, (entry, passages) in enumerate(_find_passages(new, shared)):
            for passage in _values(entry, passages):
                file.write(json.dumps(passage, ensure_ascii=False) + "\n")
            if number % 100 == 0:
                print(f"{number} questions", flush=True)


def _ids_in(target: Path) -> set[str]:
    lines = target.read_text(encoding="utf-8").splitlines() if target.exists() else []
    return {json.loads(line)["id"] for line in lines}


def _find_passages(entries: list[dict[str, Any]], shared: Path) -> Iterator[tuple[dict[str, Any], list["Passage"]]]:
    """Yields the questions, each with the passages that the search finds."""
    yield from _find_in_bylaws([one for one in entries if one["file"].startswith(_RULES)], shared)
    yield from _find_in_sittings([one for one in entries if _parliament(one)])


def _find_in_sittings(entries: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], list["Passage"]]]:
    from speeches.questions.retrieve import retrieve
    from speeches.search.catalogue import catalogue
    from speeches.search.engine import SearchRequest
    from speeches.search.filters import Filters
    from speeches.search.version import corpus_version

    version = corpus_version()
    for entry in entries:
        request = SearchRequest(entry["q"], Filters(country=_parliament(entry)), top_k=PASSAGES, quotable=True)
        yield entry, retrieve(request, catalogue(version), version).passages


def _find_in_bylaws(entries: list[dict[str, Any]], shared: Path) -> Iterator[tuple[dict[str, Any], list["Passage"]]]:
    from guardian.evaluation import documents_of, retrieve_for

    named = [one | {"document": one["file"].removeprefix(_RULES)} for one in entries]
    with documents_of(named, shared / _RULES) as opened:
        for entry in named:
            yield entry, retrieve_for(entry["q"], *opened[entry["document"]]).passages


def _parliament(entry: dict[str, Any]) -> str:
    code: str = entry["file"].partition("/")[0]
    return code if code in _PARLIAMENTS else ""


def _values(entry: dict[str, Any], passages: Sequence["Passage"]) -> Iterator[dict[str, Any]]:
    from rag.answering.passages import sentences_of

    wanted = [letters(one) for one in entry["answer"]]
    for number, passage in enumerate(passages):
        sentences = [" ".join(one.words.split()) for one in sentences_of([passage])]
        right = [place for place, one in enumerate(sentences) if (own := letters(one)) and _within(own, wanted)]
        if sentences:
            yield {
                "id": entry["id"],
                "place": number,
                "header": passage.header,
                "sentences": sentences,
                "answers": right,
                "score": round(passage.score, 4),
            }


def _within(own: str, wanted: list[str]) -> bool:
    return any(own in one or one in own for one in wanted)
