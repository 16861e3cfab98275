"""Which words of a question only ask, and which mean something that no slot holds."""

import pytest

from rag.language.tokens import words_of
from rag.text.language import detect_language
from speeches.understanding.asking import unread_in_list, unread_words
from speeches.understanding.reading import Reading


def unread(text: str, kind: str) -> tuple[str, ...]:
    return unread_words(words_of(text), (), detect_language(text), kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("did it pass?", "vote/result"),
        ("has it been passed?", "vote/result"),
        ("who backed it?", "vote/names"),
        ("was it carried, or did it carry?", "vote/result"),
        ("qui l'a appuyé ?", "vote/names"),
    ],
)
def test_any_form_of_a_word_of_asking_only_asks(text: str, kind: str) -> None:
    assert unread(text, kind) == ()


def test_other_words_mean_something() -> None:
    assert unread("did the lighthouse pass?", "vote/result") == ("lighthouse",)


def test_a_name_is_no_form_of_a_word_of_asking() -> None:
    assert unread("who asked about Canada Post?", "list/questions") == ("Canada", "Post")
    assert unread("Posted when?", "vote/result") == ()


def test_words_that_pick_some_of_many_or_name_a_side_are_no_words_of_asking_in_a_list() -> None:
    assert unread("which women spoke against it?", "list/speakers") == ("women", "against")
    assert unread("who voted for it?", "list/speakers") == ()
    assert unread("which women voted against it?", "vote/names") == ("women",)


def test_of_the_unread_words_those_of_its_kind_of_question_do_not_narrow_a_list() -> None:
    reading = Reading("which women testified?", kind="list/witnesses", unread=("women", "testified", "lighthouse"))
    assert unread_in_list(reading) == ("women", "lighthouse")
