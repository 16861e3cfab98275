"""An ingestion that is sent again is the same job."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("speeches", "0017_conversation_key")]
    operations: ClassVar = [
        migrations.AddField(
            "ingestjob", "request", models.CharField(max_length=300, blank=True, db_default="", editable=False)
        ),
        migrations.AddField(
            "ingestjob", "digest", models.CharField(max_length=64, blank=True, db_default="", editable=False)
        ),
        migrations.AddConstraint(
            "ingestjob",
            models.UniqueConstraint(fields=["request"], condition=~models.Q(request=""), name="same_request"),
        ),
    ]
