"""Keeps the real model's vectors of passages, so that the same days are not embedded twice.

The real embedder computes them in this environment. They lie in the tests' data folder under a digest of the
embedder's own code and of the lock file, so another model, backend or version of a library starts anew.
"""

import fcntl
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rag.clients.embedder import Embedder, EmbeddingSpec, Vectors

ROOT = Path(__file__).resolve().parent.parent
_MADE_BY = (
    *sorted((ROOT / "rag/clients").glob("*embedder.py")),
    ROOT / "rag/clients/streams.py",
    ROOT / "requirements.lock",
)


class RememberingEmbedder:
    """An embedder that asks another only for texts that no process using this folder has embedded before."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder, self._folder = embedder, folder
        code = b"".join(file.read_bytes() for file in _MADE_BY)
        digest = hashlib.sha256(embedder.spec.name.encode() + code).hexdigest()[:16]
        self._file = folder / f"vectors-{digest}.npz"
        self._known: dict[str, Vectors] = {}

    @property
    def spec(self) -> EmbeddingSpec:
        return self._embedder.spec

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        keys = [hashlib.sha256(passage.encode()).hexdigest() for passage in passages]
        if not self._known.keys() >= set(keys):
            self._learn(dict(zip(keys, passages, strict=True)))
        return np.stack([self._known[key] for key in keys])

    def _learn(self, passages: dict[str, str]) -> None:
        """Loads the kept vectors, then embeds and keeps the rest, one process at a time."""
        with (self._folder / "vectors.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self._file.exists():
                with np.load(self._file) as kept:
                    self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))
            if new := [key for key in passages if key not in self._known]:
                vectors = self._embedder.embed_passages([passages[key] for key in new])
                self._known.update(zip(new, vectors, strict=True))
                self._keep()

    def _keep(self) -> None:
        for other in self._folder.glob("vectors-*.npz"):
            other.unlink()
        draft = self._folder / "vectors-draft.npz"
        np.savez(draft, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))
        draft.rename(self._file)

    def embed_query(self, query: str) -> Vectors:
        return self._embedder.embed_query(query)
