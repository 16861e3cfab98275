"""Models as OpenVINO runs them, made once and kept in the data folder.

What makes them needs torch, hundreds of megabytes of it. It runs in a process of its own, so that none that serves or
works ever loads it.
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

from rag.clients.once import Once

logger = logging.getLogger(__name__)

_ROOT = Path(__file__).resolve().parent.parent.parent
_LINES = 5


class ExportError(RuntimeError):
    """A model could not be made ready for OpenVINO; the message is what was said last."""


def cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def compile_graph(file: Path, streams: int, *, exact: bool = False) -> Any:
    """A graph ready to infer by so many threads, each with a request of its own; `exact` in single precision whatever
    the processor is quickest at. Raises RuntimeError."""
    # Pinned, the threads of every process would sit on the same first cores: a query's beside a worker's.
    settings = {"ENABLE_CPU_PINNING": "NO", "INFERENCE_NUM_THREADS": str(streams), "NUM_STREAMS": str(streams)}
    if exact:
        settings["INFERENCE_PRECISION_HINT"] = "f32"
    return openvino.get().Core().compile_model(str(file), "CPU", settings)


def _open_library() -> Any:
    """OpenVINO, fit for threads. It makes its table of numpy's types when the first inference asks for it, and two
    threads that ask at once would wait for each other for ever: one holds the interpreter, the other the table."""
    import openvino

    openvino.Type.i64.to_dtype()
    return openvino


# Whoever infers opens it here first.
openvino = Once(_open_library)


def export_once(target: Path, kind: str, name: str) -> Path:
    """The folder of a model, which `rag.clients.exporting` makes for whichever process comes first. Raises
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
