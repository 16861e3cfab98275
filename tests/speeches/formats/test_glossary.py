"""Glossaries of parliamentary phrases: every line of each, and the terms that a text contains."""

import re

import pytest

from speeches.formats.frame import frames
from speeches.formats.glossary import Term, find_terms, glossary

_GLOSSARIES = [(code, language) for code in frames() for language in ("en", "fr") if glossary(code, language)]


def names(terms: list[Term]) -> list[str]:
    return [term.name for term in terms]


def test_each_parliament_has_one_and_canada_has_two() -> None:
    assert _GLOSSARIES == [("au", "en"), ("ca", "en"), ("ca", "fr"), ("nz", "en"), ("uk", "en")]
    assert glossary("somewhere", "en") == ()


@pytest.mark.parametrize(("code", "language"), _GLOSSARIES)
def test_every_term_has_a_meaning_and_no_form_belongs_to_two(code: str, language: str) -> None:
    terms = glossary(code, language)
    forms = [form for term in terms for form in term.forms]
    assert len(terms) >= 50
    assert len(forms) == len(set(forms))
    assert all(re.search(r"\w{3}|\d", form) for form in forms)
    assert all(20 < len(term.meaning) <= 240 and term.meaning.endswith((".", ")")) for term in terms)


def test_a_text_has_a_term_once_under_any_form_and_never_within_a_word() -> None:
    term = glossary("uk", "en")[0]
    inside = f"x{term.forms[0]} and {term.forms[0]}x"
    assert names(find_terms(f"He spoke of {term.forms[-1].upper()}, and of {term.forms[0]} again.", "uk", "en")) == [
        term.name
    ]
    assert find_terms(inside, "uk", "en") == []


def test_the_longest_term_that_begins_at_a_place_is_met() -> None:
    for code, language in _GLOSSARIES:
        for term in glossary(code, language):
            assert term.name in names(find_terms(f"… {term.name} …", code, language))
