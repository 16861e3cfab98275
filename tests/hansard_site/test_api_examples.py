"""Runs the examples of docs/api.md against the site as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()
SHELL = [block for block in re.findall(r"```sh\n(.*?)```", DOCUMENT, re.S) if "--fail" in block]
PYTHON = re.findall(r"```python\n(.*?)```", DOCUMENT, re.S)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.mark.parametrize("example", SHELL)
def test_curl(site: str, example: str) -> None:
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", at(site, example)], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("{")


@pytest.mark.parametrize("example", PYTHON)
def test_python(site: str, example: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", at(site, example)], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


def test_every_open_endpoint_has_both() -> None:
    for path in ("search", "speeches", "sittings", "debates", "divisions", "politicians", "parties", "topics", "ask"):
        assert any(f"/api/v1/{path}" in example for example in SHELL), path
        assert any(f'"/{path}' in example for example in PYTHON), path


def at(site: str, example: str) -> str:
    return example.replace("http://127.0.0.1:8000", site)
