"""CSV, JSON and JSON Lines: every good record goes in, every bad one is reported with its place and reason."""

import json
from pathlib import Path

import pytest

from speeches.formats.detect import detect_format, parse
from speeches.formats.records import FormatError, Parsed

HEADER = "speaker,date,chamber,text\n"
GOOD = {"speaker": "A. Member", "date": "2023-03-14", "chamber": "House", "text": "Words."}


def reasons(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(error.line, error.reason) for error in parsed.errors]


def test_a_good_row_keeps_its_words_exactly() -> None:
    parsed = parse(b'speaker,date,chamber,text\nAda Smith,2023-03-14,House,"One, ""two"".\r\n\r\nThree."\n', "s.csv")
    assert [speech.text for speech in parsed.speeches] == ['One, "two".\n\nThree.']
    assert parsed.errors == ()


def test_bad_rows_are_reported_and_good_ones_go_in() -> None:
    rows = "Ada,2023-13-01,House,x\nBo,2023-03-14,House,\nCy,2023-03-14,,x\nDi,2023-03-14,House,fine\nEd,1,2,3,4\n"
    parsed = parse((HEADER + rows).encode(), "s.csv")
    assert [speech.person.name for speech in parsed.speeches] == ["Di"]
    assert reasons(parsed) == [
        (2, "date: expected a date such as 2023-03-14, found '2023-13-01'"),
        (3, "text: is missing"),
        (4, "chamber: is missing"),
        (6, "1 more cells than the header; is a quotation mark missing?"),
    ]


def test_lines_are_counted_through_cells_of_several_lines() -> None:
    parsed = parse((HEADER + 'Ada,2023-03-14,House,"one\ntwo\nthree"\nBo,no,House,x\n').encode(), "s.csv")
    assert [line for line, _ in reasons(parsed)] == [5]


def test_columns_may_come_in_any_order_and_case_and_more_of_them_are_kept() -> None:
    parsed = parse(b"Text,Chamber,Date,Speaker,Mood\nWords,House,2023-03-14,Ada Smith,calm\n", "s.csv")
    assert parsed.speeches[0].metadata == {"mood": "calm"}


def test_a_missing_column_is_named() -> None:
    with pytest.raises(FormatError, match="no column date"):
        parse(b"speaker,chamber,text\nA,House,x\n", "s.csv", "csv")


def test_topic_tags_as_text_or_list() -> None:
    rows = [{**GOOD, "topic_tags": "water; rivers"}, {**GOOD, "text": "Other.", "topic_tags": ["water"]}]
    parsed = parse(json.dumps({"speeches": rows}).encode(), "s.json")
    assert [speech.topics for speech in parsed.speeches] == [("water", "rivers"), ("water",)]


def test_json_errors_name_the_record() -> None:
    parsed = parse(json.dumps({"speeches": [GOOD, {"text": "x"}, "no object"]}).encode(), "s.json")
    assert len(parsed.speeches) == 1
    assert [reason.split(":")[0] for _, reason in reasons(parsed)] == ["record 2", "record 3"]


def test_jsonl_errors_name_the_line() -> None:
    parsed = parse((json.dumps(GOOD) + "\n\n{broken\n").encode(), "s.jsonl")
    assert len(parsed.speeches) == 1
    assert [line for line, _ in reasons(parsed)] == [3]


def test_ids_are_derived_from_the_words_and_stay_the_same() -> None:
    first, second = (parse(json.dumps([GOOD]).encode(), "s.json").speeches[0].id for _ in range(2))
    other = parse(json.dumps([{**GOOD, "text": "Others."}]).encode(), "s.json").speeches[0].id
    assert first == second != other
    assert first.startswith("a member-2023-03-14".replace(" ", "-"))


def test_a_link_that_is_no_web_address_is_refused() -> None:
    parsed = parse(json.dumps([{**GOOD, "source_url": "javascript:alert(1)"}]).encode(), "s.json")
    assert parsed.speeches == ()
    assert "source_url" in parsed.errors[0].reason


