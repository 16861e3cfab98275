"""The seal: every row with a `scheme_id` is seen by its own scheme alone, whoever asks and however.

`guardian.access` says for a transaction which scheme is open, and who asks. Nothing said, nothing seen. Besides, a
person sees the own memberships, and whoever holds an invitation sees that one: how else would anybody get in?
"""

from django.db import migrations

SEAL = """
CREATE FUNCTION guardian_scheme() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('guardian.scheme', true), '')::bigint;
CREATE FUNCTION guardian_user() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('guardian.user', true), '')::integer;
CREATE FUNCTION guardian_invitation() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('guardian.invitation', true), '');

DO $$
DECLARE
    sealed text;
BEGIN
    FOR sealed IN
        SELECT table_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name LIKE 'guardian\\_%' AND column_name = 'scheme_id'
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', sealed);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', sealed);
        EXECUTE format('CREATE POLICY sealed ON %I USING (scheme_id = guardian_scheme()) '
                       'WITH CHECK (scheme_id = guardian_scheme())', sealed);
    END LOOP;
END $$;
CREATE POLICY own_membership ON guardian_membership FOR SELECT USING (user_id = guardian_user());
CREATE POLICY held_invitation ON guardian_invitation FOR SELECT USING (digest = guardian_invitation());
"""
UNSEAL = """
DROP POLICY own_membership ON guardian_membership;
DROP POLICY held_invitation ON guardian_invitation;
DO $$
DECLARE
    sealed text;
BEGIN
    FOR sealed IN SELECT tablename FROM pg_policies WHERE policyname = 'sealed' LOOP
        EXECUTE format('DROP POLICY sealed ON %I', sealed);
        EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', sealed);
        EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', sealed);
    END LOOP;
END $$;
DROP FUNCTION guardian_scheme; DROP FUNCTION guardian_user; DROP FUNCTION guardian_invitation;
"""

# What hangs on a scheme or a person goes with it in the database, since whoever deletes it need not see the rows.
CASCADE = """
DO $$
DECLARE
    key record;
BEGIN
    FOR key IN
        SELECT c.conname, c.conrelid::regclass AS holder, a.attname, c.confrelid::regclass AS target,
               CASE WHEN a.attnotnull OR a.attname = 'user_id' THEN 'CASCADE' ELSE 'SET NULL' END AS action
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.conrelid::regclass::text LIKE 'guardian\\_%'
            AND c.confrelid::regclass::text <> 'rag_embeddingmodel'
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.holder, key.conname);
        EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (%I) REFERENCES %s ON DELETE %s '
                       'DEFERRABLE INITIALLY DEFERRED', key.holder, key.conname, key.attname, key.target, key.action);
    END LOOP;
END $$;
ALTER TABLE guardian_chunk SET (toast_tuple_target = 8160);
"""


class Migration(migrations.Migration):
    dependencies = [("guardian", "0001_tables"), ("rag", "0003_owner")]

    operations = [
        migrations.RunSQL(SEAL, UNSEAL),
        migrations.RunSQL(CASCADE, migrations.RunSQL.noop),
    ]
