"""A second model may be active: the multilingual one, for parliaments that print in several languages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rag", "0004_bound_keys")]

    operations = [
        migrations.AddField("embeddingmodel", "multilingual", models.BooleanField(default=False)),
        migrations.RemoveConstraint("embeddingmodel", "one_active_embedding_model"),
        migrations.AddConstraint(
            "embeddingmodel",
            models.UniqueConstraint(
                fields=["active", "multilingual"], condition=models.Q(active=True), name="one_active_model_of_a_kind"
            ),
        ),
    ]