def test_a_json_file_may_introduce_its_parliament(samples: Path) -> None:
    facts = parse((samples / "parliament.json").read_bytes(), "parliament.json").parliament
    assert facts is not None
    assert (facts.code, [party.code for party in facts.parties]) == ("merrowa", ["MWP", "CLU", "RCA", "GHZ", "OFM"])


@pytest.mark.parametrize(
    ("content", "name", "format_"),
    [
        (b"\xef\xbb\xbf\n<hansard version='2.2'>", "x.txt", "aph"),
        (b'<?xml version="1.0"?>\n<hansard>', "day.xml", "aph"),
        (b'{"speeches": []}', "x.json", "json"),
        (b'[{"text": "a"}]', "x.json", "json"),
        (b'{"text": "a"}\n{"text": "b"}\n', "x.json", "jsonl"),
        (b"speech_id,speaker,text\n", "x.txt", "csv"),
    ],
)
def test_formats_are_detected_by_content(content: bytes, name: str, format_: str) -> None:
    assert detect_format(content, name) == format_


@pytest.mark.parametrize("content", [b"", b"   \n", b"bplist00\xd4\x01", b"just some words"])
def test_anything_else_gets_a_sentence(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"x\.xml: (not a Hansard file|the file is empty)"):
        parse(content, "x.xml")


def test_a_pdf_cut_short_gets_a_sentence() -> None:
    with pytest.raises(FormatError, match=r"x\.pdf: the PDF cannot be read .*Is it complete"):
        parse(b"%PDF-1.7", "x.pdf")


def test_the_broken_file_gets_a_sentence(shared: Path) -> None:
    path = shared / "data/au/broken/2021_10_18.xml"
    with pytest.raises(FormatError, match="not a Hansard file"):
        parse(path.read_bytes(), path.name)


def test_text_in_another_encoding_is_told() -> None:
    with pytest.raises(FormatError, match="UTF-8"):
        parse("speaker,date,chamber,text\nA,2023-01-01,House,Québec\n".encode("latin-1"), "s.csv", "csv")


def test_a_nul_character_is_told() -> None:
    parsed = parse(
        json.dumps({"speeches": [{**GOOD, "text": "a\x00b"}, {**GOOD, "mood": {"deep": "\x00"}}]}).encode(), "s.json"
    )
    assert [reason for _, reason in reasons(parsed)] == [
        f"record {number}: it holds a NUL character; the file is damaged" for number in (1, 2)
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"party": "x" * 101}, {"state": "x" * 101}, {"electorate": "x" * 201}, {"speaker": "x" * 201},
        {"chamber": "x" * 101}, {"debate_type": "x" * 201}, {"hansard_reference": "x" * 251},
        {"source_url": "https://" + "x" * 500}, {"topic_tags": ["x" * 201]}, {"transcript_quality": "x" * 51},
        {"speech_id": "x" * 201}, {"speech_id": "a\nb"}, {"speech_id": "a/../b"}, {"speech_id": ".."},
        {"date": "2023-01-02garbage"},
    ],
)  # fmt: skip
def test_what_the_tables_or_an_address_cannot_hold_is_told(change: dict[str, object]) -> None:
    parsed = parse(json.dumps({"speeches": [{**GOOD, **change}, GOOD]}).encode(), "s.json")
    assert len(parsed.speeches) == len(parsed.errors) == 1
    assert next(iter(change)) in parsed.errors[0].reason


def test_a_long_name_still_makes_an_id_that_fits() -> None:
    assert len(parse(json.dumps([{**GOOD, "speaker": "y" * 190}]).encode(), "s.json").speeches[0].id) <= 200


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "9" * 5000, "[" * 5000])
def test_json_that_no_database_could_keep(number: str) -> None:
    with pytest.raises(FormatError, match="not valid JSON"):
        parse(b'{"speeches": [], "depth": ' + number.encode(), "s.json", "json")


def test_a_column_that_comes_twice_is_told() -> None:
    with pytest.raises(FormatError, match="text more than once"):
        parse(b"speaker,date,chamber,text,text\nA,2023-01-01,House,x,y\n", "s.csv")
