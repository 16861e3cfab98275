"""The turns of the record that a reading selects, and the list that is made of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.utils.text import Truncator

from rag.language.glossary import in_english
from rag.text.dates import format_date
from rag.text.sentences import sentence_spans
from speeches.enumerations.headings import (
    business_titles,
    heading_nearest,
    headings_below,
    headings_within,
    match_headings,
    printed_headings,
    same_headings,
    sittings_within,
    title_within,
)
from speeches.enumerations.listing import Entry, Listing, entry_of, record_source
from speeches.enumerations.phrases import NOTES, quoted, unread_note
from speeches.enumerations.spoken import LIKELY, find_heading, likeliest_heading
from speeches.models import Bill, Debate, Party, Politician, Sitting, Speech
from speeches.reading.naming import bill_label, name_of
from speeches.search.offices import holders
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import is_named
from speeches.understanding.stems import stems_of

# Nobody reads a longer list, and a question that matches more is too vague.
MOST = 500
MOST_SPEECHES = 5000
# A heading that stands on one of so many days may be meant by its title.
_FEW_DAYS = timedelta(days=31)
# Words for the entries of a list are not headings.
_LISTED = {
    "list/speakers": ("speakers", "speeches", "members"),
    "list/speeches": ("speeches", "members"),
    "list/questions": ("questions", "members"),
    "list/answerers": ("answers", "questions", "members"),
    "list/debates": ("debates",),
    "fact/next": ("speakers",),
}
# How many characters of a speech are shown beside its heading, and how many are read for that.
_EXCERPT, _LONG = 200, 1000
# Speeches of the chair and the clerks are not contributions to a debate.
BY_MEMBERS = ~Q(politician=None)


def names_nobody(reading: Reading) -> bool:
    """Whether a person or party named is unknown, or one is excluded. Then a list of everybody would be too long."""
    named = reading.all("speaker", "about", "party", "chamber")
    unheld = any(map(is_named, reading.all("office"))) and not office_holders(reading)
    return bool(unheld or reading.all("except")) or any(not slot.keys and is_named(slot) for slot in named)


def speeches_within(reading: Reading) -> QuerySet[Speech]:
    """The speeches of members of the parties named, on the days and in the chamber named."""
    rows = Speech.objects.filter(BY_MEMBERS, sitting__in=sittings_within(reading))
    parties = reading.keys("party")
    return rows.filter(party__in=parties) if parties else rows


def select_speeches(reading: Reading, members: Sequence[int] = ()) -> QuerySet[Speech]:
    """The speeches on the days and the subject named; only those of `members`, if any are given."""
    rows = speeches_within(reading)
    if members:
        rows = rows.filter(_asked_or_said_by(members))
    if bills := reading.keys("bill"):
        in_debate = _in_debates_on(bills, reading) if reading.kind == "list/speakers" else None
        return rows.filter(in_debate or (Q(debate__about__in=bills) | Q(bills__in=bills))).distinct()
    if subject_of(reading):
        rows = rows.filter(debate__in=[one.pk for one in select_headings(reading)])
    return rows


def _in_debates_on(bills: Sequence[int], reading: Reading) -> Q | None:
    """The speeches in the debates on some bills, also where they go on under the same heading later that day; None if
    there is no such debate. Elsewhere somebody may only name the bill."""
    debates = Debate.objects.filter(about__in=bills, sitting__in=sittings_within(reading)).order_by()
    headings = set(debates.values_list("sitting", "parent__title", "title"))
    found = Q(debate__about__in=bills) | Q(debate__parent__about__in=bills)
    for sitting, above, title in headings:
        resumed = Q(debate__sitting=sitting, debate__title=title, debate__about=None)
        found |= resumed & (Q(debate__parent__title=above) if above else Q(debate__parent=None))
    return found if headings else None


def _asked_or_said_by(members: Sequence[int]) -> Q:
    """The words of members, and the questions asked on their behalf."""
    return Q(politician__in=members) | Q(kind="question") & on_behalf_of(members)


def on_behalf_of(members: Sequence[int]) -> Q:
    """Whoever speaks for a member says so in the label, as a role: "on behalf of Jeanette Fitzsimons"."""
    names = Politician.objects.filter(pk__in=members).exclude(name="").values_list("name", flat=True)
    return reduce(or_, (Q(role__endswith=f"behalf of {name}") for name in names), Q(pk__in=[]))


def select_headings(reading: Reading) -> list[Debate]:
    """The headings that a question means: those that hold its words, and those below one that is called by them; only
    the latter, if it names a heading."""
    subject = subject_of(reading)
    below = headings_below(subject, reading) if reading.days and subject else []
    if reading.all("heading"):
        return below
    matching = match_headings(subject, headings_within(reading), reading.language)
    return list({one.pk: one for one in (*matching, *below)}.values())


def subject_of(reading: Reading) -> str:
    """The words of a question that a heading must hold."""
    names = ["topic", "division", "heading", *([] if reading.keys("bill") else ["bill"])]
    # Questions and speeches have no committee, but a heading may have its subject: "Fisheries and Oceans".
    names += ["committee"] if reading.kind in ("list/questions", "list/speeches") else []
    return reading.words(*names)


def with_heading_named(reading: Reading, version: int | None) -> Reading | None:
    """If a question names days but no subject, adds one to its reading.

    The subject is the heading of those days whose words the question contains ("who spoke on the adjournment?"). Else
    it is the words outside all slots, if a heading contains them ("the grievance debate on 2 August"). Words that pick
    some of many are no subject.

    None if nobody spoke under that heading, or if the days have no heading for the business that is named.
    """
    if not reading.days or subject_of(reading) or reading.keys("bill"):
        return reading
    if title := _title_named(reading, printed_headings(reading).order_by().values_list("title", flat=True).distinct()):
        spoken = Speech.objects.filter(BY_MEMBERS, debate__in=headings_below(title, reading))
        return _with_subject(reading, "heading", title) if spoken.exists() else None
    words = " ".join(reading.unread_matter)
    if words and match_headings(words, headings_within(reading), reading.language):
        return _with_subject(reading, "topic", words)
    return None if _title_named(reading, business_titles(version)) else reading


def _title_named(reading: Reading, titles: Iterable[str]) -> str:
    """The title that the words outside all slots name, over a few days; "" if they name none. The rubrics of statements
    are chosen by the question's words anyhow."""
    first, last = reading.days or (date.min, date.max)
    if reading.kind == "list/statements" or last - first > _FEW_DAYS:
        return ""
    listed = stems_of(" ".join(_LISTED.get(reading.kind, ())))
    return title_within(reading.text_outside_slots, titles, listed)


