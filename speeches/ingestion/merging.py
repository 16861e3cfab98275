"""Merges two politicians who are one person, and undoes such a merge."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Exists, Model, OuterRef
from django.utils import timezone

from speeches.ingestion.lock import lock_writing
from speeches.models import (
    Ballot,
    Bill,
    Candidacy,
    Chunk,
    CommitteeSeat,
    Division,
    Merge,
    Office,
    Politician,
    Speech,
    Term,
)
from speeches.search.version import corpus_changed

_LISTS = ("keys", "spellings", "other_source_ids")
# A speech's parts name their speakers by the politician's primary key.
RENUMBER = """
UPDATE speeches_speech SET parts = (
    SELECT jsonb_agg(
        CASE WHEN part -> 'politician' = to_jsonb(%(old)s::bigint) AND (%(places)s::jsonb IS NULL OR
            %(places)s::jsonb @> jsonb_build_array(jsonb_build_array(speeches_speech.id, place)))
        THEN jsonb_set(part, '{politician}', to_jsonb(%(new)s::bigint)) ELSE part END ORDER BY place)
    FROM jsonb_array_elements(parts) WITH ORDINALITY AS voices(part, place))
WHERE parts @> jsonb_build_array(jsonb_build_object('politician', %(old)s::bigint))
    AND (%(ids)s::text[] IS NULL OR id = ANY(%(ids)s))
"""
_PARTS = """
SELECT id, place FROM speeches_speech, jsonb_array_elements(parts) WITH ORDINALITY AS voices(part, place)
WHERE parts @> jsonb_build_array(jsonb_build_object('politician', %(old)s::bigint))
    AND part -> 'politician' = to_jsonb(%(old)s::bigint)
