"""The same terms and weights in a tenth less time: binary arithmetic, and one order for both columns."""

from django.db import migrations

FASTER = r"""
CREATE OR REPLACE FUNCTION rag_postings(config regconfig, body text, average_length real,
                                        OUT terms integer[], OUT weights sparsevec)
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    WITH lexemes AS (
        SELECT rag_dimension(lexeme) AS dimension, sum(cardinality(positions))::float8 AS frequency
        FROM unnest(to_tsvector(config, translate(body, U&'\00A0', ' ')))
        GROUP BY 1
        ORDER BY 1
    ), size AS (
        SELECT 1.2::float8 * (0.25::float8 + 0.75::float8 * sum(frequency) / average_length) AS norm FROM lexemes
    )
    -- From the ordered rows alone: a join might lose their order.
    SELECT coalesce(array_agg(dimension), '{}'),
           ('{' || coalesce(string_agg(
               dimension || ':' || (frequency * 2.2::float8 / (frequency + (SELECT norm FROM size)))::real, ','
           ), '') || '}/536870912')::sparsevec
    FROM lexemes
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("rag", "0005_multilingual")]

    # Undone, it stays: both make the same.
    operations = [migrations.RunSQL(FASTER, migrations.RunSQL.noop)]
