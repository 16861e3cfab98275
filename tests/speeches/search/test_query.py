"""The words typed into the search box are taken apart as their author meant them."""

import datetime

import pytest

from speeches.search.errors import SearchError
from speeches.search.filters import Filters, date_range
from speeches.search.phrases import pattern
from speeches.search.query import parse_box


@pytest.mark.parametrize(
    ("typed", "text", "phrases", "excluded", "filters"),
    [
        ("housing affordability", "housing affordability", (), (), {}),
        ('"aged care" nurses', "aged care nurses", ("aged care",), (), {}),
        ("“aged care”", "aged care", ("aged care",), (), {}),
        ("housing -rent", "housing", (), ("rent",), {}),
        ('-"cost of living" rent', "rent", (), ("cost of living",), {}),
        ('"..." rent', '"..." rent', (), (), {}),
        ("cost-of-living", "cost-of-living", (), (), {}),
        ("energy party:labor", "energy", (), (), {"party": "labor"}),
        ('tax speaker:"Bob Katter"', "tax", (), (), {"speaker": "Bob Katter"}),
        ("ratio 3:1 of a:b", "ratio 3:1 of a:b", (), (), {}),
        ("Topic:water date:2021", "", (), (), {"topics": "water", "date": "2021"}),
        ('unclosed "phrase', 'unclosed "phrase', (), (), {}),
    ],
)
def test_box(
    typed: str, text: str, phrases: tuple[str, ...], excluded: tuple[str, ...], filters: dict[str, str]
) -> None:
    box = parse_box(typed)
    assert (box.text, box.phrases, box.excluded, box.filters) == (text, phrases, excluded, filters)


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("2021", (2021, 1, 1), (2021, 12, 31)),
        ("2020-02", (2020, 2, 1), (2020, 2, 29)),
        ("2021-10..2021-12", (2021, 10, 1), (2021, 12, 31)),
        ("2021-10-21..", (2021, 10, 21), None),
        ("..2021-10-21", None, (2021, 10, 21)),
    ],
)
def test_date_ranges(typed: str, first: tuple[int, int, int] | None, last: tuple[int, int, int] | None) -> None:
    expected = tuple(datetime.date(*edge) if edge else None for edge in (first, last))
    assert date_range(typed) == expected


@pytest.mark.parametrize("typed", ["2021-13", "2021-00", "9999-12", "yesterday", "21/10/2021"])
def test_a_date_that_is_none_is_told_with_an_example(typed: str) -> None:
    with pytest.raises(SearchError, match="such as 2021"):
        date_range(typed)


def test_filters_given_win_over_filters_typed() -> None:
    assert Filters(party="LP").fill_from({"party": "ALP", "state": "NSW"}).active() == {"party": "LP", "state": "NSW"}


def test_a_phrase_is_literal() -> None:
    assert pattern("a.b (c)") == "\\ma\\.b[[:space:]\u00a0]+\\(c\\)"
