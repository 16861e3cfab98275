"""Answers and verification over HTTP. Endpoints only translate."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from ninja import Router, Schema
from pydantic import ConfigDict, Field

from rag.answering.events import SourcesSoFar
from rag.keys.models import ApiKey
from rag.serving.limits import count_ask
from rag.serving.schemas import ProblemOut
from rag.serving.streaming import event_line, event_stream
from speeches.models import Answer, Conversation
from speeches.questions.answer import AskRequest, Delta, Event, Finished
from speeches.questions.ask import answer, ask
from speeches.questions.check import check_question
from speeches.questions.receipts import as_dict, changed_citations, going_on, keep, title_of
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.report import report_text
from speeches.quotes.verify import Finding, verify_quote
from speeches.search.errors import SearchError
from speeches.search.filters import TEXT_FILTERS, Filters, to_date

logger = logging.getLogger(__name__)
router = Router(tags=["answers"])


class AskIn(Schema):
    """A question; `filters` as in `/search`; `conversation_id` from an earlier answer, for a follow-up."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(description="At most 2,000 characters.")
    country: str = Field("", description="A country or a parliament's code; all when empty.")
    filters: dict[str, Any] = {}
    top_k: int = Field(12, description="How many passages to read, 1 to 12.")
    conversation_id: UUID | None = None
    vote: str = Field("", max_length=200, description="The id of one of the `choices` of an earlier answer.")


class RepliedToOut(Schema):
    """The question in the chamber that a sentence replies to: who asked it, its end, and the URL of the turn."""

    speaker: str
    text: str
    url: str


class SentenceOut(Schema):
    text: str
    citations: list[int]
    lead: str = Field("", description="The speaker and the day of a verbatim sentence.")
    section: str = ""
    verbatim: bool = False
    in_reply_to: RepliedToOut | None = None


class SourceOut(Schema):
    """A cited passage; `highlights` are `[start, end)` in `quote`, `start` and `end` in the record's text."""

    n: int
    id: str
    source_type: str
    speaker: str
    role: str
    party: str
    party_code: str
    chamber: str
    parliament: str = Field("", description="The parliament's code, such as `au`.")
    country: str = ""
    sample: bool = Field(False, description="Whether it is of an invented parliament.")
    electorate: str
    date: str
    title: str
    reference: str
    url: str
    source_url: str
    quote: str
    start: int
    end: int
    highlights: list[tuple[int, int]]
    set_apart: bool = Field(False, description="Whether the speaker moves, reads or quotes the words highlighted.")
    translated: bool = Field(False, description="Whether the words highlighted were spoken in the other language.")


class CoverageOut(Schema):
    date_from: str | None
    date_to: str | None
    sittings: int
    chambers: list[str]
    warnings: list[str]


class AnswerOut(Schema):
    id: str
    conversation_id: str | None
    question: str
    understood: str = Field(description="The question in full, where it leant on the one before it.")
    found: bool
    answer: str
    sentences: list[SentenceOut]
    sources: list[SourceOut]
    related: list[dict[str, Any]] = Field(description="Where nothing answers: the nearest passages, no answer.")
    dropped_sentences: int
    notes: list[str]
    coverage: CoverageOut
    filters: dict[str, Any]
    model: str
    took_ms: float
    url: str
    list: dict[str, Any] | None = Field(
        None, description="A complete list from the tables, where the question asks for one: its first 50 rows."
    )
    choices: Sequence[dict[str, str]] = Field(
        (),
        description="Where several votes fit the question: each with its id, title, date, result, answer and url.",
    )
    changed: dict[int, str] = Field({}, description="Sources that are `gone` from the record or `changed` since.")


class QuoteIn(Schema):
    model_config = ConfigDict(extra="forbid")

    quote: str = Field(description="At least 3 words, at most 2,000 characters.")
    speaker: str = ""
    party: str = ""
    date_from: str = ""
    date_to: str = ""
    country: str = Field("", description="A country or a parliament's code; all when empty.")


class FindingOut(Schema):
    """Whole sentences `[start, end)` of a speech; the words that fit are `[match_start, match_end)`."""

    speech_id: str
    speaker: str
    role: str
    party: str
    chamber: str
    country: str
    sample: bool
    date: str
    title: str
    text: str
    start: int
    end: int
    match_start: int
    match_end: int
    similarity: float
    reference: str
    source_url: str
    url: str
    written: bool = Field(description="Whether the words were put in writing, and not spoken.")


class ChangeOut(Schema):
    op: str
    said: str
    claimed: str
    kind: str = Field(description="`negation`, `number`, `name` or `word`; those that turn the meaning come first.")


class VerdictOut(Schema):
    verdict: str = Field(description="`verbatim`, `altered`, `misattributed` or `not_found`.")
    caution: str = Field(
        description="What the verdict alone would hide. `quoted`: whoever says the words there quotes them; "
        "`set_apart`: a motion, a quotation or a document; `cut`: the claim leaves out words that may turn its own; "
        "`bracketed`: it has words of the quoter's own in brackets; `unspoken`: the record says of nobody that they "
        "said them; `unnamed`: it names the speaker by a title alone; `day`: they are of another day; `apart`: they "
        "were not said together; `others`: what comes nearest is somebody else's; `written`: they "
        "were put in writing; `translated`: they are the record's translation; else empty."
    )
    best: FindingOut | None
    diff: list[ChangeOut]
    others: list[FindingOut]
    notes: list[str]
    report: str