def _with_subject(reading: Reading, name: str, words: str) -> Reading:
    """The reading with some of its words outside all slots as a slot."""
    held = stems_of(words)
    unread = tuple(word for word in reading.unread if not stems_of(word) <= held)
    return replace(reading, slots=(*reading.slots, Slot(name, words, 0, 0)), unread=unread)


def with_unknown_names_as_topic(reading: Reading) -> Reading:
    """The reading, with those whom it is about and whom the record does not know as part of its subject: a heading may
    name them."""
    slots = (
        replace(slot, name="topic") if slot.name == "about" and not slot.keys and is_named(slot) else slot
        for slot in reading.slots
    )
    return replace(reading, slots=tuple(slots))


def question_stems(text: str, language: str) -> list[frozenset[str]]:
    """The words of a question, and those of a French one's English translation."""
    return [stems_of(text), *([stems_of(in_english(text, whole=True))] if language == "fr" else [])]


@dataclass(frozen=True, slots=True)
class Selection:
    """Speeches that a reading selects; the one heading over them, and the key of the note that says how it was found,
    if its own words did not."""

    speeches: QuerySet[Speech]
    heading: str = ""
    note: str = ""


def select_or_nearest(
    reading: Reading,
    version: int | None,
    members: Sequence[int] = (),
    kind: str = "",
    *,
    nearest: bool = True,
    certain: bool = False,
) -> Selection:
    """The speeches of a kind on the days and the subject named, only those of `members` if any are given.

    If no heading contains the subject and `nearest` is set, takes the nearest heading. With `certain`, the words of
    headings and those of debates must point to the same heading.

    The name of a bill that no heading stands under may be words of a heading, such as a question's.
    """
    of_kind = {"kind": kind} if kind else {}
    speeches = select_speeches(reading, members).filter(**of_kind)
    by_words = words_for_bills(reading)
    if not nearest or not subject_of(by_words) or speeches.exists():
        return Selection(speeches)
    near, note = _speeches_nearest(by_words, version, members, certain=certain)
    near = near.filter(**of_kind)
    return Selection(
        near.filter(_asked_or_said_by(members)) if members else near,
        describe_heading(near, reading.language),
        note,
    )


