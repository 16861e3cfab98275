"""Which words of a question stand in which sentences, as the index itself would say."""

from collections.abc import Sequence

from django.db import connection

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


def question_lexemes(question: str, table: str, model_id: int, language: str) -> dict[str, float]:
    """The lexemes of a question with their idf in a table of term counts."""
    with connection.cursor() as cursor:
        cursor.execute(
            _QUESTION.format(table=connection.ops.quote_name(table)),
            {"question": question, "config": f"rag_{language}", "language": language, "model": model_id},
        )
        return {lexeme: idf(int(chunks), int(total)) for lexeme, chunks, total in cursor.fetchall()}


def lexemes_found(texts: Sequence[str], lexemes: Sequence[str], language: str) -> list[frozenset[str]]:
    """For each text, which of the lexemes it has."""
    with connection.cursor() as cursor:
        cursor.execute(_TEXTS, {"texts": list(texts), "lexemes": list(lexemes), "config": f"rag_{language}"})
        found = {int(number): frozenset(held) for number, held in cursor.fetchall()}
    return [found.get(number, frozenset()) for number in range(len(texts))]
