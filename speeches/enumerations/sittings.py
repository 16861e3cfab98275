"""When a chamber met, rose and was to sit next, in the words of the record."""

from collections.abc import Iterator, Mapping, Sequence

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
_ADJOURN = ("adjourn", "ajourne")


def list_times(reading: Reading) -> Listing | None:
    """Every time of day in the minutes of the sittings meant, with the words around it, and what was said of when to
    sit next; None without days, or if a person, a session or a matter is named."""
    named = reading.all("about", "speaker", "topic", "bill", "division", "committee", "party")
    if not reading.days or reading.session or named:
        return None
    rows = sittings_within(reading).select_related("chamber__parliament").order_by("chamber", "date")
    sittings = list(rows[: _MOST_SITTINGS + 1])
    told = {one: lines for one in sittings if (lines := list(_minutes_of(one)))}
    return _listing(told, reading) if told and len(sittings) <= _MOST_SITTINGS else None


def _minutes_of(sitting: Sitting) -> Iterator[tuple[str, str]]:
    """The paragraphs of a sitting's minutes that tell a time of day, in order, then the sentences that say when to sit
    next, each with the address of its page."""
    procedure = procedure_of(sitting.chamber.parliament_id)
    for paragraph, url in minutes_of(sitting):
        if any(pattern.search(paragraph) for pattern in procedure.hours):
            yield paragraph, url
    turns = Speech.objects.filter(sitting=sitting, text__icontains=_ADJOURN[sitting.language == "fr"])
    for one in sentences_of(turns.order_by("position"), procedure.sits_next):
        yield one.words, one.speech.get_absolute_url()


def _listing(told: Mapping[Sitting, Sequence[tuple[str, str]]], reading: Reading) -> Listing:
    language, (first, lines) = reading.language, next(iter(told.items()))
    entries = tuple(
        Entry(f"“{words}”", url=url, side=describe_sitting(sitting, language))
        for sitting, own in told.items()
        for words, url in own
    )
    title = NOTES[language]["times"].format("; ".join(describe_sitting(one, language) for one in told))
    return Listing("minutes", title, entries, minutes_source(first, title, lines[0][1], language), language=language)
