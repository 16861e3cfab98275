"""How turns make one text, and where its parts and what is set apart stand."""

from rag.text.spans import Span
from speeches.formats.records import PartKind
from speeches.formats.turns import Turn, assemble


def test_paragraphs_set_apart_keep_their_place_and_neighbours_are_one() -> None:
    first, second = Turn(PartKind.SPEECH, "Ada Smith"), Turn(PartKind.CONTINUATION, "Ada Smith")
    first.add("I move:")
    first.add("That it be read.", set_apart=True)
    first.add("And printed.", set_apart=True)
    first.add("Thank you.")
    second.add("He said:")
    second.add("No.", set_apart=True)
    text, parts = assemble([first, second])
    assert [[span.of(text) for span in part.set_apart] for part in parts] == [
        ["That it be read.\n\nAnd printed."], ["No."],
    ]  # fmt: skip
    assert parts[0].set_apart == (Span(9, 39),)
