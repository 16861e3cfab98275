"""Two readers: one reads everything, the other looks again at what seems likeliest."""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.clients.reader.layout import Text
from rag.clients.reader.local import LocalReader, open_local
from rag.clients.trained import MULTILINGUAL, encoder_of

# So many sentences are looked at again, each with so many on either side of it.
_AGAIN, _AROUND = 5, 3


@dataclass(frozen=True, slots=True)
class TwoReaders:
    """A quick reader of everything, and a slower and better one of what that finds likeliest."""

    first: LocalReader
    second: LocalReader

    def answers(self, question: str, passages: Sequence[Text]) -> list[list[float]]:
        """For each passage how likely each of its sentences answers the question, in [0, 1]: by both readers where both
        read it. A sentence that one alone read is no likelier than any that both did. Raises ModelError."""
        likely = self.first.answers(question, passages)
        places = [(number, place) for number, own in enumerate(likely) for place in range(len(own))]
        best = heapq.nlargest(_AGAIN, places, key=lambda one: likely[one[0]][one[1]])
        around = [_around(passages[number], place) for number, place in best]
        again = self.second.answers(question, [text for text, _ in around])
        both = {
            (number, place): _agreed(likely[number][place], own[middle])
            for (number, place), (_, middle), own in zip(best, around, again, strict=True)
        }
        least = min(both.values(), default=1.0)
        return [
            [both.get((number, place), min(least, one)) for place, one in enumerate(own)]
            for number, own in enumerate(likely)
        ]


def open_reader(language: str, cache_folder: Path) -> LocalReader | TwoReaders:
    """What reads a language: the multilingual reader, and before it in English a quicker one."""
    last = open_local(MULTILINGUAL, cache_folder)
    quick = encoder_of(language)
    return last if quick == MULTILINGUAL else TwoReaders(open_local(quick, cache_folder), last)


def _around(text: Text, place: int) -> tuple[Text, int]:
    """A sentence of a passage with those around it, and its place among them."""
    first = max(0, place - _AROUND)
    return Text(text.sentences[first : place + _AROUND + 1], text.header), place - first


def _agreed(one: float, other: float) -> float:
    """The probability whose log odds are the mean of two others'.

    >>> round(_agreed(0.5, 0.9), 2)
    0.75
    """
    both, neither = math.sqrt(one * other), math.sqrt((1 - one) * (1 - other))
    return both / (both + neither) if both + neither else 0.5
