"""Speeches and votes, verbatim."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from speeches.formats.records import UNSPOKEN
from speeches.models.bills import Bill
from speeches.models.keyed import OfTheDayQuerySet
from speeches.models.parliament import Chamber, Parliament, Sitting
from speeches.models.people import Party, Politician, Riding


class Debate(models.Model):
    """A heading of the day; `text` is printed under it but spoken by nobody."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="debates")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    position = models.PositiveIntegerField()
    title = models.TextField()
    type = models.CharField(max_length=200, blank=True)
    page = models.CharField(max_length=20, blank=True)
    bill = models.CharField(max_length=200, blank=True)
    about = models.ForeignKey(Bill, on_delete=models.SET_NULL, null=True, blank=True, related_name="debates")
    text = models.TextField(blank=True)
    # If a sitting comes in several files, `piece` tells them apart; `file` names the one that brought this heading.
    piece = models.CharField(max_length=100, blank=True)
    file = models.CharField(max_length=200, blank=True)
    # The edition of the file, if its source counts editions: a later one replaces those before it.
    edition = models.CharField(max_length=10, blank=True)

    objects = OfTheDayQuerySet["Debate"].as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("sitting", "position", name="debate_position")]
        ordering = ["sitting", "position"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("debate", args=[self.key])

    @property
    def key(self) -> str:
        """Its id: the sitting's id and the heading's place in that day's order."""
        return f"{self.sitting.key}-{self.position}"

    def path(self) -> list["Debate"]:
        """The headings from the top of the day down to this one."""
        return [*(self.parent.path() if self.parent else []), self]


class Speech(models.Model):
    """One turn of a main speaker. `text` is verbatim; `parts` says who speaks where in it."""

    id = models.CharField(primary_key=True, max_length=200)
    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE)
    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="speeches")
    debate = models.ForeignKey(Debate, on_delete=models.SET_NULL, null=True, blank=True, related_name="speeches")
    position = models.PositiveIntegerField()
    date = models.DateField()
    time = models.TimeField(null=True, blank=True)
    kind = models.CharField(max_length=20, default="speech")
    politician = models.ForeignKey(
        Politician, on_delete=models.SET_NULL, null=True, blank=True, related_name="speeches"
    )
    speaker = models.CharField(max_length=250)
    role = models.TextField(blank=True)
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, blank=True)
    riding = models.ForeignKey(Riding, on_delete=models.SET_NULL, null=True, blank=True)
    state = models.CharField(max_length=100, blank=True)
    title = models.TextField(blank=True)
    text = models.TextField()
    parts: Any = models.JSONField(default=list)
    page = models.CharField(max_length=20, blank=True)
    language = models.CharField(max_length=2, default="en")
    debate_type = models.CharField(max_length=200, blank=True)
    reference = models.CharField(max_length=250, blank=True)
    source_url = models.URLField(max_length=500, blank=True)
    topics = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    transcript_quality = models.CharField(max_length=50, blank=True)
    metadata: Any = models.JSONField(default=dict, blank=True)
    source_hash = models.CharField(max_length=64)
    word_count = models.PositiveIntegerField()
    # The same in every language in which the turn is printed. So are the ids of its paragraphs.
    source_key = models.CharField(max_length=100, blank=True)
    paragraphs: Any = models.JSONField(default=list, blank=True)
    bills = models.ManyToManyField(Bill, related_name="speeches", blank=True)
    # It was put in writing, and nobody said it in the chamber.
    written = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "speeches"
        indexes = [
            models.Index(fields=["date", "sitting", "position"]),
            models.Index(fields=["sitting", "position"]),
            models.Index(fields=["politician", "date"]),
            models.Index(fields=["source_key"], condition=~models.Q(source_key=""), name="speech_source_key"),
        ]

    def __str__(self) -> str:
        return f"{self.speaker}, {self.date}: {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("speech", args=[self.id])

    def translation(self) -> "Speech | None":
        """The same turn in the other language, if the record has it."""
        same = Speech.objects.filter(source_key=self.source_key) if self.source_key else Speech.objects.none()
        return same.exclude(pk=self.pk).exclude(language=self.language).first()

    def opening(self) -> str:
        """The first words of its own speaker, up to the next voice. For lists."""
        own = next((part for part in self.parts if part["kind"] not in UNSPOKEN), None)
        return self.text[own["words_start"] : own["end"]] if own else self.text


