"""Names of rows, in the language of the page."""

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
    """The name of a row; "" for None."""
    return naming.name_of(row, _language()) if row else ""


@register.filter
def titled(row: Bill | CommitteeReport) -> str:
    """The title of a bill or a report."""
    return naming.title_of(row, _language())


@register.filter
def labelled(bill: Bill) -> str:
    """A bill's number, or its title if it has no number."""
    return naming.bill_label(bill, _language())


@register.filter
def voice(speaker: str) -> str:
    """The speaker; for unspoken text, "The record" in the language of the page."""
    return gettext("The record") if speaker in ("", "The record") else speaker


@register.filter
def long_day(day: datetime.date) -> str:
    """A day with its weekday, in the language's format."""
    return date_format(day, "l j F Y" if _language() == "fr" else "l, j F Y")


@register.filter
def official_label(parliament: str) -> str:
    """The label of a link to the official record: the speech, or only the day if there is no deeper address."""
    return gettext("Official record of the day") if official_day(parliament) else gettext("Official record")


@register.filter
def official_day(parliament: str) -> bool:
    """Whether a parliament's official record can only be linked by day."""
    return frame_of(parliament).official == "day"


def _language() -> str:
    return (get_language() or "en")[:2]


@register.filter
def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text."""
    return text.split("\n\n")
