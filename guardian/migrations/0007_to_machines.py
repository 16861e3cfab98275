"""The sentences of a document that seem to speak to a program."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("guardian", "0006_event_log")]
    operations: ClassVar = [
        migrations.AddField(
            "bylaw",
            "to_machines",
            models.JSONField(default=list, db_default=models.Value([], models.JSONField())),
        )
    ]
