"""Pages become text, sections and chunks, as a reader of bylaws would see them."""

from pathlib import Path

import pytest

from guardian.documents.document import Document, mend_text
from guardian.documents.reader import read_document
from rag.text.spans import Span
from rag.text.split import Profile
from tests.pdfs import Text, make_pdf, pdf

PROFILE = Profile(1000, 200)
BODY = "The owner of a lot must keep the lot in good repair and must pay the levies when they fall due. "


def paths(document: Document) -> list[str]:
    return [section.name for section in document.sections if section.path]


def chunks(document: Document) -> list[tuple[str, str]]:
    return [
        (document.sections[piece.section].name, " ".join(piece.span.of(document.text).split()))
        for piece in document.pieces(PROFILE)
    ]


class TestSections:
    @pytest.mark.parametrize(
        ("headings", "found"),
        [
            (["**Bylaw 14 Pets**", "**Bylaw 15 Noise**"], ["Bylaw 14 Pets", "Bylaw 15 Noise"]),
            (["## Pets", "## Noise"], ["Pets", "Noise"]),
            (["**ARTICLE III**", "**Section 4.2 Fences**"], ["ARTICLE III", "ARTICLE III › Section 4.2 Fences"]),
            (["**§ 60-305 Fences.**", "**§ 60-306 Sheds.**"], ["§ 60-305 Fences", "§ 60-306 Sheds"]),
            (["**PART A Animals**", "**1. Dogs**"], ["PART A Animals", "PART A Animals › 1. Dogs"]),
            (["**16. Keeping of animals**", "**17. Washing**"], ["16. Keeping of animals", "17. Washing"]),
            (["**PETS**", "**NOISE**"], ["PETS", "NOISE"]),
        ],
    )
    def test_each_way_of_numbering(self, headings: list[str], found: list[str]) -> None:
        assert paths(read_document(make_pdf([headings[0], BODY, headings[1], BODY]), 9)) == found

    def test_lists_nest(self) -> None:
        document = read_document(
            make_pdf(
                [
                    "**Section 5 Pets**",
                    "An owner must not:",
                    "(a) keep an animal that is a nuisance;",
                    "(b) keep more than:",
                    "(i) two cats; or",
                    "(ii) two small dogs;",
                    "(c) feed wild birds.",
                    BODY,
                ]
            ),
            9,
        )
        names = paths(document)
        assert names[1:] == [f"Section 5 Pets › {end}" for end in ("(a)", "(b)", "(b) › (i)", "(b) › (ii)", "(c)")]
        assert document.sections[1].stem == "An owner must not:"
        assert document.sections[3].stem == "An owner must not: (b) keep more than:"

    def test_mere_numbers_take_the_heading_above_as_their_title(self) -> None:
        """Statutes of British Columbia are printed this way: "3 (1) An owner must", "(2) An owner must"."""
        document = read_document(
            make_pdf(
                [
                    "**Division 1 — Duties of Owners, Tenants, Occupants and Visitors**",
                    "**Payment of fees**",
                    f"1   {BODY * 3}",
                    "**Use of property**",
                    "2   (1) An owner must not use a lot in a way that causes a nuisance or a hazard to others.",
                    "(2) An owner must not keep any pets other than one or more of the following:",
                    "(a) a reasonable number of fish;",
                    "(b) one dog or one cat.",
                    "**Keys**",
                    "3   (1) An owner must pay 20 marks for a key.",
                    f"12 {BODY * 3}",
                ]
            ),
            9,
        )
        assert paths(document) == [
            f"Division 1 Duties of Owners, Tenants, Occupants and Visitors{end}" for end in (
                "", " › 1 Payment of fees", " › 2 Use of property", " › 2 Use of property › (1)",
                " › 2 Use of property › (2)", " › 2 Use of property › (2) › (a)", " › 2 Use of property › (2) › (b)",
                " › 3 Keys", " › 3 Keys › (1)",
            )
        ]  # fmt: skip
        bodies = [section.body.of(document.text) for section in document.sections]
        assert bodies[2] == ""
        assert bodies[3].startswith("2 (1) An owner")
        assert "12 The owner" in bodies[8]
        assert document.sections[5].stem.startswith("(2) An owner must not keep any pets")

    @pytest.mark.parametrize(
        ("parts", "found"),
        [
            # A heading over several sections is not the title of any.
            (["**PETS**", "1 (1) A dog must be leashed.", "(2) No barking.", "2 (1) Cats may roam.",
              "**CARS**", "3 (1) Ask."],
             ["PETS", "PETS › 1", "PETS › 1 › (1)", "PETS › 1 › (2)", "PETS › 2", "PETS › 2 › (1)", "3 CARS",
              "3 CARS › (1)"]),
            # Repealed sections leave gaps.
            (["**Pets**", "3 (1) An owner may.", "**Noise**", "9 (1) No noise."],
             ["3 Pets", "3 Pets › (1)", "9 Noise", "9 Noise › (1)"]),
            # A number that begins a line is not always a section number.
            (["**Moving**", "1 (1) An owner must give notice of", "2 Weeks before the move.", "**Pets**", "2 (1) Ask."],
             ["Moving", "Moving › 1", "Moving › 1 › (1)", "2 Pets", "2 Pets › (1)"]),
            (["**Bylaws of the Owners**", "1 January 2020", "**Fees**", "1 (1) An owner must pay fees."],
             ["Bylaws of the Owners", "1 Fees", "1 Fees › (1)"]),
            (["**Unit entitlement**", "Lot type area as follows.", "1 A 85", "2 A 90"], ["Unit entitlement"]),
        ],
    )  # fmt: skip
    def test_what_a_mere_number_begins(self, parts: list[str], found: list[str]) -> None:
        assert paths(read_document(make_pdf([*parts, BODY * 3]), 9)) == found

    def test_the_first_item_may_stand_in_the_line_of_its_number(self) -> None:
        document = read_document(
            make_pdf(
                [
                    "**Pets**",
                    "1. (a) An owner may keep a cat.",
                    "(b) No owner may keep a bear.",
                    "2. Visitors may not.",
                    BODY,
                ]
            ),
            9,
        )
        assert paths(document) == ["Pets", "Pets › 1.", "Pets › 1. › (a)", "Pets › 1. › (b)", "Pets › 2."]

    def test_a_sentence_that_begins_like_a_number_is_none(self) -> None:
        body = f"{BODY * 2} Section 17 of this by-law applies to every owner of a lot, and to every occupier too. "
        assert paths(read_document(make_pdf(["**Section 1 Repairs**", body]), 9)) == ["Section 1 Repairs"]

    def test_no_chunk_holds_two_sections(self) -> None:
        document = read_document(
            make_pdf(["**Bylaw 14 Pets**", "No pets.", "**Bylaw 15 Noise**", "No noise at all.", BODY]), 9
        )
        assert [name for name, _ in chunks(document)] == ["Bylaw 14 Pets", "Bylaw 15 Noise"]

    def test_a_list_within_a_sentence_stays_in_it(self) -> None:
        document = read_document(
            make_pdf(["**Section 1 Leases**", f"{BODY} A lot may be leased provided that it is",
                      "(1) not for holidays,", "(2) for at least sixty days, and", "(3) notified.",
                      "**Section 2 Other**", BODY]), 9,
        )  # fmt: skip
        words = dict(chunks(document))["Section 1 Leases"]
        assert words.endswith(
            "provided that it is (1) not for holidays, (2) for at least sixty days, and (3) notified."
        )


