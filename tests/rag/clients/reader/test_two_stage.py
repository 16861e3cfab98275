"""Passages are read twice: a quick reader reads everything, and the better reader the likeliest sentences again."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from rag.clients.reader.layout import Text
from rag.clients.reader.two_stage import TwoReaders, open_reader

pytestmark = pytest.mark.slow

QUESTION = "When will the new bridge open?"
BRIDGE = Text(
    (
        "The council met on Tuesday evening.",
        "The new bridge will be open to traffic in March 2023.",
        "The member for Bass spoke of his grandmother.",
    ),
    "Mr Smith, House of Representatives, 3 May 2022. Infrastructure",
)


@pytest.fixture(scope="module")
def readers() -> TwoReaders:
    return open_reader("en", Path(settings.DATA_FOLDER) / "models")


def test_each_language_has_a_quick_reader_and_all_share_the_better_one(readers: TwoReaders) -> None:
    french = open_reader("fr", Path(settings.DATA_FOLDER) / "models")
    assert french.first is not readers.first
    assert french.second is readers.second


def test_a_sentence_that_both_read_is_between_what_each_says(readers: TwoReaders) -> None:
    (first,), (second,) = (one.answers(QUESTION, [BRIDGE]) for one in (readers.first, readers.second))
    (both,) = readers.answers(QUESTION, [BRIDGE])
    for one, other, agreed in zip(first, second, both, strict=True):
        assert min(one, other) - 0.01 <= agreed <= max(one, other) + 0.01
    assert both[1] == max(both) > 0.3


@pytest.mark.parametrize("count", [4, 9])
def test_sentences_read_once_keep_their_order_below_those_read_twice(readers: TwoReaders, count: int) -> None:
    readers = replace(readers, again=count)
    several = [Text((*BRIDGE.sentences * 2, f"Road {number} will open in May."), BRIDGE.header) for number in range(3)]
    quick, both = (
        [one for own in found.answers(QUESTION, several) for one in own] for found in (readers.first, readers)
    )
    order = sorted(range(21), key=lambda place: -quick[place])
    again, once = order[:count], order[count:]
    assert min(both[place] for place in again) >= max(both[place] for place in once)
    assert [both[place] for place in once] == sorted((both[place] for place in once), reverse=True)


def test_hopeless_sentences_are_not_reread(readers: TwoReaders) -> None:
    cooking = [Text(("Stir the soup slowly.", "Add a pinch of salt."), "A recipe")]
    quick = readers.first.answers(QUESTION, cooking)
    assert max(map(max, quick)) < 0.02
    assert readers.answers(QUESTION, cooking) == quick
    assert not any(text in cooking for _, text in readers.second._lately)


def test_passages_come_back_in_the_order_given_and_nothing_is_read_of_nothing(readers: TwoReaders) -> None:
    found = readers.answers(QUESTION, [Text(()), BRIDGE, Text(BRIDGE.sentences[::-1], BRIDGE.header)])
    assert [len(one) for one in found] == [0, 3, 3]
    assert readers.answers(QUESTION, []) == []


def test_the_quick_reader_reads_both_wordings_of_a_question_and_the_better_one_the_fuller(readers: TwoReaders) -> None:
    fuller = f"{QUESTION} (crossing)"
    quick = readers.first.answers(QUESTION, [BRIDGE], fuller)
    alone = [readers.first.answers(one, [BRIDGE])[0] for one in (QUESTION, fuller)]
    assert quick == [[*map(max, *alone)]]
    readers.answers(QUESTION, [BRIDGE], fuller)
    assert any(asked == fuller for asked, _ in readers.second._lately)
