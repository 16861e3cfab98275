"""Example questions, made from the titles in the record."""

from collections.abc import Sequence

from django.db.models import Count

from speeches.models import Speech

_COUNT = 4


def example_questions(parliaments: Sequence[str]) -> list[str]:
    """Questions about the titles with the most questions in the record, then about the newest titles."""
    titled = Speech.objects.filter(parliament__in=parliaments).exclude(title="").exclude(politician=None).order_by()
    asked = titled.filter(kind="question").values("title").annotate(count=Count("pk")).order_by("-count", "title")
    topics = [row["title"] for row in asked[:_COUNT]]
    topics += list(titled.order_by("-date", "position").values_list("title", flat=True)[: 4 * _COUNT])
    chosen = list(dict.fromkeys(topic for topic in topics if len(topic) < 60))[:_COUNT]
    frames = (
        "What do members say about {}?",
        "What was said about {}?",
        "Compare the parties on {}",
        "What was said about {}?",
    )
    return [frame.format(topic) for frame, topic in zip(frames, chosen, strict=False)]
