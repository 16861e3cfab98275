"""Writes a sitting to its tables: headings, speeches, votes, and the bills, members and committees that it names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Max, Q, QuerySet

from speeches.formats import records
from speeches.formats.records import RecordError
from speeches.ingestion.bills import BillBook
from speeches.ingestion.committees import note_meeting, note_members, note_offices, seats_differ, write_committees
from speeches.ingestion.directory import Directory
from speeches.ingestion.divisions import motions_differ, votes_differ, write_divisions
from speeches.ingestion.embedding import model_for
from speeches.ingestion.identity import unite
from speeches.ingestion.known import StoredSpeech, differs, known_speeches
from speeches.ingestion.options import Options
from speeches.ingestion.places import chamber_of, committee_room, parliament_of, session_of
from speeches.ingestion.summary import Summary
from speeches.ingestion.voters import link_printed, link_voters
from speeches.ingestion.writing import PlacedSpeech, write_speeches
from speeches.models import Chamber, Debate, Division, Parliament, Sitting, Speech

# The pieces of a day keep their positions in whatever order they come: each has room for this many headings and
# speeches, or for a multiple.
_ROOM = 1000
# A file holds another text, and not a new version, if fewer than one in `_MOST_DIFFER` of its speeches begin like one
# that it would replace. It takes at least `_FEW` speeches to tell. `_OPENING` letters of each are compared.
_MOST_DIFFER, _FEW, _OPENING = 4, 4, 60


def store_sitting(record: records.Sitting, options: Options) -> Summary:
    """Write a sitting, or the piece of one that a file holds, whole or not at all. Skips it if the record has it."""
    place = _place_of(record)
    known = known_speeches(speech.id for speech in record.speeches)
    foreign = sorted(key for key, found in known.items() if found.parliament != place.parliament.pk)
    if foreign:
        reason = f"{foreign[0]} is a speech of another parliament in the record. Nothing of this file went in."
        return Summary(errors=[RecordError(options.file, None, reason)])
    change = _change(record, place.sitting, known)
    kept = _keep(record, place.sitting, change, options) if place.sitting and change.there else None
    if kept is not None:
        return kept
    summary = _replace(record, place, change.there | set(known), options.file)
    summary.speeches_replaced = len(change.there.intersection(change.changed)) + len(change.gone)
    return summary


@dataclass(frozen=True, slots=True)
class _Place:
    """The parliament and chamber of a sitting, and its row if there is one."""

    parliament: Parliament
    chamber: Chamber
    sitting: Sitting | None


@dataclass(frozen=True, slots=True)
class _Change:
    """The speeches that a file would replace, the file's speeches that are new or differ, and those that it lacks."""

    there: set[str]
    changed: list[str]
    gone: list[str]


def _place_of(record: records.Sitting) -> _Place:
    parliament = parliament_of(record.parliament)
    chamber = committee_room(record, parliament) if record.meeting else chamber_of(record.chamber, parliament)
    same = Sitting.objects.filter(chamber=chamber, date=record.date, language=record.language)
    return _Place(parliament, chamber, same.filter(meeting=_meeting(record)).first())


def _meeting(record: records.Sitting) -> str:
    return record.meeting.number if record.meeting else ""


def _change(record: records.Sitting, sitting: Sitting | None, known: dict[str, StoredSpeech]) -> _Change:
    there = set(_own_speeches(record, sitting).values_list("pk", flat=True)) if sitting else set()
    changed = [speech.id for speech in record.speeches if differs(speech, known)]
    return _Change(there, changed, sorted(there - {speech.id for speech in record.speeches}))


def _own_speeches(record: records.Sitting, sitting: Sitting) -> QuerySet[Speech]:
    """The speeches that a file replaces. Speeches that came singly, from CSV or JSON, have no heading and do not belong
    to the file."""
    own = sitting.speeches.exclude(debate=None)
    return own.filter(debate__piece=record.piece) if record.piece else own


def _keep(record: records.Sitting, sitting: Sitting, change: _Change, options: Options) -> Summary | None:
    """The summary for a file whose sitting stays as it is in the record; None if the file replaces it."""
    besides = _differing(record, sitting)
    if options.update:
        besides += _read_otherwise(record, sitting)
    edition = _edition(record, sitting)
    # If the record has a later edition, it needs no earlier one.
    if record.edition < edition or not (change.changed or change.gone or besides):
        return Summary(duplicates_skipped=len(record.speeches))
    if record.edition > edition:
        return None
    if _is_another(record, _own_speeches(record, sitting)):
        return _another(record, sitting, options)
    if options.update or _supersedes(record, sitting):
        return None
    return _refusal_summary(record, change, besides, options)


