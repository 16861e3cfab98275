"""The card of a list under an answer: there is one only if the list has entries."""

from typing import Any

import pytest
from django.template.loader import render_to_string

ENTRY = {"name": "Ada Smith", "url": "/ada", "person": "Ada Smith", "party": "", "note": "", "detail": "", "part": ""}


@pytest.mark.parametrize(("entries", "shown"), [([], False), ([ENTRY], True)])
def test_a_list_without_entries_has_no_card_and_no_link(entries: list[dict[str, Any]], shown: bool) -> None:
    listing = {"shown": entries, "folded": [], "total": len(entries), "url": "/lists?q=x", "csv_url": "/lists.csv?q=x"}
    page = render_to_string("speeches/_sentences.html", {"answer": {"blocks": [], "list": listing, "sources": []}})
    assert ("Ada Smith" in page, "Open as a list" in page, "<section" in page) == (shown, shown, shown)
