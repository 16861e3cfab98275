"""Bills, committees and complete lists over HTTP."""

import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.paging import MOST, PagingError, page_of, select_fields
from rag.serving.schemas import ProblemOut
from speeches.api.listing import ListParameters, OfParliament
from speeches.enumerations.values import list_values
from speeches.models import Bill, Committee, Debate
from speeches.reading.bills import speeches_on
from speeches.reading.votes import recorded_votes
from speeches.search.errors import SearchError
from speeches.search.filters import parliaments_shown, unstorable

router = Router(tags=["record"])
_LONGEST = 2000


class BillsParameters(ListParameters):
    country: str = ""
    number: str = Field("", description="Such as `C-11`.")
    session: str = Field("", description="Such as `44-1`.")
    title: str = Field("", description="Words that the title holds.")


class BillItem(OfParliament):
    id: str = ""
    number: str = ""
    title: str = ""
    title_fr: str = ""
    session: str = Field("", description="Empty for a bill that speeches mention and nobody debates.")
    status: str = ""
    introduced: datetime.date | None = None
    url: str = ""


class BillsOut(Schema):
    items: list[BillItem]
    next_cursor: str


class BillOut(BillItem):
    """A bill with the ids of the debates on it, the votes on it, and the speeches that name it."""

    debates: list[str]
    divisions: list[str]
    speeches: list[str]
    text: str


class CommitteesParameters(ListParameters):
    country: str = ""


class CommitteeItem(OfParliament):
    id: str = ""
    name: str = ""
    name_fr: str = ""
    acronym: str = ""
    url: str = ""


class CommitteesOut(Schema):
    items: list[CommitteeItem]
    next_cursor: str


class SeatOut(Schema):
    name: str
    politician: str
    role: str


class CommitteeOut(CommitteeItem):
    """A committee, its meetings on record, and who sat on it by the list of a day, the latest first."""

    meetings: list[dict[str, Any]]
    members: dict[str, list[SeatOut]]


class ListedParameters(Schema):
    q: str = Field(description="A question that asks for all of something: `Who voted against Bill C-571?`")
    offset: int = Field(0, description="How many entries to pass over.")
    limit: int = Field(MOST, description=f"How many entries, 1 to {MOST}.")
    country: str = Field("", description="A country or a parliament's code; all when empty.")
    vote: str = Field("", max_length=200, description="The id of one of the `choices` of an earlier answer.")


class EntryOut(Schema):
    name: str
    person: str
    party: str
    riding: str
    state: str
    role: str
    side: str
    note: str
    detail: str
    url: str


class UnderstoodOut(Schema):
    """What the question was understood to mean."""

    kind: str
    language: str
    bills: list[str]
    session: str
    date_from: datetime.date | None
    date_to: datetime.date | None


class ChoiceOut(Schema):
    """One of several votes that a question may mean. `answer` is what answers the question if it means this one; empty
    if `result` does."""

    id: str
    title: str
    date: str
    result: str
    answer: str
    url: str


class ListedOut(Schema):
    """A complete list. `found` is false where the question asks for none, or the record does not have it."""

    found: bool
    title: str
    kind: str
    total: int
    counts: dict[str, int]
    entries: list[EntryOut]
    source: dict[str, Any] | None
    bill: str
    notes: list[str]
    choices: list[ChoiceOut]
    understood: UnderstoodOut


@router.get("/bills", response={200: BillsOut, 422: ProblemOut}, exclude_unset=True, summary="List bills")
def list_bills(request: HttpRequest, parameters: Annotated[BillsParameters, Query()]) -> dict[str, Any]:
    """Bills that are debated or mentioned in the record."""
    if unstorable("".join((parameters.number, parameters.session, parameters.title, parameters.country))):
        raise SearchError("title", "The request holds a character that no text of the record does. Take it out.")
    rows = Bill.objects.select_related("session", "parliament")
    rows = rows.filter(parliament__in=parliaments_shown(parameters.country))
    if parameters.number.strip():
        rows = rows.filter(number__iexact=parameters.number.strip())
    if parameters.title.strip():
        rows = rows.filter(title__icontains=parameters.title.strip())
    number, _, part = parameters.session.strip().partition("-")
    if number:
        if not number.isdecimal() or len(number) > 4 or (part and (not part.isdecimal() or len(part) > 4)):
            raise SearchError("session", f"“{parameters.session}” is no session. Write it as 44-1.")
        rows = rows.filter(session__number=int(number), session__part=int(part or 0))
    found, following = page_of(rows, ("pk",), parameters.cursor, parameters.limit)
    items = select_fields([_bill(one) for one in found], parameters.fields, list(BillItem.model_fields))
    return {"items": items, "next_cursor": following}


