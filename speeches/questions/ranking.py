"""The readers of passages, and the judge that decides whether they answer: data, made by `manage.py calibrate`."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rag.answering.judge import Judge, judge_of
from rag.answering.model_settings import configured_quick_reader, configured_reader
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence, Reader, rank_sentences
from rag.text.spans import Span
from speeches.understanding.reading import Reading

PATH = Path(__file__).resolve().parent.parent / "data" / "judge.json"


def judge(language: str, *, about: bool = False) -> Judge:
    """The judge of answers in a language: for questions of fact, or for questions `about` a subject."""
    return judge_of(PATH, f"{language} about" if about else language)


# If a fact belongs in the tables but is missing there, a speech answers it only above this probability. A list needs
# more, because few speeches hold a whole one: in sets C to K, 2 of the 8 speeches below this did, and both above it.
_UNTOLD, _UNLISTED = 0.25, 0.6
# Passages less likely than this are near to what is looked for, but may be others.
NEAR = 0.25


def least_probability(reading: Reading, own: Judge) -> float:
    """The probability that a sentence must reach to be given as the answer."""
    if reading.task == "find" or _asks_for_any_words(reading):
        # A search for passages shows whatever it finds.
        return 0.0
    least = {"fact": _UNTOLD, "list": _UNLISTED if reading.is_sure else _UNTOLD}.get(reading.task, 0.0)
    return max(least, own.threshold)


def _asks_for_any_words(reading: Reading) -> bool:
    """Whether a question asks what a member said, and of nothing in particular: "What did Ada Smith say?"."""
    nothing_else = {slot.name for slot in reading.slots} <= {"speaker", "date", "chamber", "country"}
    return reading.kind == "answer/statement" and bool(reading.keys("speaker")) and nothing_else and not reading.unread


def rank_for_question(
    question: str, language: str, passages: Sequence[Passage], *, about: bool = False, own: bool = False
) -> list[RankedSentence]:
    """The sentences of passages, likeliest to answer first. If only somebody's `own` words are wanted and some are
    likely enough, what the record sets apart from them is left out. Raises ModelError."""
    judged = judge(language, about=about)
    found = rank_sentences(question, language, passages, readers(about=about), judged)
    if not own:
        return found
    theirs = [one for one in found if not is_set_apart(passages[one.sentence.passage], one.sentence.span)]
    return theirs if theirs and theirs[0].probability >= judged.threshold else found


def is_set_apart(passage: Passage, span: Span) -> bool:
    """Whether the record sets words of a passage apart: a motion, a quotation or a document."""
    return any(one.start <= span.start and span.end <= one.end for one in passage.facts.get("set_apart", ()))


def is_translated(passage: Passage, span: Span) -> bool:
    """Whether words of a passage were spoken in another language."""
    return any(one.start < span.end and span.start < one.end for one in passage.facts.get("translated", ()))


def readers(*, about: bool) -> Callable[[str], Reader]:
    """The readers of passages, by language. A question about a subject uses the quick reader alone.

    Its judge was fitted on that single reading, and a second look for a stated fact tells nothing about a passage that
    discusses the subject.
    """
    return configured_quick_reader if about else configured_reader
