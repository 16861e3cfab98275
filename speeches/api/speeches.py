"""Speeches over HTTP: one with its context, and lists in the order of the day."""

import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.paging import page_of, select_fields
from rag.serving.schemas import ProblemOut
from speeches.api.listing import ListParameters, OfParliament
from speeches.models import Speech
from speeches.reading.told import neighbours, speech_item, speech_values
from speeches.search.filters import Filters, to_date
from speeches.search.listing import speeches_with

router = Router(tags=["record"])

_ORDER = ("date", "sitting_id", "position", "pk")


class PartOut(Schema):
    """A stretch of `full_text` in one voice. The words begin at `words_start`, after the printed name."""

    kind: str
    speaker: str
    start: int
    end: int
    words_start: int
    time: str | None = None


class ContextOut(Schema):
    speech_id: str
    speaker: str
    title: str
    full_text: str


class SpeechItem(OfParliament):
    """A speech in a list; `fields` may leave some of it out."""

    speech_id: str = ""
    title: str = ""
    speaker: str = ""
    politician: str = Field("", description="The id of the speaker under /politicians, empty for a chair.")
    role: str = ""
    party: str = ""
    party_code: str = ""
    chamber: str = ""
    state: str = ""
    date: datetime.date | None = None
    time: str | None = None
    kind: str = ""
    debate: str = Field("", description="The id of the debate under /debates, empty where there is none.")
    debate_type: str = ""
    language: str = ""
    page: str = ""
    word_count: int = 0
    hansard_reference: str = ""
    topic_tags: list[str] = []
    source_url: str = ""
    url: str = ""


class SpeechesOut(Schema):
    """A page of speeches. `next_cursor` is empty on the last one."""

    items: list[SpeechItem]
    next_cursor: str
    notes: list[str]


class SpeechesParameters(ListParameters):
    """What to list. Empty parameters are ignored."""

    country: str = ""
    chamber: str = ""
    party: str = ""
    speaker: str = Field("", description="A member in any spelling.")
    state: str = ""
    electorate: str = ""
    topics: list[str] = []
    debate_type: str = ""
    language: str = ""
    bill: str = Field("", description="Speeches that name a bill, or stand in a debate on it: `C-11`.")
    date_from: str = ""
    date_to: str = ""

    def filters(self) -> Filters:
        """The filters that are set. Raises SearchError."""
        plain = ("country", "chamber", "party", "speaker", "state", "electorate", "debate_type", "language", "bill")
        return Filters(
            **{name: getattr(self, name).strip() for name in plain},
            topics=tuple(topic.strip() for topic in self.topics if topic.strip()),
            date_from=to_date(self.date_from, "date_from"),
            date_to=to_date(self.date_to, "date_to"),
        )


class ParagraphOut(Schema):
    """A paragraph `[start, end)` of the text, under the id that its translation shares."""

    id: str
    start: int
    end: int
    floor_language: str = Field(description="In which it was spoken, where the source says so.")


class SpeechOut(OfParliament):
    speech_id: str
    title: str
    speaker: str
    role: str
    party: str
    party_code: str
    chamber: str
    state: str
    electorate: str
    date: datetime.date
    time: str | None
    kind: str
    debate_type: str
    language: str
    page: str
    hansard_reference: str
    topic_tags: list[str]
    transcript_quality: str
    word_count: int
    source_url: str
    url: str
    full_text: str
    parts: list[PartOut]
    paragraphs: list[ParagraphOut]
    bills: list[str] = Field(description="The ids of the bills that it names.")
    translation: str = Field(description="The same speech in the record's other language.")
    metadata: dict[str, Any]
    enrichment: dict[str, Any] | None = Field(
        None,
        description="What a chat model made of it (`made_by_model`, `made_at`, `values`), apart from the source's.",
    )
    context_before: list[ContextOut]
    context_after: list[ContextOut]


@router.get(
    "/speeches", response={200: SpeechesOut, 422: ProblemOut}, exclude_unset=True, summary="List speeches by filters"
)
def list_speeches(request: HttpRequest, parameters: Annotated[SpeechesParameters, Query()]) -> dict[str, Any]:
    """Speeches in the order of the days, without their text (`GET /speeches/{speech_id}` has it)."""
    condition, notes = speeches_with(parameters.filters())
    related = ("party", "chamber__parliament", "politician", "debate", "sitting")
    rows = Speech.objects.filter(condition).select_related(*related).defer("text", "parts", "metadata")
    found, following = page_of(rows, _ORDER, parameters.cursor, parameters.limit)
    items = select_fields([speech_item(speech) for speech in found], parameters.fields, list(SpeechItem.model_fields))
    return {"items": items, "next_cursor": following, "notes": list(notes)}


@router.get("/speeches/{path:speech_id}", response={200: SpeechOut, 404: ProblemOut}, summary="Read a speech")
def read_speech(request: HttpRequest, speech_id: str, include_context: bool = False) -> dict[str, Any]:
    """Everything stored of a speech; its text is verbatim, interjections in their place."""
    related = ("party", "chamber", "riding", "parliament")
    speech = Speech.objects.select_related(*related).filter(pk=speech_id).first()
    if speech is None:
        raise Http404(f"No speech has the id “{speech_id}”. Ids come from /search.")
    return speech_values(speech) | {
        "context_before": neighbours(speech, before=True) if include_context else [],
        "context_after": neighbours(speech, before=False) if include_context else [],
    }
