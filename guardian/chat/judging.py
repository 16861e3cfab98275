"""The reader and the judge for sections of bylaws. The judge's data are made by `manage.py calibrate_bylaws`."""

from collections.abc import Sequence
from pathlib import Path

from guardian.search.expansion import expand_question
from rag.answering.configured import configured_reader
from rag.answering.judge import Judge, judge_of
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence, rank_sentences
from rag.text.language import detect_language

_WORDS_EACH = 2
PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"


def judge(language: str) -> Judge:
    """The judge for bylaws in this language."""
    return judge_of(PATH, language)


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

    Leaves out sentences that only introduce a list: the list's items are passages of their own, and carry its words as
    their stem.
    """
    own, read_in = judge(language), language if language != "en" else detect_language(question)
    sentences = rank_sentences(question, read_in, passages, configured_reader, own, add_bylaw_words(question))
    return [one for one in sentences if not one.sentence.words.rstrip().endswith(":")]
