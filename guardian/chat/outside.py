"""Recognises questions that no bylaws can answer: they ask for a guess, a forecast, an opinion or advice, or about
other schemes, people or the world. The classifier's data are made by `python -m training outside`."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from rag.clients.linear import linear_models
from rag.language.tokens import without_accents, words_of
from rag.retrieval.embedding import query_vector
from rag.retrieval.excerpt import query_words
from rag.text.language import detect_language

PATH = Path(__file__).resolve().parent.parent / "data" / "outside.json"
ENGLISH, MULTILINGUAL = "record-minilm", "multilingual-e5-small"
# A phrase has at most so many words.
_PHRASE = 3
_ENDS = ".!?:“\"'’"
NOT_NAMED = "The documents nowhere name {names}. These are this scheme’s own rules."
OUTSIDE = (
    "Bylaws hold rules. This seems to ask for something else, such as a forecast, an opinion, advice, or facts about "
    "people, other schemes or the world. Ask what the rule is."
)


def names_not_in(question: str, texts: Iterable[str]) -> list[str]:
    """The names in a question that none of some texts holds, such as another town. A word that begins a sentence need
    not be a name.

    >>> names_not_in("Hello. What does Orem say about cats in Utah?", ["The State of Utah."])
    ['Orem']
    """
    words, held = words_of(question), {word.folded for text in texts for word in words_of(text)}
    inside = (word for before, word in pairwise(words) if before.text[-1] not in _ENDS)
    names = (word.text for word in inside if word.text.istitle() and len(word.text) > 2)
    return [name for name in dict.fromkeys(names) if without_accents(name) not in held and name.isalpha()]


def is_outside(question: str, model_name: str) -> bool:
    """Whether no bylaws could answer a question, judged by its vector. Raises EmbedderError.

    Always False if the classifier was not trained for `model_name`, or if that model does not read the question's
    language. A short phrase without any grammar ("tennis court hours") names a matter and asks for no forecast.
    """
    words = question.split()
    if len(words) <= _PHRASE and len(query_words(question)) == len(words):
        return False
    model = linear_models(PATH).get(model_name)
    if model is None or (model_name != MULTILINGUAL and detect_language(question) != "en"):
        return False
    return bool(model.holds(query_vector(question, model_name)[None, :])[0])
