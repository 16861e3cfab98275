"""A day of an invented sitting as PDF: who speaks, who interjects, and which parts of a page are not text."""

import pytest

from speeches.formats.detect import detect_format
from speeches.formats.pdf import parse_pdf
from speeches.formats.records import FormatError, Sitting
from tests.pdfs import Text, make_pdf, one_page, pdf


def page(number: int, lines: list[str]) -> list[Text]:
    """A page with a running head and a page number, as printed."""
    told = [Text(72, 40, "Thursday, 14 March 2024 HOUSE OF REPRESENTATIVES 1"), *(
        Text(72, 80 + 14 * place, line) for place, line in enumerate(lines)
    )]  # fmt: skip
    return [*told, Text(300, 760, f"{number}")]


PAGES = [
    page(211, [
        "PARLIAMENTARY DEBATES",
        "HARBOUR DWELLINGS BILL",
        "Second Reading",
        "Mr FENN (Gull Point) (14:32): I thank the House for its patience with this bill, which is the first of its",
        "kind, and which will let those who live on the water vote where they live. It is a mod-",
        "est bill.",
        "~ . | _ :",
        "I commend it to those who have waited.",
    ]),
    page(212, [
        "Ms OKONJO-LIND interjecting—",
        "The DEPUTY SPEAKER (Ms Bird): Order! The member for Gull Point has the call.",
        "Mr FENN: As I was saying, the harbour is a home.",
        "Opposition members: Shame!",
        "It is, and it will remain one for as long as the tide comes in and goes out again below it.",
        "Dr McBRIDE (North Shore—Minister for Ports) (14:40): I answer the member.",
    ]),
    page(213, ["Nothing was said on the last page but this, by the same minister, to the very same end."]),
]  # fmt: skip


@pytest.fixture(scope="module")
def sitting() -> Sitting:
    return parse_pdf(pdf(PAGES), "day.pdf").sittings[0]


def test_day_chamber_and_headings(sitting: Sitting) -> None:
    assert (str(sitting.date), sitting.chamber, sitting.parliament) == ("2024-03-14", "house", "au")
    assert [debate.title for debate in sitting.debates][-1] == "Harbour dwellings bill"


def test_who_speaks_and_who_calls_out(sitting: Sitting) -> None:
    first, second = sitting.speeches
    assert (first.person.name, first.person.electorate, str(first.time)) == ("Fenn", "Gull Point", "14:32:00")
    assert [(part.kind.value, part.speaker) for part in first.parts] == [
        ("speech", "Fenn"),
        ("interjection", "Okonjo-Lind"),
        ("interjection", "The DEPUTY SPEAKER"),
        ("continuation", "Fenn"),
        ("interjection", "Opposition members"),
        ("continuation", "Fenn"),
    ]
    assert (second.person.name, second.person.electorate) == ("McBride", "North Shore")
    assert second.text.endswith("to the very same end.")


def test_words_are_whole_and_the_page_is_no_part_of_them(sitting: Sitting) -> None:
    text = sitting.speeches[0].text
    assert "which is the first of its kind" in text
    assert "It is a modest bill." in text
    everything = " ".join(speech.text for speech in sitting.speeches)
    assert "~" not in everything
    assert "HOUSE OF REPRESENTATIVES" not in everything
    assert "212" not in everything
    assert [speech.page for speech in sitting.speeches] == ["211", "212"]
    assert sitting.speeches[0].reference == "House Hansard, 14 Mar 2024, p. 211"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"%PDF-1.4 broken", "cannot be read"),
        (pdf([[]]), "pictures and no text"),
        (make_pdf(["Words without a day."]), "no date"),
        (make_pdf(["Thursday, 14 March 2024", "Words without a speaker."]), "begins as a speaker's does"),
    ],
)
def test_what_is_wrong_is_said(content: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse_pdf(content, "day.pdf")


def test_it_is_told_by_content() -> None:
    assert detect_format(pdf(PAGES), "x") == "pdf"


def test_a_small_file_that_unpacks_to_a_huge_page_is_given_up() -> None:
    shown = b"BT /F1 12 Tf 72 720 Td " + b"(a) Tj " * 5_000_000 + b"ET"
    with pytest.raises(FormatError, match="given up"):
        parse_pdf(one_page(shown), "bomb.pdf")
