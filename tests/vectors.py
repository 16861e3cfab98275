"""The real model's vectors of passages that it has embedded before, so that the same days are not embedded twice.

Computed by the real embedder in this environment, kept in the tests' data folder under a digest of the embedder's own
code and of the lock file: another model, backend or version of a library starts anew.
"""

import fcntl
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from rag.clients.embedder import Embedder, EmbeddingSpec, Vectors

ROOT = Path(__file__).resolve().parent.parent
_MADE_BY = (*sorted((ROOT / "rag/clients").glob("*embedder.py")), ROOT / "requirements.lock")


class RememberingEmbedder:
    """An embedder that asks another for what it has not embedded before."""

    def __init__(self, embedder: Embedder, known: dict[str, Vectors]) -> None:
        self._embedder, self._known = embedder, known
        self.asked = 0

    @property
    def spec(self) -> EmbeddingSpec:
        return self._embedder.spec

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        keys = [hashlib.sha256(passage.encode()).hexdigest() for passage in passages]
        new = [place for place, key in enumerate(keys) if key not in self._known]
        if new:
            vectors = self._embedder.embed_passages([passages[place] for place in new])
            self._known.update({keys[place]: vector for place, vector in zip(new, vectors, strict=True)})
            self.asked += len(new)
        return np.stack([self._known[key] for key in keys])

    def embed_query(self, query: str) -> Vectors:
        return self._embedder.embed_query(query)


@contextmanager
def remembering(embedder: Embedder, folder: Path) -> Iterator[RememberingEmbedder]:
    """The embedder with what is known of it; while one process uses it another waits, and finds all it learnt."""
    code = b"".join(file.read_bytes() for file in _MADE_BY)
    digest = hashlib.sha256(embedder.spec.name.encode() + code).hexdigest()[:16]
    file = folder / f"vectors-{digest}.npz"
    with (folder / "vectors.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known: dict[str, Vectors] = {}
        if file.exists():
            with np.load(file) as kept:
                known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))
        remembered = RememberingEmbedder(embedder, known)
        yield remembered
        if remembered.asked:
            draft = file.with_name("vectors-draft.npz")
            np.savez(draft, keys=np.array(list(known)), vectors=np.stack(list(known.values())))
            draft.rename(file)
