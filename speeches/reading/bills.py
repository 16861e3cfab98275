"""What was said on a bill: in its debates, and where it is named."""

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from speeches.models import Bill, Speech


def speeches_on(bill: Bill) -> QuerySet[Speech]:
    """The speeches of a bill's debates and those that name it, each once."""
    return Speech.objects.filter(_on(bill)).distinct()


def with_speech_counts(bills: QuerySet[Bill]) -> QuerySet[Bill]:
    """Bills, each with how many speeches are `spoken` on it."""
    on_it = Speech.objects.filter(_on(OuterRef("pk"))).order_by().annotate(one=Value(1)).values("one")
    counted = on_it.annotate(count=Count("pk", distinct=True)).values("count")
    return bills.annotate(spoken=Coalesce(Subquery(counted), 0))


def _on(bill: Bill | OuterRef) -> Q:
    return Q(bills=bill) | Q(debate__about=bill)
