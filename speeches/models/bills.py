"""Bills before a parliament."""

import re

from django.db import models
from django.urls import reverse

from speeches.formats.names import slug_or_hash
from speeches.models.parliament import Parliament, Session
from speeches.models.people import Politician

_KEY = re.compile(r"^(?P<session>\d+(?:-\d+)?)-(?P<number>[a-z]{1,4}-?\d+)$")


class BillQuerySet(models.QuerySet["Bill"]):
    def find_by_key(self, key: str) -> "Bill | None":
        """The bill with an id such as `ca-41-2-c-571` or `nz-electoral-finance-bill`."""
        dashes = (place for place, letter in enumerate(key) if letter == "-")
        found = (self._in(key[:place], key[place + 1 :]) for place in dashes)
        return next((bill for bill in found if bill), None)

    def _in(self, parliament: str, rest: str) -> "Bill | None":
        mine = self.filter(parliament=parliament).select_related("session", "parliament", "sponsor")
        if not rest:
            return None
        if found := _KEY.match(rest):
            session = Session.objects.find_by_code(parliament, found["session"])
            if session is not None:
                return mine.filter(session=session, number__iexact=found["number"]).first()
        named = mine.filter(source_id=rest).first() or mine.filter(session=None, number__iexact=rest).first()
        titled = mine.filter(number="", source_id="") if named is None else ()
        return named or next((bill for bill in titled if bill.key == f"{parliament}-{rest}"), None)


class Bill(models.Model):
    """A bill. Its number is unique only within a session; New Zealand's older bills have only a title.

    A bill without a session is one that speeches mention but no debate in the record is about.
    """

    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="bills")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True, related_name="bills")
    number = models.CharField(max_length=20, blank=True)
    source_id = models.CharField(max_length=100, blank=True)
    title = models.TextField(blank=True)
    title_fr = models.TextField(blank=True)
    short_title = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    text_fr = models.TextField(blank=True)
    status = models.CharField(max_length=200, blank=True)
    introduced = models.DateField(null=True, blank=True)
    sponsor = models.ForeignKey(Politician, on_delete=models.SET_NULL, null=True, blank=True, related_name="bills")
    # The presenters' names as printed, the sponsor first.
    presenters = models.JSONField(default=list, blank=True)
    source_url = models.URLField(max_length=500, blank=True)

    objects = BillQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["parliament", "source_id"], condition=~models.Q(source_id=""), name="bill_source_id"
            ),
            models.UniqueConstraint(
                fields=["session", "number"],
                condition=models.Q(session__isnull=False) & ~models.Q(number=""),
                name="bill_number_in_a_session",
            ),
        ]
        ordering = ["parliament", "session", "number", "title"]

    def __str__(self) -> str:
        return self.label

    def get_absolute_url(self) -> str:
        return reverse("bill", args=[self.key])

    @property
    def label(self) -> str:
        """ "Bill C-571", or the title if the bill has no number."""
        return f"Bill {self.number}" if self.number else self.name

    @property
    def name(self) -> str:
        return self.short_title or self.title or f"Bill {self.number}"

    @property
    def key(self) -> str:
        """Its id in addresses: `ca-41-2-c-571`, else the source's own key, else a slug of the title."""
        if self.session is not None and self.number:
            return f"{self.parliament_id}-{self.session.code}-{self.number.lower()}"
        if self.source_id or self.number:
            return f"{self.parliament_id}-{self.source_id or self.number.lower()}"
        of = [self.parliament_id, self.session.code if self.session else "", slug_or_hash(self.title)]
        return "-".join(filter(None, of))
