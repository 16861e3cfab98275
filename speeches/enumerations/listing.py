"""A complete list and its forms: rows for a page or a program, a sentence, CSV."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext, override

from rag.text.cells import as_csv
from rag.text.dates import format_date
from rag.text.sentences import sentence_spans
from speeches.enumerations.phrases import NOTES
from speeches.formats.records import THE_RECORD
from speeches.models import Bill, Division, Parliament, Sitting, Speech
from speeches.reading.naming import name_of, vote_title
from speeches.search.languages import page_language

# Kinds of list whose entries are words of a person.
_SAID = ("speeches", "petitions", "reports")
# Kinds of list whose entries have a source each.
_EACH_BY_ITSELF = (*_SAID, "divisions", "debates")
# For this few speakers, the role, party and seat are given as well.
_IN_FULL = 3
# What a file holds of each entry.
_COLUMNS = ("name", "person", "party", "riding", "state", "role", "side", "note", "detail")
# At most so many letters of a speech are quoted as the source of a list.
_QUOTED = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list, under the name that the record prints. `side` is the part of the list in which it
    stands: of a ballot its side, of a bill whether it is new."""

    name: str
    person: str = ""
    url: str = ""
    party: str = ""
    riding: str = ""
    state: str = ""
    role: str = ""
    note: str = ""
    side: str = ""
    # What a sentence tells beside the name: what became of a bill then, the votes that a party cast.
    detail: str = ""

    @property
    def described(self) -> str:
        """The role or else the party, and the seat: "Minister of Justice, Rotorua"; "" if none is known."""
        return ", ".join(filter(None, [self.role or self.party, self.riding]))


