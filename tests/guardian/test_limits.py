"""Sections that limit one another are quoted together."""

import pytest

from guardian.chat.ask import answer
from guardian.chat.limits import companions_of, parts_beside
from guardian.documents.document import Section
from rag.text.spans import Span
from tests.guardian.conftest import Cast, upload_bylaw
from tests.pdfs import make_pdf

CODE = [
    "**PART 1 FLOORING**",
    "1.1 An owner must not replace carpet with timber, tile or any other hard floor in any room of the lot.",
    "1.2 However, clause 1.1 does not apply to a kitchen, a laundry or a bathroom of the lot.",
    "**PART 2 AIR CONDITIONERS**",
    "2.1 An owner must not install an air conditioner on the facade or on a balcony of the building.",
    "2.2 Clause 2.1 does not apply to a unit that stands below the height of the balustrade.",
]


def outline(*clauses: str) -> tuple[list[Section], str]:
    text, sections = "", []
    for clause in clauses:
        path = ("Part 1", clause.partition(" ")[0])
        sections.append(Section(path, 1, 1, len(text), Span(len(text), len(text) + len(clause)), ""))
        text += f"{clause}\n\n"
    return sections, text


def companions(*clauses: str) -> list[list[int]]:
    sections, text = outline(*clauses)
    return [companions_of(place, sections, text) for place in range(len(sections))]


def test_the_parts_beside_one_are_those_of_a_short_rule() -> None:
    assert parts_beside(1, *outline("(1) No hens.", "(2) No cats.", "(3) No cocks.")) == [0, 2]
    assert parts_beside(1, *outline(*(f"1.{number} No hens." for number in range(7)))) == []
    rule, text = outline("(1) No hens.")
    named = [Section(("Part 1", "Bylaw 2 Cats"), 1, 1, 0, Span(0, 9), ""), rule[0]]
    assert parts_beside(1, named, text) == []
    assert parts_beside(0, *outline("(1) No hens.", f"(2) {'No cats. ' * 80}")) == []


def test_a_section_that_introduces_a_list_goes_on_in_its_items() -> None:
    sections, text = outline("(1) Nobody may keep any of the following:", "(2) No cocks.")
    items = [Section((*sections[0].path, label), 2, 1, 0, Span(0, 3), "") for label in ("(a)", "(b)")]
    assert parts_beside(0, [sections[0], *items, sections[1]], text) == [1, 2]


@pytest.mark.parametrize(
    ("clauses", "found"),
    [
        (("1.1 No hens.", "1.2 However, one cock is allowed."), [[1], [0]]),
        (("1.1 No hens.", "1.2 No cats.", "1.3 Despite clause 1.1, a hen may visit."), [[2], [], [0]]),
        (("(1) No hens.", "(2) Subclause (1) does not apply at Easter."), [[1], [0]]),
        (("1.1 No hens.", "1.2 No cats."), [[], []]),
        (("1.1 No hens.", "1.2 Clause 9.1 of the Act applies."), [[], []]),
    ],
)
def test_a_section_that_turns_or_names_another_limits_it(clauses: tuple[str, ...], found: list[list[int]]) -> None:
    assert companions(*clauses) == found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Can I replace my carpet with tiles?", ["1.1 An owner must not replace carpet", "1.2 However, clause 1.1"]),
        ("Can I install an air conditioner on my balcony?", ["2.1 An owner must not install", "2.2 Clause 2.1 does"]),
    ],
)
def test_an_answer_has_the_exception_in_its_own_section_and_order(cast: Cast, question: str, words: list[str]) -> None:
    upload_bylaw(cast.harbour, make_pdf(CODE))
    found = answer(cast.users["ann"], "harbour-view", question)
    places = [found.answer.find(one) for one in words]
    assert -1 not in places
    assert places == sorted(places)
    assert all(sentence.citations for sentence in found.sentences)
    quotes = [source["quote"][a:b] for source in found.sources for a, b in source["highlights"]]
    assert all(any(one in " ".join(quote.split()) for quote in quotes) for one in words)
