"""In whose names a bill was presented."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("speeches", "0020_clippings")]
    operations: ClassVar = [migrations.AddField("bill", "presenters", models.JSONField(blank=True, default=list))]
