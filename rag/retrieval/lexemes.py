"""Which words of a question stand in which sentences, as the index itself would say."""

from collections.abc import Sequence

from django.db import connection

from rag.chunks.queryset import ChunkQuerySet
from rag.retrieval.terms import idf

_QUESTION = """
SELECT asked.lexeme, coalesce(max(c.chunks), 0), (SELECT coalesce(sum(chunks), 0) FROM {table}
        WHERE model_id = %(model)s AND dimension = 0 AND language = %(language)s)
FROM (SELECT DISTINCT lexeme FROM unnest(to_tsvector(%(config)s::regconfig, %(question)s))) AS asked
LEFT JOIN {table} c
    ON c.model_id = %(model)s AND c.language = %(language)s AND c.dimension = rag_dimension(asked.lexeme)
GROUP BY asked.lexeme
"""
_TEXTS = """
SELECT number - 1, array_agg(lexeme)
FROM unnest(%(texts)s::text[]) WITH ORDINALITY AS given(words, number),
    unnest(to_tsvector(%(config)s::regconfig, words))
WHERE lexeme = ANY(%(lexemes)s)
GROUP BY number
"""

_AMONG = """
SELECT asked.lexeme,
    (SELECT count(*) FROM {table} WHERE {where} AND terms @> ARRAY[rag_dimension(asked.lexeme)]),
    (SELECT count(*) FROM {table} WHERE {where})
FROM (SELECT DISTINCT lexeme FROM unnest(to_tsvector(%(config)s::regconfig, %(question)s))) AS asked
"""
_LEXEMES = """
SELECT tsvector_to_array(to_tsvector(%(config)s::regconfig, words))
FROM unnest(%(texts)s::text[]) WITH ORDINALITY AS given(words, number) ORDER BY number
"""


def question_lexemes(question: str, table: str, model_id: int, language: str) -> dict[str, float]:
    """The lexemes of a question with their idf in a table of term counts."""
    with connection.cursor() as cursor:
        cursor.execute(
            _QUESTION.format(table=connection.ops.quote_name(table)),
            {"question": question, "config": f"rag_{language}", "language": language, "model": model_id},
        )
        return {lexeme: idf(int(chunks), int(total)) for lexeme, chunks, total in cursor.fetchall()}


def question_lexemes_among(question: str, chunks: ChunkQuerySet, language: str) -> dict[str, float]:
    """The lexemes of a question with their idf among few chunks, counted now."""
    table, where = chunks.sql()
    with connection.cursor() as cursor:
        values = {"question": question, "config": f"rag_{language}"}
        cursor.execute(_AMONG.format(table=table, where=where.replace("%", "%%")), values)
        return {lexeme: idf(int(found), int(total)) for lexeme, found, total in cursor.fetchall()}


def lexemes_of(texts: Sequence[str], language: str) -> list[frozenset[str]]:
    """The lexemes of each text."""
    with connection.cursor() as cursor:
        cursor.execute(_LEXEMES, {"texts": list(texts), "config": f"rag_{language}"})
        return [frozenset(lexemes) for (lexemes,) in cursor.fetchall()]


def lexemes_found(texts: Sequence[str], lexemes: Sequence[str], language: str) -> list[frozenset[str]]:
    """For each text, which of the lexemes it has."""
    with connection.cursor() as cursor:
        cursor.execute(_TEXTS, {"texts": list(texts), "lexemes": list(lexemes), "config": f"rag_{language}"})
        found = {int(number): frozenset(held) for number, held in cursor.fetchall()}
    return [found.get(number, frozenset()) for number in range(len(texts))]
