"""Lists of debates, questions and speakers, from the headings of the day and the speeches under them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q

from speeches.enumerations.by_words import list_by_words
from speeches.enumerations.headings import (
    heading_nearest,
    headings_under,
    match_headings,
    meetings_within,
    printed_headings,
    printed_pieces,
    same_headings,
    sittings_within,
)
from speeches.enumerations.listing import Entry, Listing
from speeches.enumerations.panels import panel_on
from speeches.enumerations.phrases import NOTES
from speeches.enumerations.selection import (
    BY_MEMBERS,
    MOST,
    MOST_SPEECHES,
    add_note,
    describe_heading,
    describe_scope,
    describe_sitting,
    list_turns,
    listing_of,
    names_nobody,
    office_holders,
    question_stems,
    quote_under_heading,
    select_headings,
    select_or_nearest,
    select_speeches,
    speakers_of,
    speeches_within,
    subject_of,
)
from speeches.enumerations.spoken import find_heading, find_meeting
from speeches.formats.frame import frame_of
from speeches.models import Debate, Sitting, Speech
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

_MOST_MEETINGS = 3
# At this confidence a question asks for everybody who spoke: "which ministers spoke?" is not.
_SURE = 0.9
# A question for all who spoke at a sitting names nothing else.
_OF_A_SITTING = frozenset({"date", "chamber", "country", "party"})
_WITNESSES = Q(politician__witness=True)
# The kinds of piece that come before a chamber, as their rubrics are called.
_PIECES = ("petitions", "reports")


def list_debates(reading: Reading) -> Listing | None:
    """The headings under which members spoke, on the days, in the chamber and on the subject named."""
    if not (reading.days or subject_of(reading) or reading.keys("bill")):
        return None
    rows = select_headings(reading)
    language = reading.language
    entries = tuple(
        Entry(name=one.title, url=one.get_absolute_url(), note=describe_sitting(one.sitting, language), role=one.type)
        for one in rows
    )
    return listing_of("debates", entries, reading)


def list_pieces(reading: Reading, version: int | None) -> Listing | None:
    """The petitions or committee reports with a heading of their own on the days named, each with the first member to
    speak.

    If the question names a member or a subject, only theirs, of any day if it names none. If it asks who presented
    them, its words tell which.
    """
    named = reading.all("speaker", "about")
    subject = reading.words("topic", "division", "place")
    others = reading.all("party", "bill", "committee")
    if not (reading.days or subject) or others or not all(one.keys for one in named):
        return None
    found = (_list_of_pieces(kind, subject, reading, version) for kind in _kinds_of_piece(reading))
    return next(filter(None, found), None)


def _kinds_of_piece(reading: Reading) -> Sequence[str]:
    """The kinds of piece that a question asks for: its own, or those that its words name; else all."""
    kind = reading.kind.partition("/")[2]
    texts = (reading.text, reading.follows)
    named = kind if kind in _PIECES else next(filter(None, (_piece_named(one, reading.language) for one in texts)), "")
    return (named,) if named else _PIECES


def _list_of_pieces(kind: str, subject: str, reading: Reading, version: int | None) -> Listing | None:
    """The pieces of one kind that a question means, those on a subject if it names one."""
    pieces, note = printed_pieces(kind, _rows_of_pieces(kind, reading)), ""
    if subject:
        meant, note = _pieces_meant(subject, [one for _, one in pieces], reading, version)
        keys = {one.pk for one in meant}
        pieces = [(name, one) for name, one in pieces if one.pk in keys]
    if len(pieces) > MOST:
        return None
    spoken = Speech.objects.filter(BY_MEMBERS, debate__in=[one.pk for _, one in pieces]).select_related("party")
    # Several members bring petitions under one heading; the first to speak on a report presents it.
    by: dict[int | None, dict[int | None, Speech]] = defaultdict(dict)
    for speech in spoken.order_by("position"):
        own = by[speech.debate_id]
        if kind == "petitions" or not own:
            own.setdefault(speech.politician_id, speech)
    members = reading.keys("speaker", "about")
    entries = tuple(
        _piece(name, one, first, reading.language)
        for name, one in pieces
        for first in (by[one.pk].values() or [None])
        if not members or (first and first.politician_id in members)
    )
    return add_note(listing_of(kind, entries, reading), note, reading)


def _rows_of_pieces(kind: str, reading: Reading) -> list[Debate]:
    """The headings among which pieces of a kind may be: all of the days named, or those under the rubrics for them."""
    if reading.days:
        return list(printed_headings(reading)[:MOST_SPEECHES])
    frames = [frame_of(code) for code in reading.view]
    titles = [title for frame in frames for titles in (frame.rubrics, frame.pieces) for title in titles.get(kind, ())]
    return headings_under(titles, reading)


def _pieces_meant(
    subject: str, headings: list[Debate], reading: Reading, version: int | None
) -> tuple[list[Debate], str]:
    """The headings of pieces on a subject: those that hold its words, the one nearest to it, or the one under which it
    was spoken of; and the key of the note that says so, if the words alone do not."""
    if meant := match_headings(subject, headings, reading.language):
        return meant, ""
    if nearest := heading_nearest(subject, headings, reading.language):
        return same_headings(nearest, headings), "some words"
    spoken = find_heading(subject, headings, reading, version)
    return (same_headings(spoken, headings), "spoken") if spoken else ([], "")


def _piece_named(text: str, language: str) -> str:
    """The kind of piece that a question names; "" if it names none."""
    asked = question_stems(text, language)
    return next((one for one in _PIECES if any(stems_of(one) <= own for own in asked)), "")


def _piece(name: str, heading: Debate, first: Speech | None, language: str) -> Entry:
    note = describe_sitting(heading.sitting, language)
    if first is None:
        return Entry(name, url=heading.get_absolute_url(), note=note)
    party = first.party.name if first.party else ""
    return Entry(quote_under_heading(name, first), first.speaker, first.get_absolute_url(), party, note=note)


def list_speakers(reading: Reading, version: int | None) -> Listing | None:
    """Who spoke in the debates on the subject or bill named, or at the meetings of a committee on the days named.

    If the question names only days, lists who spoke at all sittings of theirs. If no debate is on the subject, lists
    who said its words.
    """
    if (meetings := _meetings(reading) or _sittings_named(reading)) and not names_nobody(reading):
        return _list_heard(meetings, reading)
    if not (subject_of(reading) or reading.keys("bill")) or names_nobody(reading):
        return None
    # A motion that the question describes is only taken for one that both its heading and its debate resemble.
    found = select_or_nearest(reading, version, certain=bool(reading.all("division")))
    scope = describe_scope(reading, describe_heading(found.speeches, reading.language))
    listing = listing_of("speakers", speakers_of(found.speeches), reading, scope)
    bills = reading.keys("bill")
    named = bills and not found.note and not found.speeches.filter(debate__about__in=bills).exists()
    note = "bill named" if named else found.note
    return add_note(listing, note, reading) if listing else list_by_words(reading, version)


def list_opened(reading: Reading, version: int | None) -> Listing | None:
    """Who spoke in the one debate on the subject named, or on the days named, that a member opened: "Baroness Li's
    debate on autism"."""
    members = reading.keys("about")
    if not (reading.days or subject_of(reading) or reading.keys("bill")):
        return None
    found = select_or_nearest(reading, version, members)
    debates = found.speeches.exclude(debate=None).order_by("debate").values_list("debate", flat=True).distinct()
    chair = {title for code in reading.view for title in frame_of(code).chairing}
    turns = Speech.objects.filter(BY_MEMBERS, debate__in=debates[:MOST]).exclude(role__in=chair)
    first = turns.order_by("debate", "position").distinct("debate").values_list("debate", "politician")
    spoken = speeches_within(reading).filter(debate__in=[debate for debate, member in first if member in members])
    heading = describe_heading(spoken, reading.language)
    if not heading or names_nobody(reading):
        return None
    listing = listing_of("speakers", speakers_of(spoken), reading, describe_scope(reading, heading))
    return add_note(listing, found.note, reading)


