"""The two or more voices of the debate on a subject, each in its own words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rag.answering.passages import Passage
from rag.answering.read import RankedSentence
from speeches.formats.frame import frame_of
from speeches.questions.balance import Balance, Section, parties_in, prove_best, subject_of
from speeches.questions.ranking import judge, rank_for_question
from speeches.questions.retrieve import retrieve
from speeches.questions.venues import Venue, venue_of_all, venues_of
from speeches.questions.wording import NOT_KNOWN, NOT_SET_APART, NOT_SURE, ONE_PARTY, SILENT
from speeches.reading.naming import name_in
from speeches.search.candidates import Speakers
from speeches.search.catalogue import Catalogue
from speeches.search.engine import SearchRequest
from speeches.search.filters import Filters
from speeches.search.offices import holders
from speeches.understanding.reading import Reading, Slot

_DEPTH = 50
# So many passages of each voice named are read, or of all voices together if none is.
_EACH, _ALL = 5, 24
_MOST_VOICES = 6
# A debate stands out if no other has this share of its weight; if days are named, one other may.
_HEAVY, _FEW = 0.5, 2
# A voice is quoted if its best sentence is this likely. A second voice of a party, if not asked for, must reach this
# share of the likeliest.
_LEAST, _SHARE = 0.1, 0.25


def compare_in_debate(reading: Reading, filters: Filters, known: Catalogue, version: int | None) -> Balance | None:
    """What each voice said in the debate on a subject: those named; if none is, the likeliest of each party first.

    If no debate has two of the members named, each is quoted from wherever they spoke about it. None if the question
    names parties, if nobody named said anything near it, or if no debate stands out.
    """
    if filters.narrows_speakers() or parties_in(reading):
        return None
    filters = replace(filters, bill="" if reading.keys("bill") else filters.bill)
    request = SearchRequest(
        subject_of(reading), filters, top_k=_DEPTH, bills=reading.keys("bill"), language=reading.language
    )
    venues = venues_of(request, reading.keys("chamber"), version)
    meant = _slots_to_compare(reading)
    venue = venue_of_all(venues, meant, reading.view) if meant else _outstanding(venues, _FEW if reading.days else 1)
    if venue is None and not meant:
        return None
    within = replace(request, debates=venue.debates, sittings=venue.sittings) if venue else request
    balance = Balance("voices")
    if meant:
        passages = _passages_of(meant, venue, within, balance, reading, known, version)
    else:
        found = retrieve(replace(within, top_k=_ALL), known, version).passages
        passages = [passage for passage in found if not _presides(passage)]
    _add_sections(balance, passages, reading, named=bool(meant))
    return balance if balance.sections else None


def _slots_to_compare(reading: Reading) -> list[Slot]:
    """Those whose words a question compares: people by name, and by office."""
    names = ("speaker", "about", "office") if reading.task == "compare" else ("speaker", "about")
    return list(reading.all(*names))


def _outstanding(venues: Sequence[Venue], few: int) -> Venue | None:
    """The heaviest venue, if at most so `few` weigh nearly as much."""
    heavy = [venue for venue in venues if venue.weight >= _HEAVY * venues[0].weight]
    return heavy[0] if 0 < len(heavy) <= few else None


def _passages_of(
    meant: Sequence[Slot],
    venue: Venue | None,
    within: SearchRequest,
    balance: Balance,
    reading: Reading,
    known: Catalogue,
    version: int | None,
) -> list[Passage]:
    """The passages of those named: what they said there; of a member who does not speak there, what they said anywhere.
    Adds a note on each name that fits nobody."""
    passages: list[Passage] = []
    for slot in meant:
        there = venue.find_speakers(slot, reading.view) if venue else ()
        whose = there or _find_members_anywhere(slot, venue, reading)
        if not whose:
            unknown = NOT_KNOWN if slot.name == "office" else NOT_SET_APART
            balance.notes.append(unknown[reading.language].format(slot.words))
            continue
        own = within if there else replace(within, debates=(), sittings=())
        found = retrieve(replace(own, top_k=_EACH, whose=Speakers(whose)), known, version).passages
        if not found:
            balance.notes.append(SILENT[reading.language].format(slot.words))
        passages += found
    return passages


def _find_members_anywhere(slot: Slot, venue: Venue | None, reading: Reading) -> tuple[int, ...]:
    """Whom a slot means wherever they spoke: by name, or as who held an office on the day of the debate."""
    day = venue.day if venue else None
    days = reading.days or ((day, day) if day else None)
    if slot.name != "office":
        return slot.keys
    return tuple(one.politician_id for one in holders(slot.words, reading.view, days)) if days else ()


def _add_sections(balance: Balance, passages: Sequence[Passage], reading: Reading, *, named: bool) -> None:
    """Adds the best sentences of each voice on the subject: those named in their order, or others, the likeliest of
    each party before any second."""
    spoken = [passage for passage in passages if not passage.unspoken]
    sentences = rank_for_question(subject_of(reading), reading.language, spoken, about=True, own=True)
    voices: dict[str, list[RankedSentence]] = {}
    for one in sentences:
        voices.setdefault(spoken[one.sentence.passage].speaker, []).append(one)
    told = {voice: own for voice, own in voices.items() if own[0].probability >= _LEAST}
    order = list(dict.fromkeys(passage.speaker for passage in spoken)) if named else _by_party(told, spoken)
    before = len(balance.passages)
    balance.passages += spoken
    shown = [voice for voice in order if voice in told]
    for voice in shown if named else shown[:_MOST_VOICES]:
        title = _title(spoken[told[voice][0].sentence.passage], reading.language)
        balance.sections.append(Section(title, prove_best(told[voice], spoken, before)))
    if not balance.sections:
        return
    if not named and len({spoken[told[voice][0].sentence.passage].facts["party"] for voice in told} - {""}) == 1:
        balance.notes.append(ONE_PARTY[reading.language])
    if silent := [voice for voice in order if voice not in told]:
        balance.notes.append(SILENT[reading.language].format(", ".join(silent)))
    sure = judge(reading.language, about=True).threshold
    if weak := [voice for voice in shown if told[voice][0].probability < sure]:
        balance.notes.append(NOT_SURE[reading.language].format(", ".join(weak)))


def _by_party(told: Mapping[str, Sequence[RankedSentence]], passages: Sequence[Passage]) -> list[str]:
    """The voices, the likeliest of each party before any second, which must be near the likeliest of all. A speaker
    without a party counts as a party of one."""
    ranks: Counter[str] = Counter()
    order = []
    likeliest = max((own[0].probability for own in told.values()), default=0.0)
    for voice, own in told.items():
        party = str(passages[own[0].sentence.passage].facts["party_code"]) or voice
        if not ranks[party] or own[0].probability >= _SHARE * likeliest:
            order.append((ranks[party], voice))
        ranks[party] += 1
    return [voice for _, voice in sorted(order, key=lambda one: one[0])]


def _presides(passage: Passage) -> bool:
    """Whether a passage is of whoever presides, who takes no side."""
    return passage.facts["role"] in frame_of(passage.facts["parliament"]).chairing


def _title(passage: Passage, language: str) -> str:
    party = name_in(passage.facts["party"], passage.facts["parliament"], language)
    return f"{passage.speaker} ({party})" if party else passage.speaker