@router.post(
    "/ask", response={200: AnswerOut, 404: ProblemOut, 422: ProblemOut, 429: ProblemOut}, summary="Ask the record"
)
def ask_record(request: HttpRequest, asked: AskIn) -> Any:
    """An answer of sentences, each with its sources, or none. With `Accept: text/event-stream` it comes as events:
    `status`, `sources` (all cited so far), `delta` (a checked sentence), `done` (the whole answer), `error`."""
    key = _key_of(request)
    conversation = _conversation(asked.conversation_id, key)
    own = AskRequest(asked.question, _filters(_within(asked)), asked.top_k, vote=asked.vote)
    ask_request = going_on(own, conversation)
    check_question(ask_request)
    count_ask(request)
    if "text/event-stream" in request.headers.get("Accept", ""):
        return event_stream(_lines(ask(ask_request), conversation, key))
    finished = answer(ask_request)
    return as_dict(_keep_answer(finished, conversation, key))


@router.get("/answers/{uuid:answer_id}", response={200: AnswerOut, 404: ProblemOut}, summary="A receipt")
def read_answer(request: HttpRequest, answer_id: UUID) -> dict[str, Any]:
    """An answer as it was given, and which of its sources have changed since."""
    kept = Answer.objects.filter(pk=answer_id).first()
    if kept is None:
        raise Http404(f"No answer has the id {answer_id}.")
    # Knowing a conversation's id allows continuing it, and anybody may read a receipt, so do not reveal the id.
    return as_dict(kept) | {"conversation_id": None, "changed": changed_citations(kept)}


@router.post(
    "/quotes/verify", response={200: VerdictOut, 422: ProblemOut, 429: ProblemOut}, summary="Verify a quotation"
)
def verify(request: HttpRequest, claim: QuoteIn) -> dict[str, Any]:
    """Whether it was said word for word, and by whom; if not, how it departs from what was."""
    count_ask(request)
    found = verify_quote(
        QuoteRequest(
            claim.quote,
            claim.speaker.strip(),
            claim.party.strip(),
            to_date(claim.date_from, "date_from"),
            to_date(claim.date_to, "date_to"),
            claim.country.strip(),
        )
    )
    return {
        "verdict": found.verdict,
        "caution": found.caution,
        "best": _finding(found.best) if found.best else None,
        "diff": [change.as_dict() for change in found.diff],
        "others": [_finding(one) for one in found.others],
        "notes": list(found.notes),
        "report": report_text(found),
    }


def _within(asked: AskIn) -> dict[str, Any]:
    """The filters, with the country added unless they have one."""
    return {"country": asked.country, **asked.filters} if asked.country else asked.filters


def _lines(events: Iterator[Event], conversation: Conversation | None, key: ApiKey | None) -> Iterator[str]:
    try:
        for event in events:
            yield _line(event, conversation, key)
    except SearchError as error:
        yield event_line("error", {"field": error.field, "detail": error.message})
    except Exception:
        logger.exception("An answer broke off")
        yield event_line("error", {"field": "", "detail": "The answer broke off. Ask again."})


def _line(event: Event, conversation: Conversation | None, key: ApiKey | None) -> str:
    if isinstance(event, Finished):
        return event_line("done", as_dict(_keep_answer(event, conversation, key)))
    if isinstance(event, SourcesSoFar):
        return event_line("sources", {"sources": event.sources})
    if isinstance(event, Delta):
        return event_line("delta", asdict(event.sentence))
    return event_line("status", asdict(event))


def _keep_answer(finished: Finished, conversation: Conversation | None, key: ApiKey | None) -> Answer:
    return keep(finished, conversation or Conversation.objects.create(key=key, title=title_of(finished.question)))


def _key_of(request: HttpRequest) -> ApiKey | None:
    """The request's API key, if any."""
    key = getattr(request, "auth", None)
    return key if isinstance(key, ApiKey) else None


def _conversation(number: UUID | None, key: ApiKey | None) -> Conversation | None:
    """The conversation with this id, begun over the API. One begun with a key needs that key; one begun without needs
    only the id, which only its creator was told. Raises Http404."""
    if number is None:
        return None
    found = Conversation.objects.filter(pk=number, user=None, session="", key=key).first()
    if found is None:
        raise Http404(f"No conversation has the id {number}. Leave it out to begin one.")
    return found


def _filters(values: dict[str, Any]) -> Filters:
    """Filters from JSON. Raises SearchError for one that does not exist."""
    known = (*TEXT_FILTERS, "topics", "date_from", "date_to")
    for name in values:
        if name not in known:
            raise SearchError("filters", f"There is no filter “{name}”; use {', '.join(known)}.")
    topics = values.get("topics") or []
    if not isinstance(topics, list) or not all(isinstance(topic, str) for topic in topics):
        raise SearchError("topics", 'topics is a list, such as ["housing"].')
    return Filters(
        **{name: str(values.get(name) or "").strip() for name in TEXT_FILTERS},
        topics=tuple(str(topic).strip() for topic in topics),
        date_from=to_date(str(values.get("date_from") or ""), "date_from"),
        date_to=to_date(str(values.get("date_to") or ""), "date_to"),
    )


def _finding(finding: Finding) -> dict[str, Any]:
    return asdict(finding) | {"date": str(finding.date)}
