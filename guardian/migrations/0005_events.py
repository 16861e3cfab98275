"""What is done in a scheme: the table of its log."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

_ACTIONS = (
    ("uploaded", "uploaded"),
    ("in force", "put in force"),
    ("deleted", "deleted"),
    ("opened", "downloaded the original of"),
    ("invited", "invited"),
    ("withdrew", "withdrew the invitation of"),
    ("joined", "let in"),
    ("changed", "changed the role of"),
    ("removed", "took out"),
)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("guardian", "0004_hidden_words")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_default=Now())),
                ("actor", models.CharField(blank=True, max_length=254)),
                ("action", models.CharField(choices=_ACTIONS, max_length=20)),
                ("what", models.CharField(blank=True, max_length=600)),
                (
                    "scheme",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="guardian.scheme",
                    ),
                ),
            ],
            options={"ordering": ["-at", "-pk"]},
        ),
        migrations.AddIndex("event", models.Index(fields=["scheme", "-at"], name="event_scheme")),
    ]
