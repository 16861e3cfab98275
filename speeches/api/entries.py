"""Records other than speeches over HTTP, in one shape with the typed values of each kind."""

import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.paging import page_of, select_fields
from rag.serving.schemas import ProblemOut
from speeches.api.listing import ListParameters, OfParliament
from speeches.models import Entry, SourceType
from speeches.reading.records import record_of
from speeches.search.errors import SearchError
from speeches.search.filters import parliaments_shown, unstorable
from speeches.search.languages import check_language

router = Router(tags=["record"])
KINDS = tuple(kind for kind in SourceType.values if kind != SourceType.HANSARD)


class EntriesParameters(ListParameters):
    country: str = ""
    title: str = Field("", description="Words that the title holds.")
    language: str = Field("en", description="`en`, or `fr` where the parliament prints both.")


class EntryItem(OfParliament):
    id: str = Field("", description="Such as `bill/ca-44-1-c-11`; read it at `/records/{id}`.")
    source_type: str = ""
    title: str = ""
    date: datetime.date | None = None
    language: str = ""
    printed: bool = Field(False, description="Whether `text` is the source's own, word by word.")
    text: str = ""
    url: str = ""
    source_url: str = ""


class EntriesOut(Schema):
    items: list[EntryItem]
    next_cursor: str


class EntryOut(EntryItem):
    """A record with what its tables say of it."""

    record: dict[str, Any]


@router.get(
    "/records/{source_type}",
    response={200: EntriesOut, 404: ProblemOut, 422: ProblemOut},
    exclude_unset=True,
    summary="List the records of a kind",
)
def list_records(
    request: HttpRequest, source_type: str, parameters: Annotated[EntriesParameters, Query()]
) -> dict[str, Any]:
    """The records of one kind in the order of their ids. Speeches are at `/speeches`."""
    if source_type not in KINDS:
        raise Http404(f"“{source_type}” is no kind of record here. Use one of {', '.join(KINDS)}; speeches: /speeches.")
    if broken := unstorable(f"{parameters.title}{parameters.country}{parameters.language}"):
        raise SearchError("title", f"The request holds {broken}, which no text of the record does. Take it out.")
    language = parameters.language.strip().lower() or "en"
    check_language(language)
    rows = Entry.objects.filter(source_type=source_type, language=language)
    rows = rows.filter(parliament__in=parliaments_shown(parameters.country))
    if parameters.title.strip():
        rows = rows.filter(title__icontains=parameters.title.strip())
    found, following = page_of(rows.select_related("parliament"), ("pk",), parameters.cursor, parameters.limit)
    items = select_fields([_item(one) for one in found], parameters.fields, list(EntryItem.model_fields))
    return {"items": items, "next_cursor": following}


@router.get(
    "/records/{source_type}/{path:key}", response={200: EntryOut, 404: ProblemOut}, summary="Read a record of any kind"
)
def read_record(request: HttpRequest, source_type: str, key: str) -> dict[str, Any]:
    """A record by the id that `/search` and `/records/{source_type}` give."""
    wanted = f"{source_type}/{key}"
    rows = Entry.objects.select_related("parliament", "politician")
    entry = None if unstorable(wanted) else rows.filter(pk=wanted).first()
    if entry is None:
        raise Http404(f"No record has the id “{wanted}”. Ids come from /search and /records/{{source_type}}.")
    return {**_item(entry), "record": record_of(entry)}


def _item(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "source_type": entry.source_type,
        "title": entry.title,
        **entry.parliament.named_values(),
        "date": entry.date,
        "language": entry.language,
        "printed": entry.printed,
        "text": entry.text,
        "url": entry.url,
        "source_url": entry.source_url,
    }
