"""Fewer indexes to keep while a day goes in, and speeches stored so that a passage is read without the rest."""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rag", "0002_tables"),
        ("speeches", "0003_parliaments"),
    ]

    operations = [
        migrations.AlterField(
            model_name="chunk",
            name="date",
            field=models.DateField(),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="debate_type",
            field=models.CharField(max_length=200),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="electorate",
            field=models.CharField(max_length=200),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="model",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="rag.embeddingmodel"
            ),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="speech",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="speeches.speech"
            ),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="state",
            field=models.CharField(max_length=100),
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(fields=["date"], name="chunk_date"),
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(fields=["state"], name="chunk_state"),
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(fields=["electorate"], name="chunk_electorate"),
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(fields=["debate_type"], name="chunk_debate_type"),
        ),
        migrations.RemoveIndex(
            model_name="chunk",
            name="chunk_terms",
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=django.contrib.postgres.indexes.GinIndex(
                fastupdate=True, fields=["terms"], gin_pending_list_limit=256, name="chunk_terms"
            ),
        ),
        # A search reads ten passages out of long texts; compressed, each text would be unpacked whole.
        migrations.RunSQL(
            "ALTER TABLE speeches_speech ALTER COLUMN text SET STORAGE EXTERNAL; "
            "UPDATE speeches_speech SET text = text || ''",
            "ALTER TABLE speeches_speech ALTER COLUMN text SET STORAGE EXTENDED",
        ),
    ]
