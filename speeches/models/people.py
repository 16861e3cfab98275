"""Politicians, parties, ridings, offices and terms."""

import datetime
import re

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.urls import reverse

from speeches.formats.names import fold
from speeches.models.parliament import Chamber, Parliament

# A list that names no end is trusted for this long after its last day.
LIST_HOLDS = datetime.timedelta(days=365)
# The longest gap that an election leaves between two terms of one seat.
ELECTION_TAKES = datetime.timedelta(days=100)


class PartyQuerySet(models.QuerySet["Party"]):
    def find_by_name(self, name: str, parliament: str | None = None) -> list["Party"]:
        """The parties with this code, name or alias. "Liberal" may be a party in each of two parliaments, "ca/Liberal"
        in one."""
        parties = self.filter(parliament=parliament) if parliament else self
        wanted = fold(name)
        found = [party for party in parties.order_by("pk") if wanted in party.keys()]
        country, _, own = name.partition("/")
        return found or (self.find_by_name(own, country) if own and not parliament else [])


class Party(models.Model):
    """A party as its parliament's record abbreviates it."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="parties")
    code = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    name_fr = models.CharField(max_length=200, blank=True)
    aliases = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    colour = models.CharField(max_length=7, blank=True)

    objects = PartyQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "code", name="party_code")]
        verbose_name_plural = "parties"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("party", args=[self.parliament_id, self.code])

    def keys(self) -> set[str]:
        """Every folded name by which somebody may ask for it, with and without "Party"."""
        names = {fold(name) for name in (self.code, self.name, self.name_fr, *self.aliases) if name}
        return names | {name.removesuffix(" party") for name in names}


def riding_key(name: str) -> str:
    """A key that is the same for every spelling of a riding.

    >>> riding_key("Avignon—La Mitis—Matane—Matapédia") == riding_key("Avignon--La Mitis--Matane--Matapedia")
    True
    """
    return " ".join(re.sub(r"[-‑‐–—]+", " ", fold(name)).split())


class Riding(models.Model):
    """The place that elects a member: an electorate, a division, a riding or a state."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="ridings")
    name = models.CharField(max_length=200)
    name_fr = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=100, blank=True)
    source_id = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "name", name="riding_name")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("riding", args=[self.parliament_id, self.pk])

    def keys(self) -> set[str]:
        """Every folded name that a source uses for it. A dash of any length becomes a space."""
        return {riding_key(name) for name in (self.name, self.name_fr) if name}


class Politician(models.Model):
    """One person, however spelt. `keys` holds the folded names that the sources use."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="politicians")
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=220, unique=True)
    source_id = models.CharField(max_length=100, blank=True)
    # The source ids of politicians who turned out to be the same person.
    other_source_ids = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    spellings = ArrayField(models.CharField(max_length=250), default=list, blank=True)
    keys = ArrayField(models.CharField(max_length=250), default=list, blank=True)
    # Known only from ballots, which print only the surname.
    surname_only = models.BooleanField(default=False)
    # Has spoken before a committee but never as a member.
    witness = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["parliament", "source_id"],
                condition=~models.Q(source_id=""),
                name="politician_source_id",
            )
        ]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("politician", args=[self.slug])


class Office(models.Model):
    """An office that somebody held, with its first and last day and its source."""

    class Source(models.TextChoices):
        LABEL = "label"
        PRINTED = "printed"
        PEOPLE = "people"

    politician = models.ForeignKey(Politician, on_delete=models.CASCADE, related_name="offices")
    title = models.CharField(max_length=300)
    language = models.CharField(max_length=2, default="en")
    source = models.CharField(max_length=10, choices=Source)
    start = models.DateField()
    end = models.DateField()
    # The list names no end: `end` is the last day that the list covers.
    open = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint("politician", "title", "source", "start", name="office_of_a_politician")]
        ordering = ["start", "title"]

    def __str__(self) -> str:
        return f"{self.title}: {self.politician}, {self.start}–{self.end or ''}"


class Term(models.Model):
    """A period for which the record shows somebody in a chamber, for a party and a riding."""

    politician = models.ForeignKey(Politician, on_delete=models.CASCADE, related_name="terms")
    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE)
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, blank=True)
    riding = models.ForeignKey(Riding, on_delete=models.SET_NULL, null=True, blank=True)
    state = models.CharField(max_length=100, blank=True)
    start = models.DateField()
    end = models.DateField()
    # Taken from a list of members, with the true days. Otherwise the days are as far as the record shows.
    listed = models.BooleanField(default=False)
    # The list names no end: `end` is the last day that the list covers.
    open = models.BooleanField(default=False)

    class Meta:
        ordering = ["start"]

    def __str__(self) -> str:
        return f"{self.politician}, {self.start}–{self.end}"
