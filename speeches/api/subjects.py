"""Subjects of debate over HTTP: what they are, and what the record holds on each."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.schemas import ProblemOut
from speeches.api.days import DebateItem, DivisionItem
from speeches.api.listing import SpokenParameters
from speeches.reading.subjects import Subject, record_of, subjects
from speeches.reading.told import debate_values, division_values
from speeches.search.languages import check_language
from speeches.trends.trend import ESTIMATED

router = Router(tags=["record"])


class SubjectItem(Schema):
    id: str
    names: dict[str, str] = Field(description="Its name by language.")
    words: dict[str, str] = Field(description="The words that it is searched by, by language.")
    url: str


class SubjectsOut(Schema):
    items: list[SubjectItem]


class VoiceOut(Schema):
    """A member or a party, and the number of their speeches on the subject."""

    id: str
    name: str
    speeches: int
    url: str


class SubjectDebate(DebateItem):
    speeches: int = Field(0, description="How many of its speeches are on the subject.")


class SubjectOut(SubjectItem):
    members: list[VoiceOut]
    parties: list[VoiceOut]
    debates: list[SubjectDebate]
    divisions: list[DivisionItem]
    notes: list[str]


@router.get("/subjects", response=SubjectsOut, summary="List subjects of debate")
def list_subjects(request: HttpRequest) -> dict[str, Any]:
    """All subjects by English name. An embedding model tells which speeches are on them."""
    return {"items": [_values(one) for one in subjects().values()]}


@router.get(
    "/subjects/{subject_id}",
    response={200: SubjectOut, 404: ProblemOut, 422: ProblemOut},
    summary="Who speaks on a subject, and in which debates and votes",
)
def read_subject(
    request: HttpRequest, subject_id: str, parameters: Annotated[SpokenParameters, Query()]
) -> dict[str, Any]:
    """The members and parties with the most speeches on a subject, the debates with the most, and the votes in these.

    Estimated by an embedding model. Its course over time is at `/trends` with `mode=meaning` and the subject's words.
    """
    subject = subjects().get(subject_id)
    if subject is None:
        raise Http404(f"No subject has the id “{subject_id}”. Ids come from /subjects.")
    check_language(parameters.language)
    found = record_of(subject, parameters.filters(), parameters.language)
    return {
        **_values(subject),
        "members": [_voice(one.slug, one.name, count, one.get_absolute_url()) for one, count in found.members],
        "parties": [
            _voice(f"{one.parliament_id}/{one.code}", one.name, count, one.get_absolute_url())
            for one, count in found.parties
        ],
        "debates": [debate_values(one) | {"speeches": count} for one, count in found.debates],
        "divisions": [division_values(one) for one in found.divisions],
        "notes": [ESTIMATED, *found.notes],
    }


def _values(subject: Subject) -> dict[str, Any]:
    url = reverse("subject", args=[subject.key])
    return {"id": subject.key, "names": subject.names, "words": subject.words, "url": url}


def _voice(key: str, name: str, count: int, url: str) -> dict[str, Any]:
    return {"id": key, "name": name, "speeches": count, "url": url}
