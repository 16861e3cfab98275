"""Everyone who ever spoke, kept in memory, to find people by the many ways in which they are called."""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import dropwhile
from pathlib import Path

from django.db.models import Max, Min
from rapidfuzz import fuzz, process

from speeches.formats.names import HONORIFICS, fold, name_key
from speeches.models import Politician, Speech, Term
from speeches.models.people import riding_key
from speeches.search.version import keep_by_version

# Added to both ends of an office, which is known only from the days on which its holder spoke in it.
SLACK = datetime.timedelta(days=45)
# A misspelt full name matches if it is at least this similar, out of 100.
_LIKENESS = 84
# Each word of a misspelt name resembles its word of the name this much.
_ALIKE_WORD = 80
# Names at least this similar are suggested if nobody has the one asked for.
_NEAR = 65
_LONGEST_NAME = 6
# Ranks of peers; the short names tell how their holders are called.
_RANKS = ("baroness", "earl")
_SEAT = re.compile(r"(?:the )?member for (.+)", re.IGNORECASE)
_SHORT_NAMES = Path(__file__).resolve().parent.parent / "data" / "short_names.tsv"
# A seat or an office in a text has at most so many words.
_LONGEST_TITLE = 12
_WORD = re.compile(r"[^\s,.;:()“”\"]+")
# How records call a member by the seat, in either language: "member for", "députée de".
_SEATED, _JOINING = frozenset({"member", "depute", "deputee"}), frozenset({"for", "de", "du", "des"})
_ELISION = re.compile(r"(?<=député )d['’]|(?<=députée )d['’]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tenure:
    """A riding or an office that a member held for a time."""

    member: int
    start: datetime.date
    end: datetime.date


@dataclass(slots=True)
class Roster:
    """Members by folded full name, surname, key of their riding, and office."""

    names: dict[int, str] = field(default_factory=dict)
    slugs: dict[int, str] = field(default_factory=dict)
    parliaments: dict[int, str] = field(default_factory=dict)
    by_name: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    by_surname: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    ridings: dict[str, list[Tenure]] = field(default_factory=lambda: defaultdict(list))
    roles: dict[str, list[Tenure]] = field(default_factory=lambda: defaultdict(list))

    def find_members(self, name: str) -> list[int]:
        """The members whom a name may mean, in any spelling: several if they share it, none if nobody fits."""
        if seat := _seat_in(name):
            return _members(self.holders_of(seat))
        key = name_key(name)
        if office := self.roles.get(fold(name).removeprefix("the ")):
            return _members(office)
        exact = self.by_name.get(key) or self.by_surname.get(key)
        if exact:
            return sorted(exact)
        words = set(key.split())
        holding = {
            member for known, members in self.by_name.items() if words <= set(known.split()) for member in members
        }
        # A peer is called Lord or Lady of whatever rank, so that several may be meant.
        also = self._shortened(key) if key.partition(" ")[0] in _peers_forms() or not holding else set()
        called = (holding if words else set()) | also
        # A city is not a misspelt member: Ottawa is not Mr Ottaway.
        return sorted(called if called or self.names_a_place(name) else self._alike(key))

    def has_name(self, name: str) -> bool:
        """Whether a name is a member's, spelt as the record spells it: the whole of it, or the surname."""
        key = name_key(name)
        return key in self.by_name or key in self.by_surname

    def tenures_of(self, name: str) -> list[Tenure]:
        """Who held the office or the seat of that name, and when; none for a person's name."""
        if seat := _seat_in(name):
            return self.holders_of(seat)
        return list(self.roles.get(fold(name).removeprefix("the "), []))

    def holders_of(self, seat: str) -> list[Tenure]:
        """Who sat for the riding of that name, in either language and with dashes of any length, and when."""
        return list(self.ridings.get(riding_key(seat), []))

    def named_by_title(self, text: str, parliament: str, day: datetime.date) -> list[str]:
        """The names of those whom a text means by their seat or their office on a day: "the member for Sydney", "la
        députée de Brampton-Nord".

        An office that several held that day names nobody.
        """
        words = _WORD.findall(fold(_ELISION.sub("de ", text)))
        held = [_longest(words[place:], self.roles) for place, word in enumerate(words, 1) if word == "the"]
        for place, word in enumerate(words, 1):
            if word in _SEATED and (seat := list(dropwhile(_JOINING.__contains__, words[place:]))) != words[place:]:
                held.append(_longest(seat, self.ridings))
        meant = [
            {
                one.member
                for one in tenures
                if one.start <= day <= one.end and self.parliaments[one.member] == parliament
            }
            for tenures in held
        ]
        return [self.names[member] for members in meant if len(members) == 1 for member in members]

    def nearest(self, name: str, count: int = 3) -> list[str]:
        """Names to suggest for one that nobody has; none if no name is similar."""
        words = name_key(name).split()[:_LONGEST_NAME]
        likeness = {known: _likeness(words, known.split()) for known in self.by_name}
        # A similar first name is not enough: Arthur Winston Crane is not Winston Churchill.
        near = (one for one in likeness if likeness[one] >= _NEAR and _likeness(one.split()[-1:], words) >= _NEAR)
        like = sorted(near, key=lambda known: -likeness[known])
        return list(dict.fromkeys(self.names[min(self.by_name[known])] for known in like))[:count]

    def _shortened(self, key: str) -> set[int]:
        """The members with the same surname of whose first name the name's is a short form, or the reverse: "Ron" is
        Ronald."""
        first, _, surname = key.partition(" ")
        return {
            member
            for known, members in self.by_name.items()
            if surname and f" {surname} of " in f"{known} of " and _are_one_name(first, known.split()[0])
            for member in members
        }

    def names_a_place(self, name: str) -> bool:
        """Whether several ridings begin with a name, as those of a city do. A name with which one riding alone begins
        may be a person's."""
        wanted = riding_key(name)
        return sum(one.startswith(f"{wanted} ") for one in self.ridings) > 1

    def _alike(self, key: str) -> set[int]:
        keys = self.by_name if " " in key else self.by_surname
        found = process.extract(key, list(keys), scorer=fuzz.ratio, score_cutoff=_LIKENESS, limit=None)
        alike = [(known, score) for known, score, _ in found if _is_misspelt(key, known)]
        return {member for known, score in alike if score == alike[0][1] for member in keys[known]}


def _seat_in(name: str) -> str:
    """The seat by which a member is called: "Kennedy" of "the member for Kennedy"; "" for a name."""
    called = _SEAT.fullmatch(name)
    return called[1] if called else ""


def _longest(words: Sequence[str], known: Mapping[str, list[Tenure]]) -> list[Tenure]:
    """What is known by the most of the first words: "York Outer" and "York—Simcoe" are not York."""
    starts = (" ".join(words[:count]) for count in range(min(len(words), _LONGEST_TITLE), 0, -1))
    # A seat's key has no dashes.
    found = (known.get(name) or known.get(riding_key(name)) for name in starts)
    return next(filter(None, found), [])


def _are_one_name(one: str, other: str) -> bool:
    """Whether one of two first names is a short form of the other."""
    short = _short_names()
    return one in short.get(other, ()) or other in short.get(one, ())


@cache
def _peers_forms() -> frozenset[str]:
    """How peers are called, whatever their rank: "Lady" for a baroness."""
    return frozenset(form for rank in _RANKS for form in _short_names()[rank])


@cache
def _short_names() -> dict[str, frozenset[str]]:
    """The short forms of each first name."""
    lines = (line.split("\t") for line in _SHORT_NAMES.read_text(encoding="utf-8").splitlines())
    return {name: frozenset(forms.split(", ")) for name, forms in lines}


def _is_misspelt(key: str, name: str) -> bool:
    """Whether a key may be a misspelling of a name: each word begins alike and is similar. "David Bennett" is not
    "David Evennett"."""
    pairs = list(zip(key.split(), name.split(), strict=False))
    same_length = len(key.split()) == len(name.split())
    return same_length and all(one[0] == other[0] and fuzz.ratio(one, other) >= _ALIKE_WORD for one, other in pairs)


def _likeness(wanted: Sequence[str], name: Sequence[str]) -> float:
    """How similar a name is, out of 100: the mean, over the wanted words, of the likeness of the nearest word."""
    nearest = [max(fuzz.ratio(word, other) for other in name) for word in wanted]
    return sum(nearest) / len(nearest) if nearest else 0.0


@keep_by_version
def roster(version: int | None) -> Roster:
    """The roster of a version of the record."""
    people = Roster()
    for pk, name, slug, keys, code in Politician.objects.values_list("pk", "name", "slug", "keys", "parliament"):
        people.names[pk], people.slugs[pk], people.parliaments[pk] = name, slug, code
        for key in {name_key(name), *keys}:
            if " " in key:
                people.by_name[key].add(pk)
        surname = name_key(name.split(" ", 1)[-1])
        people.by_surname[surname].add(pk)
    seated = Term.objects.exclude(riding=None)
    columns = ("riding__name", "riding__name_fr", "politician", "start", "end")
    for name, name_fr, member, start, end in seated.values_list(*columns):
        for key in {riding_key(name), riding_key(name_fr)} - {""}:
            people.ridings[key].append(Tenure(member, start, end))
    spoken = Speech.objects.exclude(role="").exclude(politician=None).values_list("role", "politician")
    for role, member, start, end in spoken.annotate(Min("date"), Max("date")):
        for office in offices(role):
            people.roles[office].append(Tenure(member, start, end))
    return people


def offices(role: str) -> set[str]:
    """The single offices in a printed title, folded and without commas.

    >>> sorted(offices("Minister for Aged Care and Minister for Sport"))
    ['minister for aged care', 'minister for sport']
    """
    pieces = _split_offices(fold(role).replace(",", " ,"), " and ")
    whole = [part.strip() for piece in pieces for part in _split_offices(piece, " , ")]
    return {" ".join(office.replace(",", "").split()) for office in whole if office}


_OFFICE_WORDS = frozenset(
    "minister assistant deputy leader treasurer manager chief attorney special cabinet prime vice government "
    "opposition parliamentary second associate president solicitor secretary ministre premier première premiere "
    "secrétaire secretaire leader cheffe chef".split()
)


def _split_offices(title: str, joint: str) -> list[str]:
    """The offices on either side of a joint. A joint within one ("Immigration, Citizenship") does not separate."""
    parts: list[str] = []
    for part in title.split(joint):
        if parts and part.split(" ", 1)[0] not in _OFFICE_WORDS:
            parts[-1] += f"{joint}{part}"
        else:
            parts.append(part)
    return parts


def _members(held: Iterable[Tenure]) -> list[int]:
    return sorted({item.member for item in held})


def members_within_or_ever(
    held: Sequence[Tenure], first: datetime.date | None, last: datetime.date | None
) -> list[int]:
    """The members who held it at some time in a range; all who ever held it, if nobody is known to in the range.

    The record knows an office only from the days on which its holder spoke, so `SLACK` is allowed at both ends.
    """
    return members_within(held, first, last) or _members(held)


def members_within(held: Sequence[Tenure], first: datetime.date | None, last: datetime.date | None) -> list[int]:
    """The members who held it at some time in a range, as far as is known."""
    return _members(
        item
        for item in held
        if (last is None or item.start - SLACK <= last) and (first is None or item.end + SLACK >= first)
    )


def has_honorific(word: str) -> bool:
    """Whether a word is a title such as "Mr" that makes the next one a surname."""
    return word.strip(".").lower() in HONORIFICS - {"the"}