@dataclass(frozen=True, slots=True)
class Source:
    """What proves a list: the vote or the printed list, with its own words if it has any."""

    source_type: str
    id: str
    title: str
    reference: str
    date: str
    url: str
    source_url: str
    quote: str = ""
    chamber: str = ""
    parliament: Parliament | None = None
    # Who says the words quoted; "The record" if nobody does.
    speaker: str = THE_RECORD["en"]
    # For a vote: how it ended, with the printed counts: "negatived, 102 to 155".
    result: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A vote that a question may mean, and what would answer the question if this one is meant; "" if its result
    does."""

    source: Source
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A complete list. `counts` are the printed counts.

    A list of kind "choices" has no entries; its `choices` are the votes that the question may mean.
    """

    kind: str
    title: str
    entries: tuple[Entry, ...]
    source: Source
    counts: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    # The note that the list is wider than the question, because some of its words are in no table; "" if it is not.
    loose: str = ""
    bill: Bill | None = None
    choices: tuple[Choice, ...] = ()
    # Whether it is about a vote in which the record prints no ballot of the person asked about.
    absent: bool = False
    # Whether the choices are only what comes nearest to the question.
    near: bool = False
    language: str = "en"

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The notes, beginning with the one that the list is wider than the question."""
        return tuple(filter(None, (self.loose, *self.notes)))

    @property
    def notes_beside(self) -> tuple[str, ...]:
        """The notes that the sentence of the list does not hold."""
        return self.notes if self.is_wider else self.all_notes

    @property
    def is_wider(self) -> bool:
        """Whether the list would be taken for what was asked for. A single entry does not look like a complete list."""
        return bool(self.loose) and len(self.entries) > 1

    def sentence(self, most: int = 12) -> str:
        """The list as a sentence. After `most` names, of each side if it has several, it says how many more there are.
        If it is wider than the question, it says so first."""
        told = self._sentence_alone(most)
        return f"{self.loose} {told}" if self.is_wider else told

    def _sentence_alone(self, most: int) -> str:
        if self.kind == "choices":
            return self.title
        if not self.entries and self.counts and self.kind == "votes" and not self.title[:1].isdigit():
            return f"{self.title}."
        if len(self.entries) == 1 and self.title.startswith(self.entries[0].person or self.entries[0].name):
            # "Bob Katter voted against …" already names him.
            return f"{self.title}."
        colon = " :" if self.language == "fr" else ":"
        sides = list(dict.fromkeys(entry.side for entry in self.entries))
        groups = [[entry for entry in self.entries if entry.side == side] for side in sides]
        if len(groups) < 2 and (self.kind != "turns" or not any(sides)):
            return f"{self.title}{colon} {self._names_of(self.entries, most).removesuffix('.')}."
        told = [f"{side}{colon} {self._names_of(own, most)}" for side, own in zip(sides, groups, strict=True)]
        return f"{self.title}{colon} {'; '.join(told).removesuffix('.')}."

    def _names_of(self, entries: Sequence[Entry], most: int) -> str:
        """The first names of some entries, and how many more there are."""
        shown, french = entries[:most], self.language == "fr"
        if not shown:
            return "personne" if french else "nobody"
        people = {one.person for one in self.entries}
        # A title that names the one person need not be followed by the name again.
        if self.kind in _SAID and not (len(people) == 1 and min(people) in self.title):
            told = "; ".join(_words_by_person(shown, in_full=len(people) <= _IN_FULL))
        elif self.kind == "turns" or (self.kind == "speakers" and len(entries) <= _IN_FULL):
            told = ", ".join(_in_full(one.name, one) for one in shown)
        else:
            told = ", ".join(f"{one.name} ({one.detail})" if one.detail else one.name for one in shown)
        more = len(entries) - len(shown)
        rest = f" et {more} autres" if french else f" and {more} more"
        return told + (rest if more else "")

    def as_csv(self, site: str = "") -> str:
        """The whole list, one line for each entry, with its source: that of the list, or its own where each has one.
        Notes give the days of such entries. `site` comes before the addresses of pages."""
        of_the_list = (self.source.date, self.source.url and f"{site}{self.source.url}", self.source.source_url)
        each = self.kind in _EACH_BY_ITSELF
        return as_csv(
            [*_COLUMNS, "date", "source", "source_url"],
            (
                [
                    *(getattr(one, column) for column in _COLUMNS),
                    *(("", one.url and f"{site}{one.url}", "") if each else of_the_list),
                ]
                for one in self.entries
            ),
        )


def _in_full(name: str, entry: Entry) -> str:
    """A name with the role or else the party, and the seat, if any is known."""
    return f"{name} ({entry.described})" if entry.described else name


def _words_by_person(entries: Sequence[Entry], *, in_full: bool) -> Iterator[str]:
    """What each person said, after the name, in the order in which they first spoke; what nobody said, by itself."""
    by_name: dict[str, list[str]] = {}
    for one in entries:
        by_name.setdefault(_in_full(one.person, one) if in_full and one.person else one.person, []).append(one.name)
    for name, said in by_name.items():
        yield ", ".join([name, *said] if name else said)


def division_source(division: Division, language: str) -> Source:
    """A vote as a source, in the language of the question. It quotes what was voted on as the record has it."""
    sitting = division.sitting
    for_it, against = division.for_and_against
    with override(language):
        number = gettext("Vote no. {number}").format(number=division.number) if division.number else ""
        counts = gettext("%(ayes)s to %(noes)s") % {"ayes": for_it, "noes": against}
        outcome = str(Division.Outcome(division.outcome).label)
    where = (number, name_of(sitting.chamber, language), format_date(sitting.date, language))
    return Source(
        source_type="vote_question",
        id=division.key,
        title=vote_title(division, language),
        reference=", ".join(filter(None, where)),
        date=sitting.date.isoformat(),
        url=division.get_absolute_url(),
        source_url=sitting.source_url,
        quote=division.words,
        chamber=sitting.chamber.name,
        parliament=sitting.chamber.parliament,
        result=f"{outcome}, {counts}",
    )


def record_source(kind: str, title: str, language: str, url: str = "", parliament: Parliament | None = None) -> Source:
    """The record itself as the source of a list of a kind."""
    return Source(kind, kind, title, NOTES[language]["record"], "", url, "", parliament=parliament)


def sitting_source(sitting: Sitting | None, title: str, url: str, kind: str, id_: str, day: str) -> Source:
    """A list printed with a day's record, as a source."""
    reference, language = title, page_language()
    if sitting:
        text = gettext("{chamber}, {day}, appended lists")
        reference = text.format(chamber=name_of(sitting.chamber, language), day=format_date(sitting.date, language))
    return Source(
        source_type=kind,
        id=id_,
        title=title,
        reference=reference,
        date=day,
        url=url,
        source_url=sitting.source_url if sitting else "",
        chamber=sitting.chamber.name if sitting else "",
        parliament=sitting.chamber.parliament if sitting else None,
    )


def entry_of(speech: Speech) -> Entry:
    """Who gave a speech, as its label says it, with party, seat and role."""
    return Entry(
        name=speech.speaker,
        url=speech.get_absolute_url(),
        party=speech.party.name if speech.party else "",
        riding=speech.riding.name if speech.riding else "",
        role=speech.role,
    )


def entry_under(name: str, speech: Speech, note: str, side: str = "") -> Entry:
    """A name in a speech, with party, seat and role if the speech is that person's own."""
    known = entry_of(speech) if speech.speaker == name else Entry(name, url=speech.get_absolute_url())
    return replace(known, note=note, side=side)


def speech_source(speech: Speech, title: str) -> Source:
    """The speech in which a list is printed, or that proves a fact, as a source with its first sentences."""
    return Source(
        source_type="hansard",
        id=speech.pk,
        title=title,
        reference=speech.reference,
        date=speech.date.isoformat(),
        url=speech.get_absolute_url(),
        source_url=speech.source_url,
        quote=_first_sentences(speech.text),
        chamber=speech.chamber.name,
        parliament=speech.parliament,
        speaker=speech.speaker,
    )


def _first_sentences(text: str) -> str:
    """The whole sentences at the beginning of a text, as many as may be quoted."""
    ends = [one.end for one in sentence_spans(text[: 2 * _QUOTED]) if one.end <= _QUOTED]
    return text[: max(ends, default=_QUOTED)]
