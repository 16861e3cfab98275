"""Ministry lists printed in a day of the Australian House."""

import pytest

from tests.speeches.formats.conftest import Day


@pytest.mark.parametrize(
    ("name", "held"),
    [
        (
            "2021_10_19",
            {
                ("Minister for Finance", "Simon Birmingham"),
                ("Leader of the Government in the Senate", "Simon Birmingham"),
                ("Minister for Senior Australians and Aged Care Services", "Richard Colbeck"),
            },
        ),
        (
            "2022_07_26",
            {
                ("Prime Minister", "Anthony Albanese"),
                ("Minister for the Arts", "Tony Burke"),
                ("Shadow Minister for Foreign Affairs", "Simon Birmingham"),
            },
        ),
    ],
)
def test_each_row_is_an_office_of_its_minister(day: Day, name: str, held: set[tuple[str, str]]) -> None:
    offices = {(one.title, one.person.name) for sitting in day(f"reps/{name}.xml").sittings for one in sitting.offices}
    assert held <= offices
    assert not [office for office in offices if "|" in office[0] or "(" in office[0]]


def test_a_day_without_a_list_has_no_offices(day: Day) -> None:
    assert not [one for sitting in day("reps/2021_10_20.xml").sittings for one in sitting.offices]
