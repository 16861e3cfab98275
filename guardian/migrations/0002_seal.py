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
-- That a scheme exists is no secret from the application; but it is changed, and deleted with all that hangs on it,
-- only from inside.
ALTER TABLE guardian_scheme ENABLE ROW LEVEL SECURITY;
ALTER TABLE guardian_scheme FORCE ROW LEVEL SECURITY;
CREATE POLICY known ON guardian_scheme FOR SELECT USING (true);
CREATE POLICY made ON guardian_scheme FOR INSERT WITH CHECK (true);
CREATE POLICY changed ON guardian_scheme FOR UPDATE USING (id = guardian_scheme());
CREATE POLICY deleted ON guardian_scheme FOR DELETE USING (id = guardian_scheme());
CREATE POLICY own_membership ON guardian_membership FOR SELECT USING (user_id = guardian_user());
CREATE POLICY held_invitation ON guardian_invitation FOR SELECT USING (digest = guardian_invitation());
"""
UNSEAL = """
DROP POLICY own_membership ON guardian_membership;
DROP POLICY held_invitation ON guardian_invitation;
DROP POLICY known ON guardian_scheme;
DROP POLICY made ON guardian_scheme;
DROP POLICY changed ON guardian_scheme;
DROP POLICY deleted ON guardian_scheme;
ALTER TABLE guardian_scheme NO FORCE ROW LEVEL SECURITY;
ALTER TABLE guardian_scheme DISABLE ROW LEVEL SECURITY;
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
-- A row hangs on rows of its own scheme only.
ALTER TABLE guardian_bylaw ADD UNIQUE (scheme_id, id);
ALTER TABLE guardian_conversation ADD UNIQUE (scheme_id, id);
ALTER TABLE guardian_message ADD UNIQUE (scheme_id, id);
ALTER TABLE guardian_bylawfile ADD FOREIGN KEY (scheme_id, bylaw_id) REFERENCES guardian_bylaw (scheme_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE guardian_bylawpage ADD FOREIGN KEY (scheme_id, bylaw_id) REFERENCES guardian_bylaw (scheme_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE guardian_chunk ADD FOREIGN KEY (scheme_id, bylaw_id) REFERENCES guardian_bylaw (scheme_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE guardian_message ADD FOREIGN KEY (scheme_id, conversation_id)
    REFERENCES guardian_conversation (scheme_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE guardian_citation ADD FOREIGN KEY (scheme_id, message_id) REFERENCES guardian_message (scheme_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE guardian_chunk SET (toast_tuple_target = 8160);
"""


class Migration(migrations.Migration):
    dependencies = [("guardian", "0001_tables"), ("rag", "0003_owner")]

    operations = [
        migrations.RunSQL(SEAL, UNSEAL),
        migrations.RunSQL(CASCADE, migrations.RunSQL.noop),
    ]
