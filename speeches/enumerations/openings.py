"""How the debate on a matter opened: who spoke first, and who answered, each in their own words.

It answers a question for a person where no table tells one: who asked, raised, brought or answered something.
"""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from speeches.enumerations.headings import (
    heading_key,
    headings_nearest,
    headings_within,
    match_headings,
    same_headings,
)
from speeches.enumerations.listing import Entry, Listing, speech_source
from speeches.enumerations.phrases import NOTES
from speeches.enumerations.selection import (
    BY_MEMBERS,
    describe_heading,
    quote_beginning,
    speeches_within,
    subject_of,
    words_for_bills,
)
from speeches.enumerations.spoken import find_heading
from speeches.formats.frame import frame_of
from speeches.formats.records import THE_RECORD
from speeches.models import Debate, Speech
from speeches.search.offices import holders, is_of_another
from speeches.understanding.reading import PEOPLE, Reading
from speeches.understanding.resolve import is_named
from speeches.understanding.stems import stems_of

# Kinds of question that whoever opened a debate, or answered it, may be the answer to.
_FOR_A_PERSON = frozenset({
    "answer/person", "fact/mover", "fact/next", "fact/sponsor", "list/answerers", "list/presenters", "list/questions",
    "list/speakers",
})  # fmt: skip
# Whoever opened a debate that no heading names is not everybody who spoke on it.
_FOR_EVERYBODY = "list/speakers"
# A matter may be raised under this many headings of the days meant.
_MOST_HEADINGS = 3


def list_openings(reading: Reading, version: int | None) -> Listing | None:
    """Who opened each debate on the matter named, and who answered.

    None if the question asks for no person or names no matter, if too many debates may be meant, or if those named in
    the question are not among those who spoke there.
    """
    asks = _FOR_A_PERSON & {reading.kind, *reading.otherwise}
    unknown = any(not slot.keys for slot in reading.all("chamber")) or reading.all("except")
    if not asks or unknown or reading.is_of_unknown_days or not (subject_of(reading) or reading.keys("bill")):
        return None
    if not (rows := headings_within(reading)):
        reading = words_for_bills(reading)
        rows = headings_within(reading)
    headings, note = _find_headings(rows, reading, version)
    openings = [(one, turns) for one in headings if (turns := _opening_of(one, rows, reading))]
    if not openings:
        return None
    language, first = reading.language, openings[0][1][0]
    notes, several = NOTES[language], len(openings) > 1
    entries = tuple(_entry_of(turn, one if several else None, language) for one, turns in openings for turn in turns)
    where = "" if several else _describe(openings[0][0], language)
    title = notes["openings"] if several else notes["opening"].format(where)
    told = (notes["by opening"], *([notes[note]] if note else []))
    return Listing("speeches", title, entries, speech_source(first, title), notes=told, language=language)


def _find_headings(rows: Sequence[Debate], reading: Reading, version: int | None) -> tuple[Sequence[Debate], str]:
    """The headings that hold the matter, else those nearest to it, else those called as the one under which it was
    spoken of; and the key of the note that says which. No headings if too many may be meant."""
    subject, note = subject_of(reading), ""
    rows = _headings_of_speakers(rows, reading)
    if not (meant := match_headings(subject, rows, reading.language)):
        meant, note = headings_nearest(subject, rows, reading.language), "some words"
    if not meant and reading.kind != _FOR_EVERYBODY and (spoken := find_heading(subject, rows, reading, version)):
        meant, note = [one for one in rows if _heading_name(one) == _heading_name(spoken)], "spoken"
    each = list({heading_key(one): one for one in reversed(meant)}.values())[::-1]
    return (each, note) if len(each) <= _MOST_HEADINGS else ((), "")


def _heading_name(heading: Debate) -> tuple[int, str, str]:
    """The name of a heading, whatever its capitals, with its day and the name above it."""
    day, above, title = heading_key(heading)
    return day, above.casefold(), title.casefold()


def _headings_of_speakers(rows: Sequence[Debate], reading: Reading) -> Sequence[Debate]:
    """The headings under which one of the members named spoke, if any is named."""
    if not (members := reading.keys(*PEOPLE)):
        return rows
    under = speeches_within(reading.without({"party"})).filter(politician__in=members).order_by()
    spoke = set(under.values_list("debate", flat=True))
    return [one for one in rows if one.pk in spoke]


def _opening_of(heading: Debate, rows: Sequence[Debate], reading: Reading) -> list[Speech]:
    """The first turn under a heading and the one that answers it; none if the question names others."""
    chairing = frame_of(heading.sitting.chamber.parliament_id).chairing
    turns = Speech.objects.filter(BY_MEMBERS, debate__in=same_headings(heading, rows)).exclude(role__in=chairing)
    turns = turns.exclude(speaker__in=THE_RECORD.values())
    turns = turns.select_related("party", "riding", "debate", "chamber", "parliament").order_by("position")
    first = turns.first()
    found = [first, *_answer_to(first, turns)] if first else []
    return found if _are_named(found, reading) else []


def _answer_to(first: Speech, turns: QuerySet[Speech]) -> Iterator[Speech]:
    """The first answer to a turn, or, where nothing is marked as one, the next words of somebody with an office."""
    others = turns.exclude(politician=first.politician)
    marked = others.filter(kind="answer").first()
    if answer := marked or others.exclude(role="").first():
        yield answer


def _are_named(turns: Sequence[Speech], reading: Reading) -> bool:
    """Whether somebody of each party, the holder of or a stand-in for each office, and one of the members, that a
    question names is among those who spoke."""
    members, people = reading.keys(*PEOPLE), filter(is_named, reading.all(*PEOPLE))
    if not turns or not all(slot.keys for slot in people):
        return False
    spoke = not members or any(one.politician_id in members for one in turns)
    parties = all(any(one.party_id in slot.keys for one in turns) for slot in reading.all("party"))
    return spoke and parties and all(_is_held(slot.words, turns, reading) for slot in reading.all("office"))


def _is_held(office: str, turns: Sequence[Speech], reading: Reading) -> bool:
    """Whether somebody spoke in an office, or on behalf of its holder. No chair opens a debate, so it need not be."""
    titles = _titles_of(office, reading)
    roles = [stems_of(one.role) for one in turns if not is_of_another(one.role, office)]
    return not titles or any(title <= role for title in titles for role in roles)


def _titles_of(office: str, reading: Reading) -> set[frozenset[str]]:
    """The words of an office, and of the titles under which it was held; none for a chair, who opens no debate."""
    own = stems_of(office)
    if any(own <= stems_of(title) for code in reading.view for title in frame_of(code).chairing):
        return set()
    return {own, *(stems_of(one.title) for one in holders(office, reading.view))}


def _entry_of(turn: Speech, heading: Debate | None, language: str) -> Entry:
    """A turn, with the beginning of what is said in it, under its heading if there are several."""
    return Entry(
        name=quote_beginning(turn.text),
        person=turn.speaker,
        url=turn.get_absolute_url(),
        party=turn.party.name if turn.party else "",
        riding=turn.riding.name if turn.riding else "",
        role=turn.role,
        side=_describe(heading, language) if heading else "",
    )


def _describe(heading: Debate, language: str) -> str:
    return describe_heading(Speech.objects.filter(debate=heading), language)
