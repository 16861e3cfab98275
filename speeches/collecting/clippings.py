"""Clips quotations into collections, orders them, and checks whether the record still says them."""

import datetime
import re
import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext

from rag.text.spans import Span
from speeches.models import Clip, Collection, Speech
from speeches.reading.exports import Quotation
from speeches.reading.voices import voices_in

MOST_COLLECTIONS, MOST_CLIPS = 100, 500
LONGEST_CLIP, LONGEST_NOTE, LONGEST_NAME = 5000, 2000, 120
# The parts of a clip's source that must still hold.
_WHO_AND_WHEN = ("speaker", "party", "date")


class ClippingError(Exception):
    """A request that cannot be carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class ComparedClip:
    """A clip with its quotation. `address` links to its words; "" if the speech is gone."""

    clip: Clip
    quotation: Quotation
    address: str

    @property
    def changed(self) -> bool:
        """Whether the record now says something else there."""
        return self.quotation.changed


def collection_for(key: uuid.UUID, user: int | None) -> Collection | None:
    """The collection with this key if it is shared or belongs to `user`; otherwise None. `user` is None for anonymous
    visitors."""
    return own_collection(key, user) or Collection.objects.filter(shared=True, pk=key).first()


def own_collection(key: uuid.UUID, user: int | None) -> Collection | None:
    """The collection with this key if it belongs to `user`; otherwise None."""
    return None if user is None else Collection.objects.filter(user=user, pk=key).first()


def new_collection(user: int, name: str) -> Collection:
    """Create a private collection. Raises ClippingError."""
    if Collection.objects.filter(user=user).count() >= MOST_COLLECTIONS:
        raise ClippingError(gettext("You have %(count)d collections; delete one first.") % {"count": MOST_COLLECTIONS})
    return Collection.objects.create(user_id=user, name=checked_name(name))


def checked_name(name: str) -> str:
    """A collection's name, normalised. Raises ClippingError if it is empty or too long."""
    name = " ".join(name.split())
    if not name:
        raise ClippingError(gettext("Give the collection a name."))
    if len(name) > LONGEST_NAME:
        raise ClippingError(gettext("A name has at most %(count)d characters.") % {"count": LONGEST_NAME})
    return name


def clip(collection: Collection, speech: Speech, span: Span) -> Clip:
    """Append a passage to a collection; a passage already there stays where it is. Raises ClippingError."""
    if span.end - span.start > LONGEST_CLIP:
        raise ClippingError(gettext("A clip has at most %(count)d characters.") % {"count": LONGEST_CLIP})
    with transaction.atomic():
        # Lock the collection: two clips at once would take the same position.
        Collection.objects.select_for_update().get(pk=collection.pk)
        there = collection.clips.filter(speech_key=speech.pk, start=span.start, end=span.end)
        if collection.clips.count() >= MOST_CLIPS and not there.exists():
            raise ClippingError(gettext("A collection holds at most %(count)d clips.") % {"count": MOST_CLIPS})
        last = collection.clips.aggregate(last=Max("position"))["last"] or 0
        made, _ = collection.clips.get_or_create(
            speech_key=speech.pk,
            start=span.start,
            end=span.end,
            defaults={"words": span.of(speech.text), "source": _source(speech, span), "position": last + 1},
        )
    return made


def _source(speech: Speech, span: Span) -> dict[str, str | bool]:
    voices = voices_in(speech, span)
    own = len(voices) == 1 and voices[0].own
    return {
        "speaker": "; ".join(dict.fromkeys(voice.speaker for voice in voices)),
        "party": speech.party.name if own and speech.party else "",
        "chamber": speech.chamber.name,
        "country": speech.parliament.label,
        "date": speech.date.isoformat(),
        "title": speech.title,
        "reference": speech.reference,
        "source_url": speech.source_url,
        "sample": speech.parliament.sample,
    }


def move(one: Clip, *, up: bool) -> None:
    """Swap a clip with the one before or after it. Does nothing at the ends, or if the clip is gone."""
    with transaction.atomic():
        rows = list(one.collection.clips.select_for_update())
        if one not in rows:
            return
        place = rows.index(one)
        other = place - 1 if up else place + 1
        if 0 <= other < len(rows):
            rows[place], rows[other] = rows[other], rows[place]
        for position, row in enumerate(rows, 1):
            row.position = position
        Clip.objects.bulk_update(rows, ["position"])


def note(one: Clip, words: str) -> None:
    """Store a reader's note on a clip, if the clip still exists. Raises ClippingError."""
    # A browser sends each line end as two characters and counts it as one.
    words = words.replace("\r\n", "\n").strip()
    if len(words) > LONGEST_NOTE:
        raise ClippingError(gettext("A note has at most %(count)d characters.") % {"count": LONGEST_NOTE})
    Clip.objects.filter(pk=one.pk).update(note=words)


def compare_clips(collection: Collection) -> list[ComparedClip]:
    """The clips of a collection in order, each compared with the current record."""
    clips = list(collection.clips.all())
    related = ("chamber", "party", "parliament")
    speeches = Speech.objects.select_related(*related).in_bulk({one.speech_key for one in clips})
    return [_compare_clip(one, speeches.get(one.speech_key)) for one in clips]


def _compare_clip(one: Clip, speech: Speech | None) -> ComparedClip:
    if speech is None:
        return ComparedClip(one, _quotation(one, one.get_absolute_url(), changed=True), "")
    place, own = _place_in(speech.text, one), reverse("speech", args=[one.speech_key])
    address = f"{own}?from={place.start}&to={place.end}#passage" if place else own
    now = _source(speech, place) if place else {}
    changed = any(now.get(name) != one.source[name] for name in _WHO_AND_WHEN)
    return ComparedClip(one, _quotation(one, address, changed=changed), address)


def _place_in(text: str, one: Clip) -> Span | None:
    """Where a clip's words stand in a text, nearest to their old place; None if they are gone."""
    starts = [found.start() for found in re.finditer(re.escape(one.words), text)]
    if not starts:
        return None
    start = min(starts, key=lambda place: abs(place - one.start))
    return Span(start, start + len(one.words))


def _quotation(one: Clip, address: str, *, changed: bool) -> Quotation:
    told = one.source
    return Quotation(
        words=one.words,
        speaker=told["speaker"],
        party=told["party"],
        chamber=told["chamber"],
        country=told["country"],
        date=datetime.date.fromisoformat(told["date"]),
        title=told["title"],
        reference=told["reference"],
        source_url=told["source_url"],
        url=address,
        sample=told["sample"],
        note=one.note,
        changed=changed,
    )
