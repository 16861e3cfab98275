"""What the words of a slot mean by the record."""

import pytest

from speeches.search.catalogue import Catalogue
from speeches.understanding.reading import Slot
from speeches.understanding.resolve import is_country, without_titles

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


def test_a_title_before_a_members_name_is_nobody_else() -> None:
    title, name = Slot("speaker", "ministre", 3, 11), Slot("speaker", "Ambrose", 12, 19, keys=(1,))
    other = Slot("speaker", "Ambrose", 30, 37, keys=(1,))
    assert without_titles([title, name]) == (name,)
    assert without_titles([title, other]) == (title, other)
