"""Starts the services of docker-compose.yml with their own commands, on the tests' PostgreSQL and Redis."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import connection

from hansard_site import environment
from tests.browser import test_database_url

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
SITE = [name for name, service in SERVICES.items() if "command" in service]


def start_service(name: str, **changes: str) -> subprocess.Popen[str]:
    """Starts a service at this machine's addresses, not the containers'. `changes` replaces words of its command."""
    command = [changes.get(word, word) for word in SERVICES[name]["command"]]
    variables = {key: os.environ[key] for key in ("SECRET_KEY", "REDIS_URL", "DATA_FOLDER", "PATH")}
    variables |= {"DATABASE_URL": test_database_url(), "LOG_FORMAT": "json", "PYTHONUNBUFFERED": "1"}
    if "DATABASE_OWNER_URL" in SERVICES[name]["environment"]:
        owner = os.environ["DATABASE_OWNER_URL"].rpartition("/")[0]
        variables["DATABASE_OWNER_URL"] = f"{owner}/{connection.settings_dict['NAME']}"
    bin_folder = Path(sys.executable).parent
    return subprocess.Popen(
        [str(bin_folder / command[0]), *command[1:]],
        cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def test_the_services_are_those_that_the_documents_name() -> None:
    assert set(SITE) == {"migrate", "backup", "web", "worker", "beat"}
    assert {"db", "redis"} <= set(SERVICES)


def test_every_variable_is_a_setting_and_no_secret_has_a_default() -> None:
    # Settings of the image, of one service alone, for developers, or for a server that an assistant starts itself.
    elsewhere = {"AS_OWNER", "CACHE_PREFIX", "DATABASE_OWNER_URL", "DATA_FOLDER", "DEBUG", "MCP_FOLDER", "MCP_KEY"}
    elsewhere |= {"DATABASE_BACKUP_URL", "SERVES_REQUESTS"}
    for name in SITE:
        assert set(SERVICES[name]["environment"]) | elsewhere == environment.DOCUMENTED
    text = (ROOT / "docker-compose.yml").read_text()
    for secret in ("SECRET_KEY", "APP_PASSWORD", "BACKUP_PASSWORD", "OWNER_PASSWORD"):
        assert f"${{{secret}:?" in text
        assert f"${{{secret}:-" not in text


def test_the_file_of_secrets_goes_neither_into_the_image_nor_into_the_repository() -> None:
    for name in (".dockerignore", ".gitignore"):
        assert ".env*" in (ROOT / name).read_text().split()


def test_the_image_runs_without_root_and_leaves_tests_out() -> None:
    image = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER hansard$", image, re.MULTILINE)
    assert "tests" in (ROOT / ".dockerignore").read_text().split()
    assert SERVICES["web"]["command"] == yaml.safe_load(re.search(r"^CMD (.*)$", image, re.MULTILINE)[1])  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
class TestEntryPoints:
    def test_migrate_ends_well(self) -> None:
        process = start_service("migrate")
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0, output
        assert "No migrations to apply" in output

    def test_web_becomes_ready_and_its_log_is_json(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        process = start_service("web", **{"--port=8000": f"--port={port}", "--host=0.0.0.0": "--host=127.0.0.1"})
        try:
            ready = until_ready(f"http://127.0.0.1:{port}/readyz")
            assert ready == b'{"database": "ok", "migrations": "ok", "redis": "ok", "model": "ok"}'
        finally:
            process.terminate()
        output, _ = process.communicate(timeout=30)
        assert '"path": "/readyz", "status": 200' in output

    @pytest.mark.parametrize(("name", "sign"), [("worker", "ready"), ("beat", "beat: Starting")])
    def test_worker_and_beat_stay(self, name: str, sign: str, tmp_path: Path) -> None:
        process = start_service(
            name, **{"--loglevel=warning": "--loglevel=info", "--schedule=/tmp/beat": f"--schedule={tmp_path}/b"}
        )
        deadline, seen = time.monotonic() + 60, ""
        try:
            assert process.stdout
            while sign not in seen and time.monotonic() < deadline and (line := process.stdout.readline()):
                seen += line
            assert sign in seen
            assert process.poll() is None
        finally:
            process.terminate()
            process.communicate(timeout=30)


def until_ready(address: str) -> bytes:
    """The answer of /readyz once its status is 200. Fails after 60 s."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=30) as response:
                return bytes(response.read())
        except OSError:
            assert time.monotonic() < deadline, "The site did not become ready."
            time.sleep(0.3)


def test_check_deploy_is_clean() -> None:
    variables = {
        **os.environ,
        "HTTPS_ONLY": "true",
        "SECRET_KEY": "k" * 10 + "äöüßabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH",
    }
    variables.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    found = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level=WARNING"],
        cwd=ROOT, env=variables, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert "no issues" in found.stdout
