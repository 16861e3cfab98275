"""OpenVINO graphs of models, made once and kept in the data folder.

Making one takes a gigabyte, and torch for a model that did not come as a wheel. A separate process does it,
so that no server or worker keeps them.
"""

import fcntl
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from rag.clients.lazy import Once

logger = logging.getLogger(__name__)

_ROOT = Path(__file__).resolve().parent.parent.parent
_LINES = 5
_NUMBERS_PER_SCALE = "64"


class ExportError(RuntimeError):
    """A model could not be exported to OpenVINO. The message holds the last lines of the error."""


def cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def compile_graph(file: Path, streams: int, *, exact: bool = False) -> Any:
    """Compiles a graph for `streams` threads, each with its own request. With `exact`, infers in single precision
    instead of the processor's fastest. Raises RuntimeError."""
    # With pinning, the threads of every process would share the same first cores: a query's and a worker's.
    settings = {"ENABLE_CPU_PINNING": "NO", "INFERENCE_NUM_THREADS": str(streams), "NUM_STREAMS": str(streams)}
    # How many numbers of a state share a scale where they are multiplied with matrices of eight bits.
    settings["DYNAMIC_QUANTIZATION_GROUP_SIZE"] = "0" if exact else _NUMBERS_PER_SCALE
    if exact:
        settings["INFERENCE_PRECISION_HINT"] = "f32"
    return openvino.get().Core().compile_model(str(file), "CPU", settings)


def _open_library() -> Any:
    """Opens OpenVINO for use by threads.

    OpenVINO builds its table of numpy types at the first inference. Two threads that do so at once would deadlock: one
    holds the interpreter lock, the other the table. Building it here avoids that.
    """
    import openvino

    openvino.Type.i64.to_dtype()
    return openvino


# Every inference opens OpenVINO through this.
openvino = Once(_open_library)


def export_once(target: Path, kind: str, name: str) -> Path:
    """Returns the folder of a model. The first process to ask makes it with `rag.clients.exporting`. Raises
    ExportError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with (target.parent / ".export.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            logger.info("Making %s ready for OpenVINO, once", target.name)
            draft = Path(tempfile.mkdtemp(dir=target.parent))
            command = [sys.executable, "-m", "rag.clients.exporting", kind, name, str(draft)]
            done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)  # noqa: S603
            if done.returncode:
                shutil.rmtree(draft, ignore_errors=True)
                raise ExportError(" ".join(done.stderr.strip().splitlines()[-_LINES:]))
            draft.rename(target)
    return target
