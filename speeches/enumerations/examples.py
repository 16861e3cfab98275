"""Example questions that a complete list answers, made from the record at hand."""

from collections.abc import Iterator
from functools import lru_cache

from speeches.enumerations.answer import listing_for
from speeches.enumerations.members import printed_lists
from speeches.models import CommitteeSeat, Division, Parliament, Speech
from speeches.reading.votes import headings_over, recorded_votes
from speeches.understanding.read import read_question

# How many votes or seats are tried to find one whose name a question can use.
_LATEST = 40


def list_examples(version: int | None, parliament: str = "") -> tuple[str, ...]:
    """Questions about a vote, a committee and a party, each known to have a list; none if the record has none.

    They are about one `parliament` if its code is given.
    """
    return _find_examples(version, parliament) if version is None else _find_cached(version, parliament)


@lru_cache(maxsize=32)
def _find_cached(version: int, parliament: str) -> tuple[str, ...]:
    return _find_examples(version, parliament)


def _find_examples(version: int | None, parliament: str) -> tuple[str, ...]:
    shown = Parliament.objects.visible_codes(parliament)
    found = (
        next((one for one in kind if _has_a_list(one, version, parliament)), "")
        for kind in (_votes(shown), _committees(shown), _parties(shown))
    )
    return tuple(filter(None, found))


def _has_a_list(question: str, version: int | None, parliament: str) -> bool:
    listing = listing_for(read_question(question, version, parliament), version)
    return listing is not None and listing.kind != "choices"


def _votes(shown: list[str]) -> Iterator[str]:
    related = ("about", "debate__parent__parent", "sitting")
    votes = recorded_votes().filter(kind=Division.Kind.BILL, sitting__chamber__parliament__in=shown)
    for division in votes.select_related(*related).order_by("-sitting__date", "-position")[:_LATEST]:
        if name := _bill_of(division):
            yield f"Who voted against {name}?"


def _bill_of(division: Division) -> str:
    if division.about:
        return f"Bill {division.about.number}" if division.about.number else f"the {division.about.name}"
    return next(
        (f"the {heading}" for heading in headings_over(division) if "Bill" in heading and len(heading) < 80), ""
    )


def _committees(shown: list[str]) -> Iterator[str]:
    seats = CommitteeSeat.objects.filter(committee__parliament__in=shown).select_related("committee")
    seats = seats.order_by("-date", "committee__name")
    for seat in seats[:_LATEST]:
        name = seat.committee.name
        kind = "" if "ommittee" in name or name.startswith("Board") else " committee"
        yield f"Who were the members of the {name}{kind} in {seat.date:%B %Y}?"


def _parties(shown: list[str]) -> Iterator[str]:
    printed = printed_lists().filter(chamber__parliament__in=shown).order_by("-date").first()
    if printed is None:
        return
    parties = Speech.objects.filter(chamber=printed.chamber).exclude(party=None).order_by("party__name")
    for name in parties.values_list("party__name", flat=True).distinct()[:_LATEST]:
        yield f"List the members of the {name} in {printed.date:%B %Y}"
