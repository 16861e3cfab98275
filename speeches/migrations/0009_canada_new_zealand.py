"""Parliaments come from their frames after every `migrate` (`speeches.ingestion.places.introduce_frames`)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("speeches", "0008_three_parliaments")]

    operations: list[object] = []
