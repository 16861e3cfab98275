"""The minutes of a sitting: what the record prints between the words of its speakers."""

from collections.abc import Iterator, Sequence

from speeches.enumerations.listing import Source
from speeches.enumerations.selection import describe_sitting
from speeches.formats.records import PartKind
from speeches.models import Debate, Sitting, Speech

# Longer paragraphs print a motion, or what others shall do on other days.
_LONGEST = 200


def minutes_under(sitting: Sitting, headings: Sequence[Debate] = ()) -> Iterator[tuple[str, str]]:
    """The short paragraphs of a sitting's minutes, in order, each with the address of its page; only those under some
    headings, if any are given."""
    own = {"debate__in": headings} if headings else {}
    within = Debate.objects.filter(sitting=sitting, **({"pk__in": [one.pk for one in headings]} if headings else {}))
    printed = [(one.position, one.text, one.get_absolute_url()) for one in within.exclude(text="")]
    noted = Speech.objects.filter(sitting=sitting, parts__contains=[{"kind": PartKind.PROCEDURE.value}], **own)
    between = [
        (speech.position, speech.text[part["start"] : part["end"]], speech.get_absolute_url())
        for speech in noted
        for part in speech.parts
        if part["kind"] == PartKind.PROCEDURE
    ]
    for _, text, url in sorted([*printed, *between], key=lambda one: one[0]):
        yield from ((paragraph, url) for paragraph in text.split("\n\n") if len(paragraph) <= _LONGEST)


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
