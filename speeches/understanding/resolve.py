"""Resolves the words of a slot to rows of the record, which has the last word on every slot."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rag.language.days import days_in
from rag.language.tokens import Word, words_of
from speeches.formats.names import fold
from speeches.models import Chamber, Committee, Riding, Sitting, Speech, Term
from speeches.search.catalogue import Catalogue
from speeches.search.roster import Roster
from speeches.understanding.bills import BillIndex
from speeches.understanding.lexicon import ARTICLES, EMPTY, MEMBERS, MOTIONS, PERSONAL, PRINTED_SIDES
from speeches.understanding.reading import PEOPLE, Reading, Slot
from speeches.understanding.stems import stems_of


@dataclass(frozen=True, slots=True)
class Record:
    """The names that the record knows, and the parliaments in view."""

    known: Catalogue
    people: Roster
    bills: BillIndex
    view: frozenset[str]


def resolve_slots(slots: tuple[Slot, ...], record: Record) -> tuple[Slot, ...]:
    """The slots with the keys of the rows that their words may mean.

    A "party" that is known only as a member becomes a member, and the other way round.
    """
    return without_titles([_resolve_slot(slot, record) for slot in slots])


def without_titles(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The slots of people without a title that stands right before a member's name: "la ministre Ambrose"."""
    titles = {
        title
        for title, name in pairwise(slots)
        if title.name in PEOPLE
        and title.words[:1].islower()
        and not title.keys
        and name.name in PEOPLE
        and name.keys
        and name.start == title.end + 1
    }
    return tuple(slot for slot in slots if slot not in titles)


def _resolve_slot(slot: Slot, record: Record) -> Slot:
    # A party's own name is no misspelling of a member's: the Greens are not Mr Green.
    if (
        slot.name in PEOPLE
        and not record.people.has_name(_bare(slot.words))
        and (own := _parties_called(slot.words, record))
    ):
        return replace(slot, name="party", keys=own)
    for name in (slot.name, *_OTHERWISE.get(slot.name, ())):
        find = _FINDERS.get(name)
        if find and is_named(slot) and (keys := find(slot.words, record)):
            return replace(slot, name=name, keys=keys)
    return slot


def is_named(slot: Slot) -> bool:
    """Whether the words of a slot name something, and do not only refer to something named before."""
    # A French verb has its pronoun after a hyphen: "a-t-elle".
    own = [word.folded.rstrip("'’") for word in words_of(slot.words)]
    named = [word for word in own if not ("-" in word and word.rpartition("-")[2] in PERSONAL)]
    return any(word not in EMPTY for word in named)


def is_of_any_matter(slot: Slot) -> bool:
    """Whether a slot calls what is moved only by its kind: "the bill", "the motion itself"."""
    own = [word.folded for word in words_of(slot.words)]
    return slot.name in ("bill", "division") and not slot.keys and all(word in EMPTY | MOTIONS for word in own)


def _people(words: str, record: Record) -> tuple[int, ...]:
    called = record.people.find_members(_bare(words))
    return tuple(one for one in called if record.people.parliaments.get(one) in record.view)


def _parties(words: str, record: Record) -> tuple[int, ...]:
    """The parties of that name; else that of the member in "Dunne's party"."""
    own = _without_members(words)
    of_a_member = len(own) < len(fold(_bare(words)).split())
    return _parties_called(words, record) or (_party_of(" ".join(own), record) if of_a_member else ())


def _parties_called(words: str, record: Record) -> tuple[int, ...]:
    """The parties in view whose name words are, with or without words for their members."""
    own = " ".join(_without_members(words))
    for name in (fold(words), own, own.removesuffix("s")):
        keys = record.known.called.get(name, set())
        if in_view := tuple(sorted(key for key in keys if record.known.parties[key].parliament_id in record.view)):
            return in_view
    return ()


def _without_members(words: str) -> list[str]:
    return [word for word in fold(_bare(words)).split() if word not in MEMBERS | ARTICLES] or fold(words).split()


def _party_of(name: str, record: Record) -> tuple[int, ...]:
    """The party of the one member whom a name means, "Dunne" in "Dunne's party": the last one on record."""
    member = _people(" ".join(word.folded for word in words_of(name) if word.folded not in EMPTY), record)
    if len(member) != 1:
        return ()
    held = Term.objects.filter(politician__in=member).exclude(party=None).order_by("-start")
    shown = Speech.objects.filter(politician__in=member).exclude(party=None).order_by("-date")
    found = held.values_list("party", flat=True).first() or shown.values_list("party", flat=True).first()
    return (found,) if found else ()


def _committees(words: str, record: Record) -> tuple[int, ...]:
    """The committees with that name or acronym; else those whose name holds all the words and the fewest others,
    apart from words that all committees bear: "comité ETHI"."""
    rows = list(Committee.objects.filter(parliament__in=record.view))
    exact = [one.pk for one in rows if fold(words) in {fold(one.name), fold(one.name_fr), fold(one.acronym), one.slug}]
    if exact:
        return tuple(exact)
    wanted = _stems_of_committee(words)
    held = [
        (len(own), one.pk)
        for one in rows
        for name in (one.name, one.name_fr, one.acronym)
        if wanted and wanted <= (own := _stems_of_committee(name))
    ]
    fewest = min((count for count, _ in held), default=0)
    return tuple(dict.fromkeys(pk for count, pk in held if count == fewest))


