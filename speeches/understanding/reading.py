"""What a question means: one value, made once when the question is read, and passed on."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rag.language.tokens import words_of
from speeches.understanding.lexicon import picks

# The slots that name people.
PEOPLE = ("speaker", "about")
# The slots that name what a question is about.
MATTER_SLOTS = ("topic", "bill", "division", "committee", "quotation")
# If the tagger is less sure of a kind than this, the kind is a guess.
UNSURE = 0.5
# The kind of question that asks what was replied to somebody.
REPLY = "answer/reply"


@dataclass(frozen=True, slots=True)
class Slot:
    """Words of a question that name something, where they stand in it, and how sure that is.

    `keys` are those of the record's rows that the words may mean; empty if the record knows none. A slot taken over
    from the question before has negative offsets.
    """

    name: str
    words: str
    start: int
    end: int
    sure: float = 1.0
    keys: tuple[int, ...] = ()

    @property
    def is_inherited(self) -> bool:
        return self.start < 0


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was understood: its `kind` ("vote/names"), its slots, and the side of a vote that it asks for.

    `parliament` is the one that it is asked in or names; `view` holds the parliaments it is about: that one, or all
    that are shown. `first` and `last` are the days that it names, `session` the session. `follows` is the full text of
    the question that it refers to.
    """

    text: str
    language: str = "en"
    kind: str = "find/passages"
    sure: float = 1.0
    # How likely it asks for a vote, in whatever view.
    of_a_vote: float = 1.0
    slots: tuple[Slot, ...] = ()
    side: str = ""
    parliament: str = ""
    view: frozenset[str] = frozenset()
    first: datetime.date | None = None
    last: datetime.date | None = None
    session: str = ""
    follows: str = ""
    # The other kinds it may have, likeliest first, each looked up in another way.
    otherwise: tuple[str, ...] = ()
    # Words with a meaning of their own that belong to no slot, and are seldom words of asking.
    unread: tuple[str, ...] = ()

    @property
    def task(self) -> str:
        """ "vote", "fact", "list", "answer", "find", "balance", "compare" or "quote"."""
        return self.kind.partition("/")[0]

    @property
    def is_sure(self) -> bool:
        return self.sure >= UNSURE

    @property
    def asks_for_words(self) -> bool:
        """Whether it asks what somebody said or thinks, rather than for something that anybody may have stated."""
        return self.kind in ("answer/statement", "answer/position")

    @property
    def has_a_matter(self) -> bool:
        """Whether it names a matter, besides who and when."""
        return bool(self.all(*MATTER_SLOTS, "about", "office", "place"))

    @property
    def is_of_unknown_days(self) -> bool:
        """Whether it names days that nobody can tell, such as "last week", or a day on which nobody sat."""
        return bool(self.all("date")) and not (self.first or self.last)

    @property
    def is_of_a_session(self) -> bool:
        """Whether its days are those of the session that it names, and no date names them."""
        return bool(self.session and self.days) and not self.all("date")

    @property
    def unread_matter(self) -> tuple[str, ...]:
        """The unread words that may name what a question is about: not those that pick some of many."""
        return tuple(word for word in self.unread if not picks(word))

    @property
    def unread_names(self) -> tuple[str, ...]:
        """The unread words that are written as names; a capital at the start of the question makes none."""
        first = next((word.text for word in words_of(self.text)), "")
        return tuple(word for word in self.unread if word[0].isupper() and word != first)

    @property
    def days(self) -> tuple[datetime.date, datetime.date] | None:
        """The first and last day that it names, an open end as far away as possible; None if it names no days."""
        if not (self.first or self.last):
            return None
        return self.first or datetime.date.min, self.last or datetime.date.max

    def all(self, *names: str) -> tuple[Slot, ...]:
        """The slots with these names, in order."""
        return tuple(slot for slot in self.slots if slot.name in names)

    def keys(self, *names: str) -> tuple[int, ...]:
        """The keys of the rows that the slots with these names may mean, each once."""
        return tuple(dict.fromkeys(key for slot in self.all(*names) for key in slot.keys))

    def words(self, *names: str) -> str:
        """The words of the slots with these names."""
        return " ".join(slot.words for slot in self.all(*names))

    def without(self, names: Iterable[str]) -> "Reading":
        """The reading without some kinds of slot. Without "kind" it asks for passages."""
        gone = set(names)
        reading = replace(self, slots=tuple(slot for slot in self.slots if slot.name not in gone))
        if "date" in gone:
            reading = replace(reading, first=None, last=None)
        if "session" in gone:
            reading = replace(reading, session="")
        return replace(reading, kind="find/passages", sure=1.0, side="", otherwise=()) if "kind" in gone else reading

    @property
    def text_outside_slots(self) -> str:
        """The words of the question that belong to no slot."""
        return self.text_without(*(slot.name for slot in self.slots))

    def text_without(self, *names: str) -> str:
        """The question without the words of the slots with these names."""
        text = self.text
        for slot in sorted(self.all(*names), key=lambda one: -one.start):
            if not slot.is_inherited:
                text = f"{text[: slot.start]} {text[slot.end :]}"
        return " ".join(text.split())
