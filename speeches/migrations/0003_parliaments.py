"""The parliaments that are known from the start. Others, and other parties, come with what is ingested."""

import json
from pathlib import Path

from django.db import migrations

DATA = Path(__file__).resolve().parent.parent / "data" / "parliaments.json"


def add(apps, schema_editor):
    parliaments = apps.get_model("speeches", "Parliament")
    chambers = apps.get_model("speeches", "Chamber")
    parties = apps.get_model("speeches", "Party")
    for code, facts in json.loads(DATA.read_text()).items():
        own_chambers, own_parties = facts.pop("chambers"), facts.pop("parties")
        parliaments.objects.create(code=code, **facts)
        chambers.objects.bulk_create(chambers(parliament_id=code, **chamber) for chamber in own_chambers)
        parties.objects.bulk_create(parties(parliament_id=code, **party) for party in own_parties)


class Migration(migrations.Migration):
    dependencies = [("speeches", "0002_search")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
