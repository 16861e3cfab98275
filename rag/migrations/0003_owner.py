"""What only the tables' owner can do, done on behalf of the application's role, which owns nothing."""

from django.db import migrations

# m and ef_construction: recall@50 of 0.98 at 200,000 rows (docs/architecture.md); pgvector's own defaults.
FUNCTIONS = """
CREATE FUNCTION rag_check_chunks(chunks regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT relname NOT LIKE '%_chunk' FROM pg_class WHERE oid = chunks) THEN
        RAISE EXCEPTION '% holds no chunks', chunks;
    END IF;
END $$;

CREATE FUNCTION rag_create_meaning_index(chunks regclass, name text, model bigint, dimensions integer)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM rag_check_chunks(chunks);
    EXECUTE format(
        'CREATE INDEX IF NOT EXISTS %I ON %s USING hnsw ((embedding::halfvec(%s)) halfvec_cosine_ops) '
        'WITH (m = 16, ef_construction = 64) WHERE model_id = %s', name, chunks, dimensions, model);
END $$;

CREATE FUNCTION rag_drop_meaning_index(chunks regclass, name text)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    found regclass := (
        SELECT indexrelid FROM pg_index JOIN pg_class c ON c.oid = indexrelid
        WHERE indrelid = chunks AND c.relname = name AND NOT indisprimary);
BEGIN
    PERFORM rag_check_chunks(chunks);
    IF found IS NOT NULL THEN
        EXECUTE format('DROP INDEX %s', found);
    END IF;
END $$;
"""
DROP = """
DROP FUNCTION rag_create_meaning_index; DROP FUNCTION rag_drop_meaning_index; DROP FUNCTION rag_check_chunks;
"""


class Migration(migrations.Migration):
    dependencies = [("rag", "0002_tables")]

    operations = [migrations.RunSQL(FUNCTIONS, DROP)]
