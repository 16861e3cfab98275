"""A printed ballot belongs to somebody who sat around that day, and to nobody if two people may be meant."""

import datetime

import pytest

from speeches.ingestion.printed import SeatPeriod, voters
from speeches.models import Politician

DAY = datetime.date(2022, 8, 3)
BEFORE = datetime.date(2007, 9, 20)
LONG_AGO = datetime.date(1996, 5, 30)


def match_names(*printed: str, **people: datetime.date) -> dict[str, str]:
    """Whom each printed name means. `people` are first_last=day, the day on which the record shows them."""
    politicians = [
        Politician(pk=number, name=key.replace("_", " ").title(), keys=[key.replace("_", " ")])
        for number, key in enumerate(people)
    ]
    called: dict[str, list[Politician]] = {}
    for politician in politicians:
        called.setdefault(politician.name.split(" ", 1)[1].lower(), []).append(politician)
    sat = {number: [SeatPeriod(day, day)] for number, day in enumerate(people.values())}
    return {name: politician.name for name, politician in voters(printed, DAY, called, sat).items()}


def test_a_surname_and_the_first_initial() -> None:
    assert match_names("Albanese, A. N.", anthony_albanese=DAY) == {"Albanese, A. N.": "Anthony Albanese"}
    assert match_names("Bennett P", paula_bennett=DAY, david_bennett=DAY) == {"Bennett P": "Paula Bennett"}
    assert match_names("Turia", tariana_turia=DAY) == {"Turia": "Tariana Turia"}


@pytest.mark.parametrize(
    ("printed", "known"),
    [("Burke, A. S.", "tony_burke"), ("Shorten, W. R.", "bill_shorten"), ("Katter, R. C.", "bob_katter"),
     ("Dick, D. M.", "milton_dick"), ("Price, L. R. S.", "roger_price")],
)  # fmt: skip
def test_short_forms_and_middle_names(printed: str, known: str) -> None:
    assert list(match_names(printed, **{known: DAY})) == [printed]


def test_nobody_who_sat_at_another_time() -> None:
    assert match_names("Burke, A. S.", anna_burke=BEFORE) == {}
    assert match_names("Burke, A. S.", anna_burke=LONG_AGO, tony_burke=DAY) == {"Burke, A. S.": "Tony Burke"}


def test_nobody_where_another_may_still_have_sat() -> None:
    assert match_names("Burke, A. S.", anna_burke=BEFORE, tony_burke=DAY) == {}


def test_of_two_who_may_be_meant_neither() -> None:
    assert match_names("Burke, A. S.", anna_burke=DAY, tony_burke=DAY) == {}
    assert match_names("Bennett", paula_bennett=DAY, david_bennett=DAY) == {}


def test_two_names_are_two_people() -> None:
    # Only one of the two is known, and nobody knows which, so she must not get the other's ballot.
    assert match_names("Burke, A. E.", "Burke, A. S.", anna_burke=DAY) == {}
    # Only one of the two names has David's initial first.
    assert match_names("Smith, A. D.", "Smith, D. P.", david_smith=DAY) == {"Smith, D. P.": "David Smith"}


def test_another_initial_is_another_person() -> None:
    assert match_names("Price, L. R. S.", melissa_price=DAY) == {}


@pytest.mark.parametrize(("exact", "found"), [(True, {"Brockman, W. E.": "Slade Brockman"}), (False, {})])
def test_whoever_goes_by_another_name_is_the_only_one_of_that_surname_in_the_list(
    exact: bool, found: dict[str, str]
) -> None:
    slade = Politician(pk=1, name="Slade Brockman", keys=["slade brockman"])
    known = voters(["Brockman, W. E."], DAY, {"brockman": [slade]}, {1: [SeatPeriod(DAY, DAY, exact=exact)]})
    assert {name: one.name for name, one in known.items()} == found


@pytest.mark.parametrize("names", [["Brockman, William"], ["Brockman, W. E.", "Lines, S."]])
def test_but_not_if_a_whole_first_name_differs_or_the_list_lacks_voters(names: list[str]) -> None:
    slade = Politician(pk=1, name="Slade Brockman", keys=["slade brockman"])
    assert not voters(names, DAY, {"brockman": [slade]}, {1: [SeatPeriod(DAY, DAY, exact=True)]})
