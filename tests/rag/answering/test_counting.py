"""What a question counts, and whether a sentence says how many of it there are."""

import pytest

from rag.answering.counting import counted, counts


@pytest.mark.parametrize(
    ("question", "sentence", "told"),
    [
        ("How many beds will the clinic have?", "There will be 20 new beds.", True),
        ("How many beds will the clinic have?", "A 20-bed clinic opens in May.", True),
        ("How many beds will the clinic have?", "The clinic cost $9 million over 3 years.", False),
        ("How many koalas live in the forest?", "The 260-hectare forest has koalas and 400 other species.", False),
        ("How many kilometres of trail are built?", "The first 15 kilometres are open.", True),
        ("How many people work there?", "It employs 172 staff.", True),
        ("How many people work there?", "It was founded in 1866 and opened on 3 May.", False),
        ("How many simulators were sold?", "They sold more than 300 helicopter and jet flight simulators.", True),
        ("How many times was the bell rung?", "It was rung on four occasions.", True),
        ("How many pupils are there?", "They came to its 50th birthday.", False),
        ("How many people died in the flood?", "There were 54 deaths.", True),
        ("How many people came?", "2000 people came.", True),
        ("How many beds will it have?", "The number of beds is 20.", True),
        ("How many dogs may I have?", "The number of dogs shall not exceed two.", True),
        ("How many dogs may I have?", "Section 5. Dogs must be leashed.", False),
        ("How many dogs may I have?", "3.2 Dogs must be leashed.", False),
        ("How many dogs may I have?", "(3) Dogs must be leashed.", False),
        ("How many hours per week do they work?", "It passed by 40 votes.", False),
        ("How many doctors left?", "Twenty minutes later the minister left.", False),
        ("How many women died?", "The 12 directors resigned.", False),
        ("How many pupils are there?", "It has 300 students.", True),
        ("How many dogs am I allowed?", "No more than two (2) dogs.", True),
    ],
)
def test_a_number_counts_what_stands_after_it(question: str, sentence: str, told: bool) -> None:
    assert counts(sentence, counted(question)) is told


@pytest.mark.parametrize("question", ["How much is it?", "How many are there?", "Who counts the votes?"])
def test_a_question_that_counts_nothing_by_name(question: str) -> None:
    assert counted(question) == frozenset()


def test_what_is_counted_may_have_another_name() -> None:
    assert counts("At most two pets.", counted("How many dogs?", {"dogs": ["pet", "household pet"]}))
