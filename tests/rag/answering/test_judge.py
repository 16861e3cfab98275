"""The judge gives the probability that a sentence answers, by language, fitted on questions that somebody marked."""

from pathlib import Path

import pytest

from rag.answering.judge import Judge, judge_of, logit, save
from rag.answering.judge_training import LabelledQuestion, cross_validate, fit_judge, risk_and_coverage, separation


def questions(count: int = 40) -> list[LabelledQuestion]:
    """Questions of which half are answered, each by a sentence of which the reader is sure."""
    return [
        LabelledQuestion(str(number), number % 2 == 0, [(0.9 if number % 2 == 0 else 0.2, 0.5, 0.0)], [number % 2 == 0])
        for number in range(count)
    ]


def test_it_learns_what_parts_answers_from_refusals() -> None:
    judge = fit_judge(questions(), threshold=0.5)
    assert judge.probability(0.9, 0.5, 0.0) > 0.5 > judge.probability(0.2, 0.5, 0.0)


def test_it_learns_that_the_search_preferred_another_passage() -> None:
    told = [(1.0, 0.0), (0.0, 0.2)]
    rows = [
        LabelledQuestion(str(number), one == 1.0, [(0.5, 0.5, behind)], [one == 1.0])
        for number, (one, behind) in enumerate(told * 20)
    ]
    judge = fit_judge(rows, threshold=0.5)
    assert judge.probability(0.5, 0.5, 0.0) > 0.5 > judge.probability(0.5, 0.5, 0.2)


def test_each_question_is_judged_by_what_was_fitted_on_others() -> None:
    judged = cross_validate(questions())
    assert len(judged) == 40
    assert separation(judged) == 1.0
    threshold, answered, right, wrongly = risk_and_coverage(judged)[9]
    assert (threshold, answered, right, wrongly) == (0.5, 1.0, 1.0, 0.0)


def test_a_language_that_none_was_fitted_for_has_the_english_judge(tmp_path: Path) -> None:
    english, french = Judge(0.0, 1.0, 0.0, 0.0, 0.5), Judge(1.0, 2.0, 3.0, -4.0, 0.4)
    save(tmp_path / "judge.json", "en", english)
    assert judge_of(tmp_path / "judge.json", "fr") == english
    save(tmp_path / "judge.json", "fr", french)
    assert judge_of(tmp_path / "judge.json", "fr") == french
    assert judge_of(tmp_path / "judge.json", "en") == english


@pytest.mark.parametrize("probability", [0.0, 1.0])
def test_nothing_is_so_sure_that_no_number_tells_it(probability: float) -> None:
    assert abs(logit(probability)) < 20
