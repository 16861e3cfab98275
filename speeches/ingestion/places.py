"""Finds the parliament, chamber and session of a record, and creates those that are new."""

import itertools
from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify
from rapidfuzz.distance import OSA

from speeches.formats import records
from speeches.formats.frame import Frame, frames
from speeches.formats.names import fold
from speeches.models import Chamber, Parliament, Party, Session

# The parliament of single speeches whose chamber is unknown and for which no parliament was named.
OTHER_PARLIAMENT = "other"


def introduce_frames() -> None:
    """Write the parliaments of all frames, with their chambers and parties. What the record added to them stays."""
    for frame in frames().values():
        _introduce_frame(frame)


def _introduce_frame(frame: Frame) -> Parliament:
    parliament, _ = Parliament.objects.update_or_create(
        code=frame.code,
        defaults={
            "name": frame.name,
            "country": frame.country,
            "aliases": list(frame.aliases),
            "languages": list(frame.languages),
            "riding_word": frame.words["riding"],
            "division_word": frame.words["division"],
        },
    )
    for chamber in frame.chambers:
        row, _ = Chamber.objects.get_or_create(parliament=parliament, slug=chamber["slug"], defaults=dict(chamber))
        _add_names(row, chamber)
    for party in frame.parties:
        known, _ = Party.objects.get_or_create(parliament=parliament, code=party["code"], defaults=dict(party))
        _add_names(known, party)
    return parliament


def _add_names(row: Chamber | Party, facts: Mapping[str, Any]) -> None:
    """Give a row that is known the further names that the frame has for it."""
    new, french = [one for one in facts.get("aliases", ()) if one not in row.aliases], facts.get("name_fr", "")
    if new or (french and not row.name_fr):
        row.aliases, row.name_fr = [*row.aliases, *new], row.name_fr or french
        row.save(update_fields=["aliases", "name_fr"])


def parliament_of(code: str) -> Parliament:
    """The parliament with a code, created if it is new."""
    known = Parliament.objects.filter(code=slugify(code)[:20]).first()
    if known is not None:
        return known
    if frame := frames().get(code):
        return _introduce_frame(frame)
    name = "Other parliaments" if code == OTHER_PARLIAMENT else code.title()
    return Parliament.objects.create(code=slugify(code)[:20] or OTHER_PARLIAMENT, name=name)


def introduce(facts: records.ParliamentFacts) -> Parliament:
    """The parliament that a file introduces, with its parties. A parliament or party that is known keeps its name."""
    parliament = parliament_of(facts.code)
    if parliament.name == facts.code.title():
        parliament.name, parliament.country, parliament.sample = facts.name, facts.country, facts.sample
        parliament.save()
    for party in facts.parties:
        Party.objects.get_or_create(
            parliament=parliament,
            code=party.code,
            defaults={"name": party.name, "aliases": list(party.aliases), "colour": party.colour},
        )
    return parliament


def chamber_of(name: str, parliament: Parliament) -> Chamber:
    """The chamber with a name, created if the parliament has none."""
    chamber = Chamber.objects.find_by_name(name, parliament.pk)
    if chamber is None:
        base = slugify(name)[:40] or "chamber"
        taken = set(parliament.chambers.values_list("slug", flat=True))
        slugs = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        slug = next(slug for slug in slugs if slug not in taken)
        chamber = Chamber.objects.create(parliament=parliament, slug=slug, name=name, short_name=name)
    return chamber


def guess_chamber(name: str, parliament: str) -> Chamber | None:
    """The chamber that an unknown name misspells: up to three letters, one in six, wrong, missing, added or swapped.

    Searches the chambers of `parliament`, or all chambers if it is "". None if the name resembles no other.
    """
    wanted = fold(name)
    slips = min(len(wanted) // 6 + 1, 3)
    chambers = Chamber.objects.filter(parliament=parliament) if parliament else Chamber.objects.all()
    for chamber in chambers.order_by("pk"):
        # Short names are left out: every word resembles one.
        if any(OSA.distance(wanted, key) <= slips for key in chamber.keys() if len(key) > 4):
            return chamber
    return None


def committee_room(record: records.Sitting, parliament: Parliament) -> Chamber:
    """The chamber in which a committee's meetings are sittings, with its acronym and names."""
    found = Chamber.objects.find_by_name(record.chamber, parliament.pk)
    if found is None:
        name = record.chamber_names.get("en") or next(iter(record.chamber_names.values()), record.chamber)
        found = Chamber(parliament=parliament, slug=slugify(record.chamber)[:40], name=name, short_name=name[:100])
    found.name_fr = found.name_fr or record.chamber_names.get("fr", "")
    found.aliases = list(dict.fromkeys([*found.aliases, record.chamber.upper()]))
    found.save()
    return found


def session_of(record: records.Sitting, parliament: Parliament) -> Session | None:
    """The session of a sitting, created if it is new; None if the source names none."""
    if record.session is None:
        return None
    session, _ = Session.objects.get_or_create(parliament=parliament, number=record.session, part=record.session_part)
    return session
