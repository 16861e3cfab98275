"""Passages that the product's own search finds for our questions: those that only look like an answer teach most.

They are mined once from a record that holds the documents, in DATABASE_URL or the embedded default, and kept as a file.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.documents import letters
from training.own import DATA, questions

PASSAGES = 8
_PARLIAMENTS = ("au", "ca", "uk", "nz")


def mine(target: Path) -> None:
    """Search for each question on a sitting, and write its passages with the places of the sentences that answer."""
    import django

    if "DATABASE_URL" not in os.environ:
        from hansard_site import local

        local.attach()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
    django.setup()
    with target.open("w", encoding="utf-8") as file:
        for number, entry in enumerate(one for one in questions(DATA / "train") if _parliament(one)):
            for passage in _passages(entry):
                file.write(json.dumps(passage, ensure_ascii=False) + "\n")
            if number % 100 == 0:
                print(f"{number} questions", flush=True)


def _parliament(entry: dict[str, Any]) -> str:
    code: str = entry["file"].partition("/")[0]
    return code if code in _PARLIAMENTS else ""


def _passages(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    from rag.answering.passages import sentences_of
    from speeches.questions.retrieve import retrieve
    from speeches.search.catalogue import catalogue
    from speeches.search.engine import SearchRequest
    from speeches.search.filters import Filters
    from speeches.search.version import corpus_version

    version = corpus_version()
    request = SearchRequest(entry["q"], Filters(country=_parliament(entry)), top_k=PASSAGES, quotable=True)
    found = retrieve(request, entry["q"], catalogue(version), version).passages
    wanted = [letters(one) for one in entry["answer"]]
    for number, passage in enumerate(found):
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
