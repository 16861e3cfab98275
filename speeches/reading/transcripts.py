"""A debate or a day as one text: its headings, speeches and votes in the order in which they took place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rag.text.spans import Span
from speeches.models import Debate, Division, Sitting, Speech
from speeches.reading.voices import VoicePart, voice_parts

# How many words are read at once: few for what is seen first, more for what follows.
_FIRST, _NEXT = 2500, 8000

_LISTED = (
    "id", "speaker", "role", "time", "kind", "position", "word_count", "language", "debate_id", "sitting_id",
    "politician__slug", "party__code", "party__colour", "party__name", "party__parliament_id",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A heading, a speech or a vote in the order of the day; `depth` counts the headings of the text above it.

    The parts of a speech are there once its text was read.
    """

    position: int
    depth: int
    heading: Debate | None = None
    speech: Speech | None = None
    division: Division | None = None
    parts: list[VoicePart] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        """What the ids of its paragraphs begin with, so that no two of a page are the same."""
        return f"p{self.position}-"

    @property
    def rank(self) -> str:
        """The element that names a speaker: one below the heading that the speech stands under."""
        return "h3" if self.depth else "h2"

    @property
    def words(self) -> int:
        return self.speech.word_count if self.speech else 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A passage of a speech that is to be marked where it stands."""

    speech_id: str
    span: Span


def places_of(sitting: Sitting, within: Debate | None = None) -> list[Place]:
    """What took place on a day, or below one of its headings, without the texts of the speeches. Three queries."""
    debates = list(sitting.debates.order_by("position"))
    depths = _depths(debates, within)
    speeches = sitting.speeches.select_related("party", "politician").only(*_LISTED)
    divisions = sitting.divisions.select_related("sitting__chamber")
    if within is not None:
        speeches, divisions = speeches.filter(debate__in=depths), divisions.filter(debate__in=depths)
    for debate in debates:
        debate.sitting = sitting
    places = [Place(one.position, depths[one.pk], heading=one) for one in debates if depths.get(one.pk, -1) >= 0]
    places += [Place(one.position, _under(one.debate_id, depths), speech=one) for one in speeches]
    places += [Place(one.position, _under(one.debate_id, depths), division=one) for one in divisions]
    return sorted(places, key=lambda place: place.position)


def _depths(debates: Sequence[Debate], within: Debate | None) -> dict[int, int]:
    """How many headings stand above each debate, by primary key. Of `within` only those below it count, and its own
    number is -1."""
    depths: dict[int, int] = {}
    for debate in debates:
        if debate.parent_id in depths:
            depths[debate.pk] = depths[debate.parent_id] + 1
        elif within is None:
            depths[debate.pk] = 0
        elif debate == within:
            depths[debate.pk] = -1
    return depths


def _under(debate: int | None, depths: dict[int, int]) -> int:
    return depths[debate] + 1 if debate in depths else 0


def batches_of(places: Sequence[Place], mark: Mark | None = None) -> Iterator[list[Place]]:
    """The places with the texts of their speeches, some thousand words at a time and one query for each."""
    batch: list[Place] = []
    words, most = 0, _FIRST
    for place in places:
        if batch and words + place.words > most:
            yield _with_texts(batch, mark)
            batch, words, most = [], 0, _NEXT
        batch.append(place)
        words += place.words
    if batch:
        yield _with_texts(batch, mark)


def _with_texts(places: Sequence[Place], mark: Mark | None) -> list[Place]:
    ids = [place.speech.pk for place in places if place.speech]
    texts = Speech.objects.only("text", "parts").in_bulk(ids)
    return [
        replace(place, parts=voice_parts(texts[place.speech.pk], _span_in(place.speech, mark)))
        if place.speech
        else place
        for place in places
    ]


def _span_in(speech: Speech, mark: Mark | None) -> Span | None:
    return mark.span if mark and mark.speech_id == speech.pk else None


def beside_debate(debate: Debate) -> tuple[Debate | None, Debate | None]:
    """The headings of the same rank before and after this one on its day."""
    same = Debate.objects.filter(sitting=debate.sitting_id, parent=debate.parent_id).select_related("sitting__chamber")
    before = same.filter(position__lt=debate.position).order_by("-position").first()
    return before, same.filter(position__gt=debate.position).order_by("position").first()
