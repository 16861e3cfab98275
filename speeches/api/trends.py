"""Trends of words and subjects over HTTP."""

import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rag.serving.schemas import ProblemOut
from speeches.api.listing import SpokenParameters
from speeches.trends.trend import TrendRequest, trends

router = Router(tags=["record"])


class TrendParameters(SpokenParameters):
    q: str = Field("", description="Words to count as they are typed, up to four phrases with commas between them.")
    by: str = Field("", description="`party`, `member` or `parliament`; everybody together without it.")
    unit: str = Field("", description="`day`, `month` or `year`; without it, what fits the days of the record.")
    mode: str = Field("words", description="`words` as typed, or `meaning`: an estimate of the speeches on a subject.")

    def request(self) -> TrendRequest:
        """What the parameters ask for. Raises SearchError."""
        phrases = tuple(self.q.split(","))
        return TrendRequest(phrases, self.filters(), self.by, self.unit, self.language, mode=self.mode)


class PointOut(Schema):
    """A stretch of days with sittings. `count` are times or, by meaning, speeches; `rate` are those in 100,000 words,
    null of fewer than 1,000 words."""

    start: datetime.date
    end: datetime.date
    count: int
    words: int
    rate: float | None


class SeriesOut(Schema):
    """A phrase over time; `name` is the party, the member or the parliament that says it, empty for all together."""

    phrase: str
    name: str
    count: int
    words: int
    rate: float | None
    points: list[PointOut]


class TrendsOut(Schema):
    unit: str
    series: list[SeriesOut]
    notes: list[str]


@router.get(
    "/trends",
    response={200: TrendsOut, 422: ProblemOut},
    summary="How often words are said over time",
    operation_id="trends",
)
def trends_of_words(request: HttpRequest, parameters: Annotated[TrendParameters, Query()]) -> Any:
    """Every occurrence is counted, as typed but for case, for whoever says it; by meaning, speeches on a subject."""
    return trends(parameters.request())
