"""What the search needs of the database and Django has no words for."""

from django.db import migrations

SEARCH = """
-- A chunk's row stays in one piece: its vectors are read by every search, so they must not move to a side table.
ALTER TABLE speeches_chunk SET (toast_tuple_target = 8160);
ALTER TABLE speeches_chunk ALTER COLUMN terms SET STATISTICS 1000;

-- How many chunks hold each term, kept by the database itself so that it cannot drift from the chunks.
CREATE FUNCTION speeches_count_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
    -- In order of the key, so that two writers wait for each other and never in a circle.
    INSERT INTO speeches_termcount AS counted (model_id, language, dimension, chunks)
    SELECT model_id, language, dimension, direction * count(*)
    FROM (
        SELECT model_id, language, unnest(terms) AS dimension FROM changed
        UNION ALL
        SELECT model_id, language, 0 FROM changed
    ) AS occurring
    GROUP BY model_id, language, dimension
    ORDER BY model_id, language, dimension
    ON CONFLICT (model_id, language, dimension) DO UPDATE SET chunks = counted.chunks + excluded.chunks;
    RETURN NULL;
END $$;
CREATE TRIGGER count_terms_in AFTER INSERT ON speeches_chunk
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION speeches_count_terms();
CREATE TRIGGER count_terms_out AFTER DELETE ON speeches_chunk
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION speeches_count_terms();

-- Names are found in spite of typing errors.
CREATE INDEX speeches_politician_name ON speeches_politician USING gin (name gin_trgm_ops);
"""

UNDO = """
DROP INDEX speeches_politician_name;
DROP TRIGGER count_terms_in ON speeches_chunk;
DROP TRIGGER count_terms_out ON speeches_chunk;
DROP FUNCTION speeches_count_terms;
"""


class Migration(migrations.Migration):
    dependencies = [("speeches", "0001_tables"), ("rag", "0001_functions")]

    operations = [migrations.RunSQL(SEARCH, UNDO)]
