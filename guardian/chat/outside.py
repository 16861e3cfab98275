"""Recognises questions that no bylaws can answer: they ask for a guess, a forecast, an opinion or advice, or about
other schemes, people or the world. The classifier's data are made by `python -m training outside`."""

from pathlib import Path

from rag.clients.linear import linear_models
from rag.retrieval.embedding import query_vector
from rag.retrieval.excerpt import query_words
from rag.text.language import detect_language

PATH = Path(__file__).resolve().parent.parent / "data" / "outside.json"
ENGLISH, MULTILINGUAL = "record-minilm", "multilingual-e5-small"
# A phrase has at most so many words.
_PHRASE = 3
OUTSIDE = (
    "Bylaws hold rules. This seems to ask for something else, such as a forecast, an opinion, advice, or facts about "
    "people, other schemes or the world. Ask what the rule is."
)


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
