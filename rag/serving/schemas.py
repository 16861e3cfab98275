"""What the endpoints of both applications share."""

from ninja import Schema


class ProblemOut(Schema):
    """An error as RFC 9457 describes it."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, str]] = []
