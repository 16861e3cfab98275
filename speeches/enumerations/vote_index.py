"""The words of every recorded vote, and how well each word tells votes apart."""

import math
from collections import Counter
from dataclasses import dataclass, field

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from rag.language.glossary import in_english
from speeches.models import Speech, Term
from speeches.reading.votes import headings_over, recorded_votes
from speeches.search.roster import roster
from speeches.search.version import keep_by_version
from speeches.understanding.stems import stems_of


@dataclass(slots=True)
class VoteIndex:
    """The stems of every recorded vote, how many votes hold each stem, the party of each vote's mover, and the stems of
    every stage at which there was a vote."""

    stems: dict[int, frozenset[str]] = field(default_factory=dict)
    parties: dict[int, int] = field(default_factory=dict)
    among: Counter[str] = field(default_factory=Counter)
    stages: set[frozenset[str]] = field(default_factory=set)

    def weight(self, stem: str) -> float:
        """How well a stem tells votes apart. A stem in no vote weighs as much as one in a single vote."""
        return math.log(1 + len(self.stems) / max(1, self.among[stem]))

    def share(self, described: frozenset[str], pk: int) -> float:
        """The share of a description, by weight, that a vote's own words hold; 0 of an empty one."""
        total = sum(map(self.weight, described))
        return self.overlap(described, pk) / total if total else 0.0

    def overlap(self, described: frozenset[str], pk: int) -> float:
        """The weight of the words of a description that a vote's own words hold."""
        return sum(map(self.weight, described & self.stems.get(pk, frozenset())))

    def coverage(self, described: frozenset[str], pk: int) -> float:
        """The share of a vote's own words, by weight, that a description holds; 0 for a vote without words."""
        total = sum(map(self.weight, self.stems.get(pk, frozenset())))
        return self.overlap(described, pk) / total if total else 0.0

    def stems_as_printed(self, described: str, language: str) -> frozenset[str]:
        """The stems of a description. A French one gives the stems that some vote holds, and those of its English
        translation: some records print votes in English only."""
        wanted = stems_of(described)
        if language == "en":
            return wanted
        printed = frozenset(stem for stem in wanted if self.among[stem])
        return printed | stems_of(in_english(described, whole=True))


# The party of a vote's mover: that of their words on the day, else of their term.
_SPOKEN = Speech.objects.filter(politician=OuterRef("mover"), date=OuterRef("sitting__date"), party__isnull=False)
_HELD = Term.objects.filter(
    politician=OuterRef("mover"),
    start__lte=OuterRef("sitting__date"),
    end__gte=OuterRef("sitting__date"),
    party__isnull=False,
)
_MOVERS_PARTY = Coalesce(
    Subquery(_SPOKEN.order_by("pk").values("party")[:1]), Subquery(_HELD.order_by("pk").values("party")[:1])
)


@keep_by_version
def vote_index(version: int | None) -> VoteIndex:
    """The index of a version of the record."""
    index, people = VoteIndex(), roster(version)
    rows = (
        recorded_votes()
        .select_related("debate__parent__parent", "about", "sitting__chamber")
        .annotate(mover_party=_MOVERS_PARTY)
        .defer("about__text", "about__text_fr")
    )
    for division in rows:
        bill = division.about
        own = [division.name, division.motion, division.question, division.subject, division.stage, division.meaning]
        own += [division.mover_name, division.get_kind_display(), *headings_over(division)]
        own += [bill.title, bill.title_fr, bill.short_title] if bill else []
        titles = " ".join([division.motion, division.question, *headings_over(division)])
        parliament = division.sitting.chamber.parliament_id
        own += people.named_by_title(titles, parliament, division.sitting.date)
        index.stems[division.pk] = stems_of(" ".join(own))
        index.among.update(index.stems[division.pk])
        index.stages.add(stems_of(division.stage))
        if division.mover_party:
            index.parties[division.pk] = division.mover_party
    return index
