"""Which words of a question only ask, and which mean something that no slot holds."""

from dataclasses import replace

import pytest

from rag.language.tokens import words_of
from speeches.understanding.asking import unread_in_list, unread_words
from speeches.understanding.reading import Reading, Slot


def unread(text: str, kind: str) -> tuple[str, ...]:
    return unread_words(words_of(text), (), kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("who voted for it?", "vote/names"),
        ("what did they say?", "answer/statement"),
        ("qui a voté contre ?", "vote/names"),
    ],
)
def test_words_of_asking_mean_nothing_by_themselves(text: str, kind: str) -> None:
    assert unread(text, kind) == ()


def test_words_that_exclude_are_read_where_something_is_excluded() -> None:
    words, greens = words_of("who apart from Greens voted?"), Slot("except", "Greens", 15, 21)
    assert unread_words(words, (greens,), "vote/names") == ()
    assert unread_words(words, (replace(greens, name="party"),), "vote/names") == ("apart",)


def test_other_words_mean_something_however_like_a_word_of_asking() -> None:
    assert unread("who voted for the lighthouse?", "vote/names") == ("lighthouse",)
    assert unread("which housing bills were introduced?", "list/bills") == ("housing",)
    assert unread("who asked about Canada Post?", "list/questions") == ("Canada", "Post")


def test_words_that_pick_some_of_many_or_name_a_side_are_no_words_of_asking_in_a_list() -> None:
    assert unread("which women spoke against it?", "list/speakers") == ("women", "against")
    assert unread("who voted for it?", "list/speakers") == ()
    assert unread("which women voted against it?", "vote/names") == ("women",)


def test_of_the_unread_words_those_of_its_kind_of_question_do_not_narrow_a_list() -> None:
    reading = Reading("which women testify?", kind="list/witnesses", unread=("women", "testify", "lighthouse"))
    assert unread_in_list(reading) == ("women", "lighthouse")
