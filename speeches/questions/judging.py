"""What reads passages of the record, and judges whether they answer: data, made by `manage.py calibrate`."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rag.answering.configured import configured_quick_reader, configured_reader
from rag.answering.judge import Judge, judge_of
from rag.answering.passages import Passage
from rag.answering.read import Read, Reader, read
from speeches.understanding.reading import Reading

PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"


def judge(language: str, *, about: bool = False) -> Judge:
    """The judge of answers in a language: of facts, or of what is said `about` a subject."""
    return judge_of(PATH, f"{language} about" if about else language)


# What the tables should know, and do not, somebody's words answer only where they are this likely to.
_UNTOLD = 0.25
# Who asks for passages gets those found, unless they are far from it.
_NEAR = 0.25


def least_probability(reading: Reading, own: Judge) -> float:
    """How likely a sentence must answer a question to be given as its answer."""
    if reading.task == "find":
        return min(_NEAR, own.threshold)
    return max(_UNTOLD, own.threshold) if reading.task in ("fact", "list") else own.threshold


def sentences_read(question: str, language: str, passages: Sequence[Passage], *, about: bool = False) -> list[Read]:
    """The sentences of passages, the likeliest to answer first. Raises ModelError."""
    return read(question, language, passages, readers(about=about), judge(language, about=about))


def readers(*, about: bool) -> Callable[[str], Reader]:
    """What reads passages in a language: what is asked about a subject is read once, as its judge was fitted on; to
    look again for what states a fact says nothing of what speaks of it."""
    return configured_quick_reader if about else configured_reader
