"""Records other than speeches, as the search reads them."""

from django.db import models

from speeches.models.bills import Bill
from speeches.models.parliament import Chamber, Parliament
from speeches.models.people import Party, Politician
from speeches.models.source_types import SourceType

# The two kinds of an entry's chunks: the source's own words, which may be quoted, and text written from the tables.
PRINTED, TOLD = "printed", "record"


class Entry(models.Model):
    """A record other than a speech, as the search finds it. It is made from the record's own table, never by hand.

    `key` identifies it within its source type and stays the same when the record is ingested again; `record` is the
    row's own key. If `printed` is set, `text` is the source's own, word for word, and `told` says what the tables hold.
    Otherwise `text` itself is written from the tables.
    """

    id = models.CharField(primary_key=True, max_length=300)
    source_type = models.CharField(max_length=20, choices=SourceType)
    key = models.CharField(max_length=270)
    record = models.CharField(max_length=40)
    language = models.CharField(max_length=2, default="en")
    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="+")
    chamber = models.ForeignKey(Chamber, on_delete=models.CASCADE, null=True, related_name="+")
    politician = models.ForeignKey(Politician, on_delete=models.SET_NULL, null=True, related_name="+")
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, related_name="+")
    bill = models.ForeignKey(Bill, on_delete=models.SET_NULL, null=True, related_name="+")
    date = models.DateField(null=True)
    state = models.CharField(max_length=100, blank=True)
    electorate = models.CharField(max_length=200, blank=True)
    title = models.TextField()
    header = models.TextField()
    text = models.TextField()
    printed = models.BooleanField(default=False)
    told = models.TextField(blank=True)
    url = models.CharField(max_length=500)
    source_url = models.URLField(max_length=500, blank=True)
    source_hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = "record in the search"
        verbose_name_plural = "records in the search"
        indexes = [models.Index(fields=["source_type", "parliament", "key"], name="entry_of_a_type")]
        ordering = ["source_type", "parliament", "key"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return self.url

    @property
    def facts(self) -> str:
        """What the tables hold about the record, in sentences of its language."""
        return self.told if self.printed else self.text
