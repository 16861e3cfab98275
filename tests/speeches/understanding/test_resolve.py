"""What the words of a slot mean by the record."""

import pytest

from speeches.search.catalogue import Catalogue
from speeches.understanding.reading import Slot
from speeches.understanding.resolve import is_country

KNOWN = Catalogue({}, {}, countries={"new zealand": "nz", "neo-zelandais": "nz"})


@pytest.mark.parametrize(
    ("slot", "told"),
    [
        (Slot("country", "Mars", 0, 4), True),
        (Slot("place", "New Zealand", 0, 11), True),
        (Slot("party", "néo-zélandaises", 0, 15), True),
        (Slot("party", "New Zealand", 0, 11, keys=(1,)), False),
        (Slot("party", "New Zealand First", 0, 17), False),
        (Slot("topic", "New Zealand", 0, 11), False),
        (Slot("place", "the", 0, 3), False),
    ],
)
def test_a_country_read_as_a_place_or_a_party_only_says_whose_record_is_meant(slot: Slot, told: bool) -> None:
    assert is_country(slot, KNOWN) == told
