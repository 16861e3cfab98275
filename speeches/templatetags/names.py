"""What rows are called, in the language of the page."""

from django import template
from django.utils.translation import get_language

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


def _language() -> str:
    return (get_language() or "en")[:2]
