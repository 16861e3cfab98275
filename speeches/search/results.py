"""The results of a search."""

import datetime
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from rag.text.spans import marked_runs
from speeches.models import SourceType


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage with everything that a reader needs to judge and cite it. The field names are the API contract's.

    For a record other than a speech, `speech_id` is the id of its entry, such as `bill/ca-44-1-c-11`.
    """

    speech_id: str
    chunk_index: int
    source_type: str
    title: str
    speaker: str
    party: str
    party_code: str
    party_colour: str
    chamber: str
    state: str
    electorate: str
    date: datetime.date | None
    excerpt: str
    highlights: list[tuple[int, int]]
    relevance_score: float
    hansard_reference: str
    topic_tags: list[str]
    source_url: str
    url: str
    start: int
    end: int
    kind: str
    main_speaker: str
    debate_type: str
    speaker_slug: str = ""
    others: "list[Hit]" = field(default_factory=list)
    other_count: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    language: str = "en"
    parliament: str = ""
    country: str = ""
    sample: bool = False
    # The same words in the language of the query: `speech_id, language, text, url`.
    translation: dict[str, str] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, with the metadata fields of the contract beside the others. The other passages are hits too."""
        values = asdict(replace(self, others=[])) | {"others": [hit.as_dict() for hit in self.others]}
        metadata = values.pop("metadata")
        for name in ("themes", "entities", "policy_areas", "communications_utility"):
            values[name] = metadata.get(name)
        return values

    @property
    def kind_of_record(self) -> str:
        """A reader's name for a record that is no speech, such as "Bill"; "" for a speech."""
        return "" if self.source_type == SourceType.HANSARD else str(SourceType(self.source_type).label)

    def pieces(self) -> list[tuple[str, bool]]:
        """The excerpt as runs of text, each with whether to mark it."""
        return marked_runs(self.excerpt, self.highlights)


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a facet: what to filter by, its label, and how many of the found passages have it.

    `country` is the parliament's code if passages of several were found and the value is one parliament's own.
    """

    value: str
    label: str
    count: int
    country: str = ""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of days, its label, and how many of the found passages are from it."""

    label: str
    first: datetime.date
    last: datetime.date
    count: int


# Each leg of a search brings at most so many rows.
DEPTH = 100


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Hits in the order asked for. `found` counts the passages, as the facets do; `groups` counts what is paged.
    `did_you_mean` is the query in another spelling, if no passage holds its words."""

    query: str
    results: list[Hit]
    facets: dict[str, list[FacetValue]]
    found: int
    took_ms: float
    mode: str
    groups: int = 0
    timeline: tuple[Period, ...] = ()
    notes: tuple[str, ...] = ()
    spoken_by: str = ""
    did_you_mean: str = ""
    filters: dict[str, Any] = field(default_factory=dict)

    @property
    def may_leave_out(self) -> bool:
        """Whether more passages than those found may match: a search brings the nearest ones only."""
        return self.found >= DEPTH


@dataclass(frozen=True, slots=True)
class Contributor:
    """A member by id and name, how many of the passages found are theirs, and the best of them."""

    politician: str
    name: str
    passages: int
    best: list[Hit]


@dataclass(frozen=True, slots=True)
class Contributors:
    """Who spoke most on something, among `found` passages."""

    people: list[Contributor]
    found: int
    notes: tuple[str, ...] = ()
