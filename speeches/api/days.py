"""Sittings, debates and divisions over HTTP."""

import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.paging import page_of, select_fields
from rag.serving.schemas import ProblemOut
from speeches.api.listing import DaysParameters, OfParliament
from speeches.models import Debate, Division, Sitting
from speeches.reading.coverage import coverage
from speeches.reading.lists import LATEST_FIRST, DivisionFilters, debates_with, divisions_with
from speeches.reading.told import ballots_of, debate_values, division_values, party_votes_of
from speeches.search.filters import parliaments_shown
from speeches.search.listing import sittings_with

router = Router(tags=["record"])


class SittingItem(OfParliament):
    id: str = ""
    date: datetime.date | None = None
    chamber: str = ""
    session: int | None = None
    proof: bool = False
    source_url: str = ""
    url: str = ""


class SittingsOut(Schema):
    items: list[SittingItem]
    next_cursor: str


class DebatesParameters(DaysParameters):
    title: str = Field("", description="Words that the heading holds.")
    bill: str = Field("", description="A bill's id as the source prints it.")


class DebateItem(OfParliament):
    id: str = ""
    title: str = ""
    type: str = ""
    date: datetime.date | None = None
    chamber: str = ""
    page: str = ""
    bill: str = ""
    parent: str = Field("", description="The id of the heading above it.")
    url: str = ""


class DebatesOut(Schema):
    items: list[DebateItem]
    next_cursor: str


class DebateOut(DebateItem):
    """A debate; `text` is what is printed under its heading and spoken by nobody."""

    text: str
    debates: list[DebateItem]
    speeches: list[str]
    divisions: list[str]


class DivisionsParameters(DaysParameters):
    question: str = Field("", description="Words of what was voted on.")
    politician: str = Field("", description="The id of a member who voted in it.")
    kind: str = Field("", description="bill, amendment, procedural, appointment, supply, report or other.")
    outcome: str = Field("", description="agreed, negatived or tied.")
    bill: str = Field("", description="A bill's number, id or title.")
    party: str = Field("", description="A party's code: somebody of it voted in it.")
    side: str = Field("", description="aye, no, paired or abstention: how the member or the party voted.")


class DivisionItem(OfParliament):
    id: str = ""
    date: datetime.date | None = None
    chamber: str = ""
    debate: str = ""
    title: str = Field("", description="A name that no other vote of the day has, and how it ended.")
    kind: str = Field("", description="bill, amendment, procedural, appointment, supply, report or other.")
    stage: str = Field("", description="Of a bill, such as `third reading`.")
    subject: str = Field("", description="The bill or the headings that it belongs to.")
    motion: str = Field("", description="What was voted on, in the record's words.")
    mover: str = Field("", description="The id of the member who moved it.")
    mover_name: str = ""
    meaning: str = Field("", description="What a yes meant.")
    outcome: str = Field("", description="How what was moved fared: agreed, negatived or tied.")
    question: str = ""
    result: str = ""
    ayes: int = 0
    noes: int = 0
    abstentions: int = 0
    pairs: int = Field(0, description="Members who were paired and did not vote.")
    number: str = Field("", description="The number that the record gives the vote.")
    method: str = Field("", description="`recorded`, `party` (cast by the whips) or `personal`.")
    bill: str = Field("", description="The id of the bill voted on.")
    url: str = ""


class DivisionsOut(Schema):
    items: list[DivisionItem]
    next_cursor: str


class BallotOut(Schema):
    """One member's vote, under the name as printed."""

    name: str
    politician: str
    party: str
    vote: str
    teller: bool
    paired: bool
    proxy: bool


class PartyVoteOut(Schema):
    """What a party's whips cast; `members` are named where the party was split."""

    name: str
    party: str
    vote: str
    count: int
    members: list[str]


class DivisionOut(DivisionItem):
    ballots: list[BallotOut]
    party_votes: list[PartyVoteOut]


