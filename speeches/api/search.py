"""Search over HTTP. Endpoints only translate."""

import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.schemas import ProblemOut
from speeches.finding.find import find
from speeches.models import SourceType
from speeches.search.engine import SearchRequest
from speeches.search.filters import Filters, to_date

router = Router(tags=["record"])


class SearchParameters(Schema):
    """Everything that a search can be narrowed by. Empty parameters are ignored."""

    q: str = Field(
        "", description='Words, a question, "exact phrases", -exclusions, and filters such as `party:labor`.'
    )
    country: str = ""
    chamber: str = Field("", description="A chamber's name, such as `House of Representatives` or `Senate`.")
    party: str = Field("", description="A party's code or name, such as `ALP` or `Labor`.")
    speaker: str = Field("", description="A member in any spelling, such as `Mr Katter` or `KATTER, Bob MP`.")
    state: str = ""
    electorate: str = ""
    topics: list[str] = Field([], description="Topic tags; a passage with any of them is found.")
    debate_type: str = ""
    language: str = ""
    source_type: str = Field(
        "",
        description=f"One of {', '.join(f'`{kind}`' for kind in SourceType.values)}. Without it, speeches, and the "
        "kinds of record that the query asks for.",
    )
    bill: str = Field("", description="A bill's number, title or id, such as `C-13` or `ca-44-1-c-13`.")
    date_from: str = Field("", description="The first day, such as `2021-10-19`.")
    date_to: str = Field("", description="The last day, such as `2021-12-01`.")
    top_k: int = Field(10, description="How many passages, 1 to 50.")
    mode: str = Field("hybrid", description="`hybrid`, `meaning` or `words`.")
    sort: str = Field("relevance", description="`relevance`, `newest` or `oldest`.")

    def request(self) -> SearchRequest:
        """The search that the parameters ask for. Raises SearchError."""
        return SearchRequest(
            query=self.q,
            filters=Filters(
                country=self.country.strip(),
                chamber=self.chamber.strip(),
                party=self.party.strip(),
                speaker=self.speaker.strip(),
                state=self.state.strip(),
                electorate=self.electorate.strip(),
                topics=tuple(topic.strip() for topic in self.topics if topic.strip()),
                debate_type=self.debate_type.strip(),
                language=self.language.strip(),
                source_type=self.source_type.strip(),
                bill=self.bill.strip(),
                date_from=to_date(self.date_from, "date_from"),
                date_to=to_date(self.date_to, "date_to"),
            ),
            top_k=self.top_k,
            mode=self.mode or "hybrid",
            sort=self.sort or "relevance",
        )


class HitOut(Schema):
    """A passage. `highlights` are `[start, end)` in the excerpt."""

    speech_id: str = Field(description="Of another record than a speech, its id at `/records/{id}`.")
    chunk_index: int
    source_type: str
    title: str
    speaker: str
    speaker_slug: str = Field(description="The speaker's `politician` id; empty for a chair or the benches.")
    party: str
    party_code: str
    chamber: str
    parliament: str = Field(description="The parliament's code, such as `au`.")
    country: str
    sample: bool = Field(description="Whether it is of an invented parliament: nobody said it.")
    state: str
    electorate: str
    date: datetime.date | None = Field(description="Null for a record without a day, such as a party.")
    excerpt: str
    highlights: list[tuple[int, int]]
    relevance_score: float = Field(description="In [0, 1]: at 0.7, about 7 in 10 such passages are relevant.")
    hansard_reference: str
    topic_tags: list[str]
    language: str
    translation: dict[str, str] | None = Field(
        None, description="The same words in the language of the query: `speech_id, language, text, url`."
    )
    themes: Any = None
    entities: Any = None
    policy_areas: Any = None
    communications_utility: Any = None
    source_url: str
    url: str
    start: int
    end: int
    kind: str
    main_speaker: str
    debate_type: str


class FacetOut(Schema):
    value: str
    label: str
    count: int


class PeriodOut(Schema):
    label: str
    first: datetime.date
    last: datetime.date
    count: int


class SearchOut(Schema):
    query: str
    took_ms: float
    mode: str
    found: int
    spoken_by: str
    did_you_mean: str = Field("", description="Another spelling of the query, if no passage holds its words.")
    notes: list[str]
    results: list[HitOut]
    facets: dict[str, list[FacetOut]]
    timeline: list[PeriodOut]


@router.get("/search", response={200: SearchOut, 422: ProblemOut}, summary="Search the record")
def search_record(request: HttpRequest, parameters: Annotated[SearchParameters, Query()]) -> dict[str, Any]:
    """Passages by meaning and by words, best first, with counts for each filter."""
    found = find(parameters.request())
    return {
        "query": found.query,
        "took_ms": found.took_ms,
        "mode": found.mode,
        "found": found.found,
        "spoken_by": found.spoken_by,
        "did_you_mean": found.did_you_mean,
        "notes": list(found.notes),
        "results": [hit.as_dict() for hit in found.results],
        "facets": found.facets,
        "timeline": found.timeline,
    }
