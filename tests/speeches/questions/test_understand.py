"""What questions mean, alone and after others."""

import datetime

import pytest

from speeches.questions.coverage import coverage_of
from speeches.questions.understand import PARTIES, PERIODS, SINGLE, Understood, understand
from speeches.search.catalogue import catalogue
from speeches.search.filters import Filters
from speeches.search.roster import roster

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


LABOR = "Australian Labor Party"
# Parties of several parliaments are called so: all of them are meant, and the name stays as it was typed.
GREENS, NATIONALS = "Greens", "Nationals"
ON_CHILDCARE = "What did Labor say about childcare?"
BY_HER = "What did Amanda Rishworth say about childcare in 2021?"


def understood(question: str, previous: str = "") -> Understood:
    return understand(question, previous, roster(None), catalogue(None))


@pytest.mark.parametrize(
    ("question", "kind", "search", "parties"),
    [
        ("What do members say about nuclear power?", PARTIES, "nuclear power", ()),
        ("What have the parties said about housing?", PARTIES, "housing", ()),
        ("Compare Labor and the Nationals on climate", PARTIES, "climate", (LABOR, NATIONALS)),
        ("How do Labor and the Greens differ on housing?", PARTIES, "housing", (LABOR, GREENS)),
        ("How has Labor's position on childcare changed?", PERIODS, "childcare", (LABOR,)),
        (ON_CHILDCARE, SINGLE, "childcare", (LABOR,)),
        ("Labor MPs on childcare", SINGLE, "childcare", (LABOR,)),
        ("Is the labor market tight?", SINGLE, "Is the labor market tight?", ()),
        ("Who started Little Town?", SINGLE, "Who started Little Town?", ()),
    ],
)  # fmt: skip
def test_alone(question: str, kind: str, search: str, parties: tuple[str, ...]) -> None:
    found = understood(question)
    assert (found.kind, found.search, found.parties, found.rewritten) == (kind, search, parties, False)


@pytest.mark.parametrize(
    ("previous", "question", "full"),
    [
        (ON_CHILDCARE, "and what did the Nationals say?", "What did the Nationals say about childcare?"),
        (ON_CHILDCARE, "What about the Greens?", "What did the Greens say about childcare?"),
        (ON_CHILDCARE, "and on housing?", "What did the Australian Labor Party say about housing?"),
        (BY_HER, "What did she say about wages?", "What did Amanda Rishworth say about wages in 2021?"),
        (BY_HER, "and Jason Clare?", "What did Jason Clare say about childcare in 2021?"),
        ("What was said about childcare?", "And in 2007?", "What was said about childcare in 2007?"),
        ("What was said about childcare?", "How much does it cost?", "How much does it cost (childcare)?"),
    ],
)  # fmt: skip
def test_after_another(previous: str, question: str, full: str) -> None:
    found = understood(question, previous)
    assert (found.asked, found.rewritten) == (full, True)


@pytest.mark.parametrize(
    "question", ["Who started Little Town Productions in Loxton?", "How do children learn to read?"]
)
def test_a_question_of_its_own_takes_nothing_over(question: str) -> None:
    assert understood(question, ON_CHILDCARE).asked == question


@pytest.mark.parametrize("name", ["Amanda Rishwort", "Amanda Rishwroth", "Amanda Rischworth"])
def test_a_misspelt_name_is_that_of_the_one_member_whom_it_means(name: str) -> None:
    found = understood(f"What did {name} say about childcare?")
    assert (found.asked, found.rewritten, found.nobody) == ("What did Amanda Rishworth say about childcare?", True, "")


@pytest.mark.parametrize(
    ("question", "nobody"),
    [
        ("What did Amanda Nobodyson say about childcare?", "Amanda Nobodyson"),
        ("According to Amanda Nobodyson, what will happen to childcare?", "Amanda Nobodyson"),
        ("What did Amanda Rishworth say about childcare?", ""),
        ("What did Safe Work Australia say about dust?", ""),
        ("What did the Productivity Commission say about childcare?", ""),
    ],
)
def test_a_person_whom_the_record_does_not_know_is_told(question: str, nobody: str) -> None:
    assert understood(question).nobody == nobody


@pytest.mark.parametrize(
    ("question", "warning"),
    [
        ("What was said about tariffs in 2031?", "The record here ends on"),
        ("What was said in March 1950?", "The record here begins on"),
        ("What is the latest on housing?", "The record here ends on"),
        ("What was said about childcare in October 2021?", ""),
        ("What was said about childcare?", ""),
    ],
)
def test_what_lies_outside_the_record_is_warned_of(question: str, warning: str) -> None:
    found = coverage_of(question, Filters(), catalogue(None))
    assert found.sittings > 0
    assert " ".join(found.warnings).startswith(warning)
    assert bool(found.warnings) is bool(warning)


def test_coverage_counts_the_sittings_within_the_filters() -> None:
    day = datetime.date(2021, 10, 26)
    found = coverage_of("x", Filters(chamber="House", date_from=day, date_to=day), catalogue(None))
    assert (found.sittings, found.date_from, found.date_to) == (1, day, day)
    assert found.chambers == ["House of Representatives"]
    by_name, by_code = (coverage_of("x", Filters(country=name), catalogue(None)) for name in ("Australia", "au"))
    assert by_name == by_code
    assert by_name.sittings > 1
    nothing = coverage_of("x", Filters(date_from=datetime.date(2040, 1, 1)), catalogue(None))
    assert nothing.sittings == 0
    assert "ends on" in nothing.warnings[0]