def list_witnesses(reading: Reading, version: int | None) -> Listing | None:
    """Who was heard and sits in no chamber: at the meetings of the committee named, or on the days named. A committee
    that is no row is described by what it meets about."""
    committees, days = reading.keys("committee"), reading.days
    if reading.all("committee") and not committees:
        meeting = find_meeting(reading.words("committee", "topic"), reading, version)
        listing = _list_witnesses_of([meeting], reading, version) if meeting else None
        return listing if days else add_note(listing, "spoken at", reading)
    if not (committees or days):
        return None
    meetings = list(meetings_within(reading)[: _MOST_MEETINGS + 1])
    return _list_witnesses_of(meetings, reading, version) if meetings else None


def _list_witnesses_of(meetings: list[Sitting], reading: Reading, version: int | None) -> Listing | None:
    """The witnesses of some meetings; of one meeting, those of the panel that was heard on the matter named, if one
    was."""
    heard = Speech.objects.filter(_WITNESSES, sitting__in=meetings)
    panel = panel_on(subject_of(reading), meetings[0], heard, reading, version) if len(meetings) == 1 else None
    if panel is None:
        return _list_heard(meetings, reading, _WITNESSES, "witnesses")
    return _list_heard(meetings, reading, _WITNESSES & Q(position__range=panel), "witnesses", "panel heard")


