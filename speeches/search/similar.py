"""Finds passages and speeches of similar meaning, by the vectors that are already in the index."""

from collections.abc import Sequence

from django.db import connection

from rag.chunks.queryset import Meaning
from rag.clients.embedder import scale_of
from rag.retrieval.fuse import Candidate
from speeches.models import Chunk
from speeches.search.calibration import calibration
from speeches.search.candidates import COLUMNS
from speeches.search.catalogue import catalogue
from speeches.search.hits import Dressing, dress
from speeches.search.results import Hit
from speeches.search.roster import roster
from speeches.search.version import corpus_version

_DEPTH = 50
_MEAN = (
    "SELECT avg(embedding)::text FROM speeches_chunk "
    "WHERE model_id = %s AND speech_id = %s AND (%s::int IS NULL OR index = %s)"
)


def similar(speech_id: str, index: int | None, count: int) -> list[Hit]:
    """The passages nearest to a chunk of a speech, or to all of it: one from each other speech, best first."""
    version = corpus_version()
    known = catalogue(version)
    own = Chunk.objects.filter(speech_id=speech_id).values_list("model_id", flat=True)
    model = next((one for one in known.models if one.pk in own), None)
    vector = _vector(model.pk, speech_id, index) if model else None
    if model is None or vector is None:
        return []
    chunks = Chunk.objects.embedded_with(model.pk).exclude(speech_id=speech_id)
    rows = chunks.score_rows([], None, Meaning(vector), _DEPTH, COLUMNS)
    scale = scale_of(model.name)
    nearest: dict[str, tuple[Candidate, float]] = {}
    for row in sorted(rows, key=lambda row: -row["cosine"]):
        alike = scale.of(row["cosine"])
        nearest.setdefault(row["speech_id"], (Candidate(row, alike, 0.0, alike), alike))
    curve = calibration(known.models[0].name, "meaning")
    dressing = Dressing((), curve, known, roster(version))
    return dress(list(nearest.values())[:count], dressing)


def _vector(model_id: int, speech_id: str, index: int | None) -> Sequence[float] | None:
    with connection.cursor() as cursor:
        cursor.execute(_MEAN, [model_id, speech_id, index, index])
        (text,) = cursor.fetchone()
    return [float(value) for value in text.strip("[]").split(",")] if text else None
