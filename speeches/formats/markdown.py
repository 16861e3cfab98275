"""Reads a speech in Markdown: YAML front matter with nested fields, then the words.

The front matter is kept as it came, nested and exact. The record's columns are read from it as well. docs/formats.md
lists the fields.
"""

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any

import yaml
from pydantic import ValidationError

from speeches.formats.flat import SpeechRow, decode_text, reasons
from speeches.formats.records import FormatError, Parsed

_FRONT = re.compile(r"\A---[ \t]*\r?\n(?P<front>.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
# The record's columns, and the fields of the front matter that may fill them; the first that is present counts.
_COLUMNS = {
    "speech_id": ("speech_id", "id"),
    "speaker": ("speaker",),
    "date": ("date",),
    "chamber": ("chamber",),
    "title": ("title",),
    "party": ("party",),
    "electorate": ("electorate", "riding"),
    "state": ("state", "province"),
    "hansard_reference": ("hansard_reference",),
    "source_url": ("source_url", "url"),
    "debate_type": ("debate_type", "speech_type"),
    "transcript_quality": ("transcript_quality",),
    "language": ("language",),
}
_TOPICS = ("tags", "topic_tags", "themes", "subthemes")


def looks_like_markdown(content: bytes) -> bool:
    """Whether the bytes begin with front matter."""
    return re.match(rb"---[ \t]*\r?\n", content.removeprefix(b"\xef\xbb\xbf")) is not None


def parse_markdown(content: bytes, name: str = "") -> Parsed:
    """The one speech in a file. Raises FormatError, which says what to mend."""
    text = decode_text(content, name)
    found = _FRONT.match(text)
    if found is None:
        raise FormatError(f"{name}: no front matter. Begin the file with ---, the fields, and --- again.")
    try:
        front = yaml.safe_load(found["front"])
    except yaml.YAMLError as error:
        raise FormatError(f"{name}: the front matter is not valid YAML ({_describe_problem(error)}).") from error
    if not isinstance(front, dict):
        raise FormatError(f"{name}: the front matter holds no fields.")
    row = _row(front, text[found.end() :].strip())
    try:
        speech = SpeechRow.model_validate(row).speech(1)
    except ValidationError as error:
        raise FormatError(f"{name}: {reasons(error)}.") from error
    return Parsed("markdown", speeches=(speech,))


def write_markdown(front: Mapping[str, Any], words: str) -> str:
    """A speech's front matter and words as a file that `parse_markdown` reads back exactly."""
    fields = yaml.safe_dump(dict(front), allow_unicode=True, sort_keys=False, width=1000)
    return f"---\n{fields}---\n\n{words}\n"


def _row(front: dict[Any, Any], words: str) -> dict[str, Any]:
    """The record's columns, beside everything else that the source gave, exactly."""
    plain = {str(key): _plain(value) for key, value in front.items()}
    row: dict[str, Any] = {key: value for key, value in plain.items() if key not in SpeechRow.model_fields}
    for column, fields in _COLUMNS.items():
        value = next((plain[field] for field in fields if plain.get(field) not in (None, "")), None)
        if isinstance(value, str | int | float):
            row[column] = str(value)
    row["title"] = row.get("title") or _title(plain.get("debate"))
    row["topic_tags"] = list(dict.fromkeys(topic for field in _TOPICS for topic in _words(plain.get(field))))
    row["text"] = words
    return row


def _title(debate: object) -> str:
    """The debate's title, given directly or as a field of the debate."""
    if isinstance(debate, Mapping):
        return next((str(debate[key]) for key in ("title", "name", "topic") if debate.get(key)), "")
    return debate if isinstance(debate, str) else ""


def _words(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return [part.strip() for part in re.split(r"[;|,]", value) if part.strip()]
    return [str(one)[:200] for one in value if one] if isinstance(value, list) else []


def _plain(value: Any) -> Any:
    """The value in types that JSON can hold: YAML turns a bare date into a date object."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(one) for one in value]
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _describe_problem(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or "it cannot be read"
    return f"line {mark.line + 2}: {problem}" if mark else str(problem)
