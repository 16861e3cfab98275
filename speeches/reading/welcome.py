"""The welcome page's facts: how much the record holds, and an example to try out."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from rag.text.sentences import sentence_spans
from speeches.models import Sitting, Speech

# Bounds on the words of an example sentence, so that it is neither a greeting nor a paragraph; and the fewest words of
# the speech it comes from.
_FEWEST, _MOST = 8, 24
_A_SPEECH = 100


@dataclass(frozen=True, slots=True)
class Example:
    """A subject, a member who spoke on it, and one of their sentences, verbatim."""

    topic: str
    speaker: str
    party: str
    sentence: str
    year: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """Size and time span of the record of some parliaments, their latest sittings and an example."""

    speeches: int
    sittings: int
    first_day: datetime.date | None
    last_day: datetime.date | None
    latest: list[Sitting]
    example: Example | None


def welcome(parliaments: Sequence[str], language: str) -> Welcome:
    """The record of some parliaments at a glance, with an example in the reader's language."""
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
    """A sentence from a longer member's speech on the newest day, from one of the three headings with the most
    questions (then the most speeches)."""
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
    """The last sentence of suitable length; "" if there is none."""
    sentences = (" ".join(span.of(text).split()) for span in sentence_spans(text))
    fitting = [one for one in sentences if _FEWEST <= len(one.split()) <= _MOST]
    return fitting[-1] if fitting else ""
