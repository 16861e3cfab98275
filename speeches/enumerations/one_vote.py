"""How a person voted: the ballot that the record prints under their name."""

import re
from dataclasses import replace

from speeches.enumerations.listing import Entry, Listing, division_source
from speeches.enumerations.phrases import (
    NOTES,
    is_turned,
    side_briefly,
    side_phrase,
    stand_phrase,
    turned_note,
    turned_side_phrase,
    vote_name,
)
from speeches.formats.frame import frame_of
from speeches.formats.names import fold, name_key
from speeches.models import Ballot, Division, Vote
from speeches.models.people import riding_key
from speeches.reading.votes import leaves_out_tellers
from speeches.search.roster import Roster, members_within, members_within_or_ever
from speeches.understanding.reading import PEOPLE, Reading, Slot
from speeches.understanding.stems import stems_of

_Found = tuple[Entry, Vote, int]


def list_ballots(reading: Reading, division: Division, people: Roster) -> Listing | None:
    """The ballots of the people named, with a note on those of whom the record prints none; a list that says so if it
    prints none at all; None if nobody is named."""
    language, found, named, notes = reading.language, [], [], []
    for slot in _voters(reading):
        own = _ballots_of(division, _name_of(slot), people)
        if new := [one for one in own if one not in found]:
            named.append(_name_of(slot))
            found += new
        elif not own:
            notes += _without_ballot(division, slot, people, language)
    if not found:
        return _absent(division, reading, people, language)
    who = found[0][0].person or named[0] if len(found) == 1 else " / ".join(named)
    return _listing(division, who, found, notes, language)


def _without_ballot(division: Division, slot: Slot, people: Roster, language: str) -> list[str]:
    """The note that a vote has no ballot of somebody; none if the name describes the vote, or a ballot bears it."""
    described = stems_of(f"{division.name} {division.motion} {division.subject}") & stems_of(slot.words)
    of_a_person = slot.name in PEOPLE
    if of_a_person and not slot.keys and (described or _ballots_by_surname(division, slot.words)):
        return []
    key = "no ballot" if of_a_person or _is_known(slot, people, division) else "no holder"
    return [f"{NOTES[language][key].format(slot.words, vote_name(division, language))}."]


def _voters(reading: Reading) -> tuple[Slot, ...]:
    """The slots that name the voter. If somebody is asked about, a speaker is the mover."""
    return reading.all("about" if reading.all("about") else "speaker", "office", "place")


def _name_of(slot: Slot) -> str:
    return f"member for {slot.words}" if slot.name == "place" else slot.words


def _absent(division: Division, reading: Reading, people: Roster, language: str) -> Listing | None:
    """A list that says that a vote has no ballot of the people named; None if nobody is named."""
    voters = _voters(reading)
    # Beside a known member's name, an unknown name describes the vote.
    known = {slot for slot in voters if slot.keys and slot.name in PEOPLE}
    voters = tuple(slot for slot in voters if slot in known or not (known and slot.name in PEOPLE))
    named = " ".join(slot.words for slot in voters)
    if not named:
        return None
    names = [slot.words for slot in voters if slot.name in PEOPLE]
    if printed := [one for name in names for one in _ballots_by_surname(division, name)]:
        told = ", ".join(
            f"“{one.name}” ({side_briefly(Vote(one.vote), language, is_turned(division))})" for one in printed
        )
        title = NOTES[language]["surname"].format(told, vote_name(division, language), named)
        return _listing_of(division, title, tuple(_ballot_found(one)[0] for one in printed), [], language)
    whips = [NOTES[language]["whips"]] if division.method == Division.Method.PARTY else []
    key = "no ballot" if all(_is_known(slot, people, division) for slot in voters) else "no holder"
    title = NOTES[language][key].format(named, vote_name(division, language))
    return replace(_listing_of(division, title, (), whips, language), absent=True)


def _is_known(slot: Slot, people: Roster, division: Division) -> bool:
    """Whether the record shows who is meant: a name does, an office or place does if somebody held it on the day."""
    day = division.sitting.date
    return slot.name in PEOPLE or bool(members_within(people.tenures_of(_name_of(slot)), day, day))


