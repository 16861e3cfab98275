"""What reads sections of bylaws, and judges whether they answer: data, made by `manage.py calibrate_bylaws`."""

from collections.abc import Sequence
from pathlib import Path

from rag.answering.configured import configured_reader
from rag.answering.judge import Judge, judge_of
from rag.answering.passages import Passage
from rag.answering.read import Read, read

PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"


def judge(language: str) -> Judge:
    """The judge of answers in a language."""
    return judge_of(PATH, language)


def sentences_read(question: str, language: str, passages: Sequence[Passage]) -> list[Read]:
    """The sentences of passages, the likeliest to answer first. Raises ModelError.

    What only leads into a list says nothing: its items are passages of their own, and bring it along.
    """
    sentences = read(question, language, passages, configured_reader, judge(language))
    return [one for one in sentences if not one.sentence.words.rstrip().endswith(":")]
