"""The reader and the judge for sections of bylaws. The judge's data are made by `manage.py calibrate_bylaws`."""

from collections.abc import Sequence
from pathlib import Path

from guardian.search.expansion import expand_question
from rag.answering.judge import Judge, judge_of
from rag.answering.model_settings import configured_reader
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence, rank_sentences
from rag.clients.reader.two_stage import TwoReaders
from rag.text.language import detect_language

_WORDS_EACH = 2
# How many sentences both readers read. Everyday words for a rule mislead the quick reader (docs/bylaws.md).
_AGAIN = 12
# A document with a sentence this likely by the reader alone is judged by itself. Of 13 questions to three documents at
# once, what is beside the point is below 0.21, and what another document says to the point is above 0.34.
_BY_ITSELF = 0.3
PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"


def judge(language: str) -> Judge:
    """The judge for bylaws in this language."""
    return judge_of(PATH, language)


def bylaw_reader(language: str) -> TwoReaders:
    """The reader of a language, as bylaws are read."""
    return configured_reader(language, _AGAIN)


def add_bylaw_words(question: str) -> str:
    """A question followed by the words that bylaws use for its terms. The reader model gets it beside the question.

    >>> add_bylaw_words("Can I have a dog?")
    'Can I have a dog? (animal, pet)'
    """
    words = dict.fromkeys(word for words in expand_question(question).values() for word in words[:_WORDS_EACH])
    return f"{question} ({', '.join(words)})" if words else question


def rank_for_question(question: str, language: str, passages: Sequence[Passage]) -> list[RankedSentence]:
    """The sentences of passages, the likeliest answer first. A question that is not in English is read by the reader of
    its language, whatever that of the passages. Raises ModelError.

    A document that the reader alone finds likely to answer is judged by itself, since it may forbid what another
    allows; what others say of other matters must not stand beside the rule. Leaves out sentences that only introduce a
    list: the list's items are passages of their own, and carry its words as their stem.
    """
    own, read_in = judge(language), language if language != "en" else detect_language(question)
    also = add_bylaw_words(question)
    sentences = rank_sentences(question, read_in, passages, bylaw_reader, own, also, _BY_ITSELF)
    return [one for one in sentences if not one.sentence.words.rstrip().endswith(":")]