@router.get("/sittings", response={200: SittingsOut, 422: ProblemOut}, exclude_unset=True, summary="List sittings")
def list_sittings(request: HttpRequest, parameters: Annotated[DaysParameters, Query()]) -> dict[str, Any]:
    """The days on which chambers sat, the latest first."""
    rows = Sitting.objects.filter(sittings_with(parameters.filters())).select_related("chamber__parliament", "session")
    found, following = page_of(rows, ("-date", "pk"), parameters.cursor, parameters.limit)
    items = [
        {
            "id": sitting.key,
            "date": sitting.date,
            "chamber": sitting.chamber.name,
            **sitting.chamber.parliament.named_values(),
            "session": sitting.session.number if sitting.session else None,
            "proof": sitting.proof,
            "source_url": sitting.source_url,
            "url": sitting.get_absolute_url(),
        }
        for sitting in found
    ]
    return {"items": select_fields(items, parameters.fields, list(SittingItem.model_fields)), "next_cursor": following}


class CoverageMonthOut(Schema):
    month: datetime.date
    sittings: int


class CoverageChamberOut(OfParliament):
    chamber: str
    first: datetime.date
    last: datetime.date
    sittings: int
    last_checked: datetime.datetime | None = Field(description="When the official site was last looked at.")
    months: list[CoverageMonthOut]


@router.get(
    "/coverage", response={200: list[CoverageChamberOut], 422: ProblemOut}, summary="What sittings the record holds"
)
def what_is_covered(request: HttpRequest, country: str = "") -> list[dict[str, Any]]:
    """The sittings on record by chamber and month, the latest first; of a country or a parliament's code, if named."""
    return [
        {
            "chamber": one.chamber.name,
            **one.chamber.parliament.named_values(),
            "first": one.first,
            "last": one.last,
            "sittings": one.sittings,
            "last_checked": one.last_checked,
            "months": [{"month": month.first, "sittings": month.sittings} for month in one.months],
        }
        for one in coverage(parliaments_shown(country))
    ]


@router.get("/debates", response={200: DebatesOut, 422: ProblemOut}, exclude_unset=True, summary="List debates")
def list_debates(request: HttpRequest, parameters: Annotated[DebatesParameters, Query()]) -> dict[str, Any]:
    """The headings of the days, the latest day first."""
    rows = debates_with(parameters.filters(), parameters.title, parameters.bill)
    found, following = page_of(rows, LATEST_FIRST, parameters.cursor, parameters.limit)
    items = select_fields([debate_values(debate) for debate in found], parameters.fields, list(DebateItem.model_fields))
    return {"items": items, "next_cursor": following}


@router.get("/debates/{debate_id}", response={200: DebateOut, 404: ProblemOut}, summary="Read a debate's outline")
def read_debate(request: HttpRequest, debate_id: str) -> dict[str, Any]:
    """A debate with the ids of the speeches and divisions in it, in order, and the debates under it."""
    debate = Debate.objects.select_related("parent").find_by_key(debate_id)
    if debate is None:
        raise Http404(f"No debate has the id “{debate_id}”. Ids come from /debates.")
    return {
        **debate_values(debate),
        "text": debate.text,
        "debates": [debate_values(child) for child in debate.children.select_related("sitting__chamber", "parent")],
        "speeches": list(debate.speeches.order_by("position").values_list("pk", flat=True)),
        "divisions": [one.key for one in debate.divisions.select_related("sitting__chamber").order_by("position")],
    }


@router.get("/divisions", response={200: DivisionsOut, 422: ProblemOut}, exclude_unset=True, summary="List divisions")
def list_divisions(request: HttpRequest, parameters: Annotated[DivisionsParameters, Query()]) -> dict[str, Any]:
    """The recorded votes, the latest day first."""
    rows = divisions_with(
        parameters.filters(),
        DivisionFilters(
            words=parameters.question,
            kind=parameters.kind,
            outcome=parameters.outcome,
            bill=parameters.bill,
            member=parameters.politician,
            party=parameters.party,
            side=parameters.side,
        ),
    )
    found, following = page_of(rows, LATEST_FIRST, parameters.cursor, parameters.limit)
    items = select_fields([division_values(one) for one in found], parameters.fields, list(DivisionItem.model_fields))
    return {"items": items, "next_cursor": following}


@router.get("/divisions/{division_id}", response={200: DivisionOut, 404: ProblemOut}, summary="Read a division")
def read_division(request: HttpRequest, division_id: str) -> dict[str, Any]:
    """A recorded vote with every ballot; `party` is the member's on that day, as far as the record shows."""
    division = Division.objects.select_related("debate").find_by_key(division_id)
    if division is None:
        raise Http404(f"No division has the id “{division_id}”. Ids come from /divisions.")
    return {**division_values(division), "ballots": ballots_of(division), "party_votes": party_votes_of(division)}
