"""Front matter comes back exactly, and fills the record's columns."""

from typing import Any

import pytest

from speeches.formats.detect import detect_format
from speeches.formats.markdown import parse_markdown, write_markdown
from speeches.formats.records import FormatError

# From an invented parliament.
FRONT: dict[str, Any] = {
    "speech_id": "4711-2024-03-14-7",
    "speaker": "Okonjo-Lind, Marit MP",
    "speaker_id": "4711",
    "utterance_id": 7,
    "party": "MWP",
    "chamber": "Assembly",
    "date": "2024-03-14",
    "electorate": "Gull Point",
    "speech_type": "second reading",
    "entities": {"people": ["Ada Fenn"], "organizations": [], "places": ["Gull Point"], "legislation": ["Harbour Act"]},
    "themes": ["housing", "harbours"],
    "subthemes": ["rents"],
    "tags": ["rent cap"],
    "policy_areas": {"primary": "housing", "secondary": "planning", "tertiary": ["ports"]},
    "political_stance": {"government_position": "supports", "criticism_targets": [], "support_targets": ["tenants"]},
    "communications_utility": {
        "quotable_phrases": ["A harbour is a home."],
        "soundbite_potential": "high",
        "controversy_level": 2,
        "local_news_value": 0.5,
        "social_media_shareable": True,
    },
    "debate": {"title": "Harbour Dwellings Bill", "stage": "second reading"},
    "parliamentary_interaction": {
        "points_of_order": 0,
        "interjections": [{"speaker": "A member", "text": "Hear, hear!"}],
    },
    "legislative_metadata": {"bill_reference": "HDB-3", "vote_position": None, "amendment_moved": False},
    "hansard_reference": "Assembly Hansard, 14 Mar 2024, p. 12",
    "source_url": "https://merrowa.example/hansard/2024-03-14",
    "state": "North Shore",
    "summary": "Für Mieter: “ein Hafen”.",
}
WORDS = "A harbour is a home.\n\nI commend the bill."
COLUMNS = {
    "speech_id", "speaker", "party", "chamber", "date", "electorate", "hansard_reference", "source_url", "state",
}  # fmt: skip


def test_what_is_written_is_read_back_exactly() -> None:
    (speech,) = parse_markdown(write_markdown(FRONT, WORDS).encode(), "a.md").speeches
    assert speech.text == WORDS
    assert dict(speech.metadata) == {key: value for key, value in FRONT.items() if key not in COLUMNS}


def test_the_columns_of_the_record() -> None:
    (speech,) = parse_markdown(write_markdown(FRONT, WORDS).encode(), "a.md").speeches
    assert (speech.id, speech.person.name, speech.person.party, speech.person.electorate, speech.person.state) == (
        "4711-2024-03-14-7", "Marit Okonjo-Lind", "MWP", "Gull Point", "North Shore",
    )  # fmt: skip
    assert (speech.title, speech.debate_type, speech.chamber) == (
        "Harbour Dwellings Bill",
        "second reading",
        "Assembly",
    )
    assert speech.topics == ("rent cap", "housing", "harbours", "rents")
    assert (str(speech.date), speech.reference) == ("2024-03-14", "Assembly Hansard, 14 Mar 2024, p. 12")


def test_a_bare_date_and_windows_line_ends() -> None:
    text = "---\r\nspeaker: A B\r\ndate: 2024-03-14\r\nchamber: Assembly\r\n---\r\nWords.\r\n"
    (speech,) = parse_markdown(text.encode(), "a.md").speeches
    assert (str(speech.date), speech.text) == ("2024-03-14", "Words.")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Words only.", "no front matter"),
        ("---\na: [\n---\nWords.", "not valid YAML"),
        ("---\n- a\n---\nWords.", "holds no fields"),
        ("---\nspeaker: A B\nchamber: House\n---\nWords.", "date: is missing"),
        ("---\nspeaker: A B\nchamber: House\ndate: 2024-03-14\n---\n", "text: is missing"),
        ("---\nspeaker: !!python/object/apply:os.system [ls]\n---\nWords.", "not valid YAML"),
    ],
)
def test_what_is_wrong_is_said(text: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse_markdown(text.encode(), "a.md")


def test_it_is_told_by_content() -> None:
    assert detect_format(write_markdown(FRONT, WORDS).encode(), "x") == "markdown"
