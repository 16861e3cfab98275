"""Writes our own questions as gold files: each question, and its near miss as an unanswerable one.

With them, `manage.py evaluate`, `evaluate_bylaws` and the two `calibrate` commands measure the whole product.
"""

from pathlib import Path
from typing import Any

import yaml


def write_gold(entries: list[dict[str, Any]], folder: Path) -> list[Path]:
    """Writes one file for each parliament and language, and one for the bylaws."""
    files: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        where, _, rest = entry["file"].partition("/")
        if where == "bylaws":
            files.setdefault("bylaws", []).extend(_bylaw_questions(entry, rest))
        elif where != "invented":
            files.setdefault(f"{where}_{entry['language']}", []).extend(_sitting_questions(entry, where))
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, questions in files.items():
        written.append(folder / f"{name}.yaml")
        written[-1].write_text(yaml.safe_dump(questions, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return written


def _sitting_questions(entry: dict[str, Any], country: str) -> list[dict[str, Any]]:
    filters = {"country": country}
    spans = [{"span": one} for one in entry["answer"]]
    return [
        {"id": entry["id"], "type": "question", "q": entry["q"], "filters": filters, "relevant": spans},
        {
            "id": f"{entry['id']}-near",
            "type": "unanswerable",
            "q": entry["near_miss"]["q"],
            "filters": filters,
            "relevant": [],
        },
    ]


def _bylaw_questions(entry: dict[str, Any], document: str) -> list[dict[str, Any]]:
    spans = [{"span": one} for one in entry["answer"]]
    return [
        {"id": entry["id"], "type": "answerable", "document": document, "q": entry["q"], "relevant": spans},
        {"id": f"{entry['id']}-near", "type": "unanswerable", "document": document, "q": entry["near_miss"]["q"]},
    ]
