"""The views of a vote that a question may ask for: names, counts, the result, parties, tellers, rebels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from speeches.enumerations.divisions import (
    MOST_CHOICES,
    VoteMatches,
    match_or_without_voter,
    party_sides,
    without_unknown_stage,
)
from speeches.enumerations.listing import Choice, Entry, Listing, division_source
from speeches.enumerations.one_vote import list_ballots
from speeches.enumerations.outcomes import find_outcome, without_outcome
from speeches.enumerations.phrases import (
    NOTES,
    is_turned,
    parties_phrase,
    result_phrase,
    side_briefly,
    side_phrase,
    stand_phrase,
    turned_note,
    unread_note,
    view_title,
    vote_name,
)
from speeches.enumerations.related_votes import is_of_another_kind, votes_beside
from speeches.enumerations.sides import camps_notes, side_of_camps, sides_notes, voters_phrase, with_sides
from speeches.enumerations.vote_titles import narrowing_phrase, side_title, split_title
from speeches.enumerations.voters import (
    entry_of,
    is_shown_far_off,
    list_members,
    list_parties,
    states_in,
    with_namesakes_as_voters,
)
from speeches.models import Ballot, Division, Party, Vote
from speeches.reading.agreement import DAYS
from speeches.reading.naming import outcome_name, vote_title
from speeches.reading.votes import leaves_out_tellers, parties_shown, tally
from speeches.search.catalogue import catalogue
from speeches.search.roster import roster
from speeches.understanding.camps import CAMPS
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import is_country, names_printed_side

_SIDES = {"aye": Vote.AYE, "no": Vote.NO}
# Sides that most records do not print: an empty column does not mean that nobody chose that side.
_SELDOM_PRINTED = {Vote.ABSTENTION: "no abstentions", Vote.PAIRED: "no pairs"}
# Slots that say which vote is meant.
_ONE_VOTE = ("bill", "division", "topic", "number", "stage", "quotation", "committee", "party", "mover")
# These may ask for those who voted with or against a group.
_BY_CAMP = ("vote/names", "vote/count")
# How many names the answer beside a choice holds.
_NAMED_BRIEFLY = 6
# A function that makes one view of a vote.
View = Callable[[Division, Reading, int | None], Listing]


def list_votes(reading: Reading, version: int | None, chosen: str = "", before: str = "") -> Listing | None:
    """The list that a question about a vote asks for; the votes to choose from if several fit; None if none does.

    `chosen` is the key of the vote that the reader chose; `before` of the one that the question goes on about, or
    beside which it asks for another: "And on the motion itself?".
    """
    key = chosen or before
    known = Division.objects.find_by_key(key) if key else None
    if known:
        beside = not chosen and is_of_another_kind(known, reading)
        meant = VoteMatches(votes_beside(known) if beside else (known,))
    elif key:
        return None
    else:
        reading = widen_to_all_votes(without_unknown_stage(reading, version))
        meant = match_or_without_voter(reading, version)
    if not meant.divisions or (not known and _has_no_ballot(reading)):
        return None
    if reading.kind == "vote/divisions" and reading.all(*CAMPS):
        meant = replace(meant, divisions=_with_camps(meant.divisions, reading))
        if not meant.divisions:
            return None
    if reading.kind == "vote/divisions" and not meant.unsure:
        return _divisions(meant, reading)
    if len(meant.divisions) > 1 or meant.off_the_bill or meant.unsure:
        return _choices(meant, reading, version)
    return _list_view(meant.divisions[0], reading, version)


def _has_no_ballot(reading: Reading) -> bool:
    """Whether a question asks how members voted, names no vote, and none of them has a ballot in any."""
    if reading.kind != "vote/member" or not reading.all("about") or reading.days or reading.all(*_ONE_VOTE):
        return False
    return not Ballot.objects.filter(politician__in=reading.keys("about")).exists()


def _list_view(division: Division, asked: Reading, version: int | None) -> Listing | None:
    """One vote, in the view asked for."""
    reading = with_sides(with_namesakes_as_voters(asked, division), division)
    if unknown := _unknown_words(division, reading, version):
        return _refusal(division, reading, unknown)
    by_camp = reading.all(*CAMPS) and reading.kind in _BY_CAMP
    listing = _list_camp(division, reading, version) if by_camp else _view_of(division, reading, version)
    notes = [*sides_notes(asked, reading), *camps_notes(division, reading)]
    return replace(listing, notes=(*notes, *listing.notes)) if listing and notes else listing


def _list_camp(division: Division, reading: Reading, version: int | None) -> Listing:
    """Who voted with or against the groups named."""
    side = side_of_camps(division, reading)
    asked = _SIDES.get(reading.side) if not reading.all("foe") else None
    # "With the government against the bill" asks for a side of its own, too.
    if side is None or (asked and reading.all("side") and asked != side):
        return _refusal(division, reading, reading.words(*CAMPS), "cannot part")
    return _names(division, reading, version, side, printed=True)


def _view_of(division: Division, reading: Reading, version: int | None) -> Listing | None:
    view = _VIEWS.get(reading.kind.partition("/")[2])
    # Beside a party, whoever moved what was voted on is no voter asked about.
    about = reading.all("about")
    by_mover = bool(reading.keys("party") and about) and all(division.mover_id in slot.keys for slot in about)
    of_members = (about and not by_mover) or not reading.all("party")
    if reading.kind == "vote/member" and of_members:
        return list_ballots(reading, division, roster(version))
    if view is None or (reading.kind == "vote/parties" and reading.keys("party")):
        return _names(division, reading, version)
    return view(division, reading, version)


def widen_to_all_votes(reading: Reading) -> Reading:
    """The reading, turned into one of all votes if it counts a member's votes on some days and names no vote."""
    of_days = reading.days and reading.keys("about") and not reading.all(*_ONE_VOTE)
    at_large = reading.kind == "vote/count" and of_days
    return replace(reading, kind="vote/divisions") if at_large else reading