def words_for_bills(reading: Reading) -> Reading:
    """The reading with its bills as words, which a heading may hold."""
    slots = (replace(slot, keys=()) if slot.name == "bill" else slot for slot in reading.slots)
    return replace(reading, slots=tuple(slots))


def _speeches_nearest(
    reading: Reading, version: int | None, members: Sequence[int], *, certain: bool
) -> tuple[QuerySet[Speech], str]:
    """The speeches under the heading nearest to the subject, and the key of the note that says how it was found.

    It is found by its own words or by those spoken under it; with `certain`, by both. If `members` are given, only
    headings under which they spoke count.
    """
    subject, rows, least = subject_of(reading), headings_within(reading), LIKELY
    if members:
        spoken = speeches_within(reading).filter(_asked_or_said_by(members)).order_by().values_list("debate", flat=True)
        under = set(spoken)
        rows, least = [row for row in rows if row.pk in under], LIKELY / 2
    named = heading_nearest(subject, rows, reading.language)
    if certain:
        near = named if named and named.pk == likeliest_heading(subject, reading, version) else None
    else:
        near = named or find_heading(subject, rows, reading, version, least)
    speeches = speeches_within(reading).filter(debate__in=same_headings(near, rows) if near else ())
    return speeches, "some words" if named else "spoken"


def office_holders(reading: Reading) -> list[int]:
    """Who held the offices named, on the days named; of the party named, if one is."""
    titles, parties = [slot.words for slot in reading.all("office")], reading.keys("party")
    found = (one for title in titles for one in holders(title, reading.view, reading.days, parties))
    return [one.politician_id for one in found]


def speakers_of(speeches: QuerySet[Speech]) -> tuple[Entry, ...]:
    """Who gave some speeches, in the order of their first; nobody if there are too many to list."""
    speeches = speeches.order_by("date", "sitting", "position")
    if speeches.count() > MOST_SPEECHES:
        return ()
    counts: dict[int, tuple[Speech, int]] = {}
    for speech in speeches.select_related("politician", "party", "riding"):
        first, count = counts.get(speech.politician_id or 0, (speech, 0))
        counts[speech.politician_id or 0] = (first, count + 1)
    return tuple(
        replace(entry_of(first), name=first.politician.name if first.politician else first.speaker, note=str(count))
        for first, count in counts.values()
    )


def list_turns(phrase: str, speeches: QuerySet[Speech], reading: Reading, heading: str = "") -> Listing | None:
    """Speeches as a list, latest day first, each with its heading and its words."""
    rows = speeches.select_related("debate", "sitting__chamber", "party").order_by("-date", "sitting", "position")
    entries = tuple(
        Entry(
            name=quote_under_heading(speech.title or (speech.debate.title if speech.debate else ""), speech),
            person=speech.speaker,
            url=speech.get_absolute_url(),
            party=speech.party.name if speech.party else "",
            role=speech.role,
            note=format_date(speech.date, reading.language),
        )
        for speech in rows[:MOST]
    )
    return listing_of("speeches", entries, reading, describe_scope(reading, heading), phrase)


