"""What a question about a vote wants to see of it: names, counts, the result, parties, tellers, rebels."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from speeches.enumerations.divisions import MOST_CHOICES, Meant, divisions_meant
from speeches.enumerations.listing import Entry, Listing, division_source
from speeches.enumerations.one_vote import how_they_voted, without_party
from speeches.enumerations.phrases import (
    NOTES,
    called,
    language_of,
    not_read,
    parties_told,
    result_told,
    side_briefly,
    side_told,
    turned_told,
    view_told,
    votes_told,
)
from speeches.models import Ballot, Division, PartyVote, Riding, Term, Vote
from speeches.reading.votes import parties_on, tally
from speeches.search.catalogue import catalogue
from speeches.search.roster import roster
from speeches.understanding.bills import bill_index
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import Record, states_named

_SIDES = {"aye": Vote.AYE, "no": Vote.NO}
# A way to look at a vote.
View = Callable[[Division, Reading, int | None], Listing]


def votes_listed(reading: Reading, version: int | None, chosen: str = "") -> Listing | None:
    """What a question about a vote asks for; the votes to choose from where several fit; None where none does.

    `chosen` is the key of the vote that the reader chose.
    """
    if chosen:
        division = Division.objects.keyed(chosen)
        meant = Meant((division,) if division else ())
    else:
        meant = divisions_meant(reading, version)
    if not meant.divisions:
        return None
    language = language_of(reading.language)
    if reading.kind == "vote/divisions" and not meant.unsure:
        return _divisions(meant, reading)
    if len(meant.divisions) > 1 or meant.off_the_bill or meant.unsure:
        return _choices(meant, language)
    return _seen(meant.divisions[0], reading, version)


def _seen(division: Division, reading: Reading, version: int | None) -> Listing | None:
    """One vote in the way that is asked for."""
    view = _VIEWS.get(reading.kind.partition("/")[2])
    if reading.kind == "vote/member" and not reading.all("party"):
        return how_they_voted(reading, division, roster(version))
    if view is None or (reading.kind == "vote/parties" and reading.keys("party")):
        return _names(division, reading, version)
    return view(division, reading, version)


def _choices(meant: Meant, language: str) -> Listing:
    """The votes that may be meant, to choose from."""
    shown = meant.divisions[:MOST_CHOICES]
    notes = [NOTES[language]["not the bill"]] if meant.off_the_bill else []
    if len(meant.divisions) > len(shown):
        notes.append(NOTES[language]["more votes"].format(len(meant.divisions) - len(shown)))
    key = "choose" if len(meant.divisions) > 1 and not meant.unsure else "near"
    return Listing(
        kind="choices",
        title=NOTES[language][key].format(len(meant.divisions)),
        entries=(),
        source=division_source(shown[0]),
        notes=tuple(notes),
        choices=tuple(map(division_source, shown)),
        language=language,
    )


def _divisions(meant: Meant, reading: Reading) -> Listing:
    """All votes that a question means, a line each; with how the members whom it names voted."""
    language = language_of(reading.language)
    rows = sorted(meant.divisions, key=lambda one: (one.sitting.date, one.position))
    stands = _stands(rows, reading.keys("about"))
    entries = tuple(
        Entry(name=f"{row.title}{stands[row.pk]}", url=row.get_absolute_url(), note=division_source(row).reference)
        for row in rows
    )
    title = NOTES[language]["one vote" if len(rows) == 1 else "votes"].format(len(rows))
    notes = tuple(not_read(reading))
    return Listing("divisions", title, entries, division_source(rows[0]), notes=notes, language=language)


def _stands(divisions: Sequence[Division], members: Sequence[int]) -> dict[int, str]:
    """How members voted in each of some votes, to stand behind its title."""
    stands = dict.fromkeys((one.pk for one in divisions), "")
    ballots = Ballot.objects.filter(division__in=stands, politician__in=members).select_related("politician")
    for ballot in ballots.order_by("pk"):
        stands[ballot.division_id] += f" ({ballot.name}: {ballot.get_vote_display()})"
    return stands


def _listing_of(division: Division, reading: Reading, title: str, entries: list[Entry], notes: list[str]) -> Listing:
    return Listing(
        kind="votes",
        title=title,
        entries=tuple(entries),
        source=division_source(division),
        counts=_counts(division),
        notes=(*notes, *not_read(reading)),
        bill=division.about,
        language=language_of(reading.language),
    )


def _counts(division: Division) -> dict[str, int]:
    counts = {"ayes": division.ayes, "noes": division.noes}
    if division.abstentions:
        counts["abstentions"] = division.abstentions
    if division.paired:
        counts["paired"] = division.paired
    return counts


def _names(division: Division, reading: Reading, version: int | None, side: Vote | None = None) -> Listing:
    """Who voted so, by member or, where whips cast the votes, by party."""
    language = language_of(reading.language)
    side, notes = side or _SIDES.get(reading.side), []
    if side in (Vote.AYE, Vote.NO) and is_turned(division):
        side, notes = None, [turned_told(division, language)]
    elif is_turned(division):
        notes = [turned_told(division, language)]
    if unknown := [slot.words for slot in reading.all("party") if not slot.keys]:
        notes.append(NOTES[language]["no such party"].format(", ".join(unknown)))
    if division.method == Division.Method.PARTY:
        entries, more = list(_of_parties(division, reading, side)), [NOTES[language]["whips"]]
    else:
        entries, more = _of_members(division, reading, side, version)
    missing = bool(reading.keys("party") and more) and division.method != Division.Method.PARTY
    if side is None and reading.keys("party"):
        title = _split(division, reading, entries)
    else:
        title = _title(division, side, len(entries), reading, missing=missing)
    return _listing_of(division, reading, title, entries, [*notes, *more])


def _split(division: Division, reading: Reading, entries: list[Entry]) -> str:
    """How a party voted, as a title: "Labor on Bill C-571: 2 for, 31 against"."""
    language = language_of(reading.language)
    sides: Counter[str] = Counter()
    if division.method == Division.Method.PARTY:
        for cast in division.party_votes.filter(party__in=reading.keys("party")):
            sides[cast.vote] += cast.count
    else:
        names = {entry.name for entry in entries}
        sides.update(one.vote for one in division.ballots.all() if one.name in names)
    turned = is_turned(division)
    told = [f"{sides[side]} {side_briefly(Vote(side), language, turned)}" for side in Vote.values if sides[side]]
    who = " / ".join(slot.words for slot in reading.all("party"))
    apart = " : " if language == "fr" else ": "
    return f"{who}, {called(division, language)}{apart}{', '.join(told) or NOTES[language]['nobody']}"


def _title(division: Division, side: Vote | None, count: int, reading: Reading, *, missing: bool) -> str:
    language = language_of(reading.language)
    what, result = called(division, language), result_told(division, language)
    who = str(count)
    if division.method == Division.Method.PARTY:
        cast = (
            division.party_votes.filter(party__in=reading.keys("party"))
            if reading.keys("party")
            else division.party_votes
        )
        own = cast.filter(vote=side) if side else cast.all()
        who = votes_told(sum(one.count for one in own), language)
        return f"{who} {side_briefly(side, language) if side else NOTES[language]['on']} {what} {result}"
    if missing:
        who = f"{'Au moins' if language == 'fr' else 'At least'} {who}"
    return f"{who} {side_told(side, count == 1, language)} {what} {result}"


def _of_members(
    division: Division, reading: Reading, side: Vote | None, version: int | None
) -> tuple[list[Entry], list[str]]:
    language = language_of(reading.language)
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    ballots = [one for one in ballots if side is None or one.vote == side]
    parties, states, ridings = reading.keys("party"), _states(reading, version), reading.keys("place")
    people = [one.politician_id for one in ballots if one.politician_id]
    party_of = parties_on(division.sitting, people)
    riding_of = _ridings_on(division, people)
    entries = []
    for ballot in ballots:
        party = ballot.party or party_of.get(ballot.politician_id or 0)
        riding = riding_of.get(ballot.politician_id or 0)
        if parties and (party is None or party.pk not in parties):
            continue
        if (states or ridings) and (riding is None or (riding.state not in states and riding.pk not in ridings)):
            continue
        entry = _entry(ballot, with_side=side is None)
        entries.append(
            replace(
                entry,
                party=party.name if party else "",
                riding=riding.name if riding else "",
                state=riding.state if riding else "",
            )
        )
    notes = without_party(division, ballots, language) if parties else []
    if reading.all("place") and not (states or ridings):
        notes.append(NOTES[language]["unread"].format(f"“{reading.words('place')}”"))
    return entries, [*notes, *([NOTES[language]["states"]] if states else [])]


def _states(reading: Reading, version: int | None) -> tuple[str, ...]:
    if not reading.all("place"):
        return ()
    record = Record(catalogue(version), roster(version), bill_index(version), reading.view)
    return tuple(state for slot in reading.all("place") for state in states_named(slot.words, record))


def _entry(ballot: Ballot, *, with_side: bool) -> Entry:
    notes = [
        ballot.get_vote_display() if with_side else "",
        "teller" if ballot.teller else "",
        "proxy" if ballot.proxy else "",
    ]
    return Entry(
        name=ballot.name,
        person=ballot.politician.name if ballot.politician else "",
        url=ballot.politician.get_absolute_url() if ballot.politician else "",
        party=ballot.party.name if ballot.party else "",
        note=", ".join(filter(None, notes)),
    )


def _ridings_on(division: Division, politicians: list[int]) -> dict[int, Riding]:
    """The riding of each member nearest to the day of a vote."""
    day = division.sitting.date
    found: dict[int, tuple[int, Riding]] = {}
    for term in Term.objects.filter(politician__in=politicians).exclude(riding=None).select_related("riding"):
        away = 0 if term.start <= day <= term.end else min(abs((term.start - day).days), abs((term.end - day).days))
        if term.riding and (term.politician_id not in found or away < found[term.politician_id][0]):
            found[term.politician_id] = (away, term.riding)
    return {politician: riding for politician, (_, riding) in found.items()}


def _of_parties(division: Division, reading: Reading, side: Vote | None) -> list[Entry]:
    """A party vote: the parties with their counts; the members by name where a party was split or they sit alone."""
    cast = division.party_votes.select_related("party").order_by("pk")
    if side:
        cast = cast.filter(vote=side)
    wanted = reading.keys("party")
    entries: list[Entry] = []
    for vote in cast:
        if not wanted or vote.party_id in wanted:
            by_member = bool(wanted) or vote.name == "Independent"
            entries += _of_party(division, vote, language_of(reading.language), by_member=by_member)
    return entries


def _of_party(division: Division, vote: PartyVote, language: str, *, by_member: bool) -> Iterator[Entry]:
    party = vote.party.name if vote.party else ""
    if by_member and vote.members:
        ballots = {ballot.name: ballot for ballot in division.ballots.select_related("politician")}
        for name in vote.members:
            politician = ballots[name].politician if name in ballots else None
            yield Entry(
                name=name,
                person=politician.name if politician else "",
                url=politician.get_absolute_url() if politician else "",
                party=party,
                note=side_briefly(Vote(vote.vote), language, is_turned(division)),
            )
    else:
        url = vote.party.get_absolute_url() if vote.party else ""
        note = f"{side_briefly(Vote(vote.vote), language, is_turned(division))}, {_cast(division, vote)}"
        yield Entry(name=vote.name, person=party, url=url, party=party, note=note)


def _cast(division: Division, vote: PartyVote) -> str:
    """How many votes a party cast so: "49 votes", "3 of 7 votes: Mark, Paraone, Peters"."""
    all_ = sum(one.count for one in division.party_votes.all() if one.name == vote.name)
    members = f": {', '.join(vote.members)}" if vote.members else ""
    split = f" of {all_}" if all_ != vote.count else ""
    return f"{vote.count}{split} {'vote' if vote.count == 1 else 'votes'}{members}"


def _counted(division: Division, reading: Reading, version: int | None) -> Listing:
    """How many voted how: the printed counts, or how many of a party or from a place."""
    if reading.keys("party") or reading.all("place"):
        return _names(division, reading, version)
    return _result(division, reading, version)


def _result(division: Division, reading: Reading, version: int | None) -> Listing:
    """How the vote ended, with the printed counts."""
    language = language_of(reading.language)
    title = view_told("result", division, language)
    notes = [turned_told(division, language)] if is_turned(division) and division.question else []
    return _listing_of(division, reading, title, [], notes)


def _by_party(division: Division, reading: Reading, version: int | None) -> Listing:
    """How each party voted."""
    language = language_of(reading.language)
    if division.method == Division.Method.PARTY:
        return _names(division, reading, version)
    entries = [
        Entry(
            name=one.party.name if one.party else one.name or NOTES[language]["party unknown"],
            person="",
            url=one.party.get_absolute_url() if one.party else "",
            note=NOTES[language]["ayes and noes" if is_turned(division) else "party cast"].format(one.ayes, one.noes),
        )
        for one in tally(division).parties
        if one.count
    ]
    title = f"{parties_told(len(entries), language)} {side_told(None, False, language)} {called(division, language)}"
    notes = [NOTES[language]["parties"], *([turned_told(division, language)] if is_turned(division) else [])]
    return _listing_of(division, reading, f"{title} {result_told(division, language)}", entries, notes)


def _tellers(division: Division, reading: Reading, version: int | None) -> Listing:
    """Who told for each side, as far as the record marks them."""
    ballots = division.ballots.filter(teller=True).select_related("politician", "party").order_by("pk")
    side = _SIDES.get(reading.side)
    entries = [_entry(one, with_side=True) for one in ballots if side is None or one.vote == side]
    return _listing_of(division, reading, view_told("tellers", division, language_of(reading.language)), entries, [])


def _on_side(side: Vote) -> View:
    def listed(division: Division, reading: Reading, version: int | None) -> Listing:
        return _names(division, reading, version, side)

    return listed


def _rebels(division: Division, reading: Reading, version: int | None) -> Listing:
    """Who voted against most of their party, where that is certain."""
    language, counted = language_of(reading.language), tally(division)
    wanted = reading.keys("party")
    parties = {one.pk: one for one in (each.party for each in counted.parties) if one}
    own = parties_on(division.sitting, [one.politician_id for one in counted.rebels if one.politician_id])
    entries = []
    for ballot in counted.rebels:
        party = ballot.party or own.get(ballot.politician_id or 0)
        if not wanted or (party and party.pk in wanted and party.pk in parties):
            entries.append(replace(_entry(ballot, with_side=True), party=party.name if party else ""))
    notes = [NOTES[language]["rebels"]]
    if counted.unknown:
        notes.append(NOTES[language]["one unknown" if counted.unknown == 1 else "unknown"].format(counted.unknown))
    return _listing_of(division, reading, view_told("rebels", division, language), entries, notes)


def is_turned(division: Division) -> bool:
    """Whether an aye was against what was moved ("That the motion be disagreed to."), or may have been."""
    return division.turned or not division.motion


_VIEWS: dict[str, View] = {
    "count": _counted,
    "result": _result,
    "parties": _by_party,
    "tellers": _tellers,
    "paired": _on_side(Vote.PAIRED),
    "abstained": _on_side(Vote.ABSTENTION),
    "rebels": _rebels,
}
