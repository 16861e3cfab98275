"""Parliaments, their chambers, and the days on which they sat."""

import datetime
import re
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.urls import reverse

from speeches.formats.names import fold

_KEY = re.compile(
    r"^(?P<chamber>.+)-(?P<day>\d{4}-\d\d-\d\d)(?:-m(?P<meeting>\d{1,6}))?(?:-(?P<language>[a-z]{2}))?$", re.ASCII
)


def _english() -> list[str]:
    return ["en"]


class ParliamentQuerySet(models.QuerySet["Parliament"]):
    def sitting(self) -> Self:
        """Parliaments with at least one sitting in the record."""
        return self.filter(models.Exists(Sitting.objects.filter(chamber__parliament=models.OuterRef("pk"))))

    def visible_codes(self, chosen: str = "") -> list[str]:
        """The codes of the parliaments that a reader sees: the `chosen` one, else all. Invented ones are left out as
        soon as the record has a real sitting."""
        if chosen:
            return list(self.filter(pk=chosen).values_list("pk", flat=True))
        real = self.filter(sample=False)
        return list((real if real.sitting().exists() else self).values_list("pk", flat=True))


class Parliament(models.Model):
    """A country's parliament, with that country's words for what every parliament has."""

    code = models.SlugField(primary_key=True, max_length=20)
    name = models.CharField(max_length=200)
    country = models.CharField(max_length=100, blank=True)
    # Other names of the country and its people, in either language.
    aliases = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    # The languages in which its record is printed.
    languages = ArrayField(models.CharField(max_length=2), default=_english)
    riding_word = models.CharField(max_length=40, default="electorate")
    division_word = models.CharField(max_length=40, default="division")
    # Invented, for trying out the program. It is never shown beside a real record unless a reader chooses it.
    sample = models.BooleanField(default=False)

    objects = ParliamentQuerySet.as_manager()

    class Meta:
        ordering = ["sample", "country", "name"]

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """Its name where several parliaments are in view: the country, else its own name."""
        return self.country or self.name

    def values(self) -> dict[str, str | bool]:
        """Values that go with everything of this parliament: its code, its country, and whether it is invented."""
        return {"parliament": self.pk, "country": self.label, "sample": self.sample}

    def named_values(self) -> dict[str, str | bool]:
        """The same, with the name instead of the code, for lists."""
        return self.values() | {"parliament": self.name}


class ChamberQuerySet(models.QuerySet["Chamber"]):
    def find_by_name(self, name: str, parliament: str | None = None) -> "Chamber | None":
        """The chamber with this name, short name, slug or alias; if several match, the one with the lowest id."""
        chambers = self.filter(parliament=parliament) if parliament else self
        wanted = fold(name)
        return next((chamber for chamber in chambers.order_by("pk") if wanted in chamber.keys()), None)


class Chamber(models.Model):
    """A house of a parliament, or its second debating room."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="chambers")
    slug = models.SlugField()
    name = models.CharField(max_length=200)
    short_name = models.CharField(max_length=100)
    name_fr = models.CharField(max_length=200, blank=True)
    aliases = ArrayField(models.CharField(max_length=100), default=list, blank=True)

    objects = ChamberQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "slug", name="chamber_slug")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """Its name in ids and addresses, such as `au-house`. Another parliament may have the same slug."""
        return f"{self.parliament_id}-{self.slug}"

    def keys(self) -> set[str]:
        """Every folded name by which somebody may ask for it."""
        return {fold(name) for name in (self.slug, self.name, self.short_name, self.name_fr, *self.aliases) if name}


class SessionQuerySet(models.QuerySet["Session"]):
    def find_by_code(self, parliament: str, code: str) -> "Session | None":
        """The session with a code such as "41-2", or "47" if the parliament has one session only."""
        number, _, part = code.partition("-")
        if not number.isdecimal() or (part and not part.isdecimal()):
            return None
        return self.filter(parliament=parliament, number=int(number), part=int(part or 0)).first()


class Session(models.Model):
    """A numbered parliament, such as Australia's 47th, or a session of one, such as Canada's 41-2 (`part` is 2)."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveIntegerField()
    part = models.PositiveIntegerField(default=0)
    start = models.DateField(null=True, blank=True)
    end = models.DateField(null=True, blank=True)

    objects = SessionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "number", "part", name="session_number_and_part")]
        ordering = ["parliament", "number", "part"]

    def __str__(self) -> str:
        return f"{self.parliament}, {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("session", args=[self.parliament_id, self.code])

    @property
    def code(self) -> str:
        """ "41-2", or the number alone if the parliament has one session."""
        return f"{self.number}-{self.part}" if self.part else str(self.number)


class SittingQuerySet(models.QuerySet["Sitting"]):
    def find_by_key(self, key: str) -> "Sitting | None":
        """The sitting with an id such as `au-house-2021-10-21`, or `ca-srsr-2023-09-20-m53-fr` for a meeting."""
        found = _KEY.match(key)
        try:
            date = datetime.date.fromisoformat(found["day"]) if found else None
        except ValueError:
            return None
        if found is None or date is None:
            return None
        sittings = self.filter(date=date, language=found["language"] or "en", meeting=found["meeting"] or "")
        sittings = sittings.select_related("chamber__parliament")
        return next((sitting for sitting in sittings if sitting.chamber.key == found["chamber"]), None)

    def once(self, language: str = "en") -> Self:
        """Each sitting once: in the language given if the record has it in that language, else in any other."""
        own = self.model.objects.filter(
            chamber=models.OuterRef("chamber"), date=models.OuterRef("date"), meeting=models.OuterRef("meeting")
        ).filter(language=language)
        return self.filter(models.Q(language=language) | ~models.Exists(own))


class Sitting(models.Model):
    """One chamber's day, or one meeting of a committee, as printed in one language."""

    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE, related_name="sittings")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True)
    date = models.DateField(db_index=True)
    language = models.CharField(max_length=2, default="en")
    # A committee may meet twice a day; a chamber sits once.
    meeting = models.CharField(max_length=10, blank=True)
    number = models.CharField(max_length=10, blank=True)
    proof = models.BooleanField(default=False)
    source_url = models.URLField(max_length=500, blank=True)
    ingested_at = models.DateTimeField(auto_now=True)

    objects = SittingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint("chamber", "date", "language", "meeting", name="sitting_of_a_chamber_in_a_language")
        ]
        ordering = ["date", "chamber"]

    def __str__(self) -> str:
        return f"{self.chamber}, {self.date}"

    def get_absolute_url(self) -> str:
        return reverse("sitting", args=[self.date.isoformat(), f"{self.chamber.key}{self.suffix}"])

    @property
    def suffix(self) -> str:
        """The end of its id, which tells the chamber's sittings of one day apart: meeting and language."""
        meeting = f"-m{self.meeting}" if self.meeting else ""
        return meeting + (f"-{self.language}" if self.language != "en" else "")

    @property
    def key(self) -> str:
        """Its id, which stays the same when the day is ingested again: `au-house-2021-10-21`."""
        return f"{self.chamber.key}-{self.date}{self.suffix}"

    def other_language(self) -> "Sitting | None":
        """The same sitting as printed in the other language, if the record has it."""
        same = Sitting.objects.filter(chamber=self.chamber_id, date=self.date, meeting=self.meeting)
        return same.exclude(pk=self.pk).first()
