"""Matches every new passage against all follows, in the transaction that stores its vector.

So each passage is noticed exactly once, even if a worker is killed. Follows by words look up passages by their rarest
word; follows by meaning compare all passages of a batch with all questions at once.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from rag.chunks.models import EmbeddingModel
from rag.clients.embedder import Vectors, scale_of
from rag.retrieval.embedding import query_vector
from speeches.following.searches import chunks_within, filters_of
from speeches.models import Chunk, Follow, Notice
from speeches.search.calibration import calibration
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.search.query import parse_box

# Relevances outside these bounds have no score.
_LEAST, _MOST = 0.001, 0.999
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A newly embedded chunk: its place, its terms, and its header and words as embedded."""

    speech: str
    index: int
    start: int
    end: int
    language: str
    terms: frozenset[int]
    text: str


def notice(keys: Sequence[tuple[str, int]], texts: Sequence[str], vectors: Vectors, model: EmbeddingModel) -> None:
    """Store a notice for every follow that matches one of these chunks."""
    follows = list(Follow.objects.confirmed())
    if not follows:
        return
    passages = _passages(keys, texts, model)
    found: dict[Follow, list[tuple[int, float]]] = defaultdict(list)
    for follow, place, score in (*_match_words(follows, passages), *_match_meaning(follows, passages, vectors, model)):
        found[follow].append((place, score))
    # Many follows share the same filters.
    within = cache(lambda filters: _within(filters, passages, model))
    notices = []
    for follow, some in found.items():
        let_through = within(filters_of(follow))
        best = _best_of_each_speech((score, passages[place]) for place, score in some if place in let_through)
        notices += [Notice(follow=follow, speech_id=one.speech, start=one.start, end=one.end) for one in best]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def _passages(keys: Sequence[tuple[str, int]], texts: Sequence[str], model: EmbeddingModel) -> list[Passage]:
    chunks = Chunk.objects.filter(model=model, speech__in={speech for speech, _ in keys})
    columns = ("speech", "index", "start", "end", "language", "terms")
    rows = {(row["speech"], row["index"]): row for row in chunks.values(*columns)}
    return [
        Passage(**rows[key] | {"terms": frozenset(rows[key]["terms"]), "text": _plain(text)})
        for key, text in zip(keys, texts, strict=True)
    ]


def _plain(text: str) -> str:
    return _SPACES.sub(" ", text).lower().replace("’", "'")


def _match_words(follows: Iterable[Follow], passages: Sequence[Passage]) -> Iterator[tuple[Follow, int, float]]:
    """Each follow by words with the places of the passages that hold all of its words."""
    holding: dict[tuple[str, int], list[int]] = defaultdict(list)
    for place, passage in enumerate(passages):
        for term in passage.terms:
            holding[passage.language, term].append(place)
    languages = {passage.language for passage in passages}
    for follow in follows:
        if follow.by != Follow.By.WORDS:
            continue
        box = parse_box(follow.query)
        phrases, excluded = (tuple(map(_plain, some)) for some in (box.phrases, box.excluded))
        for language in languages:
            for place in _holding_all(follow.terms.get(language, []), language, holding, passages):
                text = passages[place].text
                if all(one in text for one in phrases) and not any(_stands_in(one, text) for one in excluded):
                    yield follow, place, 1.0


def _holding_all(
    terms: Sequence[int], language: str, holding: dict[tuple[str, int], list[int]], passages: Sequence[Passage]
) -> Iterable[int]:
    if not terms:
        return [place for place, passage in enumerate(passages) if passage.language == language]
    rarest = min((holding.get((language, term), []) for term in terms), key=len)
    return [place for place in rarest if passages[place].terms.issuperset(terms)]


def _stands_in(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def _match_meaning(
    follows: Iterable[Follow], passages: Sequence[Passage], vectors: Vectors, model: EmbeddingModel
) -> Iterator[tuple[Follow, int, float]]:
    """Each follow by meaning with the places of the passages that are close enough, and their cosines."""
    asking = [follow for follow in follows if follow.by == Follow.By.MEANING]
    if not asking:
        return
    questions = np.stack([_vector(follow, model) for follow in asking])
    curve, scale = calibration(model.name, "meaning"), scale_of(model.name)
    scores = (curve.score(min(max(follow.least, _LEAST), _MOST)) for follow in asking)
    least = np.array([scale.low + scale.span * score for score in scores], np.float32)
    cosines = questions @ vectors.T
    for row, place in zip(*np.nonzero(cosines >= least[:, None]), strict=True):
        yield asking[row], int(place), float(cosines[row, place])


def _vector(follow: Follow, model: EmbeddingModel) -> Vectors:
    """The vector of a follow's query, by the passages' model. It is stored for the main (not multilingual) model."""
    if follow.vector_model == model.name:
        return np.asarray(follow.vector.to_numpy(), np.float32)
    vector = query_vector(parse_box(follow.query).text, model.name)
    if not model.multilingual:
        Follow.objects.filter(pk=follow.pk).update(vector=vector.tolist(), vector_model=model.name)
    return vector


def _within(filters: Filters, passages: Sequence[Passage], model: EmbeddingModel) -> set[int]:
    """The places of the passages that pass the filters."""
    try:
        chunks = chunks_within(filters).filter(model=model, speech__in={passage.speech for passage in passages})
    except SearchError:
        # The chamber or parliament no longer exists.
        return set()
    let_through = set(chunks.values_list("speech_id", "index"))
    return {place for place, one in enumerate(passages) if (one.speech, one.index) in let_through}


def _best_of_each_speech(found: Iterable[tuple[float, Passage]]) -> Iterable[Passage]:
    best: dict[str, tuple[float, Passage]] = {}
    for score, passage in found:
        if passage.speech not in best or score > best[passage.speech][0]:
            best[passage.speech] = (score, passage)
    return [passage for _, passage in best.values()]
