"""Lists of debates, questions and speakers, from the headings of the day and the speeches under them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.text import Truncator

from rag.text.dates import format_date
from rag.text.sentences import sentence_spans
from speeches.enumerations.headings import (
    heading_nearest,
    headings_within,
    match_headings,
    printed_headings,
    printed_pieces,
    sittings_within,
)
from speeches.enumerations.listing import Entry, Listing, Source
from speeches.enumerations.phrases import NOTES, language_of, unread_note
from speeches.enumerations.spoken import find_heading
from speeches.models import Bill, Debate, Party, Sitting, Speech
from speeches.reading.naming import name_of
from speeches.reading.offices import holders
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import is_named

# Nobody reads a longer list, and a question that matches more names no day and no subject.
_MOST = 500
_MOST_SPEECHES = 5000
_MOST_MEETINGS = 3
# How many characters of a speech are shown beside its heading, and how many are read for that.
_EXCERPT, _LONG = 200, 1000
# Speeches of the chair and the clerks are not contributions to a debate.
_BY_MEMBERS = ~Q(politician=None)


def list_debates(reading: Reading) -> Listing | None:
    """The headings under which members spoke, on the days, in the chamber and on the subject named."""
    if not (reading.days or _subject(reading) or reading.keys("bill")):
        return None
    rows = _headings(reading)
    entries = tuple(
        Entry(name=one.title, url=one.get_absolute_url(), note=_sitting_phrase(one), role=one.type) for one in rows
    )
    return _listing("debates", entries, reading)


def list_pieces(reading: Reading) -> Listing | None:
    """The petitions or committee reports with a heading of their own on the days named, each with the first member to
    speak.

    If the question names a member, only theirs.
    """
    named = reading.all("speaker", "about")
    if not reading.days or reading.all("topic", "party", "bill", "place") or not all(one.keys for one in named):
        return None
    kind = reading.kind.partition("/")[2]
    pieces = printed_pieces(kind, list(printed_headings(reading)[:_MOST_SPEECHES]))[:_MOST]
    spoken = Speech.objects.filter(_BY_MEMBERS, debate__in=[one.pk for _, one in pieces]).select_related("party")
    # Several members bring petitions under one heading; the first to speak on a report presents it.
    by: dict[int | None, dict[int | None, Speech]] = defaultdict(dict)
    for speech in spoken.order_by("position"):
        own = by[speech.debate_id]
        if kind == "petitions" or not own:
            own.setdefault(speech.politician_id, speech)
    members = reading.keys("speaker", "about")
    entries = tuple(
        _piece(name, one, first)
        for name, one in pieces
        for first in (by[one.pk].values() or [None])
        if not members or (first and first.politician_id in members)
    )
    return _listing(kind, entries, reading)


def _piece(name: str, heading: Debate, first: Speech | None) -> Entry:
    if first is None:
        return Entry(name, url=heading.get_absolute_url(), note=_sitting_phrase(heading))
    party = first.party.name if first.party else ""
    return Entry(
        _quote_under_heading(name, first), first.speaker, first.get_absolute_url(), party, note=_sitting_phrase(heading)
    )


def _quote_under_heading(heading: str, speech: Speech) -> str:
    """A heading with words of a speech: the last sentence of a question, the beginning of any other."""
    words = speech.text[:_LONG]
    if speech.kind == "question":
        # Whoever interrupts is not who asks.
        own = [part for part in speech.parts if part["politician"] == speech.politician_id]
        end = own[-1]["end"] if own else len(speech.text)
        *_, asking = sentence_spans(_without_remark(speech.text[:end]))
        words = asking.of(speech.text)
    cut = Truncator(" ".join(words.split())).chars(_EXCERPT)
    return ": ".join(filter(None, [heading, f"“{cut}”" if cut else ""])) or speech.speaker


def _without_remark(words: str) -> str:
    """A turn without the editors' remark in square brackets at its end.

    >>> _without_remark("What is the rate? [Official Report, Vol. 498, c. 5MC.]")
    'What is the rate?'
    >>> _without_remark("[Interruption.]")
    '[Interruption.]'
    """
    whole = words.rstrip()
    return whole[: whole.rfind("[")].rstrip() or words if whole.endswith("]") and "[" in whole else words


def list_speakers(reading: Reading, version: int | None) -> Listing | None:
    """Who spoke in the debates on the subject or bill named, or at the meetings of a committee on the days named."""
    if (meetings := _meetings(reading)) and not _names_nobody(reading):
        return _list_heard(meetings, reading)
    if not (_subject(reading) or reading.keys("bill")) or _names_nobody(reading):
        return None
    speeches = _speeches(reading)
    note = ""
    if _subject(reading) and not speeches.exists() and not reading.all("division"):
        speeches, note = _speeches_nearest(reading, version)
    listing = _listing("speakers", _speakers(speeches), reading, _describe_scope(reading, _describe_heading(speeches)))
    return _add_note(listing, note, reading)


def list_witnesses(reading: Reading) -> Listing | None:
    """Who was heard and sits in no chamber: at the meetings of the committee named, or on the days named."""
    committees, days = reading.keys("committee"), reading.days
    if not (committees or days) or (reading.all("committee") and not committees):
        return None
    held = (
        Sitting.objects.once(reading.language)
        .filter(chamber__parliament__in=reading.view)
        .exclude(chamber__committee=None)
    )
    held = held.filter(chamber__committee__in=committees) if committees else held
    held = held.filter(date__range=days) if days else held
    meetings = list(held.select_related("chamber").order_by("date")[: _MOST_MEETINGS + 1])
    return _list_heard(meetings, reading, Q(politician__witness=True), "witnesses") if meetings else None


def _meetings(reading: Reading) -> list[Sitting]:
    """The meetings of the committee named on the days named; none without days, or if a chamber is named."""
    if not reading.days or not reading.keys("committee") or reading.keys("chamber"):
        return []
    held = Sitting.objects.once(reading.language)
    held = held.filter(chamber__committee__in=reading.keys("committee"), date__range=reading.days)
    return list(held.select_related("chamber").order_by("date")[: _MOST_MEETINGS + 1])


def _list_heard(
    meetings: list[Sitting], reading: Reading, whoever: Q = _BY_MEMBERS, phrase: str = "meeting"
) -> Listing | None:
    """Who spoke at some meetings, with the office or the body for which they spoke; None if there are too many
    meetings."""
    if len(meetings) > _MOST_MEETINGS:
        return None
    language = language_of(reading.language)
    where = "; ".join(f"{name_of(one.chamber, language)}, {format_date(one.date, language)}" for one in meetings)
    heard = Speech.objects.filter(whoever, sitting__in=meetings)
    if parties := reading.keys("party"):
        heard = heard.filter(party__in=parties)
    entries = _speakers(heard)
    listing = _listing("speakers", entries, reading, where, phrase)
    if listing is None or not (_subject(reading) or reading.keys("bill")):
        return listing
    return replace(listing, notes=(NOTES[language]["all heard"], *listing.notes))


def _speakers(speeches: QuerySet[Speech]) -> tuple[Entry, ...]:
    """Who gave some speeches, in the order of their first; nobody if there are too many to list."""
    speeches = speeches.order_by("date", "sitting", "position")
    if speeches.count() > _MOST_SPEECHES:
        return ()
    counts: dict[int, tuple[Speech, int]] = {}
    for speech in speeches.select_related("politician", "party", "riding"):
        first, count = counts.get(speech.politician_id or 0, (speech, 0))
        counts[speech.politician_id or 0] = (first, count + 1)
    return tuple(
        Entry(
            name=first.politician.name if first.politician else first.speaker,
            url=first.get_absolute_url(),
            party=first.party.name if first.party else "",
            riding=first.riding.name if first.riding else "",
            role=first.role,
            note=str(count),
        )
        for first, count in counts.values()
    )


def list_speeches(reading: Reading) -> Listing | None:
    """The speeches of the people named, on the days and the subject named."""
    if _names_nobody(reading) or not reading.keys("speaker", "about"):
        return None
    members = [*reading.keys("speaker", "about"), *_office_holders(reading)]
    return _pieces("speeches", _speeches(reading, members), reading)


def list_questions(reading: Reading, version: int | None) -> Listing | None:
    """The questions meant: asked by the speakers named, answered by the other people named.

    If no heading holds the subject and nobody is named, those under the heading nearest to it.
    """
    if _names_nobody(reading):
        return None
    questions = _speeches(reading, reading.keys("speaker")).filter(kind="question")
    named = reading.all("speaker", "about", "office")
    if not named and _subject(reading) and not questions.exists():
        near, note = _speeches_nearest(reading, version)
        questions = near.filter(kind="question")
        listing = _pieces("questions", questions, reading, _describe_heading(questions))
        return _add_note(listing, note, reading)
    if asked := [*reading.keys("about"), *_office_holders(reading)]:
        following = Speech.objects.filter(debate=OuterRef("debate"), position__gt=OuterRef("position"))
        following = following.filter(kind__in=("question", "answer")).order_by("position")
        kind, by = Subquery(following.values("kind")[:1]), Subquery(following.values("politician")[:1])
        questions = questions.annotate(next_kind=kind, next_by=by).filter(next_kind="answer", next_by__in=asked)
        questions = questions.exclude(politician__in=asked)
    return _pieces("questions", questions, reading)


def _pieces(phrase: str, speeches: QuerySet[Speech], reading: Reading, heading: str = "") -> Listing | None:
    """Speeches as a list, latest day first, each with its heading and its words."""
    rows = speeches.select_related("debate", "sitting__chamber", "party").order_by("-date", "sitting", "position")
    entries = tuple(
        Entry(
            name=_quote_under_heading(speech.title or (speech.debate.title if speech.debate else ""), speech),
            person=speech.speaker,
            url=speech.get_absolute_url(),
            party=speech.party.name if speech.party else "",
            note=format_date(speech.date),
        )
        for speech in rows[:_MOST]
    )
    return _listing("speeches", entries, reading, _describe_scope(reading, heading), phrase)


def _names_nobody(reading: Reading) -> bool:
    """Whether a person or party named is unknown, or one is excluded. Then a list of everybody would be too long."""
    named = reading.all("speaker", "about", "party", "chamber")
    unheld = reading.all("office") and not _office_holders(reading)
    return bool(unheld or reading.all("except")) or any(not slot.keys and is_named(slot) for slot in named)


def _within(reading: Reading) -> QuerySet[Speech]:
    """The speeches of members of the parties named, on the days and in the chamber named."""
    rows = Speech.objects.filter(_BY_MEMBERS, sitting__in=sittings_within(reading))
    parties = reading.keys("party")
    return rows.filter(party__in=parties) if parties else rows


def _speeches_nearest(reading: Reading, version: int | None) -> tuple[QuerySet[Speech], str]:
    """The speeches under the heading nearest to the subject of a question, and the key of the note that says how it was
    found: by its own words, or by those spoken under it."""
    subject, rows = _subject(reading), headings_within(reading)
    named = heading_nearest(subject, rows, reading.language)
    near = named or find_heading(subject, rows, reading, version)
    speeches = _within(reading)
    return (speeches.filter(debate=near) if near else speeches.none()), "some words" if named else "spoken"


def _add_note(listing: Listing | None, note: str, reading: Reading) -> Listing | None:
    """A list with the note of a key first; "" for none."""
    if listing is None or not note:
        return listing
    return replace(listing, notes=(NOTES[language_of(reading.language)][note], *listing.notes))


def _office_holders(reading: Reading) -> list[int]:
    """Who held the offices named, on the days named."""
    offices = reading.all("office")
    return [one.politician_id for slot in offices for one in holders(slot.words, reading.view, reading.days)]


def _speeches(reading: Reading, members: Sequence[int] = ()) -> QuerySet[Speech]:
    """The speeches on the days and the subject named; only those of `members`, if any are given."""
    rows = _within(reading)
    if members:
        rows = rows.filter(politician__in=members)
    if bills := reading.keys("bill"):
        return rows.filter(Q(debate__about__in=bills) | Q(bills__in=bills)).distinct()
    if _subject(reading):
        rows = rows.filter(debate__in=[one.pk for one in _headings(reading)])
    return rows


def _headings(reading: Reading) -> list[Debate]:
    """The headings that a question means."""
    return match_headings(_subject(reading), headings_within(reading), reading.language)


def _subject(reading: Reading) -> str:
    """The words of a question that a heading must hold."""
    names = ["topic", "division", *([] if reading.keys("bill") else ["bill"])]
    # Questions and speeches have no committee, but a heading may have its subject: "Fisheries and Oceans".
    names += ["committee"] if reading.kind in ("list/questions", "list/speeches") else []
    return reading.words(*names)


def _sitting_phrase(debate: Debate) -> str:
    return f"{debate.sitting.chamber.name}, {format_date(debate.sitting.date)}"


def _bill_named(reading: Reading) -> str:
    """The label of the one bill that a question names; "" if it names none or several."""
    bills = list(Bill.objects.filter(pk__in=reading.keys("bill"))[:2])
    return bills[0].label if len(bills) == 1 else ""


def _describe_heading(speeches: QuerySet[Speech]) -> str:
    """The one heading under which speeches were given, with its chamber and day; "" if there are several.

    The heading above it comes first, such as the bill's above "Second Reading", unless it only groups the day's
    business.
    """
    debates = set(speeches.order_by().values_list("debate", flat=True)[:_MOST_SPEECHES])
    heading = Debate.objects.select_related("parent").filter(pk__in=debates).first() if len(debates) == 1 else None
    if heading is None:
        return ""
    above = heading.parent if heading.parent and heading.parent.parent_id else None
    titles = [above.title, heading.title] if above else [heading.title]
    return f"“{': '.join(titles)}”, {_sitting_phrase(heading)}"


def _describe_scope(reading: Reading, heading: str = "") -> str:
    """What a list covers: one heading, a bill, or the headings that hold the words of the subject; "" if it
    is narrowed by neither."""
    notes = NOTES[language_of(reading.language)]
    if about := heading or _bill_named(reading) or (reading.words("bill") if reading.keys("bill") else ""):
        return notes["of"].format(about)
    return notes["under"].format(subject) if (subject := _subject(reading)) else ""


def _listing(
    kind: str, entries: tuple[Entry, ...], reading: Reading, scope: str = "", phrase: str = ""
) -> Listing | None:
    """A list whose source is the record itself; None if it is empty, or too long to be what was asked for."""
    if not 0 < len(entries) < _MOST:
        return None
    language = language_of(reading.language)
    template = NOTES[language][phrase or kind]
    title = template.format(len(entries), scope)
    if scope and "{1}" not in template:
        title += f", {scope}"
    if parties := reading.keys("party"):
        title += f" ({', '.join(Party.objects.filter(pk__in=parties).values_list('name', flat=True))})"
    source = Source(kind, kind, title, NOTES[language]["record"], "", entries[0].url, "")
    return Listing(kind, title, entries, source, notes=tuple(unread_note(reading)), language=language)