def _meetings(reading: Reading) -> list[Sitting]:
    """The meetings of the committee named on the days named; none without days, or if a chamber is named."""
    if not reading.days or not reading.keys("committee") or reading.keys("chamber"):
        return []
    return list(meetings_within(reading)[: _MOST_MEETINGS + 1])


def _sittings_named(reading: Reading) -> list[Sitting]:
    """The sittings that a question names by their days and chamber; none if it names a matter, or no days, or if it may
    ask for some of the speakers only."""
    named = {slot.name for slot in reading.slots}
    if not reading.days or reading.sure < _SURE or reading.unread or not named <= _OF_A_SITTING:
        return []
    held = sittings_within(reading).select_related("chamber").order_by("date", "chamber")
    held = held if reading.keys("chamber") else held.filter(chamber__committee=None)
    return list(held[: _MOST_MEETINGS + 1])


def _list_heard(
    meetings: list[Sitting], reading: Reading, whoever: Q = BY_MEMBERS, phrase: str = "meeting", note: str = "all heard"
) -> Listing | None:
    """Who spoke at some meetings, with the office or the body for which they spoke, and a note that says who that is;
    None if there are too many meetings."""
    if len(meetings) > _MOST_MEETINGS:
        return None
    language = reading.language
    where = "; ".join(describe_sitting(one, language) for one in meetings)
    heard = Speech.objects.filter(whoever, sitting__in=meetings).exclude(written=True)
    if parties := reading.keys("party"):
        heard = heard.filter(party__in=parties)
    entries = speakers_of(heard)
    listing = listing_of("speakers", entries, reading, where, phrase)
    if listing is None:
        return None
    told = [NOTES[language][note]] if subject_of(reading) or reading.keys("bill") else []
    told += [NOTES[language]["not heard"]] if whoever == BY_MEMBERS else []
    return replace(listing, notes=(*told, *listing.notes))


def list_speeches(reading: Reading) -> Listing | None:
    """The speeches of the people named, on the days and the subject named."""
    if names_nobody(reading) or not reading.keys("speaker", "about"):
        return None
    members = [*reading.keys("speaker", "about"), *office_holders(reading)]
    return list_turns("speeches", select_speeches(reading, members), reading)
