"""The sides of a chamber on the day of a vote, such as the government, as the parties that made them up."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from speeches.enumerations.phrases import NOTES, side_briefly
from speeches.models import Division, Party, Term, Vote
from speeches.reading.naming import name_of
from speeches.reading.votes import parties_on
from speeches.search.offices import holders
from speeches.understanding.camps import CAMPS
from speeches.understanding.reading import Reading
from speeches.understanding.sides import find_side, sides

# On the side of most of a group, or on the other.
_BESIDE = {
    "en": ("on the side of most of {}", "on the other side than most of {}"),
    "fr": ("du côté de la plupart de {}", "du côté opposé à la plupart de {}"),
}
_GROUPS = ("party", "except", *CAMPS)


def with_sides(reading: Reading, division: Division) -> Reading:
    """Replaces each side named in place of a party by its parties on the day of the vote.

    The Prime Minister of that day tells the government's party, the Leader of the Opposition the opposition's. All
    others are the crossbench.
    """
    named = {slot: side for slot in reading.all(*_GROUPS) if not slot.keys and (side := find_side(slot.words))}
    if not named:
        return reading
    led = parties_led(division.sitting.chamber.parliament_id, division.sitting.date)
    slots = (replace(slot, keys=led.get(named[slot].name, ())) if slot in named else slot for slot in reading.slots)
    return replace(reading, slots=tuple(slots))


def side_of_camps(division: Division, reading: Reading) -> Vote | None:
    """The printed side of those who voted with or against the groups named, by what most of each group did.

    None if the record does not show that, if the groups differ, or if it is unclear what is meant.
    """
    wanted = set()
    for slot in reading.all(*CAMPS):
        took = _majority(division, slot.keys) if slot.name != "unclear" else None
        wanted.add(took.contrary if took and slot.name == "foe" else took)
    return wanted.pop() if len(wanted) == 1 else None


def camps_notes(division: Division, reading: Reading) -> list[str]:
    """The note of each group that others voted with or against: what most of it voted."""
    language = reading.language
    took = ((slot.words, _majority(division, slot.keys)) for slot in reading.all("ally", "foe"))
    return [
        NOTES[language]["most of"].format(words, side_briefly(side, language, turned=True))
        for words, side in took
        if side
    ]


def voters_phrase(voters: str, reading: Reading) -> str:
    """Whose votes a list of several votes is of, to append to its title: those in which they took part, or took the
    side of the groups named, or the other."""
    allies, foes = reading.words("ally"), reading.words("foe")
    if not (allies or foes):
        return NOTES[reading.language]["took part"].format(voters)
    told = [
        phrase.format(f"“{words}”")
        for phrase, words in zip(_BESIDE[reading.language], (allies, foes), strict=True)
        if words
    ]
    return f" ({voters}: {', '.join(told)})"


def _majority(division: Division, parties: Sequence[int]) -> Vote | None:
    """The printed side of more than half of the members of some parties who are in a vote, also as abstaining or
    paired; None if there is none."""
    if division.method == Division.Method.PARTY:
        cast = Counter[str]()
        for one in division.party_votes.filter(party__in=parties):
            cast[one.vote] += one.count
    else:
        ballots = list(division.ballots.exclude(politician=None))
        of = parties_on(division.sitting, [one.politician_id for one in ballots if one.politician_id])
        shown = ((one, one.party or of.get(one.politician_id or 0)) for one in ballots)
        cast = Counter(one.vote for one, party in shown if party and party.pk in parties)
    most = next((side for side in (Vote.AYE, Vote.NO) if 2 * cast[side] > cast.total()), None)
    return most if cast.total() > 1 else None


def sides_notes(asked: Reading, reading: Reading) -> list[str]:
    """The note of each side that `asked` names, which says as which parties `reading` takes it."""
    language = reading.language
    changed = (slot for slot in reading.all(*_GROUPS) if slot not in asked.slots)
    parties = ((slot.words, Party.objects.filter(pk__in=slot.keys).order_by("name")) for slot in changed)
    return [
        NOTES[language]["side"].format(words, ", ".join(name_of(one, language) for one in rows))
        for words, rows in parties
    ]


def parties_led(parliament: str, day: datetime.date) -> Mapping[str, tuple[int, ...]]:
    """The keys of the parties of each side on a day. A side without a known leader has none; nor has the crossbench
    then."""
    parties = list(Party.objects.filter(parliament=parliament))
    led: dict[str, tuple[int, ...]] = {}
    for side in sides():
        leader = _party_of_holder(side.led_by, parliament, day) if side.led_by else None
        if leader:
            led[side.name] = tuple(one.pk for one in parties if one == leader or set(one.aliases) & set(leader.aliases))
    if all(side.name in led for side in sides() if side.led_by):
        taken = {key for keys in led.values() for key in keys}
        led |= {one.name: tuple(row.pk for row in parties if row.pk not in taken) for one in sides() if not one.led_by}
    return led


def _party_of_holder(title: str, parliament: str, day: datetime.date) -> Party | None:
    """The party of whoever held an office on a day; None if nobody is known to have, or two did."""
    held = holders(title, [parliament], (day, day))
    if len({one.politician_id for one in held}) != 1:
        return None
    terms = Term.objects.filter(politician=held[-1].politician, start__lte=day).exclude(party=None)
    last = terms.select_related("party").order_by("end", "start").last()
    return last.party if last else None
