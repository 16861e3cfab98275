"""Pages lists by cursor. A page begins after the last row of the one before, so no row is skipped or repeated."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Field, Model, Q, QuerySet

MOST = 100
_LONGEST_CURSOR = 1000
_NOT_OURS = "This cursor is none of ours. Take next_cursor from the page before."
Row = TypeVar("Row", bound=Model)


class PagingError(ValueError):
    """An invalid cursor, limit or field. `name` is the parameter's."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def page_of(rows: QuerySet[Row], order: Sequence[str], cursor: str, limit: int) -> tuple[list[Row], str]:
    """Returns at most `limit` rows after `cursor`, and the cursor of the next page ("" at the end). Raises PagingError.

    `order` names columns that are never null and are unique together. A leading `-` means descending.
    """
    if not 1 <= limit <= MOST:
        raise PagingError("limit", f"limit is {limit}; choose a number from 1 to {MOST}.")
    if len(cursor) > _LONGEST_CURSOR:
        raise PagingError("cursor", _NOT_OURS)
    if cursor:
        rows = rows.filter(_after(order, _decode_cursor(cursor, [_field(rows.model, name) for name in order])))
    found = list(rows.order_by(*order)[: limit + 1])
    if len(found) <= limit:
        return found, ""
    return found[:limit], _encode_cursor([_value(found[limit - 1], name) for name in order])


def select_fields(items: list[dict[str, Any]], fields: str, known: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the items reduced to the `fields` named, separated by commas; all fields for "". Raises PagingError for
    an unknown field."""
    names = [name.strip() for name in fields.split(",") if name.strip()]
    if unknown := sorted(set(names) - set(known)):
        raise PagingError("fields", f"There is no field {', '.join(unknown)}; choose from {', '.join(known)}.")
    return [{name: item[name] for name in names} for item in items] if names else items


def _after(order: Sequence[str], values: Sequence[Any]) -> Q:
    condition, same = Q(), Q()
    for name, value in zip(order, values, strict=True):
        column = name.lstrip("-")
        condition |= same & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        same &= Q(**{column: value})
    return condition


def _encode_cursor(values: list[Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(values, cls=DjangoJSONEncoder).encode()).decode().rstrip("=")


def _decode_cursor(cursor: str, fields: "Sequence[Field[Any, Any]]") -> list[Any]:
    try:
        values = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(values, list) or len(values) != len(fields):
            raise ValueError
        cleaned = [
            field.clean(value, None) if _plain(value) else None for field, value in zip(fields, values, strict=True)
        ]
    except (binascii.Error, ValueError, ValidationError, TypeError, OverflowError, RecursionError):
        raise PagingError("cursor", _NOT_OURS) from None
    if any(value is None for value in cleaned):
        raise PagingError("cursor", _NOT_OURS)
    return cleaned


def _plain(value: Any) -> bool:
    if isinstance(value, str):
        return not any(letter == "\x00" or "\ud800" <= letter <= "\udfff" for letter in value)
    return isinstance(value, int) and not isinstance(value, bool)


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    *path, last = name.lstrip("-").split("__")
    for step in path:
        related = model._meta.get_field(step).related_model
        assert isinstance(related, type)
        model = related
    field = model._meta.pk if last == "pk" else model._meta.get_field(last)
    assert isinstance(field, Field)
    return field


def _value(row: Any, name: str) -> Any:
    for step in name.lstrip("-").split("__"):
        row = getattr(row, step)
    return row
