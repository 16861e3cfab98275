"""Selects rows of the record by filters alone, without a query, for lists in the order of the day."""

from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext

from speeches.search.catalogue import catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import (
    Filters,
    chambers_called,
    find_bills,
    no_bill_note,
    parliaments_shown,
    resolve,
    speeches_on,
    unstorable,
)
from speeches.search.roster import roster
from speeches.search.version import corpus_version


def speeches_with(filters: Filters) -> tuple[Q, tuple[str, ...]]:
    """The filters as a condition on speeches, and notes for the reader. Raises SearchError."""
    _check(filters)
    version = corpus_version()
    own = replace(filters, electorate="", source_type="", bill="")
    scope = resolve(own, roster(version), catalogue(version))
    electorate = Q(riding__name__iexact=filters.electorate) if filters.electorate else Q()
    on_bill, told = _bill_condition(filters.bill)
    return scope.condition & electorate & on_bill, (*scope.notes, *told)


def _bill_condition(bill: str) -> tuple[Q, tuple[str, ...]]:
    bills = find_bills(bill) if bill else []
    told = (no_bill_note(bill),) if bill and not bills else ()
    return (Q(pk__in=speeches_on(bills)) if bill else Q()), told


def sittings_with(filters: Filters, sitting: str = "") -> Q:
    """The filters by country, chamber and days as a condition on sittings.

    `sitting` is the prefix of the fields, for rows that refer to a sitting (such as "sitting__"). Raises SearchError
    for a country or a chamber that no record has.
    """
    _check(filters)
    values: dict[str, object] = {f"{sitting}chamber__parliament__in": parliaments_shown(filters.country)}
    if filters.chamber:
        values[f"{sitting}chamber__in"] = chambers_called(filters.chamber)
    if filters.date_from:
        values[f"{sitting}date__gte"] = filters.date_from
    if filters.date_to:
        values[f"{sitting}date__lte"] = filters.date_to
    return Q(**values)


def _check(filters: Filters) -> None:
    if broken := unstorable("", filters):
        text = gettext("A filter holds {broken}, which no text of the record does. Take it out.")
        raise SearchError("filters", text.format(broken=broken))
