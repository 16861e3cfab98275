"""Fits a judge offline, on questions whose passages were read and whose answering sentences somebody marked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.answering.judge import Judge, logit
from rag.answering.passages import Passage
from rag.answering.read import Reader, score_sentences

# How many sentences of each question the fit uses: the likeliest. No judge would choose the others.
_DEPTH = 5
_FOLDS = 10


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question with the reader's and the search's figures for its likeliest sentences, and whether each answers."""

    key: str
    answerable: bool
    # The reader's probability, the passage's score, and the distance of that score from the best.
    rows: list[tuple[float, float, float]]
    right: list[bool]


def label_question(
    key: str,
    question: str,
    language: str,
    passages: Sequence[Passage],
    reader_of: Callable[[str], Reader],
    answers: Callable[[str], bool] | None,
    *,
    whole: bool = False,
    also: str = "",
) -> LabelledQuestion:
    """Reads a question and labels its likeliest sentences. `answers` tells whether a sentence answers; None if nothing
    does.

    Nobody marks every sentence about a subject. With `whole`, only the likeliest sentence counts, and it is right if
    the question is answerable.
    """
    found = sorted(score_sentences(question, language, passages, reader_of, also), key=lambda one: -one.likely)[:_DEPTH]
    found = found[:1] if whole else found
    right = [answers is not None and (whole or answers(one.sentence.words)) for one in found]
    return LabelledQuestion(key, answers is not None, [(one.likely, one.score, one.behind) for one in found], right)


def fit_judge(questions: Sequence[LabelledQuestion], threshold: float) -> Judge:
    """Returns the maximum-likelihood judge for the sentences of the questions."""
    from sklearn.linear_model import LogisticRegression

    rows = [(logit(likely), *more) for one in questions for likely, *more in one.rows]
    # Scores differ by hundredths. A penalty on their weights would keep them from counting.
    model = LogisticRegression(C=1e4).fit(rows, [right for one in questions for right in one.right])
    reader, score, behind = (round(float(weight), 4) for weight in model.coef_[0])
    return Judge(round(float(model.intercept_[0]), 4), reader, score, behind, threshold)


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question with the probability of its best sentence, and whether that sentence answers."""

    answerable: bool
    probability: float
    right: bool


def cross_validate(questions: Sequence[LabelledQuestion]) -> list[JudgedQuestion]:
    """Judges each question with a judge fitted on the others. No two folds share a key."""
    keys = sorted({one.key for one in questions})
    found: list[JudgedQuestion] = []
    for fold in range(min(_FOLDS, len(keys))):
        own = set(keys[fold::_FOLDS])
        judge = fit_judge([one for one in questions if one.key not in own], threshold=0.5)
        found += [judge_question(one, judge) for one in questions if one.key in own]
    return found


def judge_question(question: LabelledQuestion, judge: Judge) -> JudgedQuestion:
    """Returns the best sentence of a question according to a judge."""
    scored = [(judge.probability(*row), right) for row, right in zip(question.rows, question.right, strict=True)]
    probability, right = max(scored, default=(0.0, False))
    return JudgedQuestion(question.answerable, probability, right)


def separation(questions: Sequence[JudgedQuestion]) -> float:
    """Returns the AUROC of answerable against unanswerable questions."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score([one.answerable for one in questions], [one.probability for one in questions]))


def risk_and_coverage(questions: Sequence[JudgedQuestion]) -> list[tuple[float, float, float, float]]:
    """Returns rows of (threshold, share of answerable questions answered, share of those right, share of unanswerable
    questions answered)."""
    with_answer = [one for one in questions if one.answerable]
    without = [one for one in questions if not one.answerable]
    points = []
    for step in range(1, 20):
        answered = [one for one in with_answer if one.probability >= step / 20]
        wrongly = sum(one.probability >= step / 20 for one in without)
        right = sum(one.right for one in answered) / max(1, len(answered))
        points.append((step / 20, len(answered) / max(1, len(with_answer)), right, wrongly / max(1, len(without))))
    return points
