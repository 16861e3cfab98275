"""Who was in the chair of a debate or a meeting that a question describes by its matter or its day."""

from collections.abc import Sequence
from dataclasses import replace

from speeches.enumerations.headings import heading_nearest, headings_within, match_headings, same_headings
from speeches.enumerations.listing import Entry, Listing, entry_of, speech_source
from speeches.enumerations.phrases import NOTES, language_of, quoted, unread_note
from speeches.enumerations.selection import describe_sitting, sitting_phrase
from speeches.enumerations.spoken import find_heading, find_meeting
from speeches.formats.frame import frame_of
from speeches.formats.motions import procedure_of
from speeches.models import Debate, Sitting, Speech
from speeches.understanding.reading import Reading


def list_chair(reading: Reading, version: int | None) -> Listing | None:
    """Who was in the chair of the debate, or of the committee's meeting, that a question means; None if none or several
    may be meant."""
    described = reading.words("topic", "division", "bill", "committee")
    if not (described or reading.days) or reading.all("about", "speaker", "party"):
        return None
    debates = _debates(described, reading, version) if described else []
    return _printed_chair(debates, reading) or _chair_who_spoke(find_meeting(described, reading, version), reading)


def _debates(described: str, reading: Reading, version: int | None) -> list[Debate]:
    """The headings of the one debate meant: by its words, or by those spoken under it."""
    rows = headings_within(reading)
    named = match_headings(described, rows, reading.language)
    one = named[0] if len({(row.title, row.sitting_id) for row in named}) == 1 else None
    nearest = one or heading_nearest(described, rows, reading.language)
    nearest = nearest or find_heading(described, rows, reading, version)
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
    language = language_of(reading.language)
    where = f"{quoted(debates[0].title, language)}, {sitting_phrase(debates[0], language)}"
    return _listing([_entry(who, note, reading) for note, who in entries], entries[0][0], where, reading)


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
    entries = [_entry(one.speaker, one, reading) for one in first]
    where = describe_sitting(meeting, language_of(reading.language))
    return _listing(entries, first[0], where, reading) if first else None


def _entry(name: str, speech: Speech, reading: Reading) -> Entry:
    side = NOTES[language_of(reading.language)]["in the chair"]
    own = speech.speaker == name
    return replace(entry_of(speech), note=side) if own else Entry(name, url=speech.get_absolute_url(), note=side)


def _listing(entries: Sequence[Entry], speech: Speech, where: str, reading: Reading) -> Listing:
    language = language_of(reading.language)
    title = NOTES[language]["chair of"].format(where)
    source, notes = speech_source(speech, title), tuple(unread_note(reading))
    return Listing("speakers", title, tuple(entries), source, notes=notes, language=language)
