"""The shipped reader, run for real."""

from pathlib import Path

import pytest
from django.conf import settings

from rag.clients import graphs
from rag.clients.reader.layout import Text
from rag.clients.reader.local import LocalReader, open_local
from rag.clients.trained import ModelError

pytestmark = pytest.mark.slow

BRIDGE = Text(
    (
        "The council met on Tuesday evening.",
        "The new bridge will be open to traffic in March 2023.",
        "The member for Bass spoke of his grandmother.",
    ),
    "Mr Smith, House of Representatives, 3 May 2022. Infrastructure",
)


@pytest.fixture(scope="module", params=["all-MiniLM-L6-v2", "multilingual-e5-small"])
def reader(request: pytest.FixtureRequest) -> LocalReader:
    return open_local(request.param, Path(settings.DATA_FOLDER) / "models")


def test_the_sentence_that_answers_is_likelier_than_the_others(reader: LocalReader) -> None:
    (likely,) = reader.answers("When will the new bridge open?", [BRIDGE])
    assert likely[1] == max(likely) > 0.5
    assert all(0 <= one <= 1 for one in likely)


def test_a_question_of_something_else_is_not_answered(reader: LocalReader) -> None:
    (about_bridge,), (about_fish,) = (
        reader.answers(question, [BRIDGE])
        for question in ("When will the new bridge open?", "How many salmon were caught in the river last year?")
    )
    assert max(about_fish) < max(about_bridge)


def test_passages_come_back_in_the_order_given_however_long_they_are(reader: LocalReader) -> None:
    long = Text(BRIDGE.sentences * 12, BRIDGE.header)
    together = reader.answers("When will the new bridge open?", [long, BRIDGE, Text(()), long])
    assert [len(one) for one in together] == [36, 3, 0, 36]
    alone = reader.answers("When will the new bridge open?", [BRIDGE])[0]
    assert together[1] == pytest.approx(alone, abs=0.03)


def test_where_it_cannot_be_made_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "_ROOT", tmp_path)
    with pytest.raises(ModelError, match="make install"):
        LocalReader("all-MiniLM-L6-v2", tmp_path).answers("Why?", [BRIDGE])
