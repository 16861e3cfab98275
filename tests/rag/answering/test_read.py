"""Which sentences answer: the reader that reads them, by language, and the order in which they come."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rag.answering.judge import Judge
from rag.answering.passages import AskedQuestion, Passage
from rag.answering.read import rank_sentences
from rag.clients.reader.layout import Text
from rag.text.spans import Span

TRUSTING = Judge(0.0, 1.0, 0.0, 0.0, 0.5)


class Hears:
    """A reader for which each sentence with the question's last word answers. It keeps the passages it was given."""

    def __init__(self) -> None:
        self.given: list[Text] = []

    def answers(self, question: str, passages: Sequence[Text], also: str = "") -> list[list[float]]:
        self.given += passages
        return [
            [0.9 if question.rsplit(maxsplit=1)[-1] in one else 0.1 for one in passage.sentences]
            for passage in passages
        ]


def passage(text: str, language: str = "en", score: float = 0.0) -> Passage:
    return Passage(text, text, Span(0, len(text)), "Ada, Senate", "Ada", None, score, facts={"language": language})


def test_the_likeliest_sentence_is_first_whichever_passage_it_stands_in() -> None:
    reader = Hears()
    passages = [passage("Trees are green. Grass is, too."), passage("The levy rose. So it goes.")]
    found = rank_sentences("what about the levy", "en", passages, lambda _: reader, TRUSTING)
    assert found[0].sentence.words == "The levy rose."
    assert round(found[0].probability, 2) == 0.9
    assert len(found) == 4


def test_a_passage_is_read_with_its_header_and_by_sentence() -> None:
    reader = Hears()
    rank_sentences("levy", "en", [passage("The levy  rose.\nSo it goes on.")], lambda _: reader, TRUSTING)
    assert reader.given == [Text(("The levy rose.", "So it goes on."), "Ada, Senate")]


def test_two_languages_are_read_by_the_reader_of_the_one_that_is_not_english() -> None:
    readers = {"en": Hears(), "fr": Hears()}
    both = [passage("The levy rose again."), passage("La taxe a encore monté.", "fr")]
    rank_sentences("levy", "en", both, readers.__getitem__, TRUSTING)
    assert [len(reader.given) for reader in readers.values()] == [1, 1]
    rank_sentences("taxe", "fr", both, readers.__getitem__, TRUSTING)
    assert [len(reader.given) for reader in readers.values()] == [1, 3]


def test_how_well_the_search_found_a_passage_counts_too() -> None:
    passages = [passage("The levy fell today.", score=0.1), passage("The levy rose today.", score=0.9)]
    found = rank_sentences("levy", "en", passages, lambda _: Hears(), Judge(0.0, 1.0, 1.0, 0.0, 0.5))
    assert found[0].sentence.words == "The levy rose today."


def test_how_far_a_passage_lies_behind_the_best_counts_too() -> None:
    passages = [passage("The levy fell today.", score=0.1), passage("The levy rose today.", score=0.9)]
    found = rank_sentences("levy", "en", passages, lambda _: Hears(), Judge(0.0, 1.0, 0.0, -5.0, 0.5))
    assert found[0].sentence.words == "The levy rose today."
    assert found[0].probability > found[1].probability


def test_of_no_passages_nothing_is_read() -> None:
    assert rank_sentences("levy", "en", [], lambda _: Hears(), TRUSTING) == []


ASKED = AskedQuestion("2", "Bo", ("When was the levy due?",), "/2")


class HearsTogether(Hears):
    """A reader for which only a sentence with both the levy and a day answers."""

    def answers(self, question: str, passages: Sequence[Text], also: str = "") -> list[list[float]]:
        self.given += passages
        return [
            [0.9 if "levy" in one and "day" in one else 0.2 if "day" in one else 0.1 for one in passage.sentences]
            for passage in passages
        ]


def test_a_reply_is_read_together_with_its_question() -> None:
    reply = replace(passage("I thank him. On Monday. It rained today. Sunday is the day."), replies_to=ASKED)
    reader = HearsTogether()
    found = rank_sentences("when was it due", "en", [reply], lambda _: reader, TRUSTING)
    assert [one.sentence.words for one in found if one.probability > 0.5] == ["On Monday."]
    assert reader.given[-1] == Text(("When was the levy due? On Monday.",), "Ada, Senate")


def test_what_does_not_answer_with_its_question_either_stays_unlikely() -> None:
    reply = replace(passage("I thank him. It rained."), replies_to=ASKED)
    found = rank_sentences("when was it due", "en", [reply], lambda _: HearsTogether(), TRUSTING)
    assert all(one.probability < 0.5 for one in found)


def test_a_reply_may_be_a_word_or_two() -> None:
    alone, reply = passage("1 January."), replace(passage("1 January."), replies_to=ASKED)
    assert not rank_sentences("the levy", "en", [alone], lambda _: Hears(), TRUSTING)
    assert rank_sentences("the levy", "en", [reply], lambda _: Hears(), TRUSTING)[0].sentence.words == "1 January."


@pytest.mark.parametrize(("by_itself", "rivals"), [(math.inf, False), (0.5, True)])
def test_what_is_likely_enough_by_itself_competes_with_its_own_record_only(by_itself: float, rivals: bool) -> None:
    passages = [passage("The levy fell today.", score=0.1), passage("The levy rose today.", score=0.9)]
    apart = [replace(one, record=str(number)) for number, one in enumerate(passages)]
    judge = Judge(0.0, 1.0, 0.0, -5.0, 0.5)
    found = rank_sentences("levy", "en", apart, lambda _: Hears(), judge, by_itself=by_itself)
    assert (found[0].probability == found[1].probability) is rivals
