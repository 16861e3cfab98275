"""Tools that answer with citations, and verify quotations."""

from dataclasses import asdict
from typing import Annotated, Any

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel, Field

from rag.serving.callers import absolute, count_question, current_caller
from speeches.mcp.common import READING, DateFrom, DateTo, ParliamentCode, Party, Speaker, filters_of, tool_errors
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.report import report_text
from speeches.quotes.verify import Finding
from speeches.quotes.verify import verify_quote as verified
from speeches.search.filters import TEXT_FILTERS, to_date


class Sentence(BaseModel):
    text: str
    citations: list[int] = Field(description="Numbers of the sources that say it.")


class Source(BaseModel):
    """A cited passage; `quote` is verbatim."""

    n: int
    id: str
    speaker: str
    party: str
    chamber: str
    date: str
    reference: str
    url: str
    source_url: str
    quote: str


class CitedAnswer(BaseModel):
    """An answer of checked sentences. Where `found` is false the record does not answer: say so, do not guess."""

    found: bool
    answer: str
    sentences: list[Sentence]
    sources: list[Source]
    dropped_sentences: int
    notes: list[str]
    coverage: dict[str, Any]


class Verdict(BaseModel):
    """Whether it was said. `diff` names each departure: what was said, what is claimed."""

    verdict: str = Field(description="verbatim, altered, misattributed or not_found")
    caution: str = Field(
        description="quoted: whoever says the words there quotes them; cut: the claim leaves out words of the "
        "sentence, which may reverse the others"
    )
    best: dict[str, Any] | None = Field(description="The nearest whole sentences of the record, with who said them.")
    diff: list[dict[str, Any]]
    others: list[dict[str, Any]]
    notes: list[str]
    report: str = Field(description="A verdict ready to paste, with its source.")


def register(server: FastMCP) -> None:
    """Register these tools with a server."""
    server.tool(ask_hansard, title="Ask the record", annotations=READING, tags={"answers", "record"})
    server.tool(verify_quote, title="Verify a quotation", annotations=READING, tags={"answers", "record"})


@tool_errors
def ask_hansard(
    question: Annotated[str, Field(description="A question in plain words, at most 2,000 characters.")],
    filters: Annotated[
        dict[str, Any] | None,
        Field(
            description="Any of speaker, party, chamber, state, electorate, parliament (a code or country), "
            "topics (a list), debate_type, date_from, date_to (year-month-day)."
        ),
    ] = None,
) -> CitedAnswer:
    """Answer a question about what was said in parliament, each sentence checked against the passage that it cites.

    Use it when somebody wants an answer rather than passages. Keep the citations when you pass it on. With found false
    the record does not answer; say that rather than answering from memory.
    """
    given = dict(filters or {})
    if "parliament" in given:
        given["country"] = given.pop("parliament")
    if unknown := sorted(set(given) - {*TEXT_FILTERS, "topics", "date_from", "date_to"}):
        raise ToolError(
            f"There is no filter {', '.join(unknown)}. Use {', '.join(TEXT_FILTERS)}, topics, date_from or date_to."
        )
    if not all(isinstance(topic, str) for topic in given.get("topics") or ()):
        raise ToolError('topics is a list of texts, such as ["housing"].')
    if wrong := sorted(
        name for name, value in given.items() if not isinstance(value, list if name == "topics" else str)
    ):
        raise ToolError(f'{", ".join(wrong)}: give a text (topics a list of texts), such as {{"party": "Labor"}}.')
    count_question(current_caller())
    finished = answer(AskRequest(question, filters_of(**given)))
    return CitedAnswer(
        found=finished.found,
        answer=finished.answer,
        sentences=[Sentence(text=one.text, citations=one.citations) for one in finished.sentences],
        sources=[_source(source) for source in finished.sources],
        dropped_sentences=finished.dropped_sentences,
        notes=finished.notes,
        coverage=finished.coverage,
    )


@tool_errors
def verify_quote(
    quote: Annotated[str, Field(description="The words as they are claimed; … for what is left out.")],
    speaker: Speaker = "",
    party: Party = "",
    date_from: DateFrom = "",
    date_to: DateTo = "",
    parliament: ParliamentCode = "",
) -> Verdict:
    """Check word by word whether somebody said something in parliament.

    Use it before passing on any quotation, and to test viral ones. verbatim: said so. altered: diff names each changed
    word, number, name or negation. misattributed: said, but by somebody else. not_found: the record at hand holds
    nothing like it, which does not prove that it was never said.
    """
    count_question(current_caller())
    found = verified(
        QuoteRequest(
            quote,
            speaker.strip(),
            party.strip(),
            to_date(date_from, "date_from"),
            to_date(date_to, "date_to"),
            parliament.strip(),
        )
    )
    return Verdict(
        verdict=found.verdict,
        caution=found.caution,
        best=_finding(found.best) if found.best else None,
        diff=[change.as_dict() for change in found.diff],
        others=[_finding(other) for other in found.others],
        notes=list(found.notes),
        report=report_text(found),
    )


def _source(source: dict[str, Any]) -> Source:
    values = {name: source.get(name, "") for name in Source.model_fields}
    return Source(**values | {"url": absolute(source["url"])})


def _finding(finding: Finding) -> dict[str, Any]:
    return asdict(finding) | {"url": absolute(finding.url)}