def _unknown_words(division: Division, reading: Reading, version: int | None) -> str:
    """The words that should narrow the voters but are no party or place where it was held; "" if there are none."""
    if reading.kind == "vote/member" and reading.all("about"):
        return ""
    known = catalogue(version)
    there = {
        party.pk for party in known.parties.values() if party.parliament_id == division.sitting.chamber.parliament_id
    }
    named = reading.all("party", "except", "place")
    elsewhere = [slot for slot in reading.all("party") if slot.keys and there.isdisjoint(slot.keys)]
    unknown = [*elsewhere, *(slot for slot in named if not slot.keys and not is_country(slot, known))]
    # A list is narrowed to states, but none is taken out of it.
    return ", ".join(slot.words for slot in unknown if slot.name == "except" or not states_in(slot, version))


def _refusal(division: Division, reading: Reading, unknown: str, key: str = "cannot narrow") -> Listing:
    """A list that says the votes cannot be told apart as asked. Listing all of them would answer another question."""
    language = reading.language
    title = NOTES[language][key].format(f"“{unknown}”", vote_name(division, language))
    return _listing_of(division, reading, f"{title} {result_phrase(division, language)}", [], [])


def _choices(meant: VoteMatches, reading: Reading, version: int | None) -> Listing:
    """The votes that may be meant, each with what would answer the question."""
    language = reading.language
    shown = meant.divisions[:MOST_CHOICES]
    notes = [NOTES[language]["not the bill"]] if meant.off_the_bill else []
    if len(meant.divisions) > len(shown):
        notes.append(NOTES[language]["more votes"].format(len(meant.divisions) - len(shown)))
    choices = tuple(Choice(division_source(one, reading.language), _answer_by(one, reading, version)) for one in shown)
    key = "choose" if len(meant.divisions) > 1 and not meant.unsure else "near"
    return Listing(
        kind="choices",
        title=NOTES[language][key].format(len(meant.divisions)),
        entries=(),
        source=choices[0].source,
        notes=tuple(notes),
        choices=choices,
        near=key == "near",
        language=language,
    )


def _answer_by(division: Division, reading: Reading, version: int | None) -> str:
    """What would answer a question if it means this vote, as a sentence; "" if the vote's result does, if the question
    is about several votes, or if it names voters whom the record cannot tell apart."""
    tellable = reading.kind != "vote/divisions" and not _unknown_words(division, reading, version)
    listing = _list_view(division, reading, version) if tellable else None
    if listing is None or listing.title == view_title("result", division, listing.language):
        return ""
    return " ".join([listing.sentence(_NAMED_BRIEFLY), *listing.notes_beside])


def _with_camps(divisions: Sequence[Division], reading: Reading) -> tuple[Division, ...]:
    """The votes in which most of the parties named, or the members named, took the side of the groups named."""
    took: dict[int, set[str]] = {one.pk: set() for one in divisions}
    for own in party_sides(reading).values() if reading.keys("party") else ():
        for key, side in own.items():
            took.get(key, set()).add(side)
    ballots = Ballot.objects.filter(division__in=took, politician__in=reading.keys("about"))
    for key, side in ballots.values_list("division", "vote"):
        took[key].add(side)
    return tuple(one for one in divisions if side_of_camps(one, with_sides(reading, one)) in took[one.pk])


