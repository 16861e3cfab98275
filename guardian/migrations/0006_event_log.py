"""The log of a scheme is written by triggers, so that no way of changing a scheme leaves it out."""

from typing import ClassVar

from django.db import migrations

_WRITE = """
DO $$
DECLARE
    held text;
BEGIN
    SELECT conname INTO held FROM pg_constraint WHERE conrelid = 'guardian_event'::regclass AND contype = 'f';
    EXECUTE format('ALTER TABLE guardian_event DROP CONSTRAINT %I', held);
END $$;
ALTER TABLE guardian_event ADD FOREIGN KEY (scheme_id) REFERENCES guardian_scheme ON DELETE CASCADE
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE guardian_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE guardian_event FORCE ROW LEVEL SECURITY;
CREATE POLICY sealed ON guardian_event USING (scheme_id = guardian_scheme()) WITH CHECK (scheme_id = guardian_scheme());

CREATE FUNCTION guardian_note(scheme bigint, action text, what text) RETURNS void LANGUAGE sql AS $$
    -- What goes with a scheme or a person, nobody did in the scheme.
    INSERT INTO guardian_event (scheme_id, actor, action, what)
    SELECT scheme, left(coalesce(current_setting('guardian.actor', true), ''), 254), action, left(what, 600)
    WHERE scheme = guardian_scheme() AND EXISTS (SELECT FROM guardian_scheme WHERE id = scheme)
$$;
CREATE FUNCTION guardian_member(number integer, role text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(nullif(email, ''), username) || ' (' || role || ')' FROM auth_user WHERE id = number
$$;

CREATE FUNCTION guardian_note_bylaw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM guardian_note(NEW.scheme_id, 'uploaded', NEW.file_name);
    ELSIF TG_OP = 'DELETE' THEN PERFORM guardian_note(OLD.scheme_id, 'deleted', OLD.file_name);
    ELSIF NEW.active AND NOT OLD.active THEN PERFORM guardian_note(NEW.scheme_id, 'in force', NEW.file_name);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR DELETE OR UPDATE OF active ON guardian_bylaw
    FOR EACH ROW EXECUTE FUNCTION guardian_note_bylaw();

CREATE FUNCTION guardian_note_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    whom text := coalesce(nullif(NEW.email, ''), 'whoever has the link') || ' (' || NEW.role || ')';
BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM guardian_note(NEW.scheme_id, 'invited', whom);
    ELSIF NEW.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS NULL THEN
        PERFORM guardian_note(NEW.scheme_id, 'withdrew', whom);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE OF withdrawn_at ON guardian_invitation
    FOR EACH ROW EXECUTE FUNCTION guardian_note_invitation();

CREATE FUNCTION guardian_note_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM guardian_note(NEW.scheme_id, 'joined', guardian_member(NEW.user_id, NEW.role));
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM guardian_note(OLD.scheme_id, 'removed', guardian_member(OLD.user_id, OLD.role));
    ELSIF NEW.role <> OLD.role THEN
        PERFORM guardian_note(NEW.scheme_id, 'changed',
                              guardian_member(NEW.user_id, OLD.role || ', now ' || NEW.role));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR DELETE OR UPDATE OF role ON guardian_membership
    FOR EACH ROW EXECUTE FUNCTION guardian_note_membership();

CREATE FUNCTION guardian_keep_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM guardian_scheme WHERE id = OLD.scheme_id) THEN
        RAISE EXCEPTION 'What was done in a scheme is neither changed nor deleted.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON guardian_event FOR EACH ROW EXECUTE FUNCTION guardian_keep_event();
"""
_UNWRITE = """
DROP TRIGGER note ON guardian_bylaw; DROP TRIGGER note ON guardian_invitation; DROP TRIGGER note ON guardian_membership;
DROP TRIGGER keep ON guardian_event;
DROP FUNCTION guardian_note_bylaw, guardian_note_invitation, guardian_note_membership, guardian_keep_event;
DROP FUNCTION guardian_note, guardian_member;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("guardian", "0005_events")]
    operations: ClassVar = [migrations.RunSQL(_WRITE, _UNWRITE)]
