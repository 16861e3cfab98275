"""Exports of passages, each with its source: a table, a document, or entries for a reference manager."""

import datetime
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.text.cells import as_csv
from rag.text.dates import format_date
from speeches.reading.citing import escape_bibtex, escape_markdown
from speeches.search.results import Hit


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of the record with their source in words. `url` is the passage's path on this site; `note` is a reader's
    note."""

    words: str
    speaker: str
    party: str
    chamber: str
    country: str
    date: datetime.date | None
    title: str
    reference: str
    source_url: str
    url: str
    sample: bool = False
    note: str = ""
    # Whether the record now says something else there.
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """An export format: its name for readers, content type and file ending; `write` makes the file from a title, the
    quotations and the site's address."""

    name: str
    content_type: str
    ending: str
    write: Callable[[str, Sequence[Quotation], str], bytes]


_COLUMNS = ("quotation", "speaker", "party", "chamber", "country", "date", "title", "reference", "source_url", "url")


def quotation_of(hit: Hit) -> Quotation:
    """A search hit as a quotation."""
    return Quotation(
        words=hit.excerpt,
        speaker=hit.speaker,
        party=hit.party,
        chamber=hit.chamber,
        country=hit.country,
        date=hit.date,
        title=hit.title,
        reference=hit.hansard_reference,
        source_url=hit.source_url,
        url=hit.url,
        sample=hit.sample,
    )


def _values(one: Quotation, site: str) -> dict[str, str]:
    """A quotation's columns as plain text."""
    values = {
        "quotation": _words(one),
        "speaker": one.speaker,
        "party": one.party,
        "chamber": one.chamber,
        "country": f"{one.country} (invented sample)" if one.sample else one.country,
        "date": one.date.isoformat() if one.date else "",
        "title": one.title,
        "reference": one.reference,
        "source_url": one.source_url,
        "url": f"{site}{one.url}",
    }
    told = ("as clipped: the record has changed since." if one.changed else "", one.note)
    note = " ".join(filter(None, told))
    return values | ({"note": note} if note else {})


def _words(one: Quotation) -> str:
    return " ".join(one.words.split())


def _source(one: Quotation) -> str:
    """Speaker, place and date in one line."""
    who = f"{one.speaker} ({one.party})" if one.party and one.speaker else one.speaker or one.title
    when = format_date(one.date) if one.date else ""
    where = one.reference or one.chamber
    sample = "invented sample: nobody said this" if one.sample else ""
    changed = "as clipped: the record has changed since" if one.changed else ""
    return ", ".join(filter(None, [who, where, "" if when and when in where else when, sample, changed]))


def _csv(title: str, quotations: Sequence[Quotation], site: str) -> bytes:
    # Excel recognises UTF-8 only by a byte order mark.
    rows = [_values(one, site) for one in quotations]
    columns = (*_COLUMNS, "note") if any("note" in row for row in rows) else _COLUMNS
    return as_csv(columns, [tuple(row.get(column, "") for column in columns) for row in rows]).encode("utf-8-sig")


def _json(title: str, quotations: Sequence[Quotation], site: str) -> bytes:
    values = {"title": title, "passages": [_values(one, site) for one in quotations]}
    return (json.dumps(values, ensure_ascii=False, indent=2) + "\n").encode()


def _markdown(title: str, quotations: Sequence[Quotation], site: str) -> bytes:
    pieces = [f"# {escape_markdown(title)}\n"]
    for one in quotations:
        source = f"— {escape_markdown(_source(one))}. <{site}{one.url}>"
        # On one line, the words cannot start a list or a heading.
        note = f"\nNote: {' '.join(escape_markdown(one.note).split())}\n" if one.note else ""
        pieces.append(f"> {escape_markdown(_words(one))}\n\n{source}\n{note}")
    return "\n".join(pieces).encode()


def _ris(title: str, quotations: Sequence[Quotation], site: str) -> bytes:
    """The RIS format of reference managers: a tag and a value on each line."""
    lines = []
    for one in quotations:
        own = _values(one, site)
        tags = {"AU": own["speaker"], "TI": own["title"] or own["reference"], "DA": own["date"].replace("-", "/")}
        tags |= {"PB": own["chamber"], "CY": own["country"], "M1": own["reference"], "UR": own["url"]}
        tags |= {"L2": own["source_url"], "AB": own["quotation"], "N1": own.get("note", "")}
        lines += ["TY  - HEAR", *(f"{tag}  - {' '.join(value.split())}" for tag, value in tags.items() if value)]
        lines += ["ER  - ", ""]
    return "\r\n".join(lines).encode()


def _bibtex(title: str, quotations: Sequence[Quotation], site: str) -> bytes:
    entries = []
    for number, one in enumerate(quotations, 1):
        own = _values(one, site)
        fields = {"author": own["speaker"], "title": own["title"] or own["reference"], "year": own["date"][:4]}
        fields |= {
            "howpublished": own["reference"],
            "url": own["url"],
            "note": f"“{own['quotation']}”",
            "annote": own.get("note", ""),
        }
        lines = ",\n".join(f"  {name} = {{{escape_bibtex(value)}}}" for name, value in fields.items() if value)
        entries.append(f"@misc{{passage-{number},\n{lines}\n}}\n")
    return "\n".join(entries).encode()


def _word(title: str, quotations: Sequence[Quotation], site: str) -> bytes:
    from docx import Document

    document = Document()
    document.core_properties.title = title
    document.core_properties.author = ""
    document.add_heading(_printable(title), level=1)
    for one in quotations:
        document.add_paragraph(_printable(f"“{_words(one)}”"), style="Quote")
        document.add_paragraph(_printable(f"{_source(one)}. {site}{one.url}"))
        if one.note:
            document.add_paragraph(_printable(one.note))
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _printable(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(sign for sign in text if sign.isprintable() or sign.isspace())


FORMS: Mapping[str, Form] = {
    "csv": Form("CSV", "text/csv; charset=utf-8", "csv", _csv),
    "json": Form("JSON", "application/json", "json", _json),
    "markdown": Form("Markdown", "text/markdown; charset=utf-8", "md", _markdown),
    "word": Form(
        "Word", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx", _word
    ),
    "ris": Form("RIS", "application/x-research-info-systems", "ris", _ris),
    "bibtex": Form("BibTeX", "application/x-bibtex; charset=utf-8", "bib", _bibtex),
}  # fmt: skip