class TestPages:
    @pytest.mark.parametrize("numbers", [2, 3])
    def test_a_footer_is_left_out_wherever_its_page_number_stands(self, numbers: int) -> None:
        pages = [
            [Text(72, 100, BODY[:60]), Text(72, 118, BODY[60:]), Text(72, 740, f"Plan 4417 - By-laws Page {number}")]
            for number in range(1, numbers + 1)
        ]
        assert "4417" not in read_document(pdf(pages), 9).text

    def test_a_single_page_is_numbered_too(self) -> None:
        body = [Text(72, 100 + 18 * line, BODY[:60]) for line in range(4)]
        page = [*body, Text(72, 740, "Pool Rules Page 1")]
        assert "Page 1" not in read_document(pdf([page]), 9).text

    def test_headers_footers_and_page_numbers_are_left_out(self) -> None:
        pages = [
            [
                Text(72, 40, "Strata Plan 4711 - By-laws"),
                Text(72, 160, f"Page {n} says: {BODY}"),
                Text(300, 760, str(n)),
            ]
            for n in range(1, 5)
        ]
        text = read_document(pdf(pages), 9).text
        assert "Strata Plan" not in text
        assert "Page 2 says" in text
        assert not text.rstrip().endswith("4")

    def test_a_sentence_goes_on_over_the_page(self) -> None:
        first = [
            Text(72, 100 + 14 * n, "Words that fill a whole line of the page as prose in bylaws usually does it,")
            for n in range(40)
        ]
        second = [Text(72, 72, "and the end of it stands here. Then another sentence follows after that one.")]
        text = read_document(pdf([first, second]), 9).text
        assert "usually does it,\nand the end of it stands here." in text

    def test_two_columns_are_read_one_after_the_other(self) -> None:
        left = [Text(60, 100 + 14 * n, f"left {n} column of prose that fills its line") for n in range(20)]
        right = [Text(330, 107 + 14 * n, f"right {n} column of prose that fills its line") for n in range(20)]
        both = [line for pair in zip(left, right, strict=True) for line in pair]
        text = read_document(pdf([both]), 9).text
        assert text.index("left 19") < text.index("right 0")

    def test_a_table_is_read_row_by_row(self) -> None:
        rows = [[Text(72, 100 + 16 * n, f"Offence {n}"), Text(400, 100 + 16 * n, f"${n}00")] for n in range(10)]
        text = read_document(pdf([[*(cell for row in rows for cell in row), Text(72, 400, BODY)]]), 9).text
        assert "Offence 3 $300" in text

    def test_contents_pages_answer_nothing(self) -> None:
        leaders = [Text(72, 100 + 14 * n, f"Bylaw {n} Pets and other animals {'.' * 60} {n}") for n in range(1, 9)]
        document = read_document(
            pdf(
                [
                    [Text(72, 72, "Table of Contents"), *leaders],
                    [Text(72, 72, "Bylaw 1 Pets", bold=True), Text(72, 100, BODY)],
                ]
            ),
            9,
        )
        assert "....." in document.text
        assert all("....." not in words for _, words in chunks(document))

    def test_every_word_has_its_place(self) -> None:
        document = read_document(make_pdf([BODY] * 40), 9)
        for page in document.pages:
            for start, end, *_ in page.places:
                assert document.text[start:end].strip() == document.text[start:end] != ""
        last = document.pages[-1]
        (line, *_) = last.boxes(Span(last.start, last.start + 5))
        assert line.y0 < 100