def _ballots_by_surname(division: Division, named: str) -> list[Ballot]:
    """The ballots under the surname of the person named that belong to nobody known by a first name: to no member, or
    to "Lord Tebbit"."""
    surname = name_key(named.rsplit(maxsplit=1)[-1]) if named.split() else ""
    ballots = division.ballots.select_related("politician").order_by("pk")
    of_surname = (one for one in ballots if _surname(one) == surname)
    return [one for one in of_surname if one.politician is None or _is_a_peer(one)]


def _is_a_peer(ballot: Ballot) -> bool:
    """Whether a ballot's member is known by a title and the name that the ballot prints before its own: "Tebbit, L."
    is Lord Tebbit."""
    title, _, name = ballot.politician.name.partition(" ") if ballot.politician else ("", "", "")
    short = ballot.name.rpartition(",")[2].strip().rstrip(".")
    return bool(short) and title.startswith(short) and name_key(name) == _surname(ballot)


def _listing(division: Division, named: str, found: list[_Found], notes: list[str], language: str) -> Listing:
    sides: dict[Vote, int] = {}
    for _, side, votes in found:
        sides[side] = sides.get(side, 0) + votes
    what, turned = vote_name(division, language), is_turned(division)
    if len(found) == 1 and not found[0][2]:
        title = NOTES[language]["teller"].format(named, _printed_side(division, found[0][1]), what)
    elif len(found) == 1:
        side = found[0][1]
        verb = turned_side_phrase(side, language) if turned else side_phrase(side, one=True, language=language)
        title = f"{named} {verb} {what}{stand_phrase(division, side, language)}"
    else:
        told = ", ".join(
            [
                *(f"{votes} {side_briefly(side, language, turned)}" for side, votes in sides.items() if votes),
                *(
                    NOTES[language]["also teller"].format(entry.person or entry.name, _printed_side(division, side))
                    for entry, side, votes in found
                    if not votes
                ),
            ]
        )
        title = f"{named}, {what} : {told}" if language == "fr" else f"{named} on {what}: {told}"
    notes = [*notes, *([turned_note(division, language)] if turned else [])]
    return _listing_of(division, title, tuple(entry for entry, _, _ in found), notes, language)


def _printed_side(division: Division, side: Vote) -> str:
    """A chamber's own name for a side, in small letters: "noes", "not-contents"."""
    chamber = division.sitting.chamber
    return frame_of(chamber.parliament_id).sides_of(chamber.slug)[side == Vote.NO].lower()


def _listing_of(division: Division, title: str, entries: tuple[Entry, ...], notes: list[str], language: str) -> Listing:
    return Listing(
        kind="votes",
        title=title,
        entries=entries,
        source=division_source(division, language),
        counts={"ayes": division.ayes, "noes": division.noes},
        notes=tuple(notes),
        bill=division.about,
        language=language,
    )


def _ballots_of(division: Division, name: str, people: Roster) -> list[_Found]:
    """The ballots under a name as printed, or of the member it means. A riding in brackets tells namesakes apart."""
    bare, _, bracket = name.partition("(")
    day = division.sitting.date
    held = people.tenures_of(bare)
    members = set(members_within_or_ever(held, day, day) if held else people.find_members(bare))
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    mine = [one for one in ballots if one.politician_id in members]
    namesakes = [] if held else [one for one in ballots if _surname(one) == name_key(bare)]
    # A surname alone may also be that of members whose first names the record does not know.
    mine = mine + [one for one in namesakes if one.politician_id is None] if mine else namesakes
    if bracket:
        wanted = riding_key(bracket.rstrip(") "))
        mine = [one for one in mine if riding_key(one.name.partition("(")[2].rstrip(") ")) == wanted] or mine
    return [_ballot_found(one) for one in mine]


def _surname(ballot: Ballot) -> str:
    printed = ballot.name.partition("(")[0].split(",")[0]
    return name_key(re.sub(r"\s[A-Z]$", "", fold(printed) if printed.isupper() else printed.strip()))


def _ballot_found(ballot: Ballot) -> _Found:
    """A ballot as an entry, its side, and how many votes it counts for: none, if the count leaves out the tellers."""
    side = Vote(ballot.vote)
    counted = 0 if ballot.teller and leaves_out_tellers(ballot.division, side) else 1
    entry = Entry(
        name=ballot.name,
        person=ballot.politician.name if ballot.politician else "",
        url=ballot.politician.get_absolute_url() if ballot.politician else "",
        party=ballot.party.name if ballot.party else "",
        note=ballot.get_vote_display() if counted else f"{ballot.get_vote_display()}, teller",
    )
    return entry, side, counted
