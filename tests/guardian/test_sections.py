"""Finds the sections that a question names, by the labels that the document itself gives them."""

import pytest

from guardian.chat.sections import find_chosen_section, find_section
from guardian.documents.document import Section
from rag.text.spans import Span


def sections(*paths: tuple[str, ...]) -> list[Section]:
    return [Section(path, len(path), 1, 0, Span(0, 1)) for path in paths]


RULES = sections(
    ("PART A Living together",),
    ("PART A Living together", "Bylaw 14 Pets"),
    ("PART A Living together", "Bylaw 14 Pets", "(a)"),
    ("PART A Living together", "Bylaw 15 Noise"),
    ("Bylaw 16 Fines",),
)


@pytest.mark.parametrize(
    ("question", "name", "places"),
    [
        ("What does bylaw 14 say?", "bylaw 14", {1, 2}),
        ("what about By-law 15", "bylaw 15", {3}),
        ("Does BYLAW 99 allow dogs?", "bylaw 99", set()),
    ],
)
def test_a_section_is_named_by_its_label_and_number(question: str, name: str, places: set[int]) -> None:
    found = find_section(question, RULES)
    assert found is not None
    assert (found.name, set(found.places)) == (name, places)


@pytest.mark.parametrize(
    "question",
    [
        "Can I keep 14 dogs?",
        "What does section 14 say?",
        "Do bylaw 14 and bylaw 15 agree?",
        "bylaw",
        "Which bylaw I broke is not clear",
        "Is there a by-law a dog owner must know?",
    ],
)
def test_what_names_no_section_of_this_document_or_several_names_none(question: str) -> None:
    assert find_section(question, RULES) is None


def test_a_label_of_one_or_two_headings_is_no_way_to_name_sections() -> None:
    assert find_section("Can the owner of unit 5 keep a dog?", sections(("Unit 12 Boats",), ("Bylaw 1 Pets",))) is None


def test_articles_are_numbered_in_roman_numerals() -> None:
    articles = sections(("ARTICLE I Names",), ("ARTICLE II Members",), ("ARTICLE IV Fees",))
    found = find_section("What does Article iv say about fees?", articles)
    assert found is not None
    assert (found.name, set(found.places)) == ("article IV", {2})


def test_another_way_to_write_a_number_is_no_missing_section() -> None:
    articles = sections(("ARTICLE I Names",), ("ARTICLE II Members",), ("ARTICLE IV Fees",))
    assert find_section("What does article 4 say?", articles) is None


@pytest.mark.parametrize(
    "name", ["PART A Living together › Bylaw 14 Pets › (a)", "By-laws › PART A Living together › Bylaw 14 Pets › (a)"]
)
def test_a_section_is_chosen_by_its_whole_name_at_the_end(name: str) -> None:
    found = find_chosen_section(f"Can I have a dog? ({name})", "By-laws", RULES)
    assert found is not None
    assert (found.name, set(found.places), found.chosen) == ("PART A Living together › Bylaw 14 Pets › (a)", {2}, True)


def test_of_a_section_that_is_chosen_those_inside_it_are_asked_too() -> None:
    found = find_chosen_section("Can I have a dog? (PART A Living together › Bylaw 14 Pets)", "By-laws", RULES)
    assert found is not None
    assert set(found.places) == {1, 2}


@pytest.mark.parametrize("question", ["Can I have a dog (a small one)?", "(Bylaw 14 Pets) dog", "Can I have a dog (a)"])
def test_no_other_brackets_choose_a_section(question: str) -> None:
    assert find_chosen_section(question, "By-laws", RULES) is None
