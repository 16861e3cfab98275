"""White space that a program put between elements never splits a word, and printed spaces are never lost."""

import pytest
from lxml import etree

from speeches.formats.aph.words import words_of


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        ("<p><b>Mr ALBANES</b>\n   <b>E</b>: no</p>", "Mr ALBANESE: no"),
        ("<p><b>Hon.</b>\n  <b>\n  </b>\n  <b>Tony Smith</b></p>", "Hon. Tony Smith"),
        ("<p>\n  <b>The SPEAKER</b> took the chair</p>", "The SPEAKER took the chair"),
        ("<p>one<br/>two</p>", "one two"),
        ("<p>1\u00a0July</p>", "1\u00a0July"),
        ("<p>\u00a0</p>", ""),
    ],
)
def test_words(xml: str, words: str) -> None:
    assert words_of(etree.fromstring(xml)) == words
