"""A debate or a day as one text: headings, speeches and votes in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rag.text.spans import Span
from speeches.models import Debate, Division, Sitting, Speech
from speeches.reading.voices import VoicePart, voice_parts

# Words per batch: few in the first, which the reader sees at once, more in the rest.
_FIRST, _NEXT = 2500, 8000

_LISTED = (
    "id", "speaker", "role", "time", "kind", "position", "word_count", "language", "debate_id", "sitting_id",
    "politician__slug", "party__code", "party__colour", "party__name", "party__parliament_id",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A heading, speech or vote in the order of the day; `depth` counts the headings above it in this text.

    A speech's `parts` are filled once its text is read.
    """

    position: int
    depth: int
    heading: Debate | None = None
    speech: Speech | None = None
    division: Division | None = None
    parts: list[VoicePart] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        """Prefix of its paragraphs' ids, which makes them unique on the page."""
        return f"p{self.position}-"

    @property
    def rank(self) -> str:
        """The HTML heading element for the speaker's name: one level below the heading that the speech is under."""
        return "h3" if self.depth else "h2"

    @property
    def words(self) -> int:
        return self.speech.word_count if self.speech else 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A passage of a speech to mark."""

    speech_id: str
    span: Span


def places_of(sitting: Sitting, within: Debate | None = None) -> list[Place]:
    """Everything on a day, or below one of its headings, without the texts of the speeches. Three queries."""
    debates = list(sitting.debates.order_by("position"))
    depths = _depths(debates, within)
    speeches = sitting.speeches.select_related("party", "politician").only(*_LISTED)
    divisions = sitting.divisions.select_related("sitting__chamber", "about").defer("about__text")
    if within is not None:
        speeches, divisions = speeches.filter(debate__in=depths), divisions.filter(debate__in=depths)
    for debate in debates:
        debate.sitting = sitting
    places = [Place(one.position, depths[one.pk], heading=one) for one in debates if depths.get(one.pk, -1) >= 0]
    places += [Place(one.position, _under(one.debate_id, depths), speech=one) for one in speeches]
    places += [Place(one.position, _under(one.debate_id, depths), division=one) for one in divisions]
    return sorted(places, key=lambda place: place.position)


def _depths(debates: Sequence[Debate], within: Debate | None) -> dict[int, int]:
    """The number of headings above each debate, by primary key. With `within`, only it (depth -1) and the debates below
    it are included."""
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
    """The places with the texts of their speeches, in batches of some thousand words, one query each."""
    batch: list[Place] = []
    words, most = 0, _FIRST
    for place in places:
        if batch and words + place.words > most:
            yield _add_texts(batch, mark)
            batch, words, most = [], 0, _NEXT
        batch.append(place)
        words += place.words
    if batch:
        yield _add_texts(batch, mark)


def _add_texts(places: Sequence[Place], mark: Mark | None) -> list[Place]:
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
    """The previous and next headings of the same rank on the day."""
    same = Debate.objects.filter(sitting=debate.sitting_id, parent=debate.parent_id).select_related("sitting__chamber")
    before = same.filter(position__lt=debate.position).order_by("-position").first()
    return before, same.filter(position__gt=debate.position).order_by("position").first()
