"""Turns candidates into hits: the words of each passage, marked, with the speaker, the day and the place."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import quote

from django.db import connection
from django.urls import reverse

from rag.retrieval.calibration import Curve
from rag.retrieval.excerpt import excerpt
from rag.retrieval.fuse import Candidate
from rag.text.spans import Span
from speeches.models import PRINTED, SourceType
from speeches.search.catalogue import Catalogue
from speeches.search.results import Hit
from speeches.search.roster import Roster

# Fetches the passage alone, not the speech, and the speech's parts only if the speaker has no name of their own.
_PASSAGES = """
SELECT wanted.rank - 1 AS rank, s.title, s.speaker, s.reference, s.source_url, s.topics, s.metadata, s.debate_type,
    substr(s.text, wanted.start + 1, wanted.length) AS words,
    CASE WHEN wanted.unnamed THEN s.parts END AS parts, '' AS url
FROM unnest(%s::text[], %s::integer[], %s::integer[], %s::boolean[])
    WITH ORDINALITY AS wanted(id, start, length, unnamed, rank)
JOIN speeches_speech s ON s.id = wanted.id ORDER BY wanted.rank
"""
_ENTRIES = """
SELECT wanted.rank - 1 AS rank, e.title, '' AS speaker, '' AS reference, e.source_url, '{}'::text[] AS topics,
    '{}'::jsonb AS metadata, '' AS debate_type, NULL AS parts, e.url,
    substr(e.text, wanted.start + 1, wanted.length) AS words
FROM unnest(%s::text[], %s::integer[], %s::integer[], %s::boolean[])
    WITH ORDINALITY AS wanted(id, start, length, unnamed, rank)
JOIN speeches_entry e ON e.id = wanted.id ORDER BY wanted.rank
"""

Scored = tuple[Candidate, float]

# For a speech with many passages, how many are shown beside the best one.
_BESIDE = 3
# The characters that Django leaves as they are in an address (RFC 3986, section 3.3).
_IN_A_PATH = "/~:@!$&'()*+,;="


@dataclass(frozen=True, slots=True)
class Dressing:
    """What turns a candidate into a hit: the words to mark, the curve of relevance, and the names behind the keys."""

    words: Sequence[str]
    curve: Curve
    known: Catalogue
    people: Roster


def group_passages(ordered: Sequence[Scored], together: bool) -> list[list[Scored]]:
    """The passages in groups: those of one speech `together`, at the place of the first, or each by itself."""
    groups: dict[Any, list[Scored]] = {}
    for place, pair in enumerate(ordered):
        groups.setdefault(pair[0].row["speech_id"] if together else place, []).append(pair)
    return list(groups.values())


def dress_groups(groups: Sequence[Sequence[Scored]], dressing: Dressing) -> list[Hit]:
    """A hit for each group: its first passage, with the next few as `others`."""
    hits = dress([pair for group in groups for pair in group[: _BESIDE + 1]], dressing)
    by_place = {(hit.speech_id, hit.chunk_index): hit for hit in hits}
    dressed = []
    for group in groups:
        own = [by_place.get((pair[0].row["speech_id"], pair[0].row["index"])) for pair in group[: _BESIDE + 1]]
        if present := [hit for hit in own if hit]:
            dressed.append(replace(present[0], others=present[1:], other_count=len(group) - 1))
    return dressed


def dress(candidates: Sequence[Scored], dressing: Dressing) -> list[Hit]:
    """Hits for candidates with their scores, in the same order. A speech deleted meanwhile is left out."""
    rows = [candidate.row for candidate, _ in candidates]
    return [_hit(rows[speech["rank"]], speech, candidates[speech["rank"]][1], dressing) for speech in _passages(rows)]


def words_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The title and the words of each row's passage; "" if its speech was deleted meanwhile."""
    words = {one["rank"]: f"{one['title']}\n{one['words']}" for one in _passages(rows)}
    return [words.get(place, "") for place in range(len(rows))]


