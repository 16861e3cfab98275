"""Whether a passage matches the days, the parties, the bills, the non-members and the names that a question names."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rag.answering.passages import Passage
from rag.language.days import days_in
from rag.language.tokens import words_of
from speeches.enumerations.sides import parties_led
from speeches.finding.find import unknown_speakers
from speeches.finding.whose import unknown_offices
from speeches.models import Party, SourceType
from speeches.questions.plan import Question
from speeches.search.filters import Filters
from speeches.search.offices import title_words
from speeches.search.roster import has_honorific
from speeches.understanding.bills import BillIndex, bill_index, bill_numbers
from speeches.understanding.reading import PEOPLE, Reading, Slot
from speeches.understanding.sides import GOVERNMENT, find_side
from speeches.understanding.stems import stems_of

# A period of at least this length is named by its year.
_LONG = datetime.timedelta(days=360)
# Forms of a name share all but its last two letters, and at least this many.
_ROOT = 4


# A number of one of many has at most so many digits.
_FEW_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a passage must match.

    `strangers` holds the last two names of each speaker who is not a member, and the words of each office whose holder
    nobody knows; `parties` the spellings of the parties' names, `codes` their codes; `chambers` the names of
    the chamber whose words are asked for: none if this parliament has no such chamber, None if any chamber will do.
    `side` is the side of the chamber whose words are asked for, such as "opposition"; "" for any. `bills` are the ways
    in which each bill may be named, as stems or as its number; `names` the names of which its subject is made;
    `counted` the number that identifies one of several, such as 44 in "amendment 44". `speakers` are the names of the
    members named: a whole turn of theirs may name the bills and the subject.
    """

    reading: Reading
    strangers: tuple[frozenset[str], ...] = ()
    parties: tuple[str, ...] = ()
    codes: frozenset[str] = frozenset()
    chambers: frozenset[str] | None = None
    side: str = ""
    bills: tuple[tuple[frozenset[str], ...], ...] = ()
    names: tuple[str, ...] = ()
    counted: frozenset[str] = frozenset()
    speakers: frozenset[str] = frozenset()

    @property
    def numbers(self) -> frozenset[str]:
        """The numbers of the bills named."""
        return frozenset(bill_numbers(self.reading.words("bill")))

    def __bool__(self) -> bool:
        named = self.strangers or self.parties or self.side or self.bills or self.names or self.counted
        return bool(self.reading.days or named) or self.chambers is not None

    def matches(self, passage: Passage) -> bool:
        """Whether a passage matches: it is of the days or names them, names every stranger and the subject, and is by a
        party or names one. Names in the question that it answers need not be repeated, except a party's."""
        text = f"{passage.header} {passage.span.of(passage.text)}"
        with_question = " ".join([text, *_question_before(passage)])
        named = set(_fold_words(with_question).split())
        turn = f"{with_question} {_own_turn(passage)}" if passage.speaker in self.speakers else with_question
        return (
            all(names <= named for names in (*self.strangers, self.counted))
            and (self.chambers is None or passage.facts["chamber"] in self.chambers)
            and (not self.parties or self._is_of_a_party(passage) or any(_names(text, one) for one in self.parties))
            and (not self.side or _is_on_side(passage, self.side))
            and self._names_the_subject(turn, passage)
            and self._names_bills(turn, passage)
            and _is_of_days(passage, self.reading)
        )

    def is_said_by_them(self, passage: Passage) -> bool:
        """Whether whoever speaks a passage is of the party or on the side that the question names."""
        of_party = not self.codes or self._is_of_a_party(passage)
        return of_party and (not self.side or _is_on_side(passage, self.side))

    def _names_the_subject(self, text: str, passage: Passage) -> bool:
        """Whether a text holds each name in the subject. Another language may spell it differently. The record of a
        bill is found by its title, which its text need not repeat."""
        if passage.facts["language"] != self.reading.language or passage.facts["source_type"] == SourceType.BILL:
            return True
        folded = _fold_words(text).split() if self.names else []
        return all(_holds_name(folded, name.split()) for name in self.names)

    def _names_bills(self, text: str, passage: Passage) -> bool:
        """Whether a text names all bills. In another language it need only hold their numbers. The record of a bill
        need not repeat its title."""
        if not self.bills or passage.facts["source_type"] == SourceType.BILL:
            return True
        numbers, same = bill_numbers(text), passage.facts["language"] == self.reading.language
        held = stems_of(text) | numbers.keys()
        return all(any(way <= held or not (same or way & self.numbers) for way in ways) for ways in self.bills)

    def _is_of_a_party(self, passage: Passage) -> bool:
        code = str(passage.facts["party_code"])
        # In a code of two names, such as Lab/Co-op, the first is the party that whips.
        return code in self.codes or code.partition("/")[0] in self.codes


