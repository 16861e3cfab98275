"""The minutes of a sitting: what the record prints between the words of its speakers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from speeches.enumerations.listing import Source
from speeches.enumerations.selection import describe_sitting
from speeches.formats.records import PartKind
from speeches.models import Debate, Sitting, Speech

# Longer paragraphs are motions, or plans for other days.
_LONGEST = 200
# How many paragraphs open a sitting.
_OPENING = 3


def minutes_of(sitting: Sitting) -> Iterator[tuple[str, str]]:
    """The short paragraphs of a sitting's minutes, in order, each with the address of its page; without those with
    which another sitting of the day begins, because some files print them in both."""
    others = Sitting.objects.filter(date=sitting.date, chamber__parliament=sitting.chamber.parliament_id)
    opening = {one.words for other in others.exclude(pk=sitting.pk) for one in _minutes([other])[:_OPENING]}
    yield from ((one.words, one.url) for one in _minutes([sitting]) if one.words not in opening)


@dataclass(frozen=True, slots=True)
class Minute:
    """A paragraph that nobody speaks, the heading under which it stands, and the address of its page."""

    words: str
    heading: int | None
    url: str


def minutes_under(headings: Sequence[Debate]) -> list[Minute]:
    """The short paragraphs of the minutes under some headings, in order."""
    keys = {one.pk for one in headings}
    sittings = {one.sitting_id: one.sitting for one in headings}
    return [one for one in _minutes(list(sittings.values()), keys) if one.heading in keys]


def _minutes(sittings: Sequence[Sitting], headings: Collection[int] = ()) -> list[Minute]:
    """The short paragraphs of the minutes of some sittings, in order; only those under some headings, if any are
    given. Two queries."""
    debates = Debate.objects.filter(sitting__in=sittings).exclude(text="").select_related("sitting__chamber")
    noted = Speech.objects.filter(sitting__in=sittings, parts__contains=[{"kind": PartKind.PROCEDURE.value}])
    if headings:
        debates, noted = debates.filter(pk__in=headings), noted.filter(debate__in=headings)
    printed = [(one.sitting_id, one.position, one.text, one.pk, one.get_absolute_url()) for one in debates]
    between = [
        (one.sitting_id, one.position, one.text[part["start"] : part["end"]], one.debate_id, one.get_absolute_url())
        for one in noted
        for part in one.parts
        if part["kind"] == PartKind.PROCEDURE
    ]
    return [
        Minute(paragraph, heading, url)
        for _, _, text, heading, url in sorted([*printed, *between], key=lambda one: one[:2])
        for paragraph in text.split("\n\n")
        if len(paragraph) <= _LONGEST
    ]


def minutes_source(sitting: Sitting, title: str, url: str, language: str) -> Source:
    """The minutes of a sitting as the source of a list, whose first entry stands at this address."""
    return Source(
        source_type="minutes",
        id=sitting.key,
        title=title,
        reference=describe_sitting(sitting, language),
        date=sitting.date.isoformat(),
        url=url,
        source_url=sitting.source_url,
        chamber=sitting.chamber.name,
        parliament=sitting.chamber.parliament,
    )
