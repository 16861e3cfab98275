"""Committees, their members, their meetings and their reports."""

from django.db import models
from django.urls import reverse

from speeches.models.parliament import Chamber, Parliament, Session, Sitting
from speeches.models.people import Politician
from speeches.models.record import Speech


class Committee(models.Model):
    """A committee of a parliament. It has a chamber of its own, and its meetings are sittings of that chamber."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="committees")
    slug = models.SlugField(max_length=120)
    name = models.CharField(max_length=300)
    name_fr = models.CharField(max_length=300, blank=True)
    acronym = models.CharField(max_length=20, blank=True)
    chamber = models.OneToOneField(Chamber, on_delete=models.SET_NULL, null=True, blank=True, related_name="committee")

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "slug", name="committee_slug")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("committee", args=[self.parliament_id, self.slug])


class CommitteeSeat(models.Model):
    """One person on a committee, as a list in the record names them on a day."""

    class Role(models.TextChoices):
        CHAIR = "chair"
        VICE_CHAIR = "vice-chair"
        MEMBER = "member"
        ASSOCIATE = "associate"

    committee = models.ForeignKey(Committee, on_delete=models.CASCADE, related_name="seats")
    politician = models.ForeignKey(Politician, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats")
    name = models.CharField(max_length=200)
    role = models.CharField(max_length=12, choices=Role, default=Role.MEMBER)
    position = models.PositiveIntegerField()
    date = models.DateField()
    # The speech that prints the list.
    speech = models.ForeignKey(Speech, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint("committee", "date", "position", name="seat_on_a_day")]
        ordering = ["committee", "date", "position"]

    def __str__(self) -> str:
        return f"{self.name}, {self.committee}, {self.date}"


class CommitteeMeeting(models.Model):
    """A numbered meeting of a committee in a session. Its record is a sitting."""

    committee = models.ForeignKey(Committee, on_delete=models.CASCADE, related_name="meetings")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True)
    number = models.PositiveIntegerField()
    date = models.DateField()
    title = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint("committee", "session", "number", name="meeting_number")]
        ordering = ["-date", "number"]

    def __str__(self) -> str:
        return f"{self.committee}, meeting {self.number}"

    def get_absolute_url(self) -> str:
        return f"{self.committee.get_absolute_url()}#{self.anchor}"

    @property
    def anchor(self) -> str:
        """The fragment that links to it on the committee's page."""
        return f"meeting-{self.session.code}-{self.number}" if self.session else f"meeting-{self.number}"

    @property
    def key(self) -> str:
        """Its id: `ca-ethi/44-1/53`."""
        return _report_key(self.committee, self.session, self.number)

    def sittings(self) -> models.QuerySet[Sitting]:
        """The sittings that record it, one in each language."""
        return Sitting.objects.filter(chamber=self.committee.chamber_id, date=self.date, meeting=str(self.number))


class CommitteeReport(models.Model):
    """A report of a committee to its house."""

    committee = models.ForeignKey(Committee, on_delete=models.CASCADE, related_name="reports")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True)
    number = models.PositiveIntegerField()
    title = models.TextField()
    presented = models.DateField(null=True, blank=True)
    text = models.TextField(blank=True)
    title_fr = models.TextField(blank=True)
    text_fr = models.TextField(blank=True)
    source_url = models.URLField(max_length=500, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint("committee", "session", "number", name="report_number")]
        ordering = ["-presented", "number"]

    def __str__(self) -> str:
        return f"{self.committee}, report {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("committee-report", args=[self.key])

    @property
    def key(self) -> str:
        """Its id: `ca-ethi/44-1/7`."""
        return _report_key(self.committee, self.session, self.number)


def _report_key(committee: Committee, session: Session | None, number: int) -> str:
    return f"{committee.parliament_id}-{committee.slug}/{session.code if session else 0}/{number}"
