"""Politicians, parties and topics over HTTP."""

import datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.paging import page_of, select_fields
from rag.serving.schemas import ProblemOut
from speeches.api.listing import ListParameters, OfParliament
from speeches.models import Party
from speeches.reading.people import current_slug, politicians_called, speech_counts, topic_counts
from speeches.reading.told import politician_profile, politician_values
from speeches.search.filters import parliaments_shown

router = Router(tags=["record"])


class PoliticiansParameters(ListParameters):
    name: str = Field("", description="Words of the name, in any spelling.")
    party: str = Field("", description="A party's code.")
    country: str = Field("", description="A country or a parliament's code, such as `au`.")


class PoliticianItem(OfParliament):
    id: str = ""
    name: str = ""
    party: str = Field("", description="The code of the party they were last seen for.")
    electorate: str = ""
    speeches: int = 0
    url: str = ""


class PoliticiansOut(Schema):
    items: list[PoliticianItem]
    next_cursor: str


class TermOut(Schema):
    """A stretch of time for which the record shows somebody in a chamber."""

    chamber: str
    party: str
    electorate: str
    state: str
    first_seen: datetime.date
    last_seen: datetime.date


class OfficeOut(Schema):
    """An office that somebody held. Of an open one the source names no end: the last day is as far as it goes."""

    title: str
    language: str
    first_day: datetime.date
    last_day: datetime.date
    open: bool
    source: Literal["label", "printed", "people"]


class SubjectOut(Schema):
    title: str
    speeches: int


class AttendanceOut(Schema):
    """In how many of the votes by name held in their time somebody is named."""

    voted: int
    held: int


class YearOut(Schema):
    year: int
    speeches: int


class PoliticianOut(PoliticianItem):
    roles: list[str]
    words: int
    terms: list[TermOut]
    offices: list[OfficeOut]
    subjects: list[SubjectOut]
    by_year: list[YearOut]
    spellings: list[str]
    attendance: AttendanceOut


class PartyItem(OfParliament):
    id: str = ""
    code: str = ""
    name: str = ""
    aliases: list[str] = []
    colour: str = ""
    speeches: int = 0
    url: str = ""


class PartiesOut(Schema):
    items: list[PartyItem]
    next_cursor: str


class TopicOut(Schema):
    topic: str
    speeches: int


class PartiesParameters(ListParameters):
    country: str = Field("", description="A country or a parliament's code; all when empty.")


class TopicsOut(Schema):
    items: list[TopicOut]


@router.get(
    "/politicians", response={200: PoliticiansOut, 422: ProblemOut}, exclude_unset=True, summary="List politicians"
)
def list_politicians(request: HttpRequest, parameters: Annotated[PoliticiansParameters, Query()]) -> dict[str, Any]:
    """Everyone who has the word or votes in the record, by name."""
    rows = politicians_called(parameters.name, parameters.party)
    rows = rows.filter(parliament__in=parliaments_shown(parameters.country))
    found, following = page_of(rows, ("name", "pk"), parameters.cursor, parameters.limit)
    items = select_fields(
        [politician_values(one) for one in found], parameters.fields, list(PoliticianItem.model_fields)
    )
    return {"items": items, "next_cursor": following}


@router.get(
    "/politicians/{politician_id}", response={200: PoliticianOut, 404: ProblemOut}, summary="Read about a politician"
)
def read_politician(request: HttpRequest, politician_id: str) -> dict[str, Any]:
    """Who somebody is in the record: parties and seats over time, offices, and what they speak about."""
    politician = politicians_called("", "").filter(slug=current_slug(politician_id.replace("\x00", ""))).first()
    if politician is None:
        raise Http404(f"No politician has the id “{politician_id}”. Ids come from /politicians.")
    return politician_profile(politician)


@router.get("/parties", response={200: PartiesOut, 422: ProblemOut}, exclude_unset=True, summary="List parties")
def list_parties(request: HttpRequest, parameters: Annotated[PartiesParameters, Query()]) -> dict[str, Any]:
    """The parties of the record, by parliament and code."""
    rows = Party.objects.filter(parliament__in=parliaments_shown(parameters.country)).select_related("parliament")
    found, following = page_of(rows, ("parliament_id", "code"), parameters.cursor, parameters.limit)
    spoken = speech_counts(found)
    items = [
        {
            "id": f"{party.parliament_id}/{party.code}",
            "code": party.code,
            "name": party.name,
            **party.parliament.named_values(),
            "aliases": party.aliases,
            "colour": party.colour,
            "speeches": spoken.get(party.pk, 0),
            "url": party.get_absolute_url(),
        }
        for party in found
    ]
    return {"items": select_fields(items, parameters.fields, list(PartyItem.model_fields)), "next_cursor": following}


@router.get("/topics", response={200: TopicsOut, 422: ProblemOut}, summary="List topics")
def list_topics(request: HttpRequest, country: str = "") -> dict[str, Any]:
    """The topic tags that sources brought, the most frequent first, at most 500; of a country or a parliament's code,
    else of all.
    """
    tagged = topic_counts(parliaments_shown(country))
    return {"items": [{"topic": topic, "speeches": count} for topic, count in tagged]}
