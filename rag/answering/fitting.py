"""Fitting a judge, offline: on questions whose passages were read, and of which somebody marked what answers them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.answering.judge import Judge, logit
from rag.answering.passages import Passage
from rag.answering.read import Reader, looked_at

# Of each question as many sentences are learned from, the likeliest: the others no judge would choose.
_DEPTH = 5
_FOLDS = 10


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question with what the reader and the search say of its likeliest sentences, and whether each answers."""

    key: str
    answerable: bool
    # The reader's probability, the passage's score, and how far that lies behind the best.
    rows: list[tuple[float, float, float]]
    right: list[bool]


def labelled(
    key: str,
    question: str,
    language: str,
    passages: Sequence[Passage],
    reader_of: Callable[[str], Reader],
    answers: Callable[[str], bool] | None,
    *,
    whole: bool = False,
    also: str = "",
) -> Labelled:
    """A question as the reader sees it; `answers` says whether a sentence does, None where nothing answers. Of what is
    said on a subject nobody marks every sentence: there the `whole` of it is answered or is not, by the likeliest."""
    found = sorted(looked_at(question, language, passages, reader_of, also), key=lambda one: -one.likely)[:_DEPTH]
    found = found[:1] if whole else found
    right = [answers is not None and (whole or answers(one.sentence.words)) for one in found]
    return Labelled(key, answers is not None, [(one.likely, one.score, one.behind) for one in found], right)


def fitted(questions: Sequence[Labelled], threshold: float) -> Judge:
    """The judge of most likelihood for the sentences of the questions."""
    from sklearn.linear_model import LogisticRegression

    rows = [(logit(likely), *more) for one in questions for likely, *more in one.rows]
    # Scores differ by hundredths: a penalty on what they weigh would keep them from counting.
    model = LogisticRegression(C=1e4).fit(rows, [right for one in questions for right in one.right])
    reader, score, behind = (round(float(weight), 4) for weight in model.coef_[0])
    return Judge(round(float(model.intercept_[0]), 4), reader, score, behind, threshold)


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with the probability of its best sentence, and whether that one answers."""

    answerable: bool
    probability: float
    right: bool


def cross_validated(questions: Sequence[Labelled]) -> list[Judged]:
    """Each question by a judge that was fitted on others: no two folds share a key."""
    keys = sorted({one.key for one in questions})
    found: list[Judged] = []
    for fold in range(min(_FOLDS, len(keys))):
        own = set(keys[fold::_FOLDS])
        judge = fitted([one for one in questions if one.key not in own], threshold=0.5)
        found += [judged(one, judge) for one in questions if one.key in own]
    return found


def judged(question: Labelled, judge: Judge) -> Judged:
    """A question by a judge."""
    scored = [(judge.probability(*row), right) for row, right in zip(question.rows, question.right, strict=True)]
    probability, right = max(scored, default=(0.0, False))
    return Judged(question.answerable, probability, right)


def separation(questions: Sequence[Judged]) -> float:
    """AUROC of answerable against unanswerable questions."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score([one.answerable for one in questions], [one.probability for one in questions]))


def risk_and_coverage(questions: Sequence[Judged]) -> list[tuple[float, float, float, float]]:
    """(threshold, share of the answerable questions answered, of which right, share of the unanswerable answered)."""
    with_answer = [one for one in questions if one.answerable]
    without = [one for one in questions if not one.answerable]
    points = []
    for step in range(1, 20):
        answered = [one for one in with_answer if one.probability >= step / 20]
        wrongly = sum(one.probability >= step / 20 for one in without)
        right = sum(one.right for one in answered) / max(1, len(answered))
        points.append((step / 20, len(answered) / max(1, len(with_answer)), right, wrongly / max(1, len(without))))
    return points
