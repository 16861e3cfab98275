"""Whether a passage bears out what a question names: its days, its parties, and whoever is no member."""

import datetime
from dataclasses import dataclass

from rag.answering.passages import Passage
from rag.language.days import days_in
from rag.language.tokens import words_of
from speeches.finding.find import unknown_speakers
from speeches.questions.plan import Asked
from speeches.understanding.reading import Reading, Slot

# Days that make a year, or nearly, are named by its number.
_LONG = datetime.timedelta(days=360)


@dataclass(frozen=True, slots=True)
class Named:
    """What passages have to bear out: `strangers` are who speaks in the question and in no sitting, `parties` the names
    of the parties, `codes` theirs where one of them speaks."""

    reading: Reading
    strangers: tuple[str, ...]
    parties: tuple[str, ...]
    codes: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.reading.days or self.strangers or self.parties)

    def is_borne_out_by(self, passage: Passage) -> bool:
        """Whether a passage was said on the days or names them, names every stranger, and is a party's or names it."""
        words = _printed(f"{passage.header} {passage.span.of(passage.text)}")
        is_of_party = not self.parties or passage.facts["party_code"] in self.codes
        return (
            all(name in words for name in self.strangers)
            and (is_of_party or any(name in words for name in self.parties))
            and _is_of_days(passage, self.reading)
        )


def named_by(asked: Asked) -> Named:
    """What a question names that a passage has to bear out. Where a member is named, the search sees to whose words
    they are."""
    reading = asked.reading
    if reading.keys("speaker"):
        return Named(reading, (), (), frozenset())
    parties = [asked.known.parties[key] for key in reading.keys("party")]
    strangers = [] if parties else unknown_speakers(reading, asked.people)
    return Named(
        reading,
        tuple(_printed(_surname(slot)) for slot in strangers),
        tuple({_printed(name) for party in parties for name in party.keys()}),
        frozenset(party.code for party in parties),
    )


def _surname(slot: Slot) -> str:
    """The last two words of a name."""
    return " ".join([word.text for word in words_of(slot.words) if word.text[0].isalpha()][-2:])


def _printed(text: str) -> str:
    """The words of a text without signs, case and accents, a space around each, so that names are found as words."""
    words = (word.folded.strip("'’") for word in words_of(text))
    return f" {' '.join(word for word in words if word[:1].isalnum())} "


def _is_of_days(passage: Passage, reading: Reading) -> bool:
    """Whether a passage was said on the days that a question names, if any, or names them: a month or a day by itself,
    longer stretches by the years in which they begin and end."""
    days = reading.days
    if not days or (passage.date and days[0] <= passage.date <= days[1]):
        return True
    words = passage.span.of(passage.text)
    if days[1] - days[0] < _LONG:
        return _names_days_within(words, days)
    return all(str(day.year) in words for day in (reading.first, reading.last) if day)


def _names_days_within(words: str, days: tuple[datetime.date, datetime.date]) -> bool:
    named = ((one.first, one.last) for one in days_in(words))
    return any(first and last and days[0] <= first <= last <= days[1] for first, last in named)
