"""Names of rows, in the language of the page."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from speeches.enumerations.phrases import quoted
from speeches.formats.frame import frame_of
from speeches.models import Bill, Chamber, Committee, CommitteeReport, Division, Party, Riding
from speeches.reading import naming
from speeches.search.languages import page_language

register = template.Library()


@register.filter
def named(row: Chamber | Committee | Party | Riding | None) -> str:
    """The name of a row; "" for None."""
    return naming.name_of(row, page_language()) if row else ""


@register.filter
def titled(row: Bill | CommitteeReport) -> str:
    """The title of a bill or a report."""
    return naming.title_of(row, page_language())


@register.filter
def labelled(bill: Bill) -> str:
    """A bill's number, or its title if it has no number."""
    return naming.bill_label(bill, page_language())


@register.filter
def chamber_name(told: object) -> str:
    """The name of the chamber of a hit, a finding or a source, which hold it in English."""
    return _name_held(told, "chamber")


@register.filter
def party_name(told: object) -> str:
    """The name of the party of a hit, a finding, a source or an entry, which hold it in English."""
    return _name_held(told, "party")


@register.inclusion_tag("parts/party_options.html")
def party_options(parties: Iterable[Party], chosen: str, with_country: bool = False) -> dict[str, Any]:
    """The options of a menu of parties, each by its parliament and code: "ca/NDP". With what is chosen otherwise, such
    as a code that several have, as an option of its own."""
    options = [(f"{one.parliament_id}/{one.code}", one) for one in parties]
    fitting = [key for key, one in options if chosen in (key, one.code)]
    selected = fitting[0] if len(fitting) == 1 else ""
    unlisted = "" if selected else chosen
    return {"options": options, "selected": selected, "unlisted": unlisted, "with_country": with_country}


@register.filter
def country_name(label: str) -> str:
    """The name of a country or a parliament, given in English."""
    return gettext(label) if label else ""


@register.filter
def vote_title(division: Division) -> str:
    """The title of a vote."""
    return naming.vote_title(division, page_language())


@register.filter
def vote_name(division: Division) -> str:
    """The title of a vote without its outcome."""
    return naming.vote_name(division, page_language()) or division.question or str(division.sitting)


@register.filter
def vote_outcome(division: Division) -> str:
    """How a vote ended, with its counts."""
    return naming.outcome_of(division, page_language())


@register.filter
def stage_name(stage: str) -> str:
    """The name of a bill's stage."""
    return naming.stage_name(stage, page_language())


@register.filter
def voice(speaker: str) -> str:
    """The speaker; for unspoken text, "The record" in the language of the page."""
    return gettext("The record") if speaker in ("", "The record") else speaker


@register.filter
def long_day(day: datetime.date) -> str:
    """A day with its weekday, in the language's format."""
    return date_format(day, "l j F Y" if page_language() == "fr" else "l, j F Y")


@register.filter
def official_label(parliament: str) -> str:
    """The label of a link to the official record: the speech, or only the day if there is no deeper address."""
    return gettext("Official record of the day") if official_day(parliament) else gettext("Official record")


@register.filter
def official_day(parliament: str) -> bool:
    """Whether a parliament's official record can only be linked by day."""
    return frame_of(parliament).official == "day"


@register.filter
def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text."""
    return text.split("\n\n")


def _name_held(told: object, kind: str) -> str:
    values = told if isinstance(told, Mapping) else {name: getattr(told, name, "") for name in (kind, "parliament")}
    return naming.name_in(values.get(kind) or "", values.get("parliament") or "", page_language())


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, label: str) -> str:
    """A link of the site's navigation to the page with a URL name, marked if the page shown lies below it."""
    address = reverse(name)
    path = context["request"].path
    current = path == address or (address != "/" and path.startswith(address))
    return format_html('<a href="{}"{}>{}</a>', address, mark_safe(' aria-current="page"') if current else "", label)


@register.simple_tag(takes_context=True)
def page_after_sign_in(context: template.Context) -> str:
    """The page to return to after signing in, for the query of an address: the one shown, or from a page of the account
    the one that led there. A URL may hold only one `next`, so the page's own is dropped."""
    request = context["request"]
    after = request.GET.get("next")
    if request.path.startswith("/accounts/"):
        return quote(after or "/")
    return quote(request.path if after else request.get_full_path())


@register.filter
def in_marks(words: str) -> str:
    """Words in the quotation marks of the page's language, which never part from them at the end of a line."""
    marked = quoted(words, page_language())
    return marked.replace("« ", "«\u00a0").replace(" »", "\u00a0»")
