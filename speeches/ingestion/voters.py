"""Finds the whole name of members who are known only by a surname on a ballot, once the record has it."""

import datetime
from collections import defaultdict
from functools import lru_cache

from django.db.models import Max, Min, Q

from speeches.formats.names import fold
from speeches.ingestion.directory import Directory
from speeches.ingestion.printed import parse_name
from speeches.models import Ballot, Parliament, Politician, Sitting, Term
from speeches.models.people import riding_key


def link_voters(parliament: Parliament, number: int | None = None) -> int:
    """Give the ballots of members known by surname to the one member of that Parliament who has the surname.

    `number` is the numbered parliament to look at; None means all. Returns how many people were found.
    """
    bare = Politician.objects.filter(parliament=parliament, surname_only=True)
    terms_of = lru_cache(lambda first, last: _terms(parliament, first, last))
    found = 0
    for politician in bare:
        sat = _span(politician, number)
        match = _only_holder(politician, terms_of(*sat)) if sat else None
        if match is not None:
            Ballot.objects.filter(politician=politician).update(politician=match)
            # Another of the keys may just have gone to the same member.
            match.refresh_from_db(fields=["other_source_ids"])
            match.other_source_ids = list(dict.fromkeys([*match.other_source_ids, *politician.other_source_ids]))
            match.save(update_fields=["other_source_ids"])
            politician.delete()
            found += 1
    return found


def link_printed(parliament: Parliament, directory: Directory) -> None:
    """Match ballots again whose printed surname the directory has news about: a later day or a list may have brought
    the member, or another of the same name."""
    if not directory.news or directory.seat_keys:
        return
    printed = Ballot.objects.filter(
        Q(politician=None) | Q(name__contains=","), division__sitting__chamber__parliament=parliament
    )
    # There are few names and many ballots.
    names = [
        name for name in printed.values_list("name", flat=True).distinct() if parse_name(name).surname in directory.news
    ]
    sittings: dict[Sitting, list[Ballot]] = defaultdict(list)
    for ballot in printed.filter(name__in=names).select_related("division__sitting__chamber"):
        sittings[ballot.division.sitting].append(ballot)
    for sitting, ballots in sittings.items():
        voters = directory.voters({ballot.name for ballot in ballots}, sitting.date, sitting.chamber)
        changed = []
        for ballot in ballots:
            voter = voters.get(ballot.name)
            if ballot.politician_id != (voter.pk if voter else None):
                ballot.politician = voter
                changed.append(ballot)
        Ballot.objects.bulk_update(changed, ["politician"], batch_size=1000)


def _span(politician: Politician, number: int | None) -> tuple[datetime.date, datetime.date] | None:
    """The first and last day on record of the Parliament in which somebody voted."""
    session = (
        Sitting.objects.filter(divisions__ballots__politician=politician)
        .exclude(session=None)
        .values_list("session__number", flat=True)
        .first()
    )
    if session is None or (number is not None and session != number):
        return None
    same = Sitting.objects.filter(chamber__parliament=politician.parliament_id, session__number=session)
    days = same.aggregate(first=Min("date"), last=Max("date"))
    return days["first"], days["last"]


def _terms(parliament: Parliament, first: datetime.date, last: datetime.date) -> list[Term]:
    """The terms between two days of members whose whole name is known."""
    terms = Term.objects.filter(
        politician__parliament=parliament, politician__surname_only=False, start__lte=last, end__gte=first
    )
    return list(terms.select_related("politician", "riding"))


def _only_holder(politician: Politician, terms: list[Term]) -> Politician | None:
    """The one member with that surname, and with the riding in brackets, who had one of the terms."""
    surname, _, riding = politician.name.partition("(")
    key = _words(surname)
    members = {
        term.politician_id: term.politician
        for term in terms
        if _words(term.politician.name).endswith(f" {key}")
        and (not riding or (term.riding is not None and riding_key(riding.rstrip(")")) in term.riding.keys()))
    }
    return next(iter(members.values())) if len(members) == 1 else None


def _words(name: str) -> str:
    """A name folded word by word, so that Boutin-Sweet is not Sweet.

    >>> _words("Marjolaine Boutin-Sweet"), _words("Dave Van Kesteren")
    ('marjolaine boutin-sweet', 'dave van kesteren')
    """
    return " ".join(fold(word).replace(" ", "-") for word in name.split())