def _passages(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The stored text of each row, for speeches and other records alike, in the order of the rows."""
    speeches = [place for place, row in enumerate(rows) if row["source_type"] == SourceType.HANSARD]
    others = [place for place, row in enumerate(rows) if row["source_type"] != SourceType.HANSARD]
    found = _behind(_PASSAGES, rows, speeches) + _behind(_ENTRIES, rows, others)
    return sorted(found, key=lambda one: int(one["rank"]))


def _behind(query: str, rows: Sequence[Mapping[str, Any]], places: Sequence[int]) -> list[dict[str, Any]]:
    if not places:
        return []
    own = [rows[place] for place in places]
    wanted = [
        [row["speech_id"] for row in own],
        [row["start"] for row in own],
        [row["end"] - row["start"] for row in own],
        [row["politician_id"] is None for row in own],
    ]
    with connection.cursor() as cursor:
        cursor.execute(query, wanted)
        names = [column.name for column in cursor.description]
        told = [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]
    return [one | {"rank": places[one["rank"]]} for one in told]


def _hit(row: Mapping[str, Any], speech: Mapping[str, Any], score: float, dressing: Dressing) -> Hit:
    passage: str = speech["words"]
    known, people = dressing.known, dressing.people
    shown = excerpt(passage, Span(0, len(passage)), dressing.words)
    first, last = row["start"] + shown.span.start, row["start"] + shown.span.end
    party = known.parties.get(row["party_id"])
    chamber = known.chambers.get(row["chamber_id"])
    said = row["source_type"] == SourceType.HANSARD
    page = _speech_page(row["speech_id"]) if said else speech["url"]
    parliament = known.parliaments.get(row["parliament_id"])
    quotable = said or row["kind"] == PRINTED
    return Hit(
        speech_id=row["speech_id"],
        chunk_index=row["index"],
        source_type=row["source_type"],
        title=speech["title"],
        # What a record says about a person is not what they said.
        speaker=(people.names.get(row["politician_id"], "") or _speaker_at(speech, row["start"])) if said else "",
        party=party.name if party else "",
        party_code=party.code if party else "",
        party_colour=party.colour if party else "",
        chamber=chamber.name if chamber else "",
        state=row["state"],
        electorate=row["electorate"],
        date=row["date"],
        excerpt=shown.span.of(passage),
        highlights=shown.marks,
        relevance_score=round(dressing.curve.relevance(score), 4),
        hansard_reference=speech["reference"],
        topic_tags=speech["topics"],
        source_url=speech["source_url"],
        url=passage_url(page, Span(first, last), row["source_type"], row["language"]) if quotable else page,
        start=row["start"],
        end=row["end"],
        kind=row["kind"],
        main_speaker=speech["speaker"],
        debate_type=speech["debate_type"],
        speaker_slug=people.slugs.get(row["politician_id"], "") if said else "",
        metadata=_decode_json(speech["metadata"]),
        language=row["language"],
        parliament=row["parliament_id"],
        country=parliament.label if parliament else "",
        sample=parliament.sample if parliament else False,
    )


def _speech_page(key: str) -> str:
    """The URL of a speech. Looking the pattern up anew for each hit would take a tenth of a search."""
    return f"{_pages()}{quote(key, safe=_IN_A_PATH)}"


@cache
def _pages() -> str:
    return reverse("speech", args=["-"]).removesuffix("-")


def passage_url(page: str, span: Span, source_type: str = SourceType.HANSARD, language: str = "en") -> str:
    """The URL of a passage, marked on its page. One page shows the texts of another record in each language."""
    text = "" if source_type == SourceType.HANSARD else f"&text={language}"
    return f"{page}?from={span.start}&to={span.end}{text}#passage"


def _speaker_at(speech: Mapping[str, Any], start: int) -> str:
    """The speaker of the words there, if it has no name of its own, such as a chair or the benches."""
    parts = _decode_json(speech["parts"]) or []
    holding = (part["speaker"] for part in parts if part["start"] <= start < part["end"])
    return str(next(holding, speech["speaker"]))


def _decode_json(value: Any) -> Any:
    """Decode JSON from plain SQL, which Django leaves as text."""
    return json.loads(value) if isinstance(value, str) else value