def requirements_of(asked: Question, filters: Filters) -> Requirements:
    """What a passage must match. For a named member and for one bill, the search itself selects the words."""
    reading = asked.reading
    ways = (_ways_to_name(slot, asked) for slot in reading.all("bill"))
    bills = () if filters.bill else tuple(filter(None, ways))
    names, counted = _names_in(reading), _numbers_in(reading)
    speakers = frozenset(asked.people.names[key] for key in reading.keys(*PEOPLE))
    if reading.keys("speaker"):
        return Requirements(reading, bills=bills, names=names, counted=counted, speakers=speakers)
    parties = [asked.known.parties[key] for key in reading.keys("party")]
    strangers = [] if parties else [_last_names(slot) for slot in unknown_speakers(reading, asked.people)]
    if reading.asks_for_words:
        offices = map(title_words, unknown_offices(reading, asked.people))
        # A single word such as "minister" fits too many people.
        strangers += [words for words in offices if len(words) > 1]
    return Requirements(
        reading,
        tuple(strangers),
        tuple({name for party in parties for name in _spellings(party)}),
        frozenset(party.code for party in parties),
        _chambers_asked_for(asked),
        "" if parties else _side_asked_for(reading),
        bills,
        names,
        counted,
        speakers,
    )


def _ways_to_name(slot: Slot, asked: Question) -> tuple[frozenset[str], ...]:
    """The ways in which a text may name a bill.

    By its number; else by the words of its title, or by the question's own words for it; else, if no title is known, by
    the names in these. Words common to many titles do not count. Empty if the bill is described, not named.
    """
    index = bill_index(asked.version)
    if numbers := bill_numbers(slot.words):
        return (frozenset(numbers),)
    titles = [index.stems[key] for key in slot.keys]
    own = _telling(stems_of(slot.words if titles else " ".join(_written_as_names(slot))), index)
    # One word of a title says too little: "the Defence bill".
    ways = [*(_telling(title, index) for title in titles), own if len(own) > 1 or not titles else frozenset()]
    return tuple(filter(None, ways))


def _telling(stems: frozenset[str], index: BillIndex) -> frozenset[str]:
    return frozenset(stem for stem in stems - index.common if not stem.isdigit())


def _names_in(reading: Reading) -> tuple[str, ...]:
    """The names of which the subject of a question for somebody's words is made: "Trident". Letters alone may stand for
    a name that is spoken in full."""
    if not reading.asks_for_words or reading.text.istitle():
        return ()
    subjects = ((slot, _written_as_names(slot)) for slot in reading.all("topic") if slot.start > 0)
    made_of = (names for slot, names in subjects if len(names) == len(slot.words.split()))
    spoken = (" ".join(name for name in names if not name.isupper()) for names in made_of)
    return tuple(filter(None, map(_fold_words, spoken)))


def _numbers_in(reading: Reading) -> frozenset[str]:
    """The number of a subject that is a word and its number, which calls one of many by it: "amendment 44". A longer
    number may be a year."""
    slots = (words_of(slot.words) for slot in reading.all("topic", "division"))
    words = (pair for own in slots if len(own) == 2 for pair in pairwise(own))
    return frozenset(
        one.folded
        for before, one in words
        if one.folded.isdigit() and len(one.folded) <= _FEW_DIGITS and before.text.isalpha()
    )


