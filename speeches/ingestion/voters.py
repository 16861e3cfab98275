"""Members who are known by a surname on a ballot only, until the record learns their whole name."""

from django.db.models import Max, Min, QuerySet

from speeches.formats.names import fold
from speeches.models import Ballot, Parliament, Politician, Sitting, Term
from speeches.models.people import riding_key


def link_voters(parliament: Parliament, number: int | None = None) -> int:
    """Give ballots of members known by their surname to the one member of that Parliament who has it.

    `number` is the numbered parliament to look at; all of them without. Returns how many people were found.
    """
    bare = Politician.objects.filter(parliament=parliament, surname_only=True).prefetch_related("ballots")
    found = 0
    for politician in bare:
        sat = _span(politician, number)
        match = _only(politician, sat) if sat else None
        if match is not None:
            Ballot.objects.filter(politician=politician).update(politician=match)
            match.other_source_ids = list(dict.fromkeys([*match.other_source_ids, *politician.other_source_ids]))
            match.save(update_fields=["other_source_ids"])
            politician.delete()
            found += 1
    return found


def _span(politician: Politician, number: int | None) -> dict[str, object] | None:
    """The first and the last day on record of the Parliament in which somebody voted."""
    session = (
        Sitting.objects.filter(divisions__ballots__politician=politician)
        .exclude(session=None)
        .values_list("session__number", flat=True)
        .first()
    )
    if session is None or (number is not None and session != number):
        return None
    same = Sitting.objects.filter(chamber__parliament=politician.parliament_id, session__number=session)
    return same.aggregate(first=Min("date"), last=Max("date"))


def _only(politician: Politician, sat: dict[str, object]) -> Politician | None:
    """The one member of that surname, and of the riding in brackets, who sat in that time."""
    surname, _, riding = politician.name.partition("(")
    terms: QuerySet[Term] = Term.objects.filter(
        politician__parliament=politician.parliament_id,
        politician__surname_only=False,
        start__lte=sat["last"],
        end__gte=sat["first"],
    ).select_related("politician", "riding")
    key = _words(surname)
    members = {
        term.politician_id: term.politician
        for term in terms
        if _words(term.politician.name).endswith(f" {key}")
        and (not riding or (term.riding is not None and riding_key(riding.rstrip(")")) in term.riding.keys()))
    }
    return next(iter(members.values())) if len(members) == 1 else None


def _words(name: str) -> str:
    """A name folded word by word: Boutin-Sweet is no Sweet.

    >>> _words("Marjolaine Boutin-Sweet"), _words("Dave Van Kesteren")
    ('marjolaine boutin-sweet', 'dave van kesteren')
    """
    return " ".join(fold(word).replace(" ", "-") for word in name.split())