def _divisions(meant: VoteMatches, reading: Reading) -> Listing:
    """All votes that a question means, one line each, with how the members named voted."""
    language = reading.language
    rows = sorted(meant.divisions, key=lambda one: (one.sitting.date, one.position))
    stands = _ballots_phrases(rows, reading.keys("about"), language)
    sides = party_sides(reading) if reading.keys("party") else {}
    entries = tuple(
        Entry(
            name=f"{vote_title(row, language)}{stands[row.pk]}{_party_phrase(row, sides, language)}",
            url=row.get_absolute_url(),
            note=division_source(row, language).reference,
        )
        for row in rows
    )
    side, voters = _SIDES.get(reading.side), reading.words("about", "party")
    title = NOTES[language]["one vote" if len(rows) == 1 else "votes"].format(len(rows))
    if outcome := find_outcome(reading):
        title += f", {outcome_name(outcome, language)}"
    if voters:
        title += f" ({voters}: {side_briefly(side, language)})" if side else voters_phrase(voters, reading)
    notes = [NOTES[language]["latest days"].format(DAYS)] if sides else []
    notes += [NOTES[language]["divisions alone"]] if reading.keys("about") else []
    source, loose = division_source(rows[0], language), unread_note(without_outcome(reading))
    return Listing("divisions", title, entries, source, loose=loose, notes=tuple(notes), language=language)


def _party_phrase(row: Division, sides: Mapping[Party, Mapping[int, str]], language: str) -> str:
    """The side that most of each party took, to append to a vote's title: " (ALP: no, that is, for what was moved)"."""
    took = [(party.code, Vote(own[row.pk])) for party, own in sides.items() if row.pk in own]
    told = [f"{code}: {side_briefly(side, language, True)}{stand_phrase(row, side, language)}" for code, side in took]
    return f" ({'; '.join(told)})" if told else ""


def _ballots_phrases(divisions: Sequence[Division], members: Sequence[int], language: str) -> dict[int, str]:
    """How members voted in each of some votes, to append to its title: " (Katter: No, that is, for what was moved)"."""
    by_key = {one.pk: one for one in divisions}
    stands = dict.fromkeys(by_key, "")
    ballots = Ballot.objects.filter(division__in=stands, politician__in=members).select_related("politician")
    for ballot in ballots.order_by("pk"):
        side, division = Vote(ballot.vote), by_key[ballot.division_id]
        took = f"{side_briefly(side, language, turned=True)}{stand_phrase(division, side, language)}"
        stands[ballot.division_id] += f" ({ballot.name}: {took})"
    return stands


def _listing_of(division: Division, reading: Reading, title: str, entries: list[Entry], notes: list[str]) -> Listing:
    return Listing(
        kind="votes",
        title=title,
        entries=tuple(entries),
        source=division_source(division, reading.language),
        counts=_counts(division),
        loose=unread_note(reading),
        notes=tuple(notes),
        bill=division.about,
        language=reading.language,
    )


def _counts(division: Division) -> dict[str, int]:
    counts = {"ayes": division.ayes, "noes": division.noes}
    if division.abstentions:
        counts["abstentions"] = division.abstentions
    if division.paired:
        counts["paired"] = division.paired
    return counts


def _names(
    division: Division, reading: Reading, version: int | None, side: Vote | None = None, *, printed: bool = False
) -> Listing:
    """Who voted on a side: the members, or the parties if whips cast the votes. If `printed`, the side is as printed,
    whatever was moved."""
    language = reading.language
    side = side or _SIDES.get(reading.side)
    notes = [turned_note(division, language)] if is_turned(division) else []
    if side in (Vote.AYE, Vote.NO) and is_turned(division) and not (printed or names_printed_side(reading)):
        # Who was for what was moved voted no, if the question put is known to be the contrary of it.
        side = side.contrary if division.turned else None
    left_out: list[str] = []
    if division.method == Division.Method.PARTY:
        entries, more = list_parties(division, reading, side), [NOTES[language]["whips"]]
    else:
        entries, left_out, more = list_members(division, reading, side, version)
    if not entries and side and side not in _SELDOM_PRINTED and reading.keys("party"):
        both = _names(division, replace(reading, side=""), version)
        notes += [NOTES[language]["voted thus"].format(both.title)] if both.entries else []
    missing = bool(reading.keys("party", "except") and left_out)
    uncounted = _tellers_left_out(division, entries)
    seldom = {Vote.ABSTENTION: division.abstentions, Vote.PAIRED: division.paired}
    if not entries and side in _SELDOM_PRINTED and not seldom[side]:
        title = NOTES[language][_SELDOM_PRINTED[side]].format(vote_name(division, language))
    elif side is None and reading.keys("party"):
        title = split_title(division, reading, entries, uncounted, missing=missing)
    else:
        title = side_title(division, side, len(entries) - len(uncounted), reading, missing=missing)
    more += [NOTES[language]["tellers"]] if uncounted else []
    return _listing_of(division, reading, title, entries, [*notes, *left_out, *more])


