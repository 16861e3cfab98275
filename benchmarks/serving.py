"""Serves the site while a benchmark runs on it."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from hansard_site import local


@contextmanager
def serve() -> Iterator[str]:
    """Starts the ASGI server over the benchmarks' record, without rate limits, and yields its address when it is
    ready."""
    port = local.free_port(8100)
    free = {"API_PER_MINUTE": "1000000", "PAGES_PER_MINUTE": "1000000", "FASTMCP_LOG_LEVEL": "CRITICAL"}
    options = [f"--port={port}", "--timeout-keep-alive=75", "--log-level=error"]
    command = [sys.executable, "-m", "uvicorn", "hansard_site.asgi:application", *options]
    server = subprocess.Popen(command, env={**os.environ, **free})
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/readyz")
        yield address
    finally:
        server.terminate()
        server.wait()


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(address, timeout=30).close()
            return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)