def _is_another(record: records.Sitting, there: QuerySet[Speech]) -> bool:
    """Whether a file holds other words than those that it would replace, and so is no version of them."""
    before = {text[:_OPENING] for text in there.values_list("text", flat=True)}
    now = {speech.text[:_OPENING] for speech in record.speeches}
    smaller = min(len(before), len(now))
    return smaller >= _FEW and len(before & now) * _MOST_DIFFER < smaller


def _another(record: records.Sitting, sitting: Sitting, options: Options) -> Summary:
    debates = sitting.debates.filter(piece=record.piece) if record.piece else sitting.debates
    before = debates.exclude(file="").values_list("file", flat=True).first() or "an earlier file"
    reason = (
        f"{options.file} and {before} are both of {record.date} ({record.chamber}), and hold different words: "
        "neither is a version of the other. Nothing was changed. If the day comes in several files, each needs its "
        "own place; if the one in the record is wrong, remove its sitting first."
    )
    return Summary(errors=[RecordError(options.file, None, reason)])


def _edition(record: records.Sitting, sitting: Sitting | None) -> str:
    """The edition in which the record has a file's piece; "" if it has none or the source counts no editions."""
    debates = sitting.debates.filter(piece=record.piece) if sitting else Debate.objects.none()
    return debates.aggregate(edition=Max("edition"))["edition"] or ""


def _differing(record: records.Sitting, sitting: Sitting) -> list[str]:
    """What differs beside the speeches: headings, votes, lists of committees."""
    votes, debates = _votes_there(record, sitting), _debates_there(record, sitting)
    found = []
    if list(debates.values_list("title", flat=True)) != [one.title for one in record.debates]:
        found.append("its headings differ")
    if votes_differ(record.divisions, votes):
        found.append("its recorded votes differ")
    if seats_differ(record):
        found.append("its lists of committees differ")
    return found


def _read_otherwise(record: records.Sitting, sitting: Sitting) -> list[str]:
    """What an older version of the program understood otherwise in the same file. It makes no other edition, so it is
    replaced only on request."""
    found = []
    if list(_debates_there(record, sitting).values_list("bill", flat=True)) != [one.bill for one in record.debates]:
        found.append("its headings are about other bills")
    if motions_differ(record.divisions, _votes_there(record, sitting)):
        found.append("its votes are on other motions")
    stored = list(_own_speeches(record, sitting).values_list("pk", "parts", "kind"))
    there = {
        key: [span for part in parts for span in map(tuple, part.get("set_apart", ()))] for key, parts, _ in stored
    }
    now = {one.id: [tuple(span) for part in one.parts for span in part.set_apart] for one in record.speeches}
    if any(there.get(key, spans) != spans for key, spans in now.items()):
        found.append("its speeches have other words set apart")
    kinds = {key: kind for key, _, kind in stored}
    if any(kinds.get(one.id, one.kind) != one.kind for one in record.speeches):
        found.append("its turns ask or answer otherwise")
    return found


def _debates_there(record: records.Sitting, sitting: Sitting) -> QuerySet[Debate]:
    """The headings that a file replaces, in order."""
    debates = sitting.debates.filter(piece=record.piece) if record.piece else sitting.debates.all()
    return debates.order_by("position")


def _votes_there(record: records.Sitting, sitting: Sitting) -> QuerySet[Division]:
    """The recorded votes that a file replaces."""
    return sitting.divisions.filter(debate__piece=record.piece) if record.piece else sitting.divisions.all()


def _supersedes(record: records.Sitting, sitting: Sitting) -> bool:
    """Whether a file replaces the piece in the record: an advance copy gives way to any later file."""
    if not record.piece:
        return False
    there = sitting.speeches.filter(debate__piece=record.piece)
    return not there.exclude(transcript_quality="proof").exists()