def quote_under_heading(heading: str, speech: Speech) -> str:
    """A heading with words of a speech: the last sentence of a question, the beginning of any other."""
    words = speech.text
    if speech.kind == "question":
        # Interjections are not part of the question.
        own = [part for part in speech.parts if part["politician"] == speech.politician_id]
        end = own[-1]["end"] if own else len(speech.text)
        *_, asking = sentence_spans(_without_remark(speech.text[:end]))
        words = asking.of(speech.text)
    return ": ".join(filter(None, [heading, quote_beginning(words)])) or speech.speaker


def quote_beginning(words: str) -> str:
    """The first words of a speech, in quotation marks; "" for none."""
    cut = Truncator(" ".join(words[:_LONG].split())).chars(_EXCERPT)
    return f"“{cut}”" if cut else ""


def _without_remark(words: str) -> str:
    """A turn without the editors' remark in square brackets at its end.

    >>> _without_remark("What is the rate? [Official Report, Vol. 498, c. 5MC.]")
    'What is the rate?'
    >>> _without_remark("[Interruption.]")
    '[Interruption.]'
    """
    whole = words.rstrip()
    return whole[: whole.rfind("[")].rstrip() or words if whole.endswith("]") and "[" in whole else words


def listing_of(
    kind: str, entries: tuple[Entry, ...], reading: Reading, scope: str = "", phrase: str = ""
) -> Listing | None:
    """A list whose source is the record itself; None if it is empty, or too long to be what was asked for."""
    if not 0 < len(entries) < MOST:
        return None
    language = reading.language
    template = NOTES[language][phrase or kind]
    title = template.format(len(entries), scope)
    if scope and "{1}" not in template:
        title += f", {scope}"
    if parties := reading.keys("party"):
        title += f" ({', '.join(name_of(one, language) for one in Party.objects.filter(pk__in=parties))})"
    source = record_source(kind, title, language, entries[0].url)
    return Listing(kind, title, entries, source, loose=unread_note(reading), language=language)


def add_note(listing: Listing | None, note: str, reading: Reading) -> Listing | None:
    """A list with the note of a key first; "" for none."""
    if listing is None or not note:
        return listing
    return replace(listing, notes=(NOTES[reading.language][note], *listing.notes))


def describe_scope(reading: Reading, heading: str) -> str:
    """What a list covers: one heading, a bill, or the headings that hold the words of the subject; "" if it
    is narrowed by neither."""
    notes = NOTES[reading.language]
    if about := heading or _bill_named(reading) or (reading.words("bill") if reading.keys("bill") else ""):
        return notes["of"].format(about)
    return notes["under"].format(subject) if (subject := subject_of(reading)) else ""


def describe_heading(speeches: QuerySet[Speech], language: str = "en") -> str:
    """The one heading under which speeches were given, with its chamber and day; "" if there are several of different
    titles or days.

    The heading above it comes first, such as the bill's above "Second Reading", unless it only groups the day's
    business.
    """
    debates = set(speeches.order_by().values_list("debate", flat=True)[:MOST_SPEECHES])
    headings = Debate.objects.filter(pk__in=debates)
    if len(headings.order_by().values_list("title", "sitting").distinct()[:2]) != 1:
        return ""
    heading = headings.select_related("parent")[0]
    above = heading.parent if heading.parent and heading.parent.parent_id else None
    titles = [above.title, heading.title] if above else [heading.title]
    return f"{quoted(': '.join(titles), language)}, {describe_sitting(heading.sitting, language)}"


def _bill_named(reading: Reading) -> str:
    """The label of the one bill that a question names; "" if it names none or several."""
    bills = list(Bill.objects.filter(pk__in=reading.keys("bill"))[:2])
    return bill_label(bills[0], reading.language) if len(bills) == 1 else ""


def describe_sitting(sitting: Sitting, language: str) -> str:
    """The chamber of a sitting, and its day: "House of Lords, 28 October 2009"."""
    return f"{name_of(sitting.chamber, language)}, {format_date(sitting.date, language)}"
