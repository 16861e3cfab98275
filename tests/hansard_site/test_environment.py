"""A setting that is missing or wrong stops the start with a sentence that says what to set."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from hansard_site import environment


def test_a_required_setting_that_is_missing() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"NO_SUCH_SETTING is not set\. Set it to a URL\."):
        environment.text("NO_SUCH_SETTING", hint="Set it to a URL.")
    environment.DOCUMENTED.discard("NO_SUCH_SETTING")


@pytest.mark.parametrize(("value", "on"), [("1", True), ("true", True), ("Yes", True), ("0", False), ("", False)])
def test_flags(monkeypatch: pytest.MonkeyPatch, value: str, on: bool) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert environment.flag("DEBUG") is on


def test_a_flag_that_is_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG=true or DEBUG=false"):
        environment.flag("DEBUG")


def test_a_number_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPLOAD_LIMIT_MB", "lots")
    with pytest.raises(ImproperlyConfigured, match="not a whole number"):
        environment.number("UPLOAD_LIMIT_MB", 50)


def test_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " a.example, ,b.example ")
    assert environment.names("ALLOWED_HOSTS") == ["a.example", "b.example"]
