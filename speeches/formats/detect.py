"""Which format a file has, by its content first and its name second."""

from collections.abc import Callable

from speeches.formats.aph import looks_like_aph, parse_aph
from speeches.formats.canada import looks_like_canada, parse_canada
from speeches.formats.flat import COLUMNS, parse_csv, parse_json, parse_jsonl
from speeches.formats.markdown import looks_like_markdown, parse_markdown
from speeches.formats.newzealand import looks_like_new_zealand, parse_new_zealand
from speeches.formats.openparliament import looks_like_openparliament, parse_openparliament
from speeches.formats.pdf import looks_like_pdf, parse_pdf
from speeches.formats.prepared import looks_like_prepared, parse_prepared
from speeches.formats.records import FormatError, Parsed
from speeches.formats.typed import looks_like_typed, parse_typed

PARSERS: dict[str, Callable[[bytes, str], Parsed]] = {
    "aph": parse_aph,
    "canada": parse_canada,
    "csv": parse_csv,
    "json": parse_json,
    "jsonl": parse_jsonl,
    "markdown": parse_markdown,
    "new-zealand": parse_new_zealand,
    "openparliament": parse_openparliament,
    "pdf": parse_pdf,
    "prepared": parse_prepared,
    "records": parse_typed,
}


def parse(content: bytes, name: str, format_: str | None = None) -> Parsed:
    """Parse a file in the named format, or in the one that it seems to have. Raises FormatError."""
    if not content.strip():
        raise FormatError(f"{name}: the file is empty.")
    return PARSERS[format_ or detect_format(content, name)](content, name)


def detect_format(content: bytes, name: str) -> str:
    """One of FORMATS. Raises FormatError for a file that is none of them, whatever its name says.

    >>> detect_format(b'{"speeches": []}', "day.txt")
    'json'
    """
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:4096]
    if looks_like_canada(start):
        return "canada"
    if looks_like_aph(start):
        return "aph"
    if looks_like_new_zealand(content):
        return "new-zealand"
    if looks_like_pdf(start):
        return "pdf"
    if looks_like_markdown(start):
        return "markdown"
    if looks_like_typed(content.removeprefix(b"\xef\xbb\xbf")):
        return "records"
    if start[:1] in b"{[" and looks_like_prepared(content):
        return "prepared"
    if looks_like_openparliament(start):
        return "openparliament"
    if start[:1] in b"{[" and b"\x00" not in start:
        first_line = start.split(b"\n", 1)[0].rstrip()
        one_a_line = first_line.startswith(b"{") and first_line.endswith(b"}") and b'"speeches"' not in first_line
        return "jsonl" if one_a_line or name.lower().endswith((".jsonl", ".ndjson")) else "json"
    header = start.split(b"\n", 1)[0].lower()
    if b"text" in header and b"speaker" in header and b"," in header:
        return "csv"
    raise FormatError(
        f"{name}: not a Hansard file that can be read here. Expected the Australian or Canadian Parliament's XML "
        f"(<hansard …>, <Hansard …>), a page of New Zealand's Hansard (HTML), "
        f"members, ridings or sessions as openparliament keeps them (JSON), "
        f' JSON {{"speeches": [...]}}, JSON Lines, or CSV with the columns {COLUMNS}.'
    )
