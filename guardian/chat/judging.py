"""The reader and the judge for sections of bylaws. The judge's data are made by `manage.py calibrate_bylaws`."""

from collections.abc import Sequence
from pathlib import Path

from guardian.search.expansion import expand_question
from rag.answering.configured import configured_reader
from rag.answering.judge import Judge, judge_of
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence, rank_sentences
from rag.clients.reader.twice import TwoReaders
from rag.text.language import detect_language

_WORDS_EACH = 2
# How many sentences both readers read. Everyday words for a rule mislead the quick reader (docs/bylaws.md).
_AGAIN = 12
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

    Leaves out sentences that only introduce a list: the list's items are passages of their own, and carry its words as
    their stem.
    """
    own, read_in = judge(language), language if language != "en" else detect_language(question)
    also = add_bylaw_words(question)
    sentences = rank_sentences(question, read_in, passages, bylaw_reader, own, also)
    return [one for one in sentences if not one.sentence.words.rstrip().endswith(":")]
