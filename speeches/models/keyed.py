"""Ids that people and programs keep. They stay the same when a day is ingested again."""

from typing import TypeVar

from django.db import models

from speeches.models.parliament import Sitting

Row = TypeVar("Row", bound=models.Model)


class OfTheDayQuerySet(models.QuerySet[Row]):
    """Rows that have a position in a sitting."""

    def find_by_key(self, key: str) -> Row | None:
        """The row with an id such as `au-house-2021-10-21-7`."""
        day, _, position = key.rpartition("-")
        sitting = Sitting.objects.find_by_key(day) if position.isdecimal() and len(position) < 10 else None
        return self.filter(sitting=sitting, position=int(position)).first() if sitting else None
