"""Conversations that an API key began are its own."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("rag", "0007_counts"), ("speeches", "0016_choices")]
    operations: ClassVar = [
        migrations.AddField(
            "conversation",
            "key",
            models.ForeignKey("rag.apikey", blank=True, null=True, on_delete=django.db.models.deletion.PROTECT),
        ),
    ]
