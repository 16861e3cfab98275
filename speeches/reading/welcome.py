"""What the record holds, at a glance, and something in it to try each thing on."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from rag.text.sentences import sentence_spans
from speeches.models import Sitting, Speech

# Words of a sentence that is neither a greeting nor a paragraph, and of a speech that says something.
_FEWEST, _MOST = 8, 24
_A_SPEECH = 100


@dataclass(frozen=True, slots=True)
class Example:
    """A subject of the record, a member who spoke on it, and a sentence of theirs, word for word."""

    topic: str
    speaker: str
    party: str
    sentence: str
    year: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """How much the record of some parliaments holds, of which days, the latest sittings and an example."""

    speeches: int
    sittings: int
    first_day: datetime.date | None
    last_day: datetime.date | None
    latest: list[Sitting]
    example: Example | None


def welcome(parliaments: Sequence[str], language: str) -> Welcome:
    """The record of some parliaments at a glance, for a reader of a language."""
    own = Sitting.objects.once().filter(chamber__parliament__in=parliaments)
    days = own.order_by("date").values_list("date", flat=True)
    spoken = Speech.objects.filter(parliament__in=parliaments)
    return Welcome(
        speeches=spoken.count(),
        sittings=own.count(),
        first_day=days.first(),
        last_day=days.last(),
        latest=list(own.select_related("chamber__parliament").order_by("-date", "chamber")[:4]),
        example=_example(spoken.filter(language=language)) or _example(spoken.filter(language="en")),
    )


def _example(spoken: QuerySet[Speech]) -> Example | None:
    """A speech of some length by a member, on what most questions of the newest day were about, or most speeches."""
    said = spoken.exclude(title="").exclude(politician=None).filter(word_count__gte=_A_SPEECH).order_by()
    newest = said.aggregate(day=Max("date"))["day"]
    of_the_day = said.filter(date=newest)
    titles = of_the_day.values("title").annotate(questions=Count("pk", filter=Q(kind="question")), speeches=Count("pk"))
    for heading in titles.order_by("-questions", "-speeches", "title")[:3]:
        speeches = of_the_day.filter(title=heading["title"]).select_related("politician", "party")
        for speech in speeches.order_by("sitting", "position"):
            if sentence := _telling_sentence(speech.opening()):
                assert speech.politician is not None
                party = speech.party.code if speech.party else ""
                return Example(speech.title, speech.politician.name, party, sentence, speech.date.year)
    return None


def _telling_sentence(text: str) -> str:
    """The last sentence of a text that is neither very short nor long; "" where none is."""
    sentences = (" ".join(span.of(text).split()) for span in sentence_spans(text))
    fitting = [one for one in sentences if _FEWEST <= len(one.split()) <= _MOST]
    return fitting[-1] if fitting else ""
