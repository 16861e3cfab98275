"""The MCP tools for a scheme's bylaws, for its own keys. A tool only translates; `guardian.access` controls who may
enter."""

from typing import Annotated, Any

from django.http import Http404
from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError, ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

from guardian.access import SealBrokenError, Visitor, scheme_scope
from guardian.chat.answer import DISCLAIMER, NO_BYLAW, QuestionError
from guardian.chat.ask import answer, check_question
from guardian.chat.retrieve import page_at
from guardian.models import Bylaw, BylawPage
from guardian.search.engine import make_query, model_of, rank_chunks
from rag.clients.embedder import EmbedderError
from rag.serving.callers import absolute, count_question, current_caller
from rag.serving.tools import report_errors

NOT_FOUND = "There is no such scheme, or this key is not for it. Bylaws need an API key of their own scheme."
_READING = ToolAnnotations(readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False)
_errors = report_errors(QuestionError, EmbedderError)

SchemeSlug = Annotated[str, Field(description="The scheme's name in its address, such as harbour-view.")]


class Section(BaseModel):
    """A section of a document in force, verbatim."""

    document: str
    section: str
    page: int
    stem: str = Field(description="What leads into the list that `text` is an item of, verbatim: quote both.")
    text: str
    bylaw_id: str
    file_name: str


class BylawSource(BaseModel):
    n: int
    document: str
    section: str
    page: int
    stem: str = Field(description="What leads into the list that `quote` is an item of, verbatim: quote both.")
    quote: str
    url: str


class BylawSentence(BaseModel):
    stem: str = Field(description="What leads into the list that `text` is an item of, verbatim: quote both.")
    text: str
    citations: list[int]


class BylawAnswer(BaseModel):
    """An answer of checked sentences. Where `found` is false the bylaws do not say; do not guess."""

    found: bool
    answer: str
    sentences: list[BylawSentence]
    sources: list[BylawSource]
    readings: list[str]
    notes: list[str]
    disclaimer: str


def register(server: FastMCP) -> None:
    """Register these tools and the resource with a server."""
    server.tool(search_bylaws, title="Search a scheme's bylaws", annotations=_READING, tags={"bylaws"})
    server.tool(ask_bylaws, title="Ask a scheme's bylaws", annotations=_READING, tags={"bylaws"})
    server.resource("bylaw://{scheme}", title="A scheme's bylaws", mime_type="text/plain", tags={"bylaws"})(bylaws)


@_errors
def search_bylaws(
    scheme: SchemeSlug,
    query: Annotated[str, Field(description="What to look for, in plain words; at least 2 characters.")],
) -> list[Section]:
    """Find the sections of a strata scheme's bylaws that are about something, verbatim, best first.

    Use it to read the rules themselves; ask_bylaws gives a checked answer. Works only with a key of that scheme.
    """
    visitor = _visitor(scheme)
    if len(query.strip()) < 2:
        raise ToolError("Give at least 2 characters, such as: pets.")
    check_question(query)
    try:
        with scheme_scope(visitor, scheme):
            bylaws = _bylaws_in_force()
            by_key = {bylaw.pk: bylaw for bylaw in bylaws}
            rows = [one.row for one in rank_chunks(make_query(query, map(model_of, bylaws)), bylaws)[:5]]
            return [_section(row, by_key[row["bylaw_id"]]) for row in rows]
    except (Http404, SealBrokenError):
        raise ToolError(NOT_FOUND) from None


@_errors
def ask_bylaws(
    scheme: SchemeSlug,
    question: Annotated[str, Field(description="A question in plain words, such as “Can I keep a dog?”.")],
) -> BylawAnswer:
    """Answer a question from a strata scheme's bylaws, each sentence with its section and page. Not legal advice.

    Keep the sections and the disclaimer when you pass the answer on. Works only with a key of that scheme.
    """
    visitor = _visitor(scheme)
    check_question(question)
    count_question(current_caller())
    try:
        finished = answer(visitor, scheme, question)
    except (Http404, SealBrokenError):
        raise ToolError(NOT_FOUND) from None
    return BylawAnswer(
        found=finished.found,
        answer=finished.answer,
        sentences=[BylawSentence(stem=one.stem, text=one.text, citations=one.citations) for one in finished.sentences],
        sources=[_source(source) for source in finished.sources],
        readings=finished.readings,
        notes=[str(note) for note in finished.notes],
        disclaimer=DISCLAIMER,
    )


def bylaws(scheme: str) -> str:
    """The documents in force in a scheme, whole."""
    try:
        return _whole(scheme)
    except ToolError as error:
        raise ResourceError(str(error)) from None


@_errors
def _whole(scheme: str) -> str:
    try:
        with scheme_scope(_visitor(scheme), scheme):
            return "\n\n".join([*map(_with_title, _bylaws_in_force()), DISCLAIMER])
    except (Http404, SealBrokenError):
        raise ToolError(NOT_FOUND) from None


def _visitor(scheme: str) -> Visitor:
    """The caller's key. Without a key, nothing is revealed, not even whether the scheme exists."""
    key = current_caller().key
    if key is None or "\x00" in scheme:
        raise ToolError(NOT_FOUND)
    return key


def _bylaws_in_force() -> list[Bylaw]:
    """The documents in force. Raises ToolError if there is none."""
    found = list(Bylaw.objects.in_force())
    if not found:
        raise ToolError(NO_BYLAW)
    return found


def _with_title(bylaw: Bylaw) -> str:
    return f"# {bylaw.title}\n\n{bylaw.text}"


def _section(row: Any, bylaw: Bylaw) -> Section:
    sections = bylaw.sections()
    pages = list(BylawPage.objects.filter(bylaw=bylaw).values_list("number", "start", "end"))
    return Section(
        document=bylaw.title,
        section=sections[row["section"]].name,
        page=page_at(pages, row["start"]),
        stem=sections[row["section"]].stem,
        text=bylaw.text[row["start"] : row["end"]],
        bylaw_id=str(bylaw.pk),
        file_name=bylaw.file_name,
    )


def _source(source: dict[str, Any]) -> BylawSource:
    values = {name: source[name] for name in BylawSource.model_fields}
    return BylawSource(**values | {"url": absolute(source["url"])})
