"""Which speeches were put in writing."""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import Q

from speeches.formats.frame import frames


def mark_written(apps: Any, schema: Any) -> None:
    """Marks the speeches under the headings, and in the files, that their parliament has for what is put in writing."""
    debates, speeches = apps.get_model("speeches", "Debate"), apps.get_model("speeches", "Speech")
    for frame in frames().values():
        named = Q(pk__in=())
        for *_, last in frame.written:
            named |= Q(title__iexact=last) | Q(piece=last)
        own = debates.objects.filter(named, sitting__chamber__parliament=frame.code).only("title", "piece", "parent")
        found = {debate.pk for debate in own.iterator() if frame.is_written(_titles_above(debate), debate.piece)}
        level = found
        while level := set(debates.objects.filter(parent__in=level).values_list("pk", flat=True)) - found:
            found |= level
        speeches.objects.filter(debate__in=found).exclude(metadata__has_key="intervention_type").update(written=True)


def _titles_above(debate: Any) -> list[str]:
    titles = []
    while debate is not None:
        titles.insert(0, debate.title)
        debate = debate.parent
    return titles


class Migration(migrations.Migration):
    dependencies: ClassVar = [("speeches", "0021_presenters")]
    operations: ClassVar = [
        migrations.AddField("speech", "written", models.BooleanField(default=False)),
        migrations.RunPython(mark_written, migrations.RunPython.noop),
    ]
