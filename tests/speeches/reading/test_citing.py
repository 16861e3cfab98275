"""A quotation with its source, as people paste it."""

import datetime
from typing import Any

import pytest

from rag.text.spans import Span
from speeches.models import Chamber, Parliament, Party, Speech
from speeches.reading.citing import references

TEXT = "We build homes. 50% more & {faster}.\n\nMr Loud: Rubbish!"


def part(kind: str, speaker: str, politician: int | None, start: int, end: int, words_start: int) -> dict[str, Any]:
    """A part of a speech, as the record stores it."""
    return {
        "kind": kind, "speaker": speaker, "politician": politician, "start": start, "end": end,
        "words_start": words_start, "time": None,
    }  # fmt: skip


@pytest.fixture
def speech() -> Speech:
    parliament = Parliament(code="mrw", name="Parliament of Merrowa")
    return Speech(
        id="mrw-1", politician_id=1,
        parliament=parliament, chamber=Chamber(name="House of Assembly", parliament=parliament, slug="ha"),
        date=datetime.date(2024, 3, 5), speaker="Ada Mary Smith", role="Minister for Housing", title="Housing",
        party=Party(code="MWP", name="Merrowa Workers' Party"), reference="HA Hansard, 5 Mar 2024, p. 7", text=TEXT,
        source_url="https://record.example/7",
        parts=[part("speech", "Ada Mary Smith", 1, 0, 36, 0), part("interjection", "Bo Loud", 2, 38, len(TEXT), 47)],
    )  # fmt: skip


def forms(speech: Speech, span: Span) -> dict[str, str]:
    return {one.form: one.text for one in references(speech, span, "https://site.example")}


def test_plain(speech: Speech) -> None:
    assert forms(speech, Span(0, 15))["Plain"] == (
        "“We build homes.” — Ada Mary Smith (Merrowa Workers' Party, Minister for Housing), "
        "HA Hansard, 5 Mar 2024, p. 7. https://record.example/7"
    )


def test_apa(speech: Speech) -> None:
    assert forms(speech, Span(0, 15))["APA"] == (
        "Smith, A. M. (2024, March 5). Housing. Parliament of Merrowa, House of Assembly. https://record.example/7 "
        "“We build homes.”"
    )


def test_markdown_keeps_its_signs_and_bibtex_its_braces(speech: Speech) -> None:
    speech.text = speech.text.replace("homes", "*homes*")
    found = forms(speech, Span(0, 38))
    assert r"\*homes\*" in found["Markdown"]
    assert r"50\% more \& \{faster\}" in found["BibTeX"]
    assert found["BibTeX"].startswith("@misc{mrw-1,\n  author = {Ada Mary Smith},")


def test_an_interjection_is_its_interjectors(speech: Speech) -> None:
    found = forms(speech, Span(47, len(TEXT)))
    assert found["Plain"].startswith("“Rubbish!” — Bo Loud, interjecting, ")
    assert found["APA"].startswith("Loud, B. ")
    assert "author = {Bo Loud}" in found["BibTeX"]


def test_without_an_official_address_ours_is_given(speech: Speech) -> None:
    speech.source_url = ""
    assert "https://site.example/speeches/mrw-1?from=0&to=15" in forms(speech, Span(0, 15))["Plain"]


def test_a_passage_of_two_voices_names_both(speech: Speech) -> None:
    found = forms(speech, Span(0, len(TEXT)))
    assert "— Ada Mary Smith (Merrowa Workers' Party, Minister for Housing); Bo Loud, interjecting, " in found["Plain"]
    assert found["APA"].startswith("Smith, A. M. & Loud, B. (2024")
    assert "author = {Ada Mary Smith and Bo Loud}" in found["BibTeX"]


@pytest.mark.parametrize(
    ("speaker", "politician", "author"),
    [
        ("Bert van Manen", 2, "van Manen, B."),
        ("Ms Madeleine King", 2, "King, M."),
        ("The DEPUTY SPEAKER", None, "The DEPUTY SPEAKER."),
        ("An opposition member", None, "An opposition member."),
    ],
)
def test_authors_as_apa_wants_them(speech: Speech, speaker: str, politician: int | None, author: str) -> None:
    speech.parts[1] |= {"speaker": speaker, "politician": politician}
    assert forms(speech, Span(47, len(TEXT)))["APA"].startswith(f"{author} (2024")