def test_mending_is_for_searching_only() -> None:
    assert mend_text("infor-\nmation") == "information"
    assert mend_text("twenty-\nfour of\ufb01ces") == "twenty-four offices"
    assert mend_text("self-\nmanaged") == "self-managed"


GOLDEN = {
    "hoa_vintage/Bylaws.pdf": (10, "ARTICLE II Meetings of Members › Section 2.6 Action Taken Without a Meeting › (a)"),
    "hoa_vintage/CovenantsConditionsAndRestrictions.pdf": (
        28, "ARTICLE V USE RESTRICTIONS AND COVENANTS › Section 5.01 General Restrictions on Use › (f)",
    ),
    "towns/brookfield.pdf": (40, "CHAPTER XVIII Dogs › SECTION 3.3 NOTICE TO OWNER AND REDEMPTION"),
    "towns/montague.pdf": (28, "ALCOHOLIC BEVERAGES"),
    "xorg/bylaws.pdf": (11, "Article 4 BOARD OF DIRECTORS AND OFFICERS › 4.13 Notice of Meetings"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", GOLDEN)
def test_real_bylaws(shared: Path, name: str) -> None:
    pages, section = GOLDEN[name]
    document = read_document((shared / "data/bylaws" / name).read_bytes(), 500)
    assert len(document.pages) == pages
    assert section in paths(document)
    assert all(len(words) <= 1000 for _, words in chunks(document))
    # No text is lost: chunks leave out only headings, the table of contents and what stands before them.
    assert sum(len(words) for _, words in chunks(document)) > 0.8 * len(" ".join(document.text.split()))
