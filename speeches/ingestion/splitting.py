"""Splits a politician who is two people in two."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from speeches.ingestion.lock import lock_writing
from speeches.ingestion.merging import RENUMBER, MergeError
from speeches.models import Ballot, Chunk, Merge, Office, Politician, Speech, Term
from speeches.search.version import corpus_changed


@transaction.atomic
def split_politician(politician: Politician, terms: Sequence[Term], user: User | None = None) -> Politician:
    """Give some of a politician's terms, with all speeches, votes and offices in them, to a new politician of that
    name.

    Raises MergeError if nothing or everything would go. Only an admin can unite the two again.
    """
    lock_writing()
    own = set(politician.terms.values_list("pk", flat=True))
    chosen = {term.pk for term in terms} & own
    if not chosen or chosen == own:
        raise MergeError("Choose some of the terms, and not all of them: they go to the other person.")
    other = Politician.objects.create(
        parliament=politician.parliament, name=politician.name, slug=_free_slug(politician.slug),
        keys=politician.keys, spellings=politician.spellings, witness=politician.witness,
    )  # fmt: skip
    for term in politician.terms.filter(pk__in=chosen):
        _move(term, politician, other)
    Merge.objects.create(
        kept=politician,
        absorbed={"slug": other.slug, "name": other.name},
        moved={},
        learned={},
        created_by=user,
        undone_at=timezone.now(),
    )
    transaction.on_commit(corpus_changed)
    return other


def _move(term: Term, one: Politician, other: Politician) -> None:
    days = (term.start, term.end)
    said = Q(chamber=term.chamber, date__range=days)
    ids = list(Speech.objects.filter(said).values_list("pk", flat=True))
    Speech.objects.filter(said, politician=one).update(politician=other)
    Chunk.objects.filter(said, politician=one).update(politician=other)
    with connection.cursor() as cursor:
        cursor.execute(RENUMBER, {"old": one.pk, "new": other.pk, "ids": ids, "places": None})
    held = Q(division__sitting__chamber=term.chamber, division__sitting__date__range=days)
    ballots = Ballot.objects.filter(held, politician=one).values_list("pk", flat=True)
    Ballot.objects.filter(pk__in=list(ballots)).update(politician=other)
    Office.objects.filter(politician=one, start__range=days).update(politician=other)
    Term.objects.filter(pk=term.pk).update(politician=other)


def _free_slug(slug: str) -> str:
    number = 2
    while Politician.objects.filter(slug=f"{slug}-{number}").exists():
        number += 1
    return f"{slug}-{number}"
