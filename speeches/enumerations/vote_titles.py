"""The titles of lists of voters, which say how many voted how."""

from collections import Counter

from speeches.enumerations.listing import Entry
from speeches.enumerations.phrases import (
    NOTES,
    is_turned,
    result_phrase,
    side_briefly,
    side_phrase,
    stand_phrase,
    turned_side_phrase,
    vote_name,
    votes_phrase,
)
from speeches.models import Division, Vote
from speeches.understanding.reading import Reading


def split_title(
    division: Division, reading: Reading, entries: list[Entry], uncounted: set[int], *, missing: bool
) -> str:
    """How a party voted, as a title: "Labor, Bill C-571: 2 for, 31 against"."""
    language = reading.language
    sides: Counter[str] = Counter()
    if division.method == Division.Method.PARTY:
        for cast in division.party_votes.filter(party__in=reading.keys("party")):
            sides[cast.vote] += cast.count
    else:
        names = {entry.name for entry in entries}
        sides.update(one.vote for one in division.ballots.all() if one.name in names and one.pk not in uncounted)
    turned = is_turned(division)
    least = NOTES[language]["least"] if missing else ""
    told = [f"{least}{sides[side]} {side_briefly(Vote(side), language, turned)}" for side in Vote.values if sides[side]]
    who = " / ".join(slot.words for slot in reading.all("party"))
    apart = " : " if language == "fr" else ": "
    return f"{who}, {vote_name(division, language)}{apart}{', '.join(told) or NOTES[language]['nobody']}"


def side_title(division: Division, side: Vote | None, count: int, reading: Reading, *, missing: bool) -> str:
    """How many voted on a side, as a title: "11 (Labour) voted for …"; "At least 11", if some are `missing`."""
    language = reading.language
    what, result = vote_name(division, language), result_phrase(division, language)
    whose = narrowing_phrase(reading, language)
    who = f"{count}{whose}"
    if division.method == Division.Method.PARTY:
        cast = division.party_votes.exclude(party__in=reading.keys("except"))
        if parties := reading.keys("party"):
            cast = cast.filter(party__in=parties)
        own = cast.filter(vote=side) if side else cast.all()
        who = f"{votes_phrase(sum(one.count for one in own), language)}{whose}"
        how = side_briefly(side, language, is_turned(division)) if side else NOTES[language]["on"]
        return f"{who} {how} {what} {result}"
    one = count == 1
    if missing:
        one = one or not count
        least = "Au moins" if language == "fr" else "At least"
        who = f"{least} {who}" if count else f"{NOTES[language]['nobody known']}{whose}"
    turned = turned_side_phrase(side, language, one=one) if side and is_turned(division) else ""
    verb = turned or side_phrase(side, one, language)
    return f"{who} {verb} {what}{stand_phrase(division, side, language)} {result}"


def narrowing_phrase(reading: Reading, language: str) -> str:
    """How a list is narrowed, to follow its count: " (Labor, Queensland)", " (all but Labor)"."""
    others = reading.words("except")
    named = [slot.words for slot in reading.all("party", "place", "voter")]
    told = [*named, *([NOTES[language]["all but"].format(others)] if others else [])]
    return f" ({', '.join(told)})" if told else ""
