"""How many words of a file no page shows."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("guardian", "0003_recognised")]
    operations: ClassVar = [
        migrations.AddField("bylaw", "hidden_words", models.PositiveIntegerField(default=0, db_default=0))
    ]
