"""Several documents in a scheme, each in versions that are in force from a day.

Before, a scheme had one document, and a version that was replaced lost its chunks. It is read again when it comes back
into force (`guardian.ingestion.upload.read_what_is_in_force`). To undo this migration, restore a backup: which version
was active is not kept.
"""

from typing import ClassVar

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import Value

# The owner sees the rows of all schemes only while the seal is not forced. It is again before the migration ends.
_DATE = f"""
ALTER TABLE guardian_bylaw NO FORCE ROW LEVEL SECURITY;
UPDATE guardian_bylaw
    SET effective_from = (created_at AT TIME ZONE '{settings.TIME_ZONE}')::date, dated_at = created_at;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE guardian_bylaw FORCE ROW LEVEL SECURITY;
"""
_LOG = """
DROP TRIGGER note ON guardian_bylaw;
CREATE OR REPLACE FUNCTION guardian_note_bylaw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM guardian_note(NEW.scheme_id, 'uploaded', NEW.file_name);
    ELSIF TG_OP = 'DELETE' THEN PERFORM guardian_note(OLD.scheme_id, 'deleted', OLD.file_name);
    ELSIF NEW.status = 'ready' AND (OLD.text = '' OR NEW.dated_at <> OLD.dated_at) THEN
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
        migrations.AddField(
            "scheme",
            "founded_by",
            models.ForeignKey(
                settings.AUTH_USER_MODEL,
                null=True,
                editable=False,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
            ),
        ),
        migrations.AddIndex(
            "bylaw", models.Index(fields=["scheme", "title", "effective_from", "dated_at"], name="bylaw_version")
        ),
    ]
