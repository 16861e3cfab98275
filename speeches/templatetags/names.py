"""What rows are called, in the language of the page."""

import datetime

from django import template
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from speeches.models import Bill, Chamber, Committee, CommitteeReport, Division, Party, Riding
from speeches.reading import naming, votes

register = template.Library()


@register.filter
def named(row: Chamber | Committee | Party | Riding | None) -> str:
    """The name of a row; "" for none."""
    return naming.named(row, _language()) if row else ""


@register.filter
def titled(row: Bill | CommitteeReport) -> str:
    """The title of a bill or a report."""
    return naming.titled(row, _language())


@register.filter
def labelled(bill: Bill) -> str:
    """A bill by its number, or by its title where it has none."""
    return naming.bill_label(bill, _language())


@register.filter
def voice(speaker: str) -> str:
    """Who speaks; what nobody says is the record's own, in the language of the page."""
    return gettext("The record") if speaker in ("", "The record") else speaker


@register.filter
def long_day(day: datetime.date) -> str:
    """A day with its weekday, as the language writes it."""
    return date_format(day, "l j F Y" if _language() == "fr" else "l, j F Y")


def _language() -> str:
    return (get_language() or "en")[:2]


@register.filter
def headings(division: Division) -> str:
    """The headings that a vote stands under, on one line."""
    return ", ".join(votes.headings_over(division))


@register.filter
def what_was_put(division: Division) -> str:
    """What a vote was on: the question, with its headings where it does not say so by itself."""
    return votes.what_was_put(division)
