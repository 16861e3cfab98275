"""Elections and their candidates."""

from django.db import models
from django.urls import reverse

from speeches.formats.names import slug_or_hash
from speeches.models.parliament import Parliament
from speeches.models.people import Party, Politician, Riding


class Election(models.Model):
    """A general election or a by-election."""

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="elections")
    name = models.CharField(max_length=200)
    date = models.DateField()
    by_election = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint("parliament", "name", "date", name="election_once")]
        ordering = ["-date"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("election", args=[self.key])

    @property
    def key(self) -> str:
        """Its id: `ca-2019-10-21-general-election`."""
        return f"{self.parliament_id}-{self.date}-{slug_or_hash(self.name)}"


class Candidacy(models.Model):
    """A person who stood in an election, under the printed name, for a party in a riding."""

    election = models.ForeignKey(Election, on_delete=models.CASCADE, related_name="candidacies")
    name = models.CharField(max_length=200)
    politician = models.ForeignKey(
        Politician, on_delete=models.SET_NULL, null=True, blank=True, related_name="candidacies"
    )
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, blank=True, related_name="candidacies")
    riding = models.ForeignKey(Riding, on_delete=models.SET_NULL, null=True, blank=True, related_name="candidacies")
    votes = models.PositiveIntegerField(null=True, blank=True)
    elected = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint("election", "name", "riding", name="candidacy_once")]
        verbose_name_plural = "candidacies"

    def __str__(self) -> str:
        return f"{self.name}, {self.election}"
