"""Finds the member behind a printed name on a ballot, such as "Albanese, A. N." or, of two Bennetts, "Bennett P"."""

import datetime
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from speeches.formats.names import name_key
from speeches.models import Politician

# A member may have sat this long before and after the days on which the record shows them: the term of a House.
AROUND = datetime.timedelta(days=3 * 365)
# A member could have sat even this long before and after. A name that fits them may be theirs, so nobody else gets it.
PERHAPS = datetime.timedelta(days=20 * 365)
# "Bennett P", as New Zealand prints members who share a surname; "Clare J. D." without its comma.
_INITIAL = re.compile(r"^(.+?)\s+([A-Z](?:\.\s*[A-Z])*\.?)$")
# A surname and nothing but initials: "Brockman, W. E.".
_INITIALS = re.compile(r"[^,]+,(?:\s*[A-Z]\.)+")
# Short forms of given names that begin with another letter than the name, by the name's first letter.
_SHORT = {
    "a": "bert bertie drew gus nan sandy sasha toni tony zander",
    "c": "kate kathy katie kitty tina",
    "e": "beth betty libby lisa liz lizzie ned nell ted teddy",
    "h": "bert bertie nell",
    "m": "meg molly peggy polly",
    "p": "tricia trish",
    "r": "bert bertie bob bobby dick",
    "w": "bill billy",
}


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A printed name: the key of its surname, and its initials in lower case, "" if none are printed."""

    surname: str
    initials: str


def parse_name(name: str) -> PrintedName:
    """Split a printed name into the key of its surname and its initials.

    >>> parse_name("Burke, A. S."), parse_name("Bennett P")
    (PrintedName(surname='burke', initials='as'), PrintedName(surname='bennett', initials='p'))
    """
    surname, comma, initials = name.partition(",")
    if not comma and (shared := _INITIAL.match(name)):
        surname, initials = shared[1], shared[2]
    return PrintedName(name_key(surname), "".join(re.findall(r"[a-z]", initials.lower())))


def is_short_for(short: str, full: str) -> bool:
    """Whether a given name is a short form of another.

    >>> is_short_for("tony", "anthony"), is_short_for("dan", "daniel"), is_short_for("ann", "anthony")
    (True, True, False)
    """
    shortened = len(short) >= 3 and full.startswith(short) and full != short
    return shortened or short in _SHORT.get(full[:1], "").split()


@dataclass(frozen=True, slots=True)
class SeatPeriod:
    """A period in which somebody sat. One from a list is `exact`; one that the record shows may have been longer."""

    first: datetime.date
    last: datetime.date
    exact: bool = False

    def around(self, day: datetime.date, slack: datetime.timedelta) -> bool:
        """Whether the person may have sat on a day, with `slack` before and after a period that is not exact."""
        more = datetime.timedelta(0) if self.exact else slack
        return self.first - more <= day <= self.last + more


def voters(
    names: Collection[str],
    day: datetime.date,
    called: Mapping[str, Sequence[Politician]],
    sat: Mapping[int, Iterable[SeatPeriod]],
) -> dict[str, Politician]:
    """The one politician whom each name on a day's ballots can mean; names that could mean several are left out.

    `called` maps the key of a surname to politicians, `sat` a politician's primary key to the periods in which they
    sat. Two names are two people: if both could be the same member, the name that begins with the member's own initial
    gets the member. If that does not decide, neither does.
    """
    claims: dict[Politician, list[tuple[bool, str]]] = defaultdict(list)
    taken: set[Politician] = set()
    # A list shows as many members on that day as there are names.
    whole = sum(_is_listed(periods, day) for periods in sat.values()) >= len(names)
    # Names that print all of a member's initials come first, so that the other name is left for the other member.
    for name in sorted(names, key=lambda name: not _is_whole(name, day, called, sat)):
        printed = parse_name(name)
        near = [
            one for one in called.get(printed.surname, ()) if one not in taken and _may_have_sat(one, day, PERHAPS, sat)
        ]
        own = _match_initials(near, printed)
        # Some go by a middle name: "Dick, D. M." is known as Milton.
        found = own or [politician for politician in near if politician.name[:1].lower() in printed.initials[1:]]
        # Others go by a name of which no initial is printed. A list of the whole house shows that only one is meant.
        if not found and len(near) == 1 and whole and _INITIALS.fullmatch(name):
            found = [one for one in near if _is_listed(sat[one.pk], day)]
        if len(found) == 1 and _may_have_sat(found[0], day, AROUND, sat):
            claims[found[0]].append((bool(own), name))
            taken |= {found[0]} if _has_all(found[0], printed) else set()
    meant = {}
    for politician, claimed in claims.items():
        best = [name for own, name in claimed if own] or [name for _, name in claimed]
        if len(best) == 1:
            meant[best[0]] = politician
    return meant


def _is_whole(
    name: str, day: datetime.date, called: Mapping[str, Sequence[Politician]], sat: Mapping[int, Iterable[SeatPeriod]]
) -> bool:
    printed = parse_name(name)
    return any(
        _has_all(one, printed) and _may_have_sat(one, day, AROUND, sat) for one in called.get(printed.surname, ())
    )


def _may_have_sat(
    politician: Politician, day: datetime.date, slack: datetime.timedelta, sat: Mapping[int, Iterable[SeatPeriod]]
) -> bool:
    return any(one.around(day, slack) for one in sat.get(politician.pk, ()))


def _is_listed(periods: Iterable[SeatPeriod], day: datetime.date) -> bool:
    """Whether a list of members shows somebody who sat in these periods in a seat on a day."""
    return any(one.exact and one.around(day, AROUND) for one in periods)


def _match_initials(politicians: Sequence[Politician], printed: PrintedName) -> list[Politician]:
    """Those whose first initial is printed; among several, those whose initials are all printed."""
    own = [politician for politician in politicians if _own(politician, printed)]
    whole = [one for one in own if _has_all(one, printed)]
    return whole if len(own) > 1 and whole else own


def _has_all(politician: Politician, printed: PrintedName) -> bool:
    """Whether several initials are printed and they are the initials of somebody's full name."""
    return len(printed.initials) > 1 and printed.initials in {_initials(key) for key in politician.keys}


def _initials(key: str) -> str:
    """The initials of the given names in a folded name."""
    return "".join(word[0] for word in key.split()[:-1])


def _own(politician: Politician, printed: PrintedName) -> bool:
    """Whether the first printed initial, if any, fits the name that somebody goes by or their full name."""
    if not printed.initials:
        return True
    first = printed.initials[0]
    given = {politician.name.lower().split(" ")[0], *(key.split(" ")[0] for key in politician.keys if " " in key)}
    return any(name[:1] == first or is_short_for(name, first) for name in given)
