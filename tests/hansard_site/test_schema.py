"""The API keeps to its own OpenAPI document: no answer is a 5xx, and the document describes every one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# Made-up requests for each operation; `make calls` makes many more.
_EXAMPLES = int(os.environ.get("EXAMPLES", "8"))
_SECONDS_EACH = 60


@pytest.mark.slow
@pytest.mark.usefixtures("record")
def test_no_answer_is_undocumented(site: str) -> None:
    """schemathesis makes up valid and invalid requests. It has no key, so it cannot ingest files."""
    command = [str(Path(sys.executable).parent / "schemathesis"), "run", f"{site}/api/v1/openapi.json"]
    options = [f"--checks={CHECKS}", f"--max-examples={_EXAMPLES}", "--phases=examples,coverage,fuzzing"]
    quiet = ["--continue-on-failure", "--no-color", "--generation-deterministic"]
    found = subprocess.run(
        [*command, *options, *quiet],
        capture_output=True,
        text=True,
        check=False,
        timeout=300 + _SECONDS_EACH * _EXAMPLES,
    )
    assert found.returncode == 0, found.stdout[-6000:]
    generated = re.search(r"(\d+) generated", found.stdout)
    assert generated
    print(f"{generated[1]} requests")
    assert int(generated[1]) > 300


@pytest.mark.django_db
def test_every_endpoint_is_described(client: Client) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            assert {"422", "429"} <= set(operation["responses"]), (method, path)
            for status, told in operation["responses"].items():
                if int(status) >= 400:
                    assert set(told["content"]) == {"application/problem+json"}, (method, path, status)
