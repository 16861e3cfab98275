"""Detects a file's format, by its content first and its name second."""

from collections.abc import Callable
from dataclasses import replace

from speeches.formats.aph import looks_like_aph, looks_like_openaustralia, parse_aph, parse_openaustralia
from speeches.formats.canada import looks_like_canada, parse_canada
from speeches.formats.flat import COLUMNS, parse_csv, parse_json, parse_jsonl
from speeches.formats.markdown import looks_like_markdown, parse_markdown
from speeches.formats.motions import identify_motions
from speeches.formats.newzealand import looks_like_new_zealand, parse_new_zealand
from speeches.formats.openparliament import looks_like_openparliament, parse_openparliament
from speeches.formats.pdf import looks_like_pdf, parse_pdf
from speeches.formats.prepared import looks_like_prepared, parse_prepared
from speeches.formats.records import FormatError, Parsed
from speeches.formats.typed import looks_like_typed, parse_typed
from speeches.formats.uk import looks_like_parlparse, parse_parlparse

PARSERS: dict[str, Callable[[bytes, str], Parsed]] = {
    "aph": parse_aph,
    "canada": parse_canada,
    "csv": parse_csv,
    "json": parse_json,
    "jsonl": parse_jsonl,
    "markdown": parse_markdown,
    "new-zealand": parse_new_zealand,
    "openaustralia": parse_openaustralia,
    "openparliament": parse_openparliament,
    "parlparse": parse_parlparse,
    "pdf": parse_pdf,
    "prepared": parse_prepared,
    "records": parse_typed,
}


_Looks = Callable[[bytes], bool]
# The number of bytes that is enough to tell the format.
_LOOKED_AT = 65536
# Tried in this order; the first match counts.
_BY_CONTENT: tuple[tuple[str, _Looks], ...] = (
    ("canada", looks_like_canada),
    ("aph", looks_like_aph),
    ("new-zealand", looks_like_new_zealand),
    ("openaustralia", looks_like_openaustralia),
    ("parlparse", looks_like_parlparse),
    ("pdf", looks_like_pdf),
    ("markdown", looks_like_markdown),
    ("records", looks_like_typed),
    ("prepared", looks_like_prepared),
    ("openparliament", looks_like_openparliament),
)


def parse(content: bytes, name: str, format_: str | None = None) -> Parsed:
    """Parse a file in the named format, else in the format detected. Raises FormatError."""
    if not content.strip():
        raise FormatError(f"{name}: the file is empty.")
    parsed = PARSERS[format_ or detect_format(content, name)](content, name)
    return replace(parsed, sittings=tuple(identify_motions(sitting) for sitting in parsed.sittings))


def detect_format(content: bytes, name: str) -> str:
    """One of FORMATS. Raises FormatError for a file in none of them, whatever its name.

    >>> detect_format(b'{"speeches": []}', "day.txt")
    'json'
    """
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:4096]
    begins = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:_LOOKED_AT]
    told = next((name for name, looks_like in _BY_CONTENT if looks_like(begins)), "")
    if told:
        return told
    if start[:1] in b"{[" and b"\x00" not in start:
        first_line = start.split(b"\n", 1)[0].rstrip()
        one_a_line = first_line.startswith(b"{") and first_line.endswith(b"}") and b'"speeches"' not in first_line
        return "jsonl" if one_a_line or name.lower().endswith((".jsonl", ".ndjson")) else "json"
    header = start.split(b"\n", 1)[0].lower()
    if b"text" in header and b"speaker" in header and b"," in header:
        return "csv"
    raise FormatError(
        f"{name}: not a Hansard file that can be read here. Expected the Australian or Canadian Parliament's XML "
        f"(<hansard …>, <Hansard …>), ParlParse's XML of the United Kingdom (<publicwhip …>), "
        f"a page of New Zealand's Hansard (HTML), "
        f"lists of members as openparliament (JSON) or OpenAustralia (CSV) keep them, "
        f'JSON {{"speeches": [...]}}, JSON Lines, or CSV with the columns {COLUMNS}.'
    )
