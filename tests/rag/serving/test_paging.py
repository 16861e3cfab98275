"""Cursors give every row once in any order, and only our own cursors are accepted."""

import base64
import json

import pytest
from django.contrib.auth.models import User

from rag.serving.paging import PagingError, page_of, select_fields

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[str]:
    names = [("a", "x"), ("b", "x"), ("c", "y"), ("d", "y"), ("e", "y")]
    User.objects.bulk_create(
        User(username=name, last_name=surname, email="paged@example.org") for name, surname in names
    )
    return [name for name, _ in names]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 9])
@pytest.mark.parametrize(
    ("order", "expected"), [(("username",), "abcde"), (("-username",), "edcba"), (("-last_name", "username"), "cdeab")]
)
def test_every_row_once(people: list[str], order: tuple[str, ...], expected: str, limit: int) -> None:
    seen, cursor = [], ""
    while True:
        found, cursor = page_of(User.objects.filter(email="paged@example.org"), order, cursor, limit)
        seen += [user.username for user in found]
        if not cursor:
            break
    assert "".join(seen) == expected


def cursor_of(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    ["?", "WyJ", cursor_of({}), cursor_of([]), cursor_of(["a", "b"]), cursor_of([None]), cursor_of([["a"]]),
     cursor_of(["\x00"]), cursor_of(["\ud800"]), cursor_of([True]), cursor_of(["x" * 2000]),
     base64.urlsafe_b64encode(b"[" * 700).decode(), cursor_of(["x" * 999])],
)  # fmt: skip
def test_a_cursor_that_is_none_of_ours(people: list[str], cursor: str) -> None:
    with pytest.raises(PagingError, match="none of ours"):
        page_of(User.objects.all(), ("username",), cursor, 5)


@pytest.mark.parametrize("limit", [0, -1, 101])
def test_a_limit_that_cannot_be(limit: int) -> None:
    with pytest.raises(PagingError, match="1 to 100"):
        page_of(User.objects.all(), ("pk",), "", limit)


def test_fields_are_chosen_by_name() -> None:
    assert select_fields([{"a": 1, "b": 2}], "b", ["a", "b"]) == [{"b": 2}]
    assert select_fields([{"a": 1, "b": 2}], "", ["a", "b"]) == [{"a": 1, "b": 2}]
    with pytest.raises(PagingError, match="no field c"):
        select_fields([], "c", ["a", "b"])
