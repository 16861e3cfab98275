"""Who asks and who answers in the Australian files, which mark some turns wrongly."""

from pathlib import Path

from speeches.formats.aph import parse_aph


def test_whoever_the_chair_calls_has_the_question(shared: Path) -> None:
    """The file calls the President's call a question, and the senator's questions answers."""
    (sitting,) = parse_aph((shared / "data/au/senate_2026-03-04.xml").read_bytes(), "senate.xml").sittings
    first = next(place for place, one in enumerate(sitting.speeches) if "I shall call Senator Ch" in one.text)
    told = [(one.person.name, one.kind) for one in sitting.speeches[first : first + 7]]
    asked = [("Claire Chandler", "question"), ("Katy Gallagher", "answer")]
    assert told == [("Sue Lines", "speech"), *asked * 3]