class Division(models.Model):
    """A recorded vote, with the counts as printed. The whips cast a party vote; each member casts a personal vote.

    These fields are worked out when the vote is stored: the `motion` in the record's words, its `kind`, the `subject`
    (a bill or headings), the `stage`, the `meaning` of a yes, and a `name` that no other vote of the day has. If
    `turned` is set, the question put was the opposite of what was moved. Only a vote of kind `BILL` is a vote on a
    bill.
    """

    class Method(models.TextChoices):
        RECORDED = "recorded"
        PARTY = "party"
        PERSONAL = "personal"

    class Outcome(models.TextChoices):
        AGREED = "agreed", _("agreed to")
        LOST = "negatived", _("negatived")
        TIED = "tied", _("tied")

    class Kind(models.TextChoices):
        BILL = "bill", _("Bill at a stage")
        AMENDMENT = "amendment", _("Amendment")
        PROCEDURAL = "procedural", _("Procedure")
        APPOINTMENT = "appointment", _("Appointment")
        SUPPLY = "supply", _("Supply")
        REPORT = "report", _("Report")
        OTHER = "other", _("Other motion")

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="divisions")
    debate = models.ForeignKey(Debate, on_delete=models.SET_NULL, null=True, blank=True, related_name="divisions")
    position = models.PositiveIntegerField()
    time = models.TimeField(null=True, blank=True)
    question = models.TextField(blank=True)
    result = models.TextField(blank=True)
    ayes = models.PositiveIntegerField()
    noes = models.PositiveIntegerField()
    abstentions = models.PositiveIntegerField(default=0)
    paired = models.PositiveIntegerField(default=0)
    number = models.CharField(max_length=20, blank=True)
    method = models.CharField(max_length=10, choices=Method, default=Method.RECORDED)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.OTHER, db_index=True)
    stage = models.CharField(max_length=60, blank=True)
    subject = models.TextField(blank=True)
    motion = models.TextField(blank=True)
    mover = models.ForeignKey(Politician, on_delete=models.SET_NULL, null=True, blank=True, related_name="moved")
    mover_name = models.CharField(max_length=200, blank=True)
    name = models.TextField(blank=True)
    meaning = models.TextField(blank=True)
    turned = models.BooleanField(default=False)
    about = models.ForeignKey(Bill, on_delete=models.SET_NULL, null=True, blank=True, related_name="divisions")

    objects = OfTheDayQuerySet["Division"].as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("sitting", "position", name="division_position")]
        ordering = ["sitting", "position"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("division", args=[self.key])

    @property
    def words(self) -> str:
        """What was voted on, as the record has it: the motion, or else the question put."""
        return self.motion or self.question

    @property
    def outcome(self) -> str:
        """The fate of what was moved: "agreed to", "negatived" or "tied". On a turned question the noes are for it."""
        for_it, against = self.for_and_against
        return self.Outcome.AGREED if for_it > against else self.Outcome.LOST if for_it < against else self.Outcome.TIED

    @property
    def title(self) -> str:
        """Its name and outcome: "Bill C-571, second reading, negatived 102–155"."""
        for_it, against = self.for_and_against
        outcome = f"{self.Outcome(self.outcome).label} {for_it}–{against}"
        return f"{self.name or self.question or self.sitting}, {outcome}"

    @property
    def for_and_against(self) -> tuple[int, int]:
        """How many voted for and against what was moved. On a turned question the noes are for it, the ayes against."""
        return (self.noes, self.ayes) if self.turned else (self.ayes, self.noes)

    @property
    def key(self) -> str:
        """Its id: the sitting's id and the division's place in that day's order."""
        return f"{self.sitting.key}-{self.position}"


class Vote(models.TextChoices):
    """A side of a division."""

    AYE = "aye"
    NO = "no"
    PAIRED = "paired"
    ABSTENTION = "abstention"

    @property
    def contrary(self) -> "Vote":
        """The other side; itself, if it is none of the two."""
        return {Vote.AYE: Vote.NO, Vote.NO: Vote.AYE}.get(self, self)


class Ballot(models.Model):
    """One member's vote, under the name as printed. It links to a politician if the name can mean only one person.

    `party` is set if the record prints it beside the name.
    """

    Vote = Vote

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="ballots")
    name = models.CharField(max_length=200)
    politician = models.ForeignKey(Politician, on_delete=models.SET_NULL, null=True, blank=True, related_name="ballots")
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    vote = models.CharField(max_length=10, choices=Vote)
    teller = models.BooleanField(default=False)
    proxy = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.name}: {self.vote}"

    @property
    def stand(self) -> str:
        """The side on what was moved: the other one than printed, if the contrary was put."""
        return Vote(self.vote).contrary if self.division.turned else Vote(self.vote)


class PartyVote(models.Model):
    """A party's votes on one side of a party vote, in members. The names printed for a split party are ballots too."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="party_votes")
    name = models.CharField(max_length=200)
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, blank=True, related_name="votes")
    vote = models.CharField(max_length=10, choices=Vote)
    count = models.PositiveIntegerField()
    members = ArrayField(models.CharField(max_length=200), default=list, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint("division", "name", "vote", name="party_vote_once")]

    def __str__(self) -> str:
        return f"{self.name}: {self.count} {self.vote}"
