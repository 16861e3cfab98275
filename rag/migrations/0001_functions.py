"""Extensions, and the text search configurations and functions of the words leg."""

from django.db import migrations

FUNCTIONS = r"""
CREATE TEXT SEARCH CONFIGURATION rag_en (COPY = english);
ALTER TEXT SEARCH CONFIGURATION rag_en
    ALTER MAPPING FOR hword, hword_part, word, asciiword, asciihword, hword_asciipart WITH unaccent, english_stem;
CREATE TEXT SEARCH CONFIGURATION rag_fr (COPY = french);
ALTER TEXT SEARCH CONFIGURATION rag_fr
    ALTER MAPPING FOR hword, hword_part, word, asciiword, asciihword, hword_asciipart WITH unaccent, french_stem;

-- The dimension of a lexeme: 1 to 2^29.
CREATE FUNCTION rag_dimension(lexeme text) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((hashtextextended(lexeme, 0) & 536870911) + 1)::integer;

-- The terms of a chunk and their BM25 weights, k1 = 1.2 and b = 0.75, without the idf, which the query brings.
-- The average length is a constant of the index, so that a stored weight never goes stale.
CREATE FUNCTION rag_postings(config regconfig, body text, average_length real,
                             OUT terms integer[], OUT weights sparsevec)
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    WITH lexemes AS (
        SELECT rag_dimension(lexeme) AS dimension, sum(cardinality(positions)) AS frequency
        FROM unnest(to_tsvector(config, translate(body, U&'\00A0', ' ')))
        GROUP BY 1
    ), size AS (SELECT 1.2 * (0.25 + 0.75 * sum(frequency) / average_length) AS norm FROM lexemes)
    SELECT coalesce(array_agg(dimension ORDER BY dimension), '{}'),
           ('{' || coalesce(string_agg(dimension || ':' || (frequency * 2.2 / (frequency + norm))::real, ','
                                       ORDER BY dimension), '') || '}/536870912')::sparsevec
    FROM lexemes, size
$$;
"""
DROP = """
DROP FUNCTION rag_postings; DROP FUNCTION rag_dimension;
DROP TEXT SEARCH CONFIGURATION rag_en; DROP TEXT SEARCH CONFIGURATION rag_fr;
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.RunSQL(
            [f"CREATE EXTENSION IF NOT EXISTS {name}" for name in ("vector", "pg_trgm", "unaccent")],
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(FUNCTIONS, DROP),
    ]
