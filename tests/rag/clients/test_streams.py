"""Several threads embed passages side by side, in batches of similar length; the vectors stay the same."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from rag.clients.local_embedder import LocalEmbedder
from rag.clients.streams import batches


@pytest.mark.parametrize("streams", [1, 2, 4])
@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_every_text_is_in_one_batch_the_longest_first(count: int, streams: int) -> None:
    lengths = [(place * 37) % 900 for place in range(count)]
    places = [place for batch in batches(lengths, streams) for place in batch]
    assert sorted(places) == list(range(count))
    assert [lengths[place] for place in places] == sorted(lengths, reverse=True)


def test_a_batch_is_as_large_as_its_texts_are_short() -> None:
    assert {len(batch) for batch in batches([800] * 80, 2)} == {8}
    assert {len(batch) for batch in batches([20] * 3200, 2)} == {32}
    assert [len(batch) for batch in batches([100_000, 100_000, 10], 2)] == [1, 1, 1]


def test_of_few_texts_every_stream_gets_some() -> None:
    assert [len(batch) for batch in batches([300] * 8, 2)] == [4, 4]
    assert [len(batch) for batch in batches([20] * 8, 2)] == [8]


@pytest.mark.slow
def test_callers_side_by_side_get_the_vectors_that_each_would_get_alone() -> None:
    from django.conf import settings

    embedder = LocalEmbedder("all-MiniLM-L6-v2", Path(settings.DATA_FOLDER) / "models")
    asked = [
        [f"passage {number} of {caller} " + "on rivers " * (number % 40) for number in range(60)] for caller in range(6)
    ]
    alone = [embedder.embed_passages(passages) for passages in asked]
    with ThreadPoolExecutor(6) as callers:
        beside = list(callers.map(embedder.embed_passages, asked))
    assert all(np.allclose(one, other, atol=1e-3) for one, other in zip(alone, beside, strict=True))
    assert embedder.embed_passages([]).shape == (0, 384)
