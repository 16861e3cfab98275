"""Finds the headings of the day that a question means, by their words, each weighted by how much it tells."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from rag.language.glossary import in_english
from speeches.formats.frame import frame_of
from speeches.models import Debate, Sitting, Speech
from speeches.search.version import keep_by_version
from speeches.understanding.lexicon import picks
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# A heading that stands on so many days is recurring business, not a subject.
_RECURRING = 5
# A heading that holds less of the description than this, by weight, is not near it.
_LEAST = 0.5
# Between a rubric and a heading on one line: "Petition — Princess Royal Hospital".
_WITH_RUBRIC = " — "
# Sums of the same weights in another order may differ by this much.
_NEXT_TO_NOTHING = 1e-9

# The day of a heading, the title of the heading above it, and its own.
HeadingKey = tuple[int, str, str]


def sittings_within(reading: Reading) -> QuerySet[Sitting]:
    """The sittings of the parliaments, days and chamber that a question names, each once."""
    rows = Sitting.objects.once(reading.language).filter(chamber__parliament__in=reading.view)
    if reading.days:
        rows = rows.filter(date__range=reading.days)
    chambers = reading.keys("chamber")
    return rows.filter(chamber__in=chambers) if chambers else rows


def meetings_within(reading: Reading) -> QuerySet[Sitting]:
    """The committee meetings of the parliaments, committees and days that a question names, in order."""
    rows = Sitting.objects.once(reading.language).filter(chamber__parliament__in=reading.view)
    rows = rows.exclude(chamber__committee=None).select_related("chamber").order_by("date")
    if committees := reading.keys("committee"):
        rows = rows.filter(chamber__committee__in=committees)
    return rows.filter(date__range=reading.days) if reading.days else rows


def headings_within(reading: Reading) -> list[Debate]:
    """The headings under which members spoke, of the parliaments, days, chamber and bill that a question names."""
    rows = printed_headings(reading).filter(Exists(Speech.objects.filter(debate=OuterRef("pk"), politician__gt=0)))
    if bills := reading.keys("bill"):
        rows = rows.filter(about__in=bills)
    return list(rows)


def printed_headings(reading: Reading) -> QuerySet[Debate]:
    """All headings of the parliaments, days and chamber that a question names, in order.

    Each sitting counts once, in the question's language if there is a record of it in that language.
    """
    rows = Debate.objects.filter(sitting__in=sittings_within(reading)).select_related(
        "parent", "about", "sitting__chamber__parliament"
    )
    return rows.defer("text", "parent__text").order_by("sitting__date", "sitting", "position")


def match_headings(described: str, rows: Sequence[Debate], language: str = "en") -> list[Debate]:
    """The headings that hold all words of a description, counting the heading above; all headings if it is empty, and
    none if it has no words that say anything."""
    wanted = wanted_stems(described, language)
    if described.strip() and not any(wanted.values()):
        return []
    # Initials may be printed otherwise in a heading: "Eu's".
    needed = {language: frozenset(one for one in own if len(one) > 2) or own for language, own in wanted.items()}
    return [row for row in rows if needed[row.sitting.language] <= _stems(row)]


def heading_nearest(described: str, rows: Sequence[Debate], language: str) -> Debate | None:
    """The one heading that holds most of a description; None if several do, unless they are one that is printed
    again."""
    nearest = headings_nearest(described, rows, language)
    return nearest[0] if len({heading_key(row) for row in nearest}) == 1 else None


def headings_nearest(described: str, rows: Sequence[Debate], language: str) -> list[Debate]:
    """The headings that hold most of a description, by weight: a word in few headings weighs more.

    Empty if no heading holds half of it.
    """
    wanted = wanted_stems(described, language)
    held = {row.pk: wanted[row.sitting.language] & _stems(row) for row in rows}
    among = Counter(stem for own in held.values() for stem in own)
    weight = {stem: math.log(1 + len(rows) / max(1, among[stem])) for own in wanted.values() for stem in own}
    total = {tongue: math.fsum(weight[stem] for stem in own) or math.inf for tongue, own in wanted.items()}
    fits = {row.pk: math.fsum(weight[stem] for stem in held[row.pk]) / total[row.sitting.language] for row in rows}
    best = max(fits.values(), default=0.0)
    return [row for row in rows if math.isclose(fits[row.pk], best)] if best >= _LEAST - _NEXT_TO_NOTHING else []


def title_within(text: str, titles: Iterable[str], besides: frozenset[str]) -> str:
    """The title of which a text holds every word that says something, the longest of such; "" if there is none. Stems
    `besides` name what is listed, and alone are no title."""
    held = frozenset(stem for word in text.split() if not picks(word) for stem in stems_of(word))
    told = {title: stems_of(title) for title in titles}
    fitting = (title for title in sorted(told) if told[title] <= held and not told[title] <= besides)
    return max(fitting, key=lambda title: len(told[title]), default="")


def headings_below(title: str, reading: Reading) -> list[Debate]:
    """The headings of a title on the days named, and all below them at any depth."""
    rows = list(printed_headings(reading))
    above = {row.pk: row.parent_id for row in rows}
    named = {row.pk for row in rows if row.title.casefold() == title.casefold()}

    def is_below(key: int | None) -> bool:
        return key in named or (key in above and is_below(above[key]))

    return [row for row in rows if is_below(row.pk)] if named else []


@keep_by_version
def business_titles(version: int | None) -> frozenset[str]:
    """The titles that recur from day to day at the head of a record: its business, such as "Adjournment"."""
    days = Debate.objects.filter(parent=None).values("title").annotate(days=Count("sitting", distinct=True))
    return frozenset(days.filter(days__gte=_RECURRING).values_list("title", flat=True))


def heading_key(heading: Debate) -> HeadingKey:
    """What a heading has in common with those that print it again after other business."""
    return heading.sitting_id, heading.parent.title if heading.parent else "", heading.title


def same_headings(heading: Debate, rows: Sequence[Debate]) -> list[Debate]:
    """A heading and those of the same title on the same day."""
    return [row for row in rows if heading_key(row) == heading_key(heading)]


def headings_under(rubrics: Iterable[str], reading: Reading) -> list[Debate]:
    """The headings that stand under one of some rubrics, are one, or are of that type, on the days that a question
    names."""
    of_rubric = Q()
    for rubric in rubrics:
        of_rubric |= Q(type__iexact=rubric) | Q(title__iexact=rubric) | Q(parent__title__iexact=rubric)
        of_rubric |= Q(title__istartswith=f"{rubric}{_WITH_RUBRIC}")
    return list(printed_headings(reading).filter(of_rubric)) if of_rubric else []


def wanted_stems(described: str, language: str) -> dict[str, frozenset[str]]:
    """The words of a description, by the language of the headings: for English ones, a French description is put in
    English."""
    own = stems_of(described)
    english = stems_of(in_english(described, whole=True)) if language == "fr" else own
    return {"en": english or own, "fr": own}


def _stems(row: Debate) -> frozenset[str]:
    return stems_of(f"{row.parent.title if row.parent else ''} {row.title}")


def printed_pieces(kind: str, rows: Sequence[Debate]) -> list[tuple[str, Debate]]:
    """The headings of petitions or reports that the day prints, in order, each with the title that names it."""
    found = []
    for row in rows:
        frame = frame_of(row.sitting.chamber.parliament_id)
        above = row.parent.title if row.parent else ""
        rubrics = frame.rubrics.get(kind, ())
        before, _, own = row.title.partition(_WITH_RUBRIC)
        if _is_among(above, rubrics):
            found.append((row.title, row))
        elif own and _is_among(before, rubrics):
            found.append((own, row))
        elif _is_among(row.title, frame.pieces.get(kind, ())):
            found.append((above or row.title, row))
    return found


def _is_among(title: str, titles: Sequence[str]) -> bool:
    return title.casefold() in {one.casefold() for one in titles}
