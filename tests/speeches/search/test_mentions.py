"""A named member becomes a filter where the question makes them the speaker, and only there."""

import datetime

import pytest

from speeches.search.mentions import spoken_by
from speeches.search.roster import Held, Roster, offices, within
from tests.speeches.search.conftest import DAY


@pytest.mark.parametrize(
    ("query", "members", "rest"),
    [
        ("What did Mr Katter say about how many days of fuel there are?", (1,), "how many days of fuel there are"),
        ("Adam Bandt on refugees and COVID", (2,), "refugees and COVID"),
        ("Adam Bandt's views on coal", (2,), "coal"),
        ("What did the member for Kennedy say about bananas?", (1,), "bananas"),
        ("What did the member for New England ask the Prime Minister about dams?", (2,), "dams"),
        ("What did the Minister for Aged Care say about nurses?", (5,), "nurses"),
        ("How many ships did Bob Katter say China would have?", (1,), "How many ships China would have"),
        ("According to the member for Kennedy, how many crocodiles are there?", (1,), "how many crocodiles are there"),
        ("How often does it rain, according to Bob Katter?", (1,), "How often does it rain"),
        ("What did Dr Smith say about schools?", (5, 6), "schools"),
        ("Jim Chalmers said inflation is high", (3,), "inflation is high"),
        ("what did katter say about jobs", (1,), "jobs"),
        ("Did Bob Katter really say net zero?", (1,), "net zero"),
    ],
)
def test_speakers(people: Roster, query: str, members: tuple[int, ...], rest: str) -> None:
    found = spoken_by(query, people)
    assert found is not None
    assert (found.members, found.rest) == (members, rest)


@pytest.mark.parametrize(
    "query",
    [
        "criticism of Mr Katter",
        "Who asked the Treasurer about wages?",
        "What did people say about Bob Katter?",
        "katter",
        "smith family charity on poverty",
        "the treasurer and the budget",
        "treasurer on notice",
        "katter on notice",
    ],
)
def test_members_who_are_only_spoken_of_are_no_filter(people: Roster, query: str) -> None:
    assert spoken_by(query, people) is None


def test_a_date_says_when_and_who_held_the_office_then(people: Roster) -> None:
    found = spoken_by("What did the Treasurer say about inflation in July 2022?", people)
    assert found is not None
    assert (found.members, found.first, found.last) == ((3,), datetime.date(2022, 7, 1), datetime.date(2022, 7, 31))
    early = spoken_by("What did the Treasurer say in October 2021 about wages?", people)
    assert early is not None
    assert (early.members, early.rest) == ((4,), "wages")


def test_an_office_without_a_date_is_everyone_who_held_it(people: Roster) -> None:
    found = spoken_by("What did the Treasurer say about wages?", people)
    assert found is not None
    assert found.members == (3, 4)


@pytest.mark.parametrize(
    "spelling", ["Mr Katter", "bob katter", "KATTER, Bob MP", "Katter", "Bob Kater", "the member for Kennedy"]
)
def test_the_speaker_filter_forgives_spellings(people: Roster, spelling: str) -> None:
    assert people.called(spelling) == [1]


def test_nobody_is_found_for_a_strangers_name(people: Roster) -> None:
    assert people.called("Zebedee Quux") == []
    assert people.nearest("Jim Chalmer")[0] == "Jim Chalmers"


@pytest.mark.parametrize(
    ("title", "single"),
    [
        ("Treasurer", {"treasurer"}),
        ("Minister for Aged Care and Minister for Sport", {"minister for aged care", "minister for sport"}),
        (
            "Minister for Immigration, Citizenship, Migrant Services and Multicultural Affairs",
            {"minister for immigration citizenship migrant services and multicultural affairs"},
        ),
        ("Leader of the House", {"leader of the house"}),
    ],
)
def test_titles_are_taken_apart(title: str, single: set[str]) -> None:
    assert offices(title) == single


def test_nobody_known_in_a_range_means_everybody_ever() -> None:
    assert within([Held(1, DAY, DAY)], datetime.date(1990, 1, 1), datetime.date(1990, 2, 1)) == [1]
