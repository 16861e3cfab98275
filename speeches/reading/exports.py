"""Passages to take away: as a table, a document, or entries for a reference manager, each with its source."""

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.text.cells import as_csv
from rag.text.dates import written
from speeches.reading.citing import escaped_for_bibtex, escaped_for_markdown
from speeches.search.results import Hit


@dataclass(frozen=True, slots=True)
class Form:
    """A form of export: what a reader calls it, its type and the ending of its file; `write` makes the file of a title,
    the passages and the site's address."""

    name: str
    content_type: str
    ending: str
    write: Callable[[str, Sequence[Hit], str], bytes]


_COLUMNS = ("quotation", "speaker", "party", "chamber", "country", "date", "title", "reference", "source_url", "url")


def _values(hit: Hit, site: str) -> dict[str, str]:
    """What is told of a passage, in plain words."""
    return {
        "quotation": _words(hit),
        "speaker": hit.speaker,
        "party": hit.party,
        "chamber": hit.chamber,
        "country": f"{hit.country} (invented sample)" if hit.sample else hit.country,
        "date": hit.date.isoformat() if hit.date else "",
        "title": hit.title,
        "reference": hit.hansard_reference,
        "source_url": hit.source_url,
        "url": f"{site}{hit.url}",
    }


def _words(hit: Hit) -> str:
    return " ".join(hit.excerpt.split())


def _source(hit: Hit) -> str:
    """Who said it, where and when, in a line."""
    who = f"{hit.speaker} ({hit.party})" if hit.party and hit.speaker else hit.speaker or hit.title
    when = written(hit.date) if hit.date else ""
    where = hit.hansard_reference or hit.chamber
    sample = "invented sample: nobody said this" if hit.sample else ""
    return ", ".join(filter(None, [who, where, "" if when and when in where else when, sample]))


def _csv(title: str, hits: Sequence[Hit], site: str) -> bytes:
    # Excel takes a file for UTF-8 only with a mark at its beginning.
    return as_csv(_COLUMNS, [tuple(_values(hit, site).values()) for hit in hits]).encode("utf-8-sig")


def _json(title: str, hits: Sequence[Hit], site: str) -> bytes:
    values = {"title": title, "passages": [_values(hit, site) for hit in hits]}
    return (json.dumps(values, ensure_ascii=False, indent=2) + "\n").encode()


def _markdown(title: str, hits: Sequence[Hit], site: str) -> bytes:
    pieces = [f"# {escaped_for_markdown(title)}\n"]
    for hit in hits:
        source = f"— {escaped_for_markdown(_source(hit))}. <{site}{hit.url}>"
        pieces.append(f"> {escaped_for_markdown(_words(hit))}\n\n{source}\n")
    return "\n".join(pieces).encode()


def _ris(title: str, hits: Sequence[Hit], site: str) -> bytes:
    """The RIS format of reference managers: a tag and a value a line."""
    lines = []
    for hit in hits:
        own = _values(hit, site)
        tags = {"AU": own["speaker"], "TI": own["title"] or own["reference"], "DA": own["date"].replace("-", "/")}
        tags |= {"PB": own["chamber"], "CY": own["country"], "M1": own["reference"], "UR": own["url"]}
        tags |= {"L2": own["source_url"], "AB": own["quotation"]}
        lines += ["TY  - HEAR", *(f"{tag}  - {' '.join(value.split())}" for tag, value in tags.items() if value)]
        lines += ["ER  - ", ""]
    return "\r\n".join(lines).encode()


def _bibtex(title: str, hits: Sequence[Hit], site: str) -> bytes:
    entries = []
    for number, hit in enumerate(hits, 1):
        own = _values(hit, site)
        fields = {"author": own["speaker"], "title": own["title"] or own["reference"], "year": own["date"][:4]}
        fields |= {"howpublished": own["reference"], "url": own["url"], "note": f"“{own['quotation']}”"}
        lines = ",\n".join(f"  {name} = {{{escaped_for_bibtex(value)}}}" for name, value in fields.items() if value)
        entries.append(f"@misc{{passage-{number},\n{lines}\n}}\n")
    return "\n".join(entries).encode()


def _word(title: str, hits: Sequence[Hit], site: str) -> bytes:
    from docx import Document

    document = Document()
    document.core_properties.title = title
    document.core_properties.author = ""
    document.add_heading(_printable(title), level=1)
    for hit in hits:
        document.add_paragraph(_printable(f"“{_words(hit)}”"), style="Quote")
        document.add_paragraph(_printable(f"{_source(hit)}. {site}{hit.url}"))
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _printable(text: str) -> str:
    """A text without what XML cannot hold."""
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
