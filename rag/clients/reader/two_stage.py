"""Two readers in sequence: a quick one reads everything, a better one rereads the likeliest sentences."""

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.clients.reader.layout import Text
from rag.clients.reader.local import LocalReader, open_local
from rag.clients.trained import encoder_of

# The encoder of the better reader, of all languages.
BETTER = "smollm2-135m"
# How many sentences are reread unless told otherwise, and how many neighbours before and after each.
AGAIN, BEFORE, AFTER = 4, 3, 1
# A sentence less likely than this is not reread.
_HOPELESS = 0.02


@dataclass(frozen=True, slots=True)
class TwoReaders:
    """A quick reader for everything, and a slower, better one for the `again` likeliest sentences."""

    first: LocalReader
    second: LocalReader
    again: int = AGAIN

    def answers(self, question: str, passages: Sequence[Text], also: str = "") -> list[list[float]]:
        """Returns, for each passage, each sentence's probability of answering, in [0, 1].

        Sentences that both readers read get a combined probability. The others keep their order, below these. `also` is
        a fuller wording of the question: the quick reader reads both, the better one this. Raises ModelError.
        """
        likely = self.first.answers(question, passages, also)
        places = [(number, place) for number, own in enumerate(likely) for place in range(len(own))]
        likeliest = heapq.nlargest(self.again, places, key=lambda one: likely[one[0]][one[1]])
        best = [(number, place) for number, place in likeliest if likely[number][place] >= _HOPELESS]
        stretches = list(_stretches(passages, best))
        again = self.second.answers(
            also or question,
            [Text(passages[number].sentences[start:end], passages[number].header) for number, start, end in stretches],
        )
        better = {
            (number, start + place): one
            for (number, start, _), own in zip(stretches, again, strict=True)
            for place, one in enumerate(own)
        }
        both = {
            (number, place): _mean_probability(likely[number][place], better[number, place]) for number, place in best
        }
        once = (likely[number][place] for number, place in places if (number, place) not in both)
        share = min(1.0, min(both.values(), default=1.0) / max(1e-9, max(once, default=0.0)))
        return [
            [both.get((number, place), one * share) for place, one in enumerate(own)]
            for number, own in enumerate(likely)
        ]


def open_reader(language: str, cache_folder: Path, again: int = AGAIN) -> TwoReaders:
    """Returns the reader of a language: a quick one, then the better one of all languages."""
    return TwoReaders(open_local(encoder_of(language), cache_folder), open_local(BETTER, cache_folder), again)


def _stretches(passages: Sequence[Text], chosen: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int, int]]:
    """Yields stretches of passages, each as `(passage, start, end)`, that hold the chosen sentences with their
    neighbours. Those that touch are one.

    >>> list(_stretches([Text(tuple("abcdefghijklm"))], [(0, 4), (0, 6), (0, 12)]))
    [(0, 1, 8), (0, 9, 13)]
    """
    by_passage = defaultdict(list)
    for number, place in sorted(chosen):
        by_passage[number].append(place)
    for number, places in by_passage.items():
        start = end = max(0, places[0] - BEFORE)
        for place in places:
            if place - BEFORE > end:
                yield number, start, end
                start = place - BEFORE
            end = min(len(passages[number].sentences), place + AFTER + 1)
        yield number, start, end


def _mean_probability(one: float, other: float) -> float:
    """Returns the probability whose log odds are the mean of the two given.

    >>> round(_mean_probability(0.5, 0.9), 2)
    0.75
    """
    both, neither = math.sqrt(one * other), math.sqrt((1 - one) * (1 - other))
    return both / (both + neither) if both + neither else 0.5
