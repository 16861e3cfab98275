"""A French query's meaning is carried into the English model's space."""

from typing import Any

import numpy as np
import pytest

from rag.retrieval.bridge import BRIDGE, carried_vector
from rag.retrieval.embedding import query_vector

ASKED = {
    "Combien de soldats sont morts en Afghanistan ?": "How many soldiers died in Afghanistan?",
    "Pourquoi la prime à la casse exclut-elle les veuves ?": "Why does the scrappage scheme leave widows out?",
    "Qui paie les funérailles des Autochtones ?": "Who pays for the funerals of Indigenous people?",
    "Le prix du lait va-t-il monter ?": "Will the price of milk go up?",
}


@pytest.mark.slow
def test_each_french_question_lies_nearest_to_the_same_in_english() -> None:
    carried = np.stack([vector for one in ASKED if (vector := carried_vector(one, "record-minilm")) is not None])
    english = np.stack([query_vector(one, "record-minilm") for one in ASKED.values()])
    assert np.allclose(np.linalg.norm(carried, axis=1), 1, atol=1e-4)
    assert list((carried @ english.T).argmax(1)) == list(range(len(ASKED)))


def test_no_bridge_leads_to_a_model_that_does_not_ship() -> None:
    assert carried_vector("Le prix du lait", "another/model") is None


def test_without_the_model_that_it_starts_from_there_is_none(settings: Any) -> None:
    settings.MULTILINGUAL_EMBEDDING_MODEL = "intfloat/multilingual-e5-large"
    assert carried_vector("Le prix du lait", "record-minilm") is None


def test_it_is_small() -> None:
    assert BRIDGE.stat().st_size < 400_000
