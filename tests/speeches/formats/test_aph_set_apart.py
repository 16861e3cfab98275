"""Motions, quotations and documents are set apart from what a member says, in both schemas of the Australian files."""

import pytest

from tests.speeches.formats.conftest import Day


@pytest.mark.parametrize(
    ("name", "apart", "own"),
    [
        # The Speaker reads what the Governor-General said.
        ("reps/2022_07_26.xml", "the government expects to create more than 600,000 job", "I have to report that"),
        (
            "senate_2026-03-04.xml",
            "the legislation should make it clear that informal requests",
            "recommendation 14. That says",
        ),
        ("reps_2007-09-20_v2.1.xml", "That this bill be now read a second time.", "gives effect to the model law"),
    ],
)
def test_small_type_is_set_apart_and_what_is_said_is_not(day: Day, name: str, apart: str, own: str) -> None:
    speeches = [speech for sitting in day(name).sittings for speech in sitting.speeches]
    found = [span.of(one.text) for one in speeches for part in one.parts for span in part.set_apart]
    assert any(own in one.text for one in speeches)
    assert any(apart in words for words in found)
    assert not any(own in words for words in found)


def test_what_is_asked_and_answered_in_writing_is_the_members_own(day: Day) -> None:
    speeches = [speech for sitting in day("reps_2007-09-20_v2.1.xml").sittings for speech in sitting.speeches]
    written = [one for one in speeches if one.kind == "answer" and one.debate_type == "Questions in Writing"]
    asked_for_others = [one for one in written if any(part.set_apart for part in one.parts)]
    assert len(written) > 40
    # One minister gives another's answer.
    assert len(asked_for_others) <= 1


def test_it_lies_within_its_part(day: Day) -> None:
    speeches = [speech for sitting in day("reps/2022_07_26.xml").sittings for speech in sitting.speeches]
    parts = [part for speech in speeches for part in speech.parts if part.set_apart]
    assert parts
    assert all(part.start <= span.start < span.end <= part.end for part in parts for span in part.set_apart)
