"""Who was in the chair of a debate or a meeting that a question describes by its matter or its day."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from django.db.models import Q

from speeches.enumerations.headings import (
    heading_nearest,
    headings_within,
    match_headings,
    same_headings,
    sittings_within,
)
from speeches.enumerations.listing import Entry, Listing, entry_of, entry_under, speech_source
from speeches.enumerations.minutes import minutes_of, minutes_source
from speeches.enumerations.phrases import NOTES, quoted, unread_note
from speeches.enumerations.selection import describe_sitting, select_or_nearest, subject_of
from speeches.enumerations.spoken import find_heading, find_meeting, likeliest_heading
from speeches.formats.frame import frame_of
from speeches.formats.motions import procedure_of
from speeches.formats.names import fold
from speeches.models import Debate, Sitting, Speech
from speeches.search.catalogue import catalogue
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import distinct_name
from speeches.understanding.stems import stems_of

# These ask for the holder of an office, or for who took it over.
_OF_AN_OFFICE = ("fact/holder", "fact/next", "fact/successor")


def with_chair_asked_for(reading: Reading) -> Reading:
    """The reading, as a question for who was in the chair, if it asks for the holder of that office, or for who took it
    over: no list of offices has it."""
    offices = reading.all("office")
    if reading.kind not in _OF_AN_OFFICE or len(offices) != 1 or not reading.all("topic", "division", "bill"):
        return reading
    titles = [title for code in reading.view for title in frame_of(code).chairs]
    titles.append(NOTES[reading.language]["in the chair"])
    asked = stems_of(offices[0].words)
    if not asked or not any(asked <= stems_of(title) for title in titles):
        return reading
    kept = tuple(slot for slot in reading.slots if slot.name not in ("office", "about", "speaker"))
    return replace(reading, kind="fact/chair", slots=kept)


def list_chair(reading: Reading, version: int | None) -> Listing | None:
    """Who was in the chair of the debate, or of the committee's meeting, that a question means; None if none or several
    may be meant."""
    described = reading.words("topic", "division", "bill", "committee")
    if not (described or reading.days) or reading.all("party"):
        return None
    listing = None
    if not reading.all("about", "speaker"):
        debates = _debates(described, reading, version) if described else []
        listing = _printed_chair(debates, reading) if described else _chairs_in_minutes(reading)
        listing = listing or _chair_who_spoke(find_meeting(described, reading, version), reading)
    return listing or _chair_by_role(reading, version)


def _debates(described: str, reading: Reading, version: int | None) -> list[Debate]:
    """The headings of the one debate meant: by its words, or by those spoken under it."""
    rows = headings_within(reading)
    named = match_headings(described, rows, reading.language)
    one = named[0] if len({(row.title, row.sitting_id) for row in named}) == 1 else None
    nearest = one or heading_nearest(described, rows, reading.language)
    nearest = nearest or find_heading(described, rows, reading, version)
    if nearest is None:
        # Unlike a list of who spoke, who was in the chair does not depend on how much else was discussed there.
        likeliest = likeliest_heading(described, reading, version)
        nearest = next((row for row in rows if row.pk == likeliest), None)
    return same_headings(nearest, rows) if nearest else []


def _printed_chair(debates: Sequence[Debate], reading: Reading) -> Listing | None:
    """Everybody whom the record prints as being in the chair of a debate: who took it last before, and those who took
    it meanwhile."""
    if not debates:
        return None
    spoken = Speech.objects.filter(debate__in=debates).order_by("position").values_list("position", flat=True)
    first, last = spoken.first() or 0, spoken.last() or 0
    noted = Speech.objects.filter(sitting=debates[0].sitting, kind="procedure", position__lte=last)
    before: list[tuple[Speech, str]] = []
    meanwhile: list[tuple[Speech, str]] = []
    for note in noted.order_by("position").select_related("chamber"):
        patterns = procedure_of(note.parliament_id).chairs
        if found := next((match for pattern in patterns if (match := pattern.search(note.text))), None):
            (before if note.position < first else meanwhile).append((note, found["who"]))
    at_once = meanwhile and meanwhile[0][0].position == first
    entries = [*([] if at_once else before[-1:]), *meanwhile]
    if not entries:
        return None
    language = reading.language
    where = f"{quoted(debates[0].title, language)}, {describe_sitting(debates[0].sitting, language)}"
    title = NOTES[language]["chair of"].format(where)
    told = [entry_under(who, note, NOTES[language]["in the chair"]) for note, who in entries]
    return _listing(told, entries[0][0], title, reading)


def _chairs_in_minutes(reading: Reading) -> Listing | None:
    """Everybody of whom the minutes of the one sitting meant say that they took the chair. Others may have relieved
    them."""
    sittings = list(sittings_within(reading).select_related("chamber")[:2]) if reading.keys("chamber") else []
    if len(sittings) != 1:
        return None
    (sitting,) = sittings
    patterns = procedure_of(sitting.chamber.parliament_id).chairs
    lines = [(words, url) for words, url in minutes_of(sitting) if any(one.search(words) for one in patterns)]
    if not lines:
        return None
    language = reading.language
    title = NOTES[language]["took the chair"].format(describe_sitting(sitting, language))
    entries = tuple(Entry(quoted(words, language), url=url) for words, url in lines)
    source = minutes_source(sitting, title, lines[0][1], language)
    told = (NOTES[language]["relieved"],)
    return Listing("minutes", title, entries, source, notes=told, loose=unread_note(reading), language=language)


def _chair_who_spoke(meeting: Sitting | None, reading: Reading) -> Listing | None:
    """Everybody who spoke from the chair of a meeting."""
    if meeting is None:
        return None
    titles = frame_of(meeting.chamber.parliament_id).chairs
    spoken = Speech.objects.filter(sitting=meeting, role__in=titles).exclude(politician=None)
    turns: dict[int | None, Speech] = {}
    for one in spoken.select_related("chamber", "party", "riding").order_by("position"):
        turns.setdefault(one.politician_id, one)
    first = list(turns.values())
    language = reading.language
    entries = [entry_under(one.speaker, one, NOTES[language]["in the chair"]) for one in first]
    title = NOTES[language]["chair of"].format(describe_sitting(meeting, language))
    return _listing(entries, first[0], title, reading) if first else None


def _chair_by_role(reading: Reading, version: int | None) -> Listing | None:
    """The one who spoke in the House as the chair of the committee named ("Chairperson of the Finance and Expenditure
    Committee"), on the days and the subject named; None if there are several."""
    if not reading.all("committee") or not (reading.days or subject_of(reading)):
        return None
    titles = [title for code in reading.view for title in frame_of(code).chairs]
    as_chair = reduce(or_, (Q(role__icontains=title) for title in titles), Q(pk__in=[]))
    spoken = select_or_nearest(reading, version).speeches.filter(as_chair)
    asked = distinct_name(reading.words("committee"))
    of_any = not asked or fold(asked) in catalogue(version).countries
    of_titles = {stem for title in titles for stem in stems_of(title)}
    found: dict[int | None, Speech] = {}
    for one in spoken.select_related("sitting__chamber", "party", "riding").order_by("position"):
        own = stems_of(distinct_name(one.role)) - of_titles
        if own and (of_any or own <= stems_of(asked)):
            found.setdefault(one.politician_id, one)
    if len(found) != 1:
        return None
    (speech,) = found.values()
    language = reading.language
    title = NOTES[language]["spoke as"].format(speech.role, describe_sitting(speech.sitting, language))
    return _listing([entry_of(speech)], speech, title, reading)


def _listing(entries: Sequence[Entry], speech: Speech, title: str, reading: Reading) -> Listing:
    source, loose = speech_source(speech, title), unread_note(reading)
    return Listing("speakers", title, tuple(entries), source, loose=loose, language=reading.language)
