"""Parliaments, their chambers, and the days on which they sat."""

import datetime
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.urls import reverse

from speeches.formats.names import fold


class Parliament(models.Model):
    """A country's parliament, with that country's words for what all parliaments have."""

    code = models.SlugField(primary_key=True, max_length=20)
    name = models.CharField(max_length=200)
    country = models.CharField(max_length=100, blank=True)
    riding_word = models.CharField(max_length=40, default="electorate")
    division_word = models.CharField(max_length=40, default="division")

    def __str__(self) -> str:
        return self.name


class ChamberQuerySet(models.QuerySet["Chamber"]):
    def called(self, name: str, parliament: str | None = None) -> "Chamber | None":
        """The chamber that a name, short name, slug or alias means; the first of several, by parliament."""
        chambers = self.filter(parliament=parliament) if parliament else self
        wanted = fold(name)
        return next((chamber for chamber in chambers.order_by("pk") if wanted in chamber.keys()), None)


class Chamber(models.Model):
    """A house of a parliament, or a second meeting room of one."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="chambers")
    slug = models.SlugField()
    name = models.CharField(max_length=200)
    short_name = models.CharField(max_length=100)
    aliases = ArrayField(models.CharField(max_length=100), default=list, blank=True)

    objects = ChamberQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "slug", name="chamber_slug")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """Its name in ids and addresses, such as `au-house`: the slug alone may be another parliament's too."""
        return f"{self.parliament_id}-{self.slug}"

    def keys(self) -> set[str]:
        """Every folded name by which somebody may ask for it."""
        return {fold(name) for name in (self.slug, self.name, self.short_name, *self.aliases)}


class Session(models.Model):
    """A numbered parliament, such as Australia's 47th."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "number", name="session_number")]

    def __str__(self) -> str:
        return f"{self.parliament}, {self.number}"


class SittingQuerySet(models.QuerySet["Sitting"]):
    def between(self, first: object, last: object) -> Self:
        return self.filter(date__gte=first, date__lte=last)

    def keyed(self, key: str) -> "Sitting | None":
        """The sitting with an id such as `au-house-2021-10-21`."""
        chamber, day = key[:-11], key[-10:]
        try:
            date = datetime.date.fromisoformat(day)
        except ValueError:
            return None
        sittings = self.filter(date=date).select_related("chamber__parliament")
        return next((sitting for sitting in sittings if sitting.chamber.key == chamber), None)


class Sitting(models.Model):
    """One chamber's day."""

    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE, related_name="sittings")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True)
    date = models.DateField(db_index=True)
    proof = models.BooleanField(default=False)
    source_url = models.URLField(max_length=500, blank=True)
    ingested_at = models.DateTimeField(auto_now=True)

    objects = SittingQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("chamber", "date", name="sitting_of_a_chamber")]
        ordering = ["date", "chamber"]

    def __str__(self) -> str:
        return f"{self.chamber}, {self.date}"

    def get_absolute_url(self) -> str:
        return reverse("sitting", args=[self.date.isoformat(), self.chamber.key])

    @property
    def key(self) -> str:
        """Its id, which stays the same when the day is ingested again: `au-house-2021-10-21`."""
        return f"{self.chamber.key}-{self.date}"
