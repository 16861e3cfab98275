"""Compares a file with what the record already has."""

from collections.abc import Iterable
from dataclasses import dataclass

from speeches.formats import records
from speeches.models import Speech


@dataclass(frozen=True, slots=True)
class StoredSpeech:
    """A speech in the record: its parliament, and the hash of everything that its source said about it."""

    parliament: str
    digest: str


def known_speeches(ids: Iterable[str]) -> dict[str, StoredSpeech]:
    rows = Speech.objects.filter(pk__in=list(ids)).values_list("pk", "parliament_id", "source_hash")
    return {key: StoredSpeech(parliament, digest) for key, parliament, digest in rows}


def differs(speech: records.Speech, known: dict[str, StoredSpeech]) -> bool:
    return speech.id not in known or known[speech.id].digest != speech.digest


def same(one: records.Speech | None, other: records.Speech) -> bool:
    return one is not None and one.digest == other.digest
