"""The result of an ingestion, with the names that the API promises."""

from dataclasses import asdict, dataclass, field
from typing import Any

from speeches.formats.records import RecordError


@dataclass(slots=True)
class Summary:
    """The counts of one ingestion. Several can be added up."""

    speeches_processed: int = 0
    chunks_created: int = 0
    vectors_stored: int = 0
    duplicates_skipped: int = 0
    # Speeches of an earlier version, which have been removed.
    speeches_replaced: int = 0
    # Records other than speeches, such as members, ridings and sessions.
    records_stored: int = 0
    errors: list[RecordError] = field(default_factory=list)
    processing_time_seconds: float = 0.0

    def __iadd__(self, other: "Summary") -> "Summary":
        self.speeches_processed += other.speeches_processed
        self.chunks_created += other.chunks_created
        self.vectors_stored += other.vectors_stored
        self.duplicates_skipped += other.duplicates_skipped
        self.speeches_replaced += other.speeches_replaced
        self.records_stored += other.records_stored
        self.errors += other.errors
        self.processing_time_seconds += other.processing_time_seconds
        return self

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {**asdict(self), "processing_time_seconds": round(self.processing_time_seconds, 3)}
