"""The parties that are together called the Coalition are found by that name."""

from django.db import migrations

PARTIES = ("LP", "LNP", "NATS", "CLP")


def add(apps, schema_editor):
    for party in apps.get_model("speeches", "Party").objects.filter(parliament_id="au", code__in=PARTIES):
        if "Coalition" not in party.aliases:
            party.aliases.append("Coalition")
            party.save(update_fields=["aliases"])


class Migration(migrations.Migration):
    dependencies = [("speeches", "0005_answers")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
