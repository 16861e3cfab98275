"""Canada and New Zealand, with their chambers and parties; what an installation has of them already is completed."""

import json
from pathlib import Path

from django.db import migrations

DATA = Path(__file__).resolve().parent.parent / "data" / "canada_new_zealand.json"


def add(apps, schema_editor):
    parliaments = apps.get_model("speeches", "Parliament")
    chambers = apps.get_model("speeches", "Chamber")
    parties = apps.get_model("speeches", "Party")
    parliaments.objects.filter(code="au").update(aliases=["Australian", "Australie", "Australien"])
    for code, facts in json.loads(DATA.read_text()).items():
        own_chambers, own_parties = facts.pop("chambers"), facts.pop("parties")
        parliaments.objects.update_or_create(code=code, defaults=facts)
        for chamber in own_chambers:
            slug = chamber.pop("slug")
            chambers.objects.update_or_create(parliament_id=code, slug=slug, defaults=chamber)
        for party in own_parties:
            own = party.pop("code")
            parties.objects.update_or_create(parliament_id=code, code=own, defaults=party)


class Migration(migrations.Migration):
    dependencies = [("speeches", "0008_three_parliaments")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
