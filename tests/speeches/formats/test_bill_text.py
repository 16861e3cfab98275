"""A bill's text is cut where the bill itself is divided."""

from rag.text.split import Profile
from speeches.formats.bill_text import bill_sections, split_bill

ACT = """An Act to do things

RECOMMENDATION
Money is needed.

SUMMARY
This enactment does things. Part 3 of another Act is untouched.

PART 1
Things
1 A thing is done. See
Schedule 2 of the Act for more.

DIVISION 1 — Great things
2 A great thing is done.

PART 2 — Other things
3 Another is done.

SCHEDULE A
A list.
"""


def test_sections_are_named_by_their_headings_and_the_part_they_stand_in() -> None:
    assert [section.name for section in bill_sections(ACT)] == [
        "", "RECOMMENDATION", "SUMMARY", "PART 1", "PART 1, DIVISION 1 — Great things", "PART 2 — Other things",
        "SCHEDULE A",
    ]  # fmt: skip


def test_sections_cover_the_whole_text_and_do_not_overlap() -> None:
    spans = [section.span for section in bill_sections(ACT)]
    assert "".join(span.of(ACT) for span in spans) == ACT


def test_a_part_that_a_sentence_speaks_of_is_no_heading() -> None:
    assert len(bill_sections("1 Part 3 applies.\nSchedule 2 of the Act applies too.\nThe summary follows.")) == 1


def test_french_headings_are_headings() -> None:
    text = "Loi\n\nSOMMAIRE\nLe texte.\n\nPARTIE 2\nMots\nSECTION 1\nSuite\n\nANNEXE\nListe"
    names = [section.name for section in bill_sections(text)]
    assert names == ["", "SOMMAIRE", "PARTIE 2", "PARTIE 2, SECTION 1", "ANNEXE"]


def test_no_chunk_crosses_the_edge_of_a_section() -> None:
    long = "PART 1\n" + "A sentence of some length stands here. " * 20 + "\nPART 2\nShort."
    chunks = list(split_bill(long, Profile(size=200, overlap=40)))
    assert {name for name, _ in chunks} == {"PART 1", "PART 2"}
    assert all("PART 2" not in span.of(long) for name, span in chunks if name == "PART 1")
    assert chunks[-1][1].of(long) == "PART 2\nShort."


def test_a_text_without_headings_is_one_section() -> None:
    assert [section.name for section in bill_sections("Words.")] == [""]
    assert bill_sections("  ") == []


def test_headings_of_many_kinds_are_headings() -> None:
    text = "PART 1\r\nWords\r\nPART 1A\r\nMore\r\nPART 2 FEES AND CHARGES\r\nFees\r\n"
    assert [section.name for section in bill_sections(text)] == ["PART 1", "PART 1A", "PART 2 FEES AND CHARGES"]
