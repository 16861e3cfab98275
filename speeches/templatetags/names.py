"""What rows are called, in the language of the page."""

import datetime

from django import template
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from speeches.formats.frame import frame_of
from speeches.models import Bill, Chamber, Committee, CommitteeReport, Party, Riding
from speeches.reading import naming

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


@register.filter
def official_label(parliament: str) -> str:
    """What a link to the official record leads to: the speech, or only the day where there is no deeper address."""
    return gettext("Official record of the day") if official_day(parliament) else gettext("Official record")


@register.filter
def official_day(parliament: str) -> bool:
    """Whether a parliament's official record has an address for the day alone."""
    return frame_of(parliament).official == "day"


def _language() -> str:
    return (get_language() or "en")[:2]


@register.filter
def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text."""
    return text.split("\n\n")
