"""The documents name every setting, command, endpoint, dependency and format."""

import asyncio
import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import get_resolver

from hansard_site import environment
from hansard_site.api import api
from hansard_site.mcp import make_server
from speeches.formats import FORMATS
from speeches.formats.typed import ROWS
from speeches.search.query import OPERATORS

ROOT = Path(__file__).resolve().parents[2]
OURS = ("hansard_site", "rag", "speeches", "guardian")


def doc(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


@pytest.mark.parametrize("name", sorted(environment.DOCUMENTED | {"LOCAL_FOLDER", "PORT"}))
def test_settings(name: str) -> None:
    assert f"`{name}`" in doc("settings.md")


@pytest.mark.parametrize("name", sorted(name for name, app in get_commands().items() if app in OURS))
def test_commands(name: str) -> None:
    assert f"`manage.py {name}" in doc("operations.md")


@pytest.mark.parametrize("path", sorted(api.get_openapi_schema()["paths"]))
def test_endpoints(path: str) -> None:
    assert f"`{path.removeprefix('/api/v1')}`" in doc("api.md")


@pytest.mark.parametrize("format_", FORMATS)
def test_formats(format_: str) -> None:
    assert f"`{format_}`" in doc("formats.md")


@pytest.mark.parametrize("kind", sorted(ROWS))
def test_fields_of_records(kind: str) -> None:
    (line,) = (line for line in doc("records.md").splitlines() if line.startswith(f"| `{kind}` | **"))
    fields = ROWS[kind].model_fields.keys() - {"source_type", "parliament"}
    assert {name for name in fields if f"`{name}`" not in line} == set()


@pytest.mark.parametrize("operator", sorted(OPERATORS))
def test_operators(operator: str) -> None:
    assert f"`{operator}:" in doc("search.md")


@pytest.mark.parametrize("tool", sorted(tool.name for tool in asyncio.run(make_server().list_tools())))
def test_tools(tool: str) -> None:
    assert f"`{tool}`" in doc("mcp.md")


def test_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    explained = doc("dependencies.md")
    locked = {line.split("==")[0].lower() for line in (ROOT / "requirements.lock").read_text().split()}
    for requirement in wanted:
        name = re.split(r"[\[<>=]", requirement)[0]
        assert f"`{name}`" in explained
        assert name.lower() in locked


def test_the_lock_brings_neither_torchvision_nor_cuda() -> None:
    locked = (ROOT / "requirements.lock").read_text()
    assert "torchvision" not in locked
    assert "nvidia" not in locked
    assert all("==" in line for line in locked.split())


def test_links_between_documents_lead_somewhere() -> None:
    checked = 0
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
            checked += 1
    assert checked > 5


def test_every_page_has_a_name() -> None:
    assert {"search", "speech"} <= {key for key in get_resolver().reverse_dict if isinstance(key, str)}


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    for folder in (*OURS, "tests", "benchmarks"):
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" not in path.parts:
                assert path.read_text().count("\n") <= 400, path
