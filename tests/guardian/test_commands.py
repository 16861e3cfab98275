"""The commands that set schemes up."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from guardian.access import work_scope
from guardian.models import Bylaw, Membership, Role, Scheme
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
    def test_what_cannot_be(self, slug: str, email: str, django_user_model: type[User]) -> None:
        call_command("create_scheme", "taken", name="Taken", admin="ann@quay.example")
        scheme = Scheme.objects.get(slug="taken")
        with work_scope(scheme.pk):
            Membership.objects.create(
                scheme=scheme, user=django_user_model.objects.create_user("newcomer"), role=Role.ADMIN
            )
        with pytest.raises(CommandError):
            call_command("create_scheme", slug, name="Quay", admin=email)

    def test_until_somebody_has_joined_the_invitation_can_be_had_again(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for _ in range(2):
            call_command("create_scheme", "quay", name="Quay", admin="ann@quay.example", site="https://x.example")
        first, second = capsys.readouterr().out.split()
        assert first != second
        assert Scheme.objects.filter(slug="quay").count() == 1

    def test_a_scheme_may_begin_with_its_bylaws(self, samples: Path) -> None:
        bylaws = samples / "gull-point-bylaws.pdf"
        call_command("create_scheme", "quay", name="Quay", admin="ann@quay.example", bylaws=bylaws)
        scheme = Scheme.objects.get(slug="quay")
        with work_scope(scheme.pk):
            assert [bylaw.file_name for bylaw in Bylaw.objects.all()] == ["gull-point-bylaws.pdf"]

    def test_a_file_that_is_no_pdf_makes_no_scheme(self, samples: Path) -> None:
        with pytest.raises(CommandError, match="README"):
            call_command("create_scheme", "quay", name="Quay", admin="a@quay.example", bylaws=samples / "README.md")
        assert not Scheme.objects.filter(slug="quay").exists()

    def test_a_key_for_a_scheme(self, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("create_scheme", "quay", name="Quay", admin="ann@quay.example")
        capsys.readouterr()
        call_command("create_api_key", scopes="read", scheme="quay")
        key = ApiKey.objects.opening(capsys.readouterr().out.strip())
        assert key is not None
        assert key.bound_to.startswith("scheme:")
        with pytest.raises(CommandError, match="no scheme"):
            call_command("create_api_key", scopes="read", scheme="nowhere")
