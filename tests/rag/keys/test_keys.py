"""A key is shown once and kept as a hash."""

import pytest
from django.core.management import CommandError, call_command

from rag.keys.models import ApiKey

pytestmark = pytest.mark.django_db


def test_only_the_token_opens() -> None:
    key, token = ApiKey.create(["read"])
    opened = ApiKey.objects.opening(token)
    assert opened == key
    assert ApiKey.objects.opening(token + "x") is None
    assert ApiKey.objects.opening(key.digest) is None
    assert token not in str(list(ApiKey.objects.values()))


def test_its_use_is_noted() -> None:
    key, token = ApiKey.create(["read"])
    ApiKey.objects.opening(token)
    key.refresh_from_db()
    assert key.last_used_at is not None


def test_the_command_prints_the_key_alone(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_api_key", "--scopes", "read,ingest", "--name", "newsroom")
    (token,) = capsys.readouterr().out.splitlines()
    opened = ApiKey.objects.opening(token)
    assert opened is not None
    assert (opened.scopes, opened.name) == (["ingest", "read"], "newsroom")


@pytest.mark.parametrize("scopes", ["", "write", "read,write"])
def test_an_unknown_scope_is_refused(scopes: str) -> None:
    with pytest.raises(CommandError, match="choose from read, ingest"):
        call_command("create_api_key", "--scopes", scopes)
