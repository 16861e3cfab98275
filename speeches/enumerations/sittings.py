"""When a chamber met and rose, in the words of its minutes."""

from collections.abc import Iterator, Mapping, Sequence

from speeches.enumerations.headings import sittings_within
from speeches.enumerations.listing import Entry, Listing
from speeches.enumerations.minutes import minutes_of, minutes_source
from speeches.enumerations.phrases import NOTES
from speeches.enumerations.selection import describe_sitting
from speeches.formats.motions import procedure_of
from speeches.models import Sitting
from speeches.understanding.reading import Reading

# A question about more sittings asks for something else.
_MOST_SITTINGS = 4


def list_times(reading: Reading) -> Listing | None:
    """Every time of day in the minutes of the sittings meant, with the words around it; None without days, or if a
    person, a session or a matter is named."""
    named = reading.all("about", "speaker", "topic", "bill", "division", "committee", "party")
    if not reading.days or reading.session or named:
        return None
    rows = sittings_within(reading).select_related("chamber__parliament").order_by("chamber", "date")
    sittings = list(rows[: _MOST_SITTINGS + 1])
    told = {one: lines for one in sittings if (lines := list(_minutes_of(one)))}
    return _listing(told, reading) if told and len(sittings) <= _MOST_SITTINGS else None


def _minutes_of(sitting: Sitting) -> Iterator[tuple[str, str]]:
    """The paragraphs of a sitting's minutes that tell a time of day, in order, each with the address of its page."""
    patterns = procedure_of(sitting.chamber.parliament_id).hours
    for paragraph, url in minutes_of(sitting):
        if any(pattern.search(paragraph) for pattern in patterns):
            yield paragraph, url


def _listing(told: Mapping[Sitting, Sequence[tuple[str, str]]], reading: Reading) -> Listing:
    language, (first, lines) = reading.language, next(iter(told.items()))
    entries = tuple(
        Entry(f"“{words}”", url=url, side=describe_sitting(sitting, language))
        for sitting, own in told.items()
        for words, url in own
    )
    title = NOTES[language]["times"].format("; ".join(describe_sitting(one, language) for one in told))
    return Listing("minutes", title, entries, minutes_source(first, title, lines[0][1], language), language=language)
