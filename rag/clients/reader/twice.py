"""Two readers in sequence: a quick one reads everything, a better one rereads the likeliest sentences."""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.clients.reader.layout import Text
from rag.clients.reader.local import LocalReader, open_local
from rag.clients.trained import MULTILINGUAL, encoder_of

# How many sentences are reread, and how many neighbours on either side of each.
_AGAIN, _AROUND = 5, 3


@dataclass(frozen=True, slots=True)
class TwoReaders:
    """A quick reader for everything, and a slower, better one for the likeliest sentences."""

    first: LocalReader
    second: LocalReader

    def answers(self, question: str, passages: Sequence[Text]) -> list[list[float]]:
        """Returns, for each passage, each sentence's probability of answering, in [0, 1].

        Sentences that both readers read get a combined probability. Any other sentence gets at most the lowest of
        these. Raises ModelError.
        """
        likely = self.first.answers(question, passages)
        places = [(number, place) for number, own in enumerate(likely) for place in range(len(own))]
        best = heapq.nlargest(_AGAIN, places, key=lambda one: likely[one[0]][one[1]])
        around = [_around(passages[number], place) for number, place in best]
        again = self.second.answers(question, [text for text, _ in around])
        both = {
            (number, place): _mean_probability(likely[number][place], own[middle])
            for (number, place), (_, middle), own in zip(best, around, again, strict=True)
        }
        least = min(both.values(), default=1.0)
        return [
            [both.get((number, place), min(least, one)) for place, one in enumerate(own)]
            for number, own in enumerate(likely)
        ]


def open_reader(language: str, cache_folder: Path) -> LocalReader | TwoReaders:
    """Returns the reader of a language: the multilingual reader, preceded in English by a quicker one."""
    last = open_local(MULTILINGUAL, cache_folder)
    quick = encoder_of(language)
    return last if quick == MULTILINGUAL else TwoReaders(open_local(quick, cache_folder), last)


def _around(text: Text, place: int) -> tuple[Text, int]:
    """Returns a sentence with its neighbours, and its index among them."""
    first = max(0, place - _AROUND)
    return Text(text.sentences[first : place + _AROUND + 1], text.header), place - first


def _mean_probability(one: float, other: float) -> float:
    """Returns the probability whose log odds are the mean of the two given.

    >>> round(_mean_probability(0.5, 0.9), 2)
    0.75
    """
    both, neither = math.sqrt(one * other), math.sqrt((1 - one) * (1 - other))
    return both / (both + neither) if both + neither else 0.5
