"""A `manage.py` command that needs no model, parser or client loads none."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"
MEMORY = Path("/proc/self/status")
MODELS = {"torch", "transformers", "sentence_transformers", "openvino", "py3langid"}
CLIENTS = {"openai", "httpx", "mcp"}
PARSERS = {"lxml", "pypdfium2", "speeches.formats.detect"}
# The most memory that `manage.py migrate` may take, in kilobytes.
MOST = 150_000


@pytest.fixture(scope="module")
def migrating() -> dict[str, object]:
    """The modules and the peak memory (kB) of a process that checked the whole site and planned its migrations."""
    script = f"""
import json, runpy, sys
from pathlib import Path
sys.argv = ["manage.py", "migrate", "--plan"]
runpy.run_path({str(MANAGE)!r}, run_name="__main__")
status = Path({str(MEMORY)!r})
peak = [line.split()[1] for line in status.read_text().splitlines() if line[:6] == "VmHWM:"] if status.exists() else []
print(json.dumps({{"modules": list(sys.modules), "peak": peak}}))
"""
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    told: dict[str, object] = json.loads(finished.stdout.splitlines()[-1])
    return told


def test_it_has_checked_the_whole_site(migrating: dict[str, object]) -> None:
    modules = migrating["modules"]
    assert isinstance(modules, list)
    assert {"hansard_site.urls", "speeches.search.engine", "guardian.chat.ask", "speeches.tasks"} <= set(modules)


@pytest.mark.parametrize("heavy", [MODELS, CLIENTS, PARSERS], ids=["models", "clients", "parsers"])
def test_it_loads_nothing_that_only_others_need(migrating: dict[str, object], heavy: set[str]) -> None:
    modules = migrating["modules"]
    assert isinstance(modules, list)
    assert heavy & set(modules) == set()


@pytest.mark.skipif(not MEMORY.exists(), reason="only Linux tells a process's greatest memory")
def test_it_is_small(migrating: dict[str, object]) -> None:
    peak = migrating["peak"]
    assert isinstance(peak, list)
    assert 0 < int(peak[0]) < MOST