"""


class MergeError(ValueError):
    """The two politicians cannot be merged; the message says why."""


@transaction.atomic
def merge(kept: Politician, absorbed: Politician, user: User | None = None) -> Merge:
    """Give `kept` everything that belongs to `absorbed`, and delete `absorbed`. Raises MergeError. See `undo`."""
    _check(kept, absorbed)
    lock_writing()
    people = Politician.objects.select_for_update().in_bulk([kept.pk, absorbed.pk])
    if len(people) < 2:
        raise MergeError("One of the two is gone by now. Reload the list.")
    kept, absorbed = people[kept.pk], people[absorbed.pk]
    done = Merge.objects.create(
        kept=kept,
        absorbed=_values(absorbed),
        moved=_move(absorbed.pk, kept.pk),
        learned=_learn(kept, absorbed),
        created_by=user,
    )
    # Earlier merges into the absorbed politician must still be there once this merge is undone.
    earlier = Merge.objects.filter(kept=absorbed)
    done.moved["merges"] = [str(key) for key in earlier.values_list("pk", flat=True)]
    done.save(update_fields=["moved"])
    earlier.update(kept=kept)
    absorbed.delete()
    kept.save()
    transaction.on_commit(corpus_changed)
    return done


@transaction.atomic
def undo(done: Merge) -> Politician:
    """Part the two again. What was ingested since the merge stays with the kept one. Raises MergeError."""
    lock_writing()
    done = Merge.objects.select_for_update().select_related("kept").get(pk=done.pk)
    _check_undoing(done)
    kept = done.kept
    for name in _LISTS:
        setattr(kept, name, [value for value in getattr(kept, name) if value not in done.learned[name]])
    if done.learned["source_id"]:
        kept.source_id = ""
    kept.save()
    restored = Politician.objects.create(**done.absorbed)
    _move_back(done.moved, kept.pk, restored.pk)
    Merge.objects.filter(pk__in=done.moved["merges"]).update(kept=restored)
    done.undone_at = timezone.now()
    done.save(update_fields=["undone_at"])
    transaction.on_commit(corpus_changed)
    return restored


def _check(kept: Politician, absorbed: Politician) -> None:
    if kept.pk == absorbed.pk:
        raise MergeError("Choose two different people.")
    if kept.parliament_id != absorbed.parliament_id:
        raise MergeError(f"{kept} and {absorbed} are of different parliaments.")


def _check_undoing(done: Merge) -> None:
    if done.undone_at:
        raise MergeError("These two are apart already.")
    # Each merge stores both people as they were before it, so the last one is undone first.
    later = Merge.objects.filter(kept=done.kept, undone_at=None, created_at__gt=done.created_at).first()
    if later:
        raise MergeError(f"Undo the later merge first: {later}.")
    gone = done.absorbed
    taken = Politician.objects.filter(slug=gone["slug"])
    if gone["source_id"]:
        same = Politician.objects.filter(parliament=gone["parliament_id"], source_id=gone["source_id"])
        taken |= same.exclude(pk=done.kept_id)
    if taken.exists():
        raise MergeError(f"Somebody else has the address “{gone['slug']}” or its source id by now.")


def _values(politician: Politician) -> dict[str, Any]:
    return {field.attname: getattr(politician, field.attname) for field in politician._meta.concrete_fields}


def _learn(kept: Politician, absorbed: Politician) -> dict[str, Any]:
    """Give `kept` every key, spelling and id of `absorbed`. Returns those that are new to `kept`."""
    learned: dict[str, Any] = {"source_id": ""}
    ids = [absorbed.source_id] if absorbed.source_id and kept.source_id else []
    for name in _LISTS:
        offered = [*getattr(absorbed, name), *(ids if name == "other_source_ids" else [])]
        learned[name] = [value for value in offered if value not in getattr(kept, name)]
        setattr(kept, name, [*getattr(kept, name), *learned[name]])
    if absorbed.source_id and not kept.source_id:
        kept.source_id = learned["source_id"] = absorbed.source_id
    return learned


def _move(old: int, new: int) -> dict[str, Any]:
    """Move speeches, voices, passages, ballots and terms from one politician to the other. Returns which they were."""
    with connection.cursor() as cursor:
        cursor.execute(_PARTS, {"old": old})
        places = [list(row) for row in cursor.fetchall()]
        cursor.execute(RENUMBER, {"old": old, "new": new, "ids": None, "places": None})
    passages = Chunk.objects.filter(politician=old)
    moved: dict[str, Any] = {
        "parts": places,
        "passages": [list(key) for key in passages.values_list("speech_id", "model_id", "index")],
    }
    passages.update(politician=new)
    moved["offices"] = _move_offices(old, new)
    for name, (model, field) in _MODELS.items():
        rows = model._default_manager.filter(**{field: old})
        moved[name] = list(rows.values_list("pk", flat=True))
        rows.update(**{field: new})
    return moved


def _move_offices(old: int, new: int) -> list[int]:
    """Move offices, except those that the other already has with the same title, source and start."""
    same = Office.objects.filter(
        politician=new, title=OuterRef("title"), source=OuterRef("source"), start=OuterRef("start")
    )
    rows = Office.objects.filter(~Exists(same), politician=old)
    moved = list(rows.values_list("pk", flat=True))
    Office.objects.filter(pk__in=moved).update(politician=new)
    return moved


_MODELS: dict[str, tuple[type[Model], str]] = {
    "speeches": (Speech, "politician"),
    "ballots": (Ballot, "politician"),
    "terms": (Term, "politician"),
    "seats": (CommitteeSeat, "politician"),
    "candidacies": (Candidacy, "politician"),
    "bills": (Bill, "sponsor"),
    "divisions": (Division, "mover"),
}


def _move_back(moved: dict[str, Any], kept: int, restored: int) -> None:
    Office.objects.filter(pk__in=moved.get("offices", []), politician=kept).update(politician=restored)
    for name, (model, field) in _MODELS.items():
        # Merges stored by an earlier release may list fewer kinds.
        rows = model._default_manager.filter(pk__in=moved.get(name, []), **{field: kept})
        rows.update(**{field: restored})
    keys = moved["passages"]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE speeches_chunk c SET politician_id = %s FROM unnest(%s::text[], %s::bigint[], %s::int[]) "
            "AS was(speech, model, place) WHERE c.politician_id = %s AND c.speech_id = was.speech "
            "AND c.model_id = was.model AND c.index = was.place",
            [restored, [key[0] for key in keys], [key[1] for key in keys], [key[2] for key in keys], kept],
        )
        places = moved["parts"]
        for speech_id in sorted({speech for speech, _ in places}):
            own = json.dumps([place for place in places if place[0] == speech_id])
            cursor.execute(RENUMBER, {"old": kept, "new": restored, "ids": [speech_id], "places": own})
