"""The commands that set schemes up."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from rag.keys.models import ApiKey


@pytest.mark.django_db
class TestSchemes:
    def test_a_scheme_and_its_first_invitation(self, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("create_scheme", "quay", name="Quay", admin="ann@quay.example", site="https://x.example")
        found = re.fullmatch(r"https://x\.example(/invitations/[\w-]+)\n", capsys.readouterr().out)
        assert found
        assert "You are invited to Quay" in Client().get(found[1]).content.decode()

    @pytest.mark.parametrize(
        ("slug", "email"), [("Not a slug", "a@b.example"), ("quay", "nobody"), ("taken", "a@b.example")]
    )
    def test_what_cannot_be(self, slug: str, email: str) -> None:
        call_command("create_scheme", "taken", name="Taken", admin="ann@quay.example")
        with pytest.raises(CommandError):
            call_command("create_scheme", slug, name="Quay", admin=email)

    def test_a_key_for_a_scheme(self, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("create_scheme", "quay", name="Quay", admin="ann@quay.example")
        capsys.readouterr()
        call_command("create_api_key", scopes="read", scheme="quay")
        key = ApiKey.objects.opening(capsys.readouterr().out.strip())
        assert key is not None
        assert key.bound_to.startswith("scheme:")
        with pytest.raises(CommandError, match="no scheme"):
            call_command("create_api_key", scopes="read", scheme="nowhere")