def _tellers_left_out(division: Division, entries: list[Entry]) -> set[int]:
    """The keys of the ballots of the tellers listed, where the printed count of their side leaves them out."""
    names = {entry.name for entry in entries}
    sides = {side for side in (Vote.AYE, Vote.NO) if leaves_out_tellers(division, side)}
    return {one.pk for one in division.ballots.all() if one.teller and one.vote in sides and one.name in names}


def _list_counts(division: Division, reading: Reading, version: int | None) -> Listing:
    """The printed counts; or the counts of the parties or places named."""
    if reading.keys("party", "except", "voter") or reading.all("place"):
        return _names(division, reading, version)
    return _result(division, reading, version)


def _result(division: Division, reading: Reading, version: int | None) -> Listing:
    """How the vote ended, with the printed counts."""
    language = reading.language
    title = view_title("result", division, language)
    notes = [turned_note(division, language)] if is_turned(division) and division.question else []
    return _listing_of(division, reading, title, [], notes)


def _list_party_sides(division: Division, reading: Reading, version: int | None) -> Listing:
    """How each party voted."""
    language = reading.language
    if division.method == Division.Method.PARTY:
        return _names(division, reading, version)
    entries = [
        Entry(
            name=one.party.name if one.party else one.name or NOTES[language]["party unknown"],
            person="",
            url=one.party.get_absolute_url() if one.party else "",
            detail=NOTES[language]["ayes and noes" if is_turned(division) else "party cast"].format(one.ayes, one.noes),
        )
        for one in tally(division).parties
        if one.count
    ]
    title = (
        f"{parties_phrase(len(entries), language)} {side_phrase(None, False, language)} {vote_name(division, language)}"
    )
    notes = [NOTES[language]["parties"], *([turned_note(division, language)] if is_turned(division) else [])]
    return _listing_of(division, reading, f"{title} {result_phrase(division, language)}", entries, notes)


def _tellers(division: Division, reading: Reading, version: int | None) -> Listing:
    """The tellers of each side, as far as the record marks them."""
    ballots = division.ballots.filter(teller=True).select_related("politician", "party").order_by("pk")
    side = _SIDES.get(reading.side)
    language = reading.language
    entries = [entry_of(one, division, language) for one in ballots if side is None or one.vote == side]
    none = NOTES[language]["no tellers"].format(vote_name(division, language))
    title = view_title("tellers", division, language) if entries else none
    return _listing_of(division, reading, title, entries, [])


def _view_of_side(side: Vote) -> View:
    def listed(division: Division, reading: Reading, version: int | None) -> Listing:
        return _names(division, reading, version, side)

    return listed


def _rebels(division: Division, reading: Reading, version: int | None) -> Listing:
    """The members who voted against most of their party, where that is certain."""
    language, counted = reading.language, tally(division)
    wanted = reading.keys("party")
    parties = {one.pk: one for one in (each.party for each in counted.parties) if one}
    shown = parties_shown(division.sitting, [one.politician_id for one in counted.rebels if one.politician_id])
    entries, far_off = [], 0
    for ballot in counted.rebels:
        own = shown.get(ballot.politician_id or 0)
        party = ballot.party or (own.party if own else None)
        if party and party.pk in reading.keys("except"):
            continue
        if not wanted or (party and party.pk in wanted and party.pk in parties):
            far_off += is_shown_far_off(ballot, own)
            entry = entry_of(ballot, division, language)
            entries.append(replace(entry, party=party.name if party else ""))
    notes = [NOTES[language]["rebels"]]
    if far_off:
        notes.append(NOTES[language]["party far off"].format(far_off))
    if counted.unknown:
        notes.append(NOTES[language]["one unknown" if counted.unknown == 1 else "unknown"].format(counted.unknown))
    title = view_title("rebels" if entries else "no rebels", division, language)
    return _listing_of(division, reading, f"{title}{narrowing_phrase(reading, language)}", entries, notes)


_VIEWS: dict[str, View] = {
    "count": _list_counts,
    "result": _result,
    "parties": _list_party_sides,
    "tellers": _tellers,
    "paired": _view_of_side(Vote.PAIRED),
    "abstained": _view_of_side(Vote.ABSTENTION),
    "rebels": _rebels,
}