def _refusal_summary(record: records.Sitting, change: _Change, besides: Sequence[str], options: Options) -> Summary:
    """The summary for a sitting that differs from the record: nothing goes in, and the differences are reported."""
    changed, gone = change.changed, change.gone
    examples = ", ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
    speeches = f"{len(changed)} of {len(record.speeches)} speeches differ ({examples})" if changed else ""
    missing = f"{len(gone)} of its speeches are not in the file ({', '.join(gone[:3])})" if gone else ""
    differences = " and ".join(filter(None, [speeches, missing, *besides]))
    reason = (
        f"The sitting of {record.date} ({record.chamber}) is in the record otherwise: {differences}. "
        "Nothing was changed; use --update to replace it."
    )
    skipped = len(record.speeches) - len(set(changed))
    return Summary(duplicates_skipped=skipped, errors=[RecordError(options.file, None, reason)])


def _replace(record: records.Sitting, place: _Place, gone: set[str], file: str) -> Summary:
    base = 0
    if record.piece:
        base = _base(record, place.sitting)
    if place.sitting:
        old = Q(piece=record.piece) if record.piece else Q()
        debates = place.sitting.debates.filter(old)
        place.sitting.divisions.filter(Q(debate__in=debates) if record.piece else Q()).delete()
        debates.delete()
    # A speech that comes under another heading than before is still the same speech.
    Speech.objects.filter(pk__in=gone).delete()
    return _write(record, place, base, file)


def _base(record: records.Sitting, sitting: Sitting | None) -> int:
    """The first position of a piece in its day, from its first page; after all other pieces if it has no page."""
    printed: tuple[records.Debate | records.Speech | records.Division, ...] = (
        *record.debates,
        *record.speeches,
        *record.divisions,
    )
    last = max((one.position for one in printed), default=0)
    wanted = last // _ROOM + 1
    others = sitting.debates.exclude(piece=record.piece).values_list("position", flat=True) if sitting else ()
    taken = {position // _ROOM for position in others}
    mine = sitting.debates.filter(piece=record.piece).order_by("position").first() if sitting else None
    page = next((debate.page for debate in record.debates if debate.page.isdecimal()), "")
    block = mine.position // _ROOM if mine else int(page[:6]) if page else max(taken, default=0) + 1
    while taken & set(range(block, block + wanted)):
        block += 1
    return block * _ROOM


def _write(record: records.Sitting, place: _Place, base: int, file: str) -> Summary:
    session = session_of(record, place.parliament)
    sitting, _ = Sitting.objects.update_or_create(
        chamber=place.chamber,
        date=record.date,
        language=record.language,
        meeting=_meeting(record),
        defaults={
            "session": session,
            "number": record.number,
            "proof": record.proof,
            "source_url": record.source_url,
        },
    )
    directory = Directory(place.parliament)
    bills = BillBook(place.parliament, session, record, directory)
    note_members(record, place.chamber, directory)
    note_offices(record, directory)
    debates = _write_debates(record, sitting, base, bills, file)
    placed = [
        PlacedSpeech(
            replace(speech, position=base + speech.position),
            place.chamber,
            sitting,
            None if speech.debate is None else debates[speech.debate],
            speech.title,
        )
        for speech in record.speeches
    ]
    chunks = write_speeches(placed, directory, model_for(place.parliament))
    bills.link(record.speeches)
    write_divisions(record.divisions, sitting, debates, base, directory, bills)
    write_committees(record, directory)
    note_meeting(record, place.chamber, session)
    directory.save()
    link_voters(place.parliament, record.session)
    link_printed(place.parliament, directory)
    if directory.made:
        unite(place.parliament)
    return Summary(speeches_processed=len(placed), chunks_created=chunks)


def _write_debates(record: records.Sitting, sitting: Sitting, base: int, bills: BillBook, file: str) -> list[Debate]:
    headings = record.debates
    debates = [
        Debate(
            sitting=sitting,
            position=base + heading.position,
            title=heading.title,
            type=heading.type,
            page=heading.page,
            bill=heading.bill,
            about=bills.about(heading.bill),
            text=heading.text,
            piece=record.piece,
            edition=record.edition,
            file=file[:200],
        )
        for heading in headings
    ]
    for depth in range(1 + max((_depth(headings, index) for index in range(len(headings))), default=0)):
        level = [index for index in range(len(headings)) if _depth(headings, index) == depth]
        for index in level:
            parent = headings[index].parent
            debates[index].parent = None if parent is None else debates[parent]
        Debate.objects.bulk_create([debates[index] for index in level])
    return debates


def _depth(headings: Sequence[records.Debate], index: int) -> int:
    parent = headings[index].parent
    return 0 if parent is None else 1 + _depth(headings, parent)
