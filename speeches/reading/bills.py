"""Speeches on a bill: those in its debates, and those that name it."""

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from speeches.models import Bill, Speech


def speeches_on(bill: Bill) -> QuerySet[Speech]:
    """The speeches in a bill's debates and those that name it, without duplicates."""
    return Speech.objects.filter(_speeches_on(bill)).distinct()


def with_speech_counts(bills: QuerySet[Bill]) -> QuerySet[Bill]:
    """Bills annotated with `spoken`, the number of speeches on each."""
    on_it = Speech.objects.filter(_speeches_on(OuterRef("pk"))).order_by().annotate(one=Value(1)).values("one")
    counted = on_it.annotate(count=Count("pk", distinct=True)).values("count")
    return bills.annotate(spoken=Coalesce(Subquery(counted), 0))


def _speeches_on(bill: Bill | OuterRef) -> Q:
    return Q(bills=bill) | Q(debate__about=bill)
