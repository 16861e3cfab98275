"""How turns make one text, and where its parts and what is set apart stand."""

from rag.text.spans import Span
from speeches.formats.records import PartKind
from speeches.formats.turns import Turn, assemble


def add_apart(turn: Turn, paragraph: str, apart: str) -> None:
    start = paragraph.index(apart)
    turn.add(paragraph, set_apart=[Span(start, start + len(apart))])


def test_words_set_apart_keep_their_place_and_neighbours_are_one() -> None:
    first, second = Turn(PartKind.SPEECH, "Ada Smith"), Turn(PartKind.CONTINUATION, "Ada Smith")
    first.add("I move:")
    add_apart(first, "That it be read.", "That it be read.")
    add_apart(first, "And printed.", "And printed.")
    first.add("Thank you.")
    add_apart(second, "He said:\nNo.", "No.")
    text, parts = assemble([first, second])
    assert [[span.of(text) for span in part.set_apart] for part in parts] == [
        ["That it be read.\n\nAnd printed."], ["No."],
    ]  # fmt: skip
    assert parts[0].set_apart == (Span(9, 39),)
