"""Translates French into English word by word."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rag.language.glossary import in_english


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("l'abattage des chevaux", "slaughter horse"),
        ("logements abordables", "affordable housing"),
        ("des modes de scrutin", "voting system"),
        ("le gouvernement vise-t-il", "government aim"),
        # Function words are left out, even if a noun or verb shares their stem.
        ("des pour sur dans qui", ""),
        # Names, codes and numbers stay as they are.
        ("Lac-Mégantic, C-13 et la TPS en 2014", "Lac-Mégantic C-13 TPS 2014"),
        ("le gouvernement Harper", "government Harper"),
        ("Angleterre et Pays-Bas", "England Netherlands"),
        ("un rendez-vous", "appointment"),
        # A word that the glossary does not know is left out.
        ("xylomorphique", ""),
    ],
)
def test_each_word_has_its_likeliest_meaning(french: str, english: str) -> None:
    assert in_english(french) == english


def test_of_a_whole_text_what_the_glossary_does_not_know_stays() -> None:
    assert in_english("l'abattage des xylomorphes", whole=True) == "slaughter xylomorphes"


def test_several_threads_translate_side_by_side() -> None:
    questions = ["les travailleuses étrangères temporaires", "l'abattage des chevaux", "logements abordables"] * 300
    alone = [in_english(question) for question in questions[:3]]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(in_english, questions)) == alone * 300


def test_a_word_in_any_of_its_forms_is_the_same_word() -> None:
    assert in_english("travailleuse") == in_english("travailleurs") == in_english("travailleur")
