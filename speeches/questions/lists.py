"""A question that asks for all of something is answered from the tables: the whole list, and what proves it."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from speeches.enumerations.listing import Listing
from speeches.enumerations.phrases import language_of
from speeches.enumerations.told import entry_values
from speeches.enumerations.votes import asked_of, asks_for_ballots
from speeches.models import Division
from speeches.questions.answer import AnswerSentence
from speeches.questions.cards import told_source
from speeches.understanding.query import Query, understand_query

# Names that the sentence of an answer holds; the rest stands in the list behind it.
_NAMED = 400
_ROWS = 50
_OTHERS = 3
# "And who voted for it?" after "Who voted against C-571?".
_OTHER_SIDE = re.compile(
    r"(?:(?:and|et)\s+)?(?:(?:who|qui|which|what|how many|quels?)\b.{0,30})?"
    r"\b(?:for|against|in favou?r|pour|contre|abst\w+|paired|support\w*|oppos\w+)"
    r"(?:\s+(?:it|that|this|them|the bill|the motion|ce projet de loi|cette motion))?\s*\??",
    re.IGNORECASE,
)


def of_the_same_vote(question: str, previous: str, version: int | None, parliament: str = "") -> Query | None:
    """A question that turns to another side of the vote asked about before, as a query; None for any other."""
    if not previous or not _OTHER_SIDE.fullmatch(" ".join(question.split())):
        return None
    before = understand_query(previous, version, parliament=parliament)
    if before.intent.name != "vote_focused":
        return None
    own = understand_query(question, version, parliament=parliament)
    return replace(before, side_of=question, parties=own.parties, states=own.states, language=own.language)


def sentence_of(listing: Listing) -> AnswerSentence:
    """The list as one sentence with its source."""
    return AnswerSentence(listing.sentence(_NAMED), [1], verbatim=False)


def source_of(listing: Listing) -> dict[str, Any]:
    """The vote or the printed list as a numbered source."""
    source = listing.source
    return told_source(
        1,
        source.quote,
        source.parliament,
        id=source.id,
        source_type=source.source_type,
        speaker="The record",
        chamber=source.chamber,
        date=source.date,
        title=source.title,
        reference=source.reference,
        url=source.url,
        source_url=source.source_url,
    )


def other_votes(listing: Listing) -> str:
    """The other votes that a question may have meant, by name and day."""
    told = "; ".join(f"{one.title} ({one.reference})" for one in listing.also[:_OTHERS])
    more = len(listing.also) - _OTHERS
    if listing.language == "fr":
        return f"D’autres votes peuvent être visés : {told}{f' ; et {more} autres' if more > 0 else ''}."
    return f"Other recorded votes may be meant: {told}{f'; and {more} more' if more > 0 else ''}."


def as_values(listing: Listing, question: str, previous: str = "") -> dict[str, Any]:
    """The list for a program: its first rows, how many there are, and where all of them are.

    `previous` is the question about the vote, to whose other side `question` turns.
    """
    where = urlencode({"q": question, "after": previous} if previous else {"q": question})
    return {
        "kind": listing.kind,
        "title": listing.title,
        "total": len(listing.entries),
        "counts": listing.counts,
        "bill": listing.bill.key if listing.bill else "",
        "entries": [entry_values(entry) for entry in listing.entries[:_ROWS]],
        "url": f"{reverse('list')}?{where}",
        "csv_url": f"{reverse('list')}?{where}&format=csv",
        "notes": list(listing.notes),
    }


def missing(query: Query) -> str:
    """What to tell somebody who asks for a vote that the record does not have; "" for any other question."""
    if query.intent.name != "vote_focused":
        return ""
    language = language_of(query.language)
    if query.bills and not Division.objects.filter(about__in=query.bill_rows).exists():
        named = (" ou " if language == "fr" else " or ").join(bill.label for bill in query.bills)
        return _NO_VOTE_ON[language].format(named)
    if not asks_for_ballots(query):
        return ""
    named = asked_of(query)
    return _NO_BALLOT[language].format(named) if named else _NO_VOTE[language]


_NO_VOTE_ON = {
    "en": "The record holds no recorded vote on {}.",
    "fr": "Le compte rendu ne contient aucun vote par appel nominal sur {}.",
}
_NO_VOTE = {
    "en": "The record holds no recorded vote that fits this question. Name the bill or the motion as the record does.",
    "fr": "Le compte rendu ne contient aucun vote par appel nominal qui réponde à cette question. Nommez le projet de "
    "loi ou la motion comme il le fait.",
}
_NO_BALLOT = {
    "en": "The record holds no vote that fits this question with a ballot known to be of {}. Name the bill or the "
    "motion as the record does, or look at the vote itself: a ballot may stand there under a surname and initials.",
    "fr": "Le compte rendu ne contient aucun vote qui réponde à cette question avec un bulletin connu de {}. Nommez le "
    "projet de loi ou la motion comme il le fait, ou consultez le vote lui-même : un bulletin peut y figurer sous un "
    "nom de famille et des initiales.",
}