def _written_as_names(slot: Slot) -> list[str]:
    """The words of a slot that begin with a capital letter."""
    return [word.text for word in words_of(slot.words) if word.text[:1].isupper()]


def _holds_name(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether some words hold those of a name in a row, each in one of its forms: "Ukrainian" for "Ukraine"."""
    roots = [one[: max(_ROOT, len(one) - 2)] for one in name]
    rows = (words[at : at + len(roots)] for at in range(len(words) - len(roots) + 1))
    return any(all(word.startswith(root) for word, root in zip(row, roots, strict=True)) for row in rows)


def _side_asked_for(reading: Reading) -> str:
    """The side of a chamber whose words a question asks for: "What did the opposition say about …?"; "" for none."""
    if not reading.asks_for_words or reading.all("office"):
        return ""
    side = find_side(reading.words("party") or reading.text_outside_slots)
    return side.name if side else ""


def _is_on_side(passage: Passage, side: str) -> bool:
    """Whether the party of whoever speaks a passage was on a side of the chamber that day. If no leader of the
    government is known, anybody who speaks in an office speaks for it."""
    if passage.date is None:
        return False
    led = parties_led(str(passage.facts["parliament"]), passage.date)
    if side not in led:
        role = str(passage.facts["role"])
        return side == GOVERNMENT and bool(role) and find_side(role) is None
    return Party.objects.filter(pk__in=led[side], code=passage.facts["party_code"]).exists()


def _chambers_asked_for(asked: Question) -> frozenset[str] | None:
    """The names of the chamber whose words a question asks for: "What did the Senate say about …?". None for no
    chamber, or if it names whose words they are."""
    reading = asked.reading
    if not reading.asks_for_words or not reading.all("chamber") or reading.all("party", "office", "speaker"):
        return None
    return frozenset(asked.known.chambers[key].name for key in reading.keys("chamber"))


def _last_names(slot: Slot) -> frozenset[str]:
    """A person's last two names, without titles such as "Mr"."""
    names = [word for word in _fold_words(slot.words).split() if not has_honorific(word)]
    return frozenset(names[-2:])


def _spellings(party: Party) -> set[str]:
    """All spellings of a party's name."""
    names = {party.code, party.name, party.name_fr, *party.aliases} - {""}
    return names | {name.removesuffix(" Party") for name in names}


def _names(text: str, party: str) -> bool:
    """Whether a text names a party. A single word must match in case: "on" does not name "ON"."""
    if len(party.split()) > 1:
        return f" {_fold_words(party)} " in f" {_fold_words(text)} "
    return party in {word.text.strip("'’") for word in words_of(text)}


def _fold_words(text: str) -> str:
    """The words of a text without punctuation, case and accents, those with a hyphen as several."""
    words = (part.strip("'’") for word in words_of(text) for part in word.folded.split("-"))
    return " ".join(word for word in words if word[:1].isalnum())


def _question_before(passage: Passage) -> tuple[str, ...]:
    """Who asked the question that a passage replies to, and its sentences."""
    return (passage.replies_to.asker, *passage.replies_to.sentences) if passage.replies_to else ()


def _own_turn(passage: Passage) -> str:
    """What whoever speaks a passage says in that turn, without those who interrupt."""
    voice = passage.facts.get("voice")
    return voice.of(passage.text) if voice else ""


def _is_of_days(passage: Passage, reading: Reading) -> bool:
    """Whether a passage was said on the days that a question names, or names them; True if the question names none.

    A passage must name a day or month itself; for a longer period it must name the first and the last year.
    """
    days = reading.days
    if not days or (passage.date and days[0] <= passage.date <= days[1]):
        return True
    words = " ".join([passage.span.of(passage.text), *_question_before(passage)])
    if days[1] - days[0] < _LONG:
        return _names_days_within(words, days)
    printed = {word.text for word in words_of(words)}
    return all(str(day.year) in printed for day in (reading.first, reading.last) if day)


def _names_days_within(words: str, days: tuple[datetime.date, datetime.date]) -> bool:
    named = ([day for day in (one.first, one.last) if day] for one in days_in(words))
    return any(ends and all(days[0] <= day <= days[1] for day in ends) for ends in named)
