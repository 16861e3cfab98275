"""The days on which chambers sat: a calendar, and a day's order of business."""

import calendar
import datetime
from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Count, F, QuerySet

from speeches.models import Debate, Division, Sitting, Speech


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a calendar's month, with the sittings on it; `number` is 0 where another month's day would stand."""

    number: int
    sittings: list[Sitting]


@dataclass(frozen=True, slots=True)
class Month:
    first: datetime.date
    weeks: list[list[Day]]


@dataclass(slots=True)
class Item:
    """A heading of a day or of a debate with what was said and voted under it, and the headings below it."""

    debate: Debate
    speeches: list[Speech] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    children: "list[Item]" = field(default_factory=list)

    @property
    def speech_count(self) -> int:
        return len(self.speeches) + sum(child.speech_count for child in self.children)

    @property
    def speakers(self) -> list[str]:
        """Who spoke under it, in order, each once."""
        names = [speech.speaker for speech in self.speeches]
        return list(dict.fromkeys([*names, *(name for child in self.children for name in child.speakers)]))


def years(sittings: QuerySet[Sitting]) -> list[int]:
    """The years with sittings, the latest first."""
    return sorted({day.year for day in sittings.order_by().values_list("date", flat=True).distinct()}, reverse=True)


def calendar_of(year: int, sittings: QuerySet[Sitting]) -> list[Month]:
    """The months of a year that have sittings, week by week from Monday."""
    by_day: dict[datetime.date, list[Sitting]] = defaultdict(list)
    for sitting in sittings.filter(date__year=year).select_related("chamber").order_by("date", "chamber"):
        by_day[sitting.date].append(sitting)
    months = sorted({day.month for day in by_day})
    return [
        Month(
            datetime.date(year, month, 1),
            [
                [Day(number, by_day.get(datetime.date(year, month, number), []) if number else []) for number in week]
                for week in calendar.monthcalendar(year, month)
            ],
        )
        for month in months
    ]


def order_of_the_day(sitting: Sitting) -> list[Item]:
    """A day's headings with their speeches and divisions, in the order of the day. Three queries."""
    debates = list(sitting.debates.order_by("position"))
    speeches = sitting.speeches.select_related("party").only(*_SHOWN).order_by("position")
    return _tree(debates, list(speeches), list(sitting.divisions.order_by("position")))


def debate_item(debate: Debate) -> Item:
    """A debate with all below it, in the order of the day."""
    debates = [debate]
    level = [debate]
    while level := list(Debate.objects.filter(parent__in=level).order_by("position")):
        debates += level
    speeches = Speech.objects.filter(debate__in=debates).select_related("party").only(*_SHOWN, "text", "parts")
    divisions = Division.objects.filter(debate__in=debates).order_by("position")
    ordered = sorted(debates, key=lambda one: one.position)
    (item,) = _tree(ordered, list(speeches.order_by("position")), list(divisions), root=debate)
    return item


_SHOWN = (
    "id", "speaker", "time", "kind", "position", "page", "word_count", "debate_id", "sitting_id", "title",
    "party__code", "party__colour", "party__name",
)  # fmt: skip


def _tree(
    debates: list[Debate], speeches: list[Speech], divisions: list[Division], root: Debate | None = None
) -> list[Item]:
    items = {debate.pk: Item(debate) for debate in debates}
    top: list[Item] = []
    for debate in debates:
        parent = items.get(debate.parent_id) if debate.parent_id and debate != root else None
        (parent.children if parent else top).append(items[debate.pk])
    for speech in speeches:
        if speech.debate_id in items:
            items[speech.debate_id].speeches.append(speech)
    for division in divisions:
        if division.debate_id in items:
            items[division.debate_id].divisions.append(division)
    return top


def beside(sitting: Sitting) -> tuple[Sitting | None, Sitting | None]:
    """The chamber's sittings before and after this one."""
    same = Sitting.objects.filter(chamber=sitting.chamber).select_related("chamber")
    before = same.filter(date__lt=sitting.date).order_by("-date").first()
    return before, same.filter(date__gt=sitting.date).order_by("date").first()


def most_speeches(sitting: Sitting, count: int = 8) -> list[dict[str, object]]:
    """Who had the word most often on a day."""
    named = sitting.speeches.exclude(politician=None).values(slug=F("politician__slug"), name=F("politician__name"))
    return [dict(row) for row in named.annotate(speeches=Count("pk")).order_by("-speeches", "name")[:count]]
