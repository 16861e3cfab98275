"""Checks that must always hold for the record. Each yields sentences on what is wrong, and none if all is well."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection

from rag.chunks.index import active_models
from speeches.ingestion.embedding import pending_count
from speeches.ingestion.writing import AVERAGE_LENGTH
from speeches.models import Chunk, Speech

# Stored terms are compared with the text in a sample of this many speeches. Everything else is checked in full.
_SAMPLE = 200


def verify_corpus(only: str = "") -> dict[str, list[str]]:
    """Runs every check, or `only` the one of that name. Returns the problems found, by the name of the check."""
    named = {check.__name__.strip("_").replace("_", " "): check for check in _CHECKS}
    return {name: list(check()) for name, check in named.items() if only in ("", name)}


def _chunks_are_spans_of_their_speech() -> Iterator[str]:
    rows = _query(
        "SELECT c.speech_id, c.index FROM speeches_chunk c JOIN speeches_speech s ON s.id = c.speech_id "
        'WHERE c.start >= c."end" OR c."end" > length(s.text) LIMIT 5'
    )
    yield from (f"chunk {index} of {speech} does not lie in its speech" for speech, index in rows)


def _chunks_cover_all_words() -> Iterator[str]:
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for speech_id, start, end in Chunk.objects.order_by("start").values_list("speech_id", "start", "end").iterator():
        spans[speech_id].append((start, end))
    for speech_id, text in Speech.objects.values_list("pk", "text").iterator(chunk_size=200):
        covered = 0
        for start, end in [*spans[speech_id], (len(text), len(text))]:
            if bare := text[covered:start].strip():
                yield f"{speech_id}: “{bare[:40]}” at {covered} is in no chunk"
                break
            covered = max(covered, end)


def _parts_follow_each_other() -> Iterator[str]:
    for speech in Speech.objects.only("id", "text", "parts").iterator(chunk_size=500):
        position = 0
        for part in speech.parts:
            between = speech.text[position : part["start"]]
            if between.strip() or not part["start"] <= part["words_start"] <= part["end"]:
                yield f"{speech.pk}: its parts leave words out or overlap near {position}"
                break
            position = part["end"]
        if speech.text[position:].strip():
            yield f"{speech.pk}: words after its last part"


def _every_speech_has_chunks() -> Iterator[str]:
    rows = _query(
        "SELECT id FROM speeches_speech s WHERE NOT EXISTS "
        "(SELECT 1 FROM speeches_chunk c WHERE c.speech_id = s.id) LIMIT 5"
    )
    yield from (f"{speech} has no chunk" for (speech,) in rows)


def _every_chunk_is_embedded() -> Iterator[str]:
    if count := pending_count():
        yield f"{count} chunks wait for their vector; is a worker running?"


def _one_model_is_active() -> Iterator[str]:
    if not active_models() and Speech.objects.exists():
        yield "no embedding model is active"


def _vectors_have_length_one() -> Iterator[str]:
    rows = _query(
        "SELECT speech_id, index FROM speeches_chunk WHERE embedding IS NOT NULL "
        "AND abs(l2_norm(embedding) - 1) > 0.01 LIMIT 5"
    )
    yield from (f"the vector of chunk {index} of {speech} is not of length one" for speech, index in rows)


def _stored_terms_are_those_of_the_text() -> Iterator[str]:
    rows = _query(
        "SELECT c.speech_id, c.index FROM speeches_chunk c JOIN (SELECT * FROM speeches_speech "
        "ORDER BY md5(id) LIMIT %s) s ON s.id = c.speech_id, "
        "rag_postings(('rag_' || c.language)::regconfig, "
        "c.header || E'\\n' || substr(s.text, c.start + 1, c.\"end\" - c.start), %s) AS p "
        "WHERE p.terms <> c.terms OR p.weights <> c.weights LIMIT 5",
        [_SAMPLE, AVERAGE_LENGTH],
    )
    yield from (f"the terms of chunk {index} of {speech} are not those of its text" for speech, index in rows)


def _term_counts_add_up() -> Iterator[str]:
    rows = _query(
        "WITH actual AS (SELECT model_id, language, unnest(terms) AS dimension FROM speeches_chunk "
        "UNION ALL SELECT model_id, language, 0 FROM speeches_chunk), "
        "counted AS (SELECT model_id, language, dimension, count(*) AS chunks FROM actual GROUP BY 1, 2, 3) "
        "SELECT dimension, t.chunks, coalesce(c.chunks, 0) FROM speeches_termcount t "
        "FULL JOIN counted c USING (model_id, language, dimension) "
        "WHERE coalesce(t.chunks, 0) <> coalesce(c.chunks, 0) LIMIT 5"
    )
    yield from (f"term {term} is counted {kept} times but occurs {real} times" for term, kept, real in rows)


def _chunks_filter_as_their_speech() -> Iterator[str]:
    rows = _query(
        "SELECT c.speech_id, c.index FROM speeches_chunk c JOIN speeches_speech s ON s.id = c.speech_id "
        "WHERE (c.parliament_id, c.chamber_id, c.date, c.debate_type, c.topics, c.language) IS DISTINCT FROM "
        "(s.parliament_id, s.chamber_id, s.date, s.debate_type, s.topics, s.language) LIMIT 5"
    )
    yield from (f"chunk {index} of {speech} is filed otherwise than its speech" for speech, index in rows)


def _facets_add_up() -> Iterator[str]:
    """Every speech belongs to one chamber and one of its days, so the counts by chamber add up to the total."""
    by_chamber = dict(_query("SELECT chamber_id, count(*) FROM speeches_speech GROUP BY 1"))
    by_sitting = dict(
        _query(
            "SELECT d.chamber_id, count(*) FROM speeches_speech s JOIN speeches_sitting d ON d.id = s.sitting_id "
            "AND d.date = s.date GROUP BY 1"
        )
    )
    for chamber in by_chamber.keys() | by_sitting.keys():
        if by_chamber.get(chamber) != by_sitting.get(chamber):
            there, found = by_chamber.get(chamber, 0), by_sitting.get(chamber, 0)
            yield f"chamber {chamber} has {there} speeches, its sittings {found}"


def _divisions_count_their_ballots() -> Iterator[str]:
    """The printed counts equal the ballots, with or without tellers: chambers differ in whether they count tellers."""
    named = "count(*) FILTER (WHERE b.vote = '{}')"
    untold = "count(*) FILTER (WHERE b.vote = '{}' AND NOT b.teller)"
    ayes, noes = named.format("aye"), named.format("no")
    rows = _query(
        f"SELECT v.id, v.ayes, v.noes, {ayes}, {noes} "
        "FROM speeches_division v LEFT JOIN speeches_ballot b ON b.division_id = v.id WHERE v.method <> 'party' "
        f"GROUP BY v.id HAVING (v.ayes, v.noes) NOT IN (({ayes}, {noes}), "
        f"({untold.format('aye')}, {untold.format('no')}))"
    )
    yield from (
        f"division {vote}: {ayes} ayes and {noes} noes printed, {real_ayes} and {real_noes} named"
        for vote, ayes, noes, real_ayes, real_noes in rows
    )


def _party_votes_add_up() -> Iterator[str]:
    side = "coalesce(sum(p.count) FILTER (WHERE p.vote = '{}'), 0)"
    ayes, noes = side.format("aye"), side.format("no")
    rows = _query(
        f"SELECT v.id, v.ayes, v.noes, {ayes}, {noes} FROM speeches_division v "
        "LEFT JOIN speeches_partyvote p ON p.division_id = v.id WHERE v.method = 'party' "
        f"GROUP BY v.id HAVING {ayes} <> v.ayes OR {noes} <> v.noes"
    )
    yield from (
        f"division {vote}: {ayes} ayes and {noes} noes printed, the parties cast {cast_ayes} and {cast_noes}"
        for vote, ayes, noes, cast_ayes, cast_noes in rows
    )


def _entry_chunks_are_spans_of_their_record() -> Iterator[str]:
    rows = _query(
        "SELECT c.entry_id, c.index FROM speeches_entrychunk c JOIN speeches_entry e ON e.id = c.entry_id "
        'WHERE c.start >= c."end" OR c."end" > length(e.text) '
        "OR (c.source_type, c.language) IS DISTINCT FROM (e.source_type, e.language) LIMIT 5"
    )
    yield from (f"chunk {index} of {entry} does not lie in its record, or is filed otherwise" for entry, index in rows)


def _every_record_is_in_the_search() -> Iterator[str]:
    rows = _query(
        "SELECT id FROM speeches_entry e WHERE NOT EXISTS "
        "(SELECT 1 FROM speeches_entrychunk c WHERE c.entry_id = e.id) LIMIT 5"
    )
    yield from (f"{entry} has no chunk" for (entry,) in rows)


def _votes_of_a_day_have_names_of_their_own() -> Iterator[str]:
    rows = _query(
        "SELECT sitting_id, name, count(*) FROM speeches_division GROUP BY sitting_id, name HAVING count(*) > 1 LIMIT 5"
    )
    yield from (f"{count} votes of sitting {sitting} are called “{name}”" for sitting, name, count in rows)


_CHECKS: tuple[Callable[[], Iterator[str]], ...] = (
    _chunks_are_spans_of_their_speech,
    _chunks_cover_all_words,
    _parts_follow_each_other,
    _every_speech_has_chunks,
    _every_chunk_is_embedded,
    _one_model_is_active,
    _vectors_have_length_one,
    _stored_terms_are_those_of_the_text,
    _term_counts_add_up,
    _chunks_filter_as_their_speech,
    _facets_add_up,
    _divisions_count_their_ballots,
    _party_votes_add_up,
    _entry_chunks_are_spans_of_their_record,
    _every_record_is_in_the_search,
    _votes_of_a_day_have_names_of_their_own,
)


def _query(sql: str, parameters: list[int] | None = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())
