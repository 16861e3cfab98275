"""When a chamber met, rose and was to sit next, in the words of the record."""

from collections.abc import Iterator

from speeches.enumerations.chair_words import sentences_of
from speeches.enumerations.headings import sittings_within
from speeches.enumerations.listing import Entry, Listing
from speeches.enumerations.minutes import minutes_of, minutes_source
from speeches.enumerations.phrases import NOTES
from speeches.enumerations.selection import describe_sitting
from speeches.formats.motions import procedure_of
from speeches.models import Sitting, Speech
from speeches.understanding.reading import Reading

# A question about more sittings asks for something else.
_MOST_SITTINGS = 4
# What each sentence that says when to sit next contains, in English and in French.
_ADJOURN = {"en": "adjourn", "fr": "ajourne"}


def list_times(reading: Reading) -> Listing | None:
    """Every time of day in the minutes of the sittings meant, with the words around it, and what was said of when to
    sit next; None without days, or if a person, a session or a matter is named."""
    named = reading.all("about", "speaker", "topic", "bill", "division", "committee", "party")
    if not reading.days or reading.session or named:
        return None
    rows = sittings_within(reading).select_related("chamber__parliament").order_by("chamber", "date")
    sittings = list(rows[: _MOST_SITTINGS + 1])
    told = [entry for one in sittings for entry in _entries_of(one, reading.language)]
    if not told or len(sittings) > _MOST_SITTINGS:
        return None
    where = "; ".join(dict.fromkeys(one.side for one in told))
    title = NOTES[reading.language]["times"].format(where)
    first = next(one for one in sittings if describe_sitting(one, reading.language) == told[0].side)
    source = minutes_source(first, title, told[0].url, reading.language)
    return Listing("minutes", title, tuple(told), source, language=reading.language)


def _entries_of(sitting: Sitting, language: str) -> Iterator[Entry]:
    """The paragraphs of a sitting's minutes that tell a time of day, in order, then the sentences that say when to sit
    next, with whoever says them."""
    side = describe_sitting(sitting, language)
    procedure = procedure_of(sitting.chamber.parliament_id)
    for paragraph, url in minutes_of(sitting):
        if any(pattern.search(paragraph) for pattern in procedure.hours):
            yield Entry(f"“{paragraph}”", url=url, side=side)
    turns = Speech.objects.filter(sitting=sitting, text__icontains=_ADJOURN.get(sitting.language, "adjourn"))
    for one in sentences_of(turns.order_by("position"), procedure.sits_next):
        yield Entry(f"“{one.words}”", one.speaker, one.speech.get_absolute_url(), side=side, detail=one.speaker)