def _stems_of_committee(name: str) -> frozenset[str]:
    """The stems that tell a committee apart. A word with a hyphen is one: "Co-operatives" are no "Operations"."""
    return stems_of(name.replace("-", "")) - _OF_ANY_COMMITTEE


# Words that do not tell committees apart.
_OF_ANY_COMMITTEE = stems_of("committee standing select special joint comité permanent spécial mixte")


def distinct_name(committee: str) -> str:
    """The words of a committee's name that tell it from others: "Defence" in "the Defence Select Committee".

    >>> distinct_name("the Defence Select Committee")
    'Defence'
    """
    own = (word for word in words_of(committee) if word.folded not in EMPTY)
    return " ".join(word.text for word in own if not stems_of(word.text) <= _OF_ANY_COMMITTEE)


def _ridings(words: str, record: Record) -> tuple[int, ...]:
    key = fold(_bare(words))
    rows = Riding.objects.filter(parliament__in=record.view)
    return tuple(row.pk for row in rows if key in row.keys())


def find_chambers(words: str, parliaments: Iterable[str]) -> tuple[int, ...]:
    """The keys of the chambers of some parliaments that words mean."""
    key = fold(_bare(words)).removeprefix("the ")
    rows = Chamber.objects.filter(parliament__in=list(parliaments), committee=None)
    exact = [one.pk for one in rows if key in one.keys()]
    return tuple(exact or [one.pk for one in rows if any(key and key in own.split() for own in one.keys())])


_FINDERS: dict[str, Callable[[str, Record], tuple[int, ...]]] = {
    "speaker": _people,
    "about": _people,
    "party": _parties,
    "mover": _parties,
    "ally": _parties,
    "foe": _parties,
    "unclear": _parties,
    "bill": lambda words, record: record.bills.find_bills(words, record.view),
    "committee": _committees,
    "place": _ridings,
    "except": _parties,
    "chamber": lambda words, record: find_chambers(words, record.view),
}
# The kinds a slot may have instead, if the record knows nothing of its own kind by these words.
_OTHERWISE = {
    "speaker": ("party",),
    "about": ("party",),
    "party": ("about",),
    "side": ("party",),
    "chamber": ("committee",),
}


def is_country(slot: Slot, known: Catalogue) -> bool:
    """Whether a slot only says whose record is meant. A country may be read as a place, or as a party: "the New Zealand
    parties", "les partis néo-zélandais"."""
    if slot.name not in ("place", "party") or slot.keys:
        return slot.name == "country"
    words = stems_of(slot.words)
    return bool(words) and any(words <= stems_of(country) for country in known.countries)


def names_printed_side(reading: Reading) -> bool:
    """Whether a question names a side as it is printed ("the noes"), rather than who was for what was moved.

    If it has no words for a side of its own, those outside its slots tell, and those of the earlier question.
    """
    sides = reading.all("side")
    own = [word for slot in sides if not slot.is_inherited for word in words_of(slot.words)]
    inherited = [word for slot in sides for word in words_of(slot.words)]
    outside = words_outside(words_of(reading.text), reading.slots)
    return any(word.folded in PRINTED_SIDES for word in own or [*outside, *inherited])


def refers_back(words: Sequence[Word], slots: Sequence[Slot]) -> bool:
    """Whether a pronoun stands for somebody of the question before: no slot holds it, and nobody is named before it."""
    people = [slot.start for slot in slots if slot.name in ("speaker", "about") and is_named(slot)]
    outside = words_outside(words, slots)
    return any(word.folded in PERSONAL and word.start < min(people, default=0) for word in outside)


def words_outside(words: Sequence[Word], slots: Sequence[Slot]) -> list[Word]:
    """The words of a question that belong to no slot."""
    return [word for word in words if not any(slot.start < word.end and word.start < slot.end for slot in slots)]


def find_states(words: str, known: Catalogue) -> tuple[str, ...]:
    """The states or provinces that words name, in the record's spelling."""
    return tuple(known.spellings_of("state", fold(_bare(words)).removeprefix("the ")))


def days_of(words: str, record: Record) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and last day that the words of a date mean.

    A day without a year is the latest such day on which a parliament in view sat.
    """
    found = days_in(words)
    if not found:
        return None, None
    one = found[0]
    if not one.month:
        return one.first, one.last
    sittings = Sitting.objects.filter(chamber__parliament__in=record.view, date__month=one.month, date__day=one.day)
    day = sittings.order_by("-date").values_list("date", flat=True).first()
    return day, day


def _bare(words: str) -> str:
    return words.strip().removesuffix("'s").removesuffix("’s").strip(" .,;:?!’'")
