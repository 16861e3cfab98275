"""A claimed quotation is split at its ellipses, and is long enough to be looked for."""

import pytest

from speeches.quotes.claim import read_claim
from speeches.search.errors import SearchError


@pytest.mark.parametrize("quote", ["twenty-five million dollars", "one hundred thousand", "we will … act"])
def test_three_words_are_enough_also_if_they_are_one_number(quote: str) -> None:
    assert read_claim(quote).words


@pytest.mark.parametrize("quote", ["105 000", "we will", "… [and so on] we will"])
def test_fewer_words_are_too_few(quote: str) -> None:
    with pytest.raises(SearchError, match="at least 3 words"):
        read_claim(quote)
