"""The only way into the record, for the command, the task, the API and the admin."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from django.db import DataError, transaction

from rag.chunks.index import active_models
from speeches.formats.markdown import looks_like_markdown
from speeches.formats.pdf.lines import names_hansard
from speeches.formats.reading import ReadFile, read_ahead, read_content
from speeches.formats.records import FormatError, RecordError
from speeches.ingestion.chunking import profile
from speeches.ingestion.embedding import any_pending, embed_pending, pending_count
from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.options import Options
from speeches.ingestion.store import store
from speeches.ingestion.summary import Summary
from speeches.search.version import corpus_changed

# Seconds between two checks for chunks that still wait, whoever embeds them.
_PAUSE = 1.0
_PAGES = (".html", ".htm")
# Other lists refer to ridings and people by the keys in these files.
_NAMED_BY_OTHERS = ("ridings.json", "people.csv", "people.xml")
SUFFIXES = (".xml", *_PAGES, ".csv", ".json", ".jsonl", ".ndjson", ".md", ".pdf")


def ingest_content(
    content: bytes, name: str, *, format_: str | None = None, update: bool = False, parliament: str = ""
) -> Summary:
    """Parse one file and store it. It can be found by its words at once, and by its meaning once it is embedded.

    A file that cannot be read becomes an error in the summary, never an exception.
    """
    started = time.monotonic()
    summary = _store(read_content(content, name, format_, profile()), update, parliament)
    summary.processing_time_seconds = time.monotonic() - started
    return summary


def _store(file: ReadFile, update: bool, parliament: str) -> Summary:
    try:
        summary = store(file.parsed, Options(file.name, update, parliament)) if file.parsed else _failure_summary(file)
    except FormatError as error:
        summary = _failure_summary(replace(file, error=str(error)))
    except DataError as error:
        reason = (
            f"the record cannot hold a value of this file ({_place(error)}). "
            "Nothing of it went in; mend it and ingest it again."
        )
        summary = _failure_summary(replace(file, error=reason))
    if summary.speeches_processed or summary.records_stored:
        transaction.on_commit(corpus_changed)
    return summary


def _place(error: DataError) -> str:
    """The database's account of a bad value: what is wrong, and in which column of which table."""
    told = getattr(error.__cause__, "diag", None)
    return " ".join(filter(None, [told.message_primary, told.context])) if told else str(error)


def _failure_summary(file: ReadFile) -> Summary:
    return Summary(errors=[RecordError(file.name, None, file.error)])


def ingest_paths(
    paths: Sequence[Path],
    *,
    format_: str | None = None,
    update: bool = False,
    parliament: str = "",
    progress: Callable[[str, int, int], None] | None = None,
) -> Summary:
    """Ingest files and folders and embed all that is pending. `progress` gets a stage, the number done, the total."""
    started = time.monotonic()
    tell = progress or (lambda stage, done, total: None)
    summary = store_paths(
        paths,
        format_=format_,
        update=update,
        parliament=parliament,
        progress=lambda done, total: tell("reading", done, total),
    )
    stored = embed_all(lambda done, total: tell("embedding", done, total), wait=True)
    # Nothing waits any more: every chunk of these files has its vector, whoever embedded it.
    summary.vectors_stored = max(stored, summary.chunks_created)
    summary.processing_time_seconds = time.monotonic() - started
    return summary


def store_paths(
    paths: Sequence[Path],
    *,
    format_: str | None = None,
    update: bool = False,
    parliament: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Summary:
    """Ingest files and folders without embedding. Their speeches can be found by their words."""
    files = list(_files(paths))
    summary = Summary()
    tell = progress or (lambda done, total: None)
    tell(0, len(files))
    for number, file in enumerate(read_ahead(files, format_, profile()), start=1):
        summary += _store(file, update, parliament)
        tell(number, len(files))
    return summary


def embed_all(progress: Callable[[int, int], None] | None = None, *, wait: bool = False) -> int:
    """Take records other than speeches into the search, and embed everything that waits.

    `progress` gets the number done, by any process, and the total. Other processes may have taken a part of the work.
    With `wait`, this call waits until they are done too, so that all can be found by meaning. Never wait inside a
    transaction: it would keep from others what this process has taken. Returns the number of vectors of speeches that
    this process stored.
    """
    refresh_entries()
    left = total = pending_count()
    if not total:
        return 0
    looked = time.monotonic()

    def tell(_: int = 0) -> None:
        nonlocal left, total, looked
        if progress and time.monotonic() >= looked + _PAUSE:
            before, left, looked = left, pending_count(), time.monotonic()
            total += max(0, left - before)
            progress(total - left, total)

    stored = _embed_active(tell)
    while wait and any_pending():
        time.sleep(_PAUSE)
        tell()
        stored += _embed_active(tell)
    corpus_changed()
    if progress and wait:
        progress(total, total)
    return stored


def _embed_active(tell: Callable[[int], None]) -> int:
    """Embed what waits and nobody else has taken. Returns the number of vectors of speeches stored."""
    return sum(embed_pending(model, tell) for model in active_models())


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    """The files named, and those in a folder that may be Hansard. Skips a page beside the XML of the same name, because
    it only renders it.

    Files with keys that others refer to come first, in whatever order a shell lists them.
    """
    for path in sorted(paths, key=lambda path: path.name not in _NAMED_BY_OTHERS):
        if path.is_dir():
            suitable = (file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and _may_be_hansard(file))
            found = sorted(suitable, key=lambda file: (file.name not in _NAMED_BY_OTHERS, file))
            sources = {file.with_suffix("") for file in found if file.suffix.lower() == ".xml"}
            yield from (
                file for file in found if file.suffix.lower() not in _PAGES or file.with_suffix("") not in sources
            )
        else:
            yield path


def _may_be_hansard(file: Path) -> bool:
    """False for a text or PDF in a folder that is about something else. Files named one by one are always tried."""
    suffix = file.suffix.lower()
    try:
        if suffix == ".md":
            return looks_like_markdown(file.read_bytes())
        return suffix != ".pdf" or names_hansard(file.read_bytes(), file.name)
    except (OSError, FormatError):
        # A file that cannot be read is reported when it is tried.
        return True
