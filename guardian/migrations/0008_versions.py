"""Several documents in a scheme, each in versions that are in force from a day.

Before, a scheme had one document, and a version that was replaced lost its chunks. Such versions are read again, so
that they can come back into force when a later one is deleted.
"""

from typing import ClassVar

import django.utils.timezone
from django.db import migrations, models
from django.db.models import Value

# The owner sees the rows of all schemes only while the seal is not forced. It is again before the migration ends.
_DATE = """
ALTER TABLE guardian_bylaw NO FORCE ROW LEVEL SECURITY;
ALTER TABLE guardian_scheme NO FORCE ROW LEVEL SECURITY;
UPDATE guardian_bylaw SET effective_from = created_at::date, dated_at = created_at;
UPDATE guardian_scheme SET work_since = now()
    WHERE id IN (SELECT scheme_id FROM guardian_bylaw WHERE status = 'ready' AND NOT active);
UPDATE guardian_bylaw SET status = 'processing', stage = 'queued', attempts = 0
    WHERE status = 'ready' AND NOT active;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE guardian_bylaw FORCE ROW LEVEL SECURITY;
ALTER TABLE guardian_scheme FORCE ROW LEVEL SECURITY;
"""
_LOG = """
DROP TRIGGER note ON guardian_bylaw;
CREATE OR REPLACE FUNCTION guardian_note_bylaw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM guardian_note(NEW.scheme_id, 'uploaded', NEW.file_name);
    ELSIF TG_OP = 'DELETE' THEN PERFORM guardian_note(OLD.scheme_id, 'deleted', OLD.file_name);
    ELSIF NEW.status = 'ready' AND (OLD.status <> 'ready' OR NEW.dated_at <> OLD.dated_at) THEN
        PERFORM guardian_note(NEW.scheme_id, 'in force', NEW.file_name || ' as “' || NEW.title || '” from '
                              || to_char(NEW.effective_from, 'FMDD FMMonth YYYY'));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR DELETE OR UPDATE OF status, dated_at ON guardian_bylaw
    FOR EACH ROW EXECUTE FUNCTION guardian_note_bylaw();
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("guardian", "0007_to_machines")]
    operations: ClassVar = [
        migrations.AddField(
            "bylaw", "title", models.CharField(max_length=120, default="Bylaws", db_default=Value("Bylaws"))
        ),
        migrations.AddField("bylaw", "effective_from", models.DateField(default=django.utils.timezone.localdate)),
        migrations.AddField("bylaw", "dated_at", models.DateTimeField(default=django.utils.timezone.now)),
        # Before the log knows of versions, so that it does not record this.
        migrations.RunSQL(_DATE),
        migrations.RemoveConstraint("bylaw", "one_active_bylaw"),
        migrations.RunSQL(_LOG),
        migrations.RemoveField("bylaw", "active"),
        migrations.RemoveField("bylaw", "replaced_at"),
        migrations.AddIndex(
            "bylaw", models.Index(fields=["scheme", "title", "effective_from", "dated_at"], name="bylaw_version")
        ),
    ]
