"""The day as of which a question asks: "Could I keep a dog in 2024?" asks what applied then."""

import datetime

from django.utils import timezone

from rag.language.days import Days, coming_days_in, days_in


def days_named(question: str) -> list[Days]:
    """The days that a question names, in order, also those named by today: "next year"."""
    return sorted([*days_in(question), *coming_days_in(question, timezone.localdate())], key=lambda one: one.start)


def reference_day(question: str) -> datetime.date:
    """The day nearest to today among those that a question names; today if it names none, several apart, or an end
    alone: "before 1 July 2020" belongs to the matter."""
    today, named = timezone.localdate(), days_named(question)
    if len(named) != 1 or named[0].first is None:
        return today
    return min(max(today, named[0].first), named[0].last or datetime.date.max)


def without_days(question: str) -> str:
    """A question without the words for days, which no rule holds.

    >>> without_days("Could I keep a dog on 3 May 2024?")
    'Could I keep a dog on ?'
    """
    for one in reversed(days_named(question)):
        question = question[: one.start] + question[one.end :]
    return question
