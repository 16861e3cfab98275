"""What Canada's Hansard prints in blocks of their own: quotations and motions read out, and nothing that is said."""

from pathlib import Path

import pytest

from speeches.formats.detect import parse
from speeches.formats.records import PartKind, Speech

APART = [
    ("41-1-260-en.xml", "Pierre Poilievre", "Anyone who wants to use public office for their own benefit"),
    ("41-2-38-en.xml", "Joyce Murray", "I think that many of our young men and women have lost confidence"),
    ("44-1-196-en.xml", "Mario Beaulieu", "The federal policy on French in Canada can generally be summarized"),
    ("HAN086-E.xml", "Peggy Nash", "That the House recognize that Canadians are faced with a housing crunch"),
    ("11796678-fr.xml", "Lisa Hepfner", "Que le comité affirme qu'il est satisfait"),
]


def speeches_in(shared: Path, name: str) -> list[Speech]:
    sittings = parse((shared / "data/ca/hansard" / name).read_bytes(), name).sittings
    return [one for sitting in sittings for one in sitting.speeches]


@pytest.mark.parametrize(("name", "speaker", "words"), APART)
def test_what_is_read_out_is_set_apart(shared: Path, name: str, speaker: str, words: str) -> None:
    found = {
        one.person.name
        for one in speeches_in(shared, name)
        for part in one.parts
        for span in part.set_apart
        if words in span.of(one.text)
    }
    assert speaker in found


@pytest.mark.parametrize("name", sorted({one[0] for one in APART}))
def test_it_ends_where_the_speaker_goes_on(shared: Path, name: str) -> None:
    apart = [(one, part, span) for one in speeches_in(shared, name) for part in one.parts for span in part.set_apart]
    assert apart
    for one, part, span in apart:
        assert part.kind is not PartKind.PROCEDURE
        assert part.start <= span.start < span.end <= part.end
        assert one.text[span.end : span.end + 1] in ("", "\n")
