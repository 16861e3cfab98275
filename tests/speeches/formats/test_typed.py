"""Records other than speeches, as JSON Lines."""

import json
from pathlib import Path

import pytest

from speeches.formats.detect import detect_format, parse
from speeches.formats.records import FormatError
from speeches.formats.typed import ROWS, BillRow, VoteMemberRow, parse_typed

PARTY = {"source_type": "party", "parliament": "ca", "code": "NDP", "name": "New Democratic Party"}


def lines(*rows: object) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


def test_the_sample_holds_every_kind(samples: Path) -> None:
    content = (samples / "records.jsonl").read_bytes()
    assert detect_format(content, "x") == "records"
    parsed = parse(content, "records.jsonl")
    assert parsed.errors == ()
    assert {row.kind for _, row in parsed.rows} == set(ROWS)


def test_rows_come_in_the_order_in_which_they_name_each_other() -> None:
    vote = {
        "source_type": "vote_member",
        "parliament": "ca",
        "date": "2020-01-02",
        "number": 3,
        "name": "A",
        "vote": "aye",
    }
    parsed = parse_typed(lines(vote, PARTY))
    assert [(line, row.kind) for line, row in parsed.rows] == [(2, "party"), (1, "vote_member")]
    ballot = parsed.rows[1][1]
    assert isinstance(ballot, VoteMemberRow)
    assert ballot.number == "3"


def test_a_speech_may_stand_among_them() -> None:
    speech = {"source_type": "hansard", "text": "Hello.", "speaker": "A B", "date": "2020-01-02", "chamber": "House"}
    assert [one.text for one in parse_typed(lines(PARTY, speech)).speeches] == ["Hello."]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"source_type": "statute", "parliament": "ca"}, "“statute” is none of hansard, session, party"),
        ({**PARTY, "colour": "red"}, "colour"),
        ({**PARTY, "nickname": "Dippers"}, "nickname: Extra inputs are not permitted"),
        ({**PARTY, "parliament": "Not A Code"}, "parliament"),
        ({"source_type": "bill", "parliament": "ca"}, "a bill needs a number or a title"),
        ({"source_type": "bill", "parliament": "ca", "number": "C-1", "session": "first"}, "write it as 44-1"),
        (
            {"source_type": "committee_meeting", "parliament": "ca", "committee": "X", "number": 0, "date": "x"},
            "number",
        ),
        ({**PARTY, "name": "N\x00"}, "NUL"),
        ([1], "expected an object"),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_the_others_go_in(row: object, reason: str) -> None:
    parsed = parse_typed(lines(PARTY, row), "x.jsonl")
    assert len(parsed.rows) == 1
    (error,) = parsed.errors
    assert (error.file, error.line) == ("x.jsonl", 2)
    assert reason in error.reason


def test_a_bill_without_a_number_goes_by_its_title() -> None:
    ((_, bill),) = parse_typed(
        lines({"source_type": "bill", "parliament": "nz", "title": "Electoral Finance Bill"})
    ).rows
    assert isinstance(bill, BillRow)
    assert (bill.number, bill.title) == ("", "Electoral Finance Bill")


def test_broken_lines_and_empty_files_are_told() -> None:
    assert "Expecting" in parse_typed(b'{"source_type": "party"}\n{').errors[1].reason
    with pytest.raises(FormatError, match="holds no record"):
        parse_typed(b"\n")