@router.get("/bills/{bill_id}", response={200: BillOut, 404: ProblemOut}, summary="Read a bill")
def read_bill(request: HttpRequest, bill_id: str) -> dict[str, Any]:
    """A bill with where it was debated, voted on and named."""
    bill = Bill.objects.find_by_key(bill_id) if "\x00" not in bill_id else None
    if bill is None:
        raise Http404(f"No bill has the id “{bill_id}”. Ids come from /bills.")
    debates = Debate.objects.filter(about=bill).select_related("sitting__chamber").order_by("sitting__date", "position")
    votes = recorded_votes().filter(about=bill).select_related("sitting__chamber").order_by("sitting__date", "position")
    return {
        **_bill(bill),
        "text": bill.text,
        "debates": [debate.key for debate in debates],
        "divisions": [vote.key for vote in votes],
        "speeches": list(speeches_on(bill).order_by("date", "position").values_list("pk", flat=True)),
    }


def _bill(bill: Bill) -> dict[str, Any]:
    return {
        "id": bill.key,
        "number": bill.number,
        "title": bill.title,
        "title_fr": bill.title_fr,
        **bill.parliament.named_values(),
        "session": bill.session.code if bill.session else "",
        "status": bill.status,
        "introduced": bill.introduced,
        "url": bill.get_absolute_url(),
    }


@router.get(
    "/committees", response={200: CommitteesOut, 422: ProblemOut}, exclude_unset=True, summary="List committees"
)
def list_committees(request: HttpRequest, parameters: Annotated[CommitteesParameters, Query()]) -> dict[str, Any]:
    """The committees that the record names."""
    rows = Committee.objects.select_related("parliament")
    rows = rows.filter(parliament__in=parliaments_shown(parameters.country))
    found, following = page_of(rows, ("pk",), parameters.cursor, parameters.limit)
    items = select_fields([_committee(one) for one in found], parameters.fields, list(CommitteeItem.model_fields))
    return {"items": items, "next_cursor": following}


@router.get("/committees/{committee_id}", response={200: CommitteeOut, 404: ProblemOut}, summary="Read a committee")
def read_committee(request: HttpRequest, committee_id: str) -> dict[str, Any]:
    """A committee with its meetings and its members, by the day of each list."""
    country, _, slug = committee_id.partition("-")
    rows = Committee.objects.select_related("parliament")
    committee = rows.filter(parliament=country, slug=slug).first() if "\x00" not in committee_id else None
    if committee is None:
        raise Http404(f"No committee has the id “{committee_id}”. Ids come from /committees.")
    members: dict[str, list[dict[str, str]]] = {}
    for seat in committee.seats.select_related("politician").order_by("-date", "position"):
        slug = seat.politician.slug if seat.politician else ""
        members.setdefault(seat.date.isoformat(), []).append({"name": seat.name, "politician": slug, "role": seat.role})
    meetings = [
        {"number": meeting.number, "date": meeting.date, "sittings": [sitting.key for sitting in meeting.sittings()]}
        for meeting in committee.meetings.select_related("committee__chamber")
    ]
    return {**_committee(committee), "meetings": meetings, "members": members}


def _committee(committee: Committee) -> dict[str, Any]:
    return {
        "id": f"{committee.parliament_id}-{committee.slug}",
        "name": committee.name,
        "name_fr": committee.name_fr,
        "acronym": committee.acronym,
        **committee.parliament.named_values(),
        "url": committee.get_absolute_url(),
    }


@router.get("/lists", response={200: ListedOut, 422: ProblemOut}, summary="Answer a question with a complete list")
def complete_list(request: HttpRequest, parameters: Annotated[ListedParameters, Query()]) -> dict[str, Any]:
    """Who voted how, who sat for a party, a state or on a committee: exact, from the tables, never a sample."""
    question = " ".join(parameters.q.split())
    if not 3 <= len(question) <= _LONGEST or unstorable(question):
        raise SearchError("q", f"Ask in 3 to {_LONGEST} characters, such as: Who voted against Bill C-571?")
    if not 1 <= parameters.limit <= MOST:
        raise PagingError("limit", f"limit is {parameters.limit}; choose a number from 1 to {MOST}.")
    if not 0 <= parameters.offset <= 100_000:
        raise PagingError("offset", f"offset is {parameters.offset}; it counts entries to pass over, from 0.")
    return list_values(question, parameters.offset, parameters.limit, parameters.country.strip(), parameters.vote)
