"""From candidates to hits: the words of each passage, marked, with who said them, when and where."""

from collections.abc import Sequence

from rag.retrieval.calibration import Calibration
from rag.retrieval.excerpt import excerpt
from rag.retrieval.fuse import Candidate
from rag.text.spans import Span
from speeches.models import Speech
from speeches.search.catalogue import Catalogue
from speeches.search.results import Hit
from speeches.search.roster import Roster

_FIELDS = (
    "id", "title", "text", "parts", "speaker", "reference", "source_url", "topics", "metadata", "politician_id",
    "debate_type",
)  # fmt: skip


def dress(
    candidates: Sequence[tuple[Candidate, float]],
    words: Sequence[str],
    curve: Calibration,
    known: Catalogue,
    people: Roster,
) -> list[Hit]:
    """Hits for candidates with their scores, in the same order. A speech deleted meanwhile is left out."""
    ids = {candidate.row["speech_id"] for candidate, _ in candidates}
    speeches = {speech.pk: speech for speech in Speech.objects.filter(pk__in=ids).only(*_FIELDS)}
    return [
        _hit(candidate, speeches[candidate.row["speech_id"]], words, curve.relevance(score), known, people)
        for candidate, score in candidates
        if candidate.row["speech_id"] in speeches
    ]


def _hit(
    candidate: Candidate, speech: Speech, words: Sequence[str], relevance: float, known: Catalogue, people: Roster
) -> Hit:
    row = candidate.row
    shown = excerpt(speech.text, Span(row["start"], row["end"]), words)
    party = known.parties.get(row["party_id"])
    return Hit(
        speech_id=speech.pk,
        chunk_index=row["index"],
        source_type=row["source_type"],
        title=speech.title,
        speaker=people.names.get(row["politician_id"], "") or _speaker_at(speech, row["start"]),
        party=party.name if party else "",
        party_code=party.code if party else "",
        party_colour=party.colour if party else "",
        chamber=known.chambers[row["chamber_id"]].name,
        state=row["state"],
        electorate=row["electorate"],
        date=row["date"],
        excerpt=shown.span.of(speech.text),
        highlights=shown.marks,
        relevance_score=round(relevance, 4),
        hansard_reference=speech.reference,
        topic_tags=speech.topics,
        source_url=speech.source_url,
        url=f"{speech.get_absolute_url()}?from={shown.span.start}&to={shown.span.end}#passage",
        start=row["start"],
        end=row["end"],
        kind=row["kind"],
        main_speaker=speech.speaker,
        debate_type=speech.debate_type,
        metadata=speech.metadata,
    )


def _speaker_at(speech: Speech, start: int) -> str:
    """Who holds the words there, when it is nobody with a name of their own, such as a chair or the benches."""
    return next((part["speaker"] for part in speech.parts if part["start"] <= start < part["end"]), speech.speaker)
