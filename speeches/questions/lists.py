"""Answers a question that asks for all of something with the whole list from the tables, and its source."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from speeches.enumerations.headings import sittings_within
from speeches.enumerations.listing import Listing
from speeches.enumerations.stages import postponements
from speeches.enumerations.values import listing_values
from speeches.models import Division
from speeches.questions.answer import AskRequest
from speeches.questions.cards import table_source
from speeches.understanding.reading import Reading

# How many names the sentence of an answer has; the list behind it holds the rest.
NAMED = 400
_ROWS = 50


def source_of(listing: Listing) -> dict[str, Any]:
    """The vote or the printed list as a numbered source."""
    source = listing.source
    return table_source(
        1,
        source.quote,
        source.parliament,
        id=source.id,
        source_type=source.source_type,
        speaker=source.speaker,
        chamber=source.chamber,
        date=source.date,
        title=source.title,
        reference=source.reference,
        url=source.url,
        source_url=source.source_url,
    )


def as_values(listing: Listing, request: AskRequest) -> dict[str, Any]:
    """The list as plain values: its first rows, how many there are, and the URLs of all of them."""
    after = [("after", question) for question in request.before]
    # The page of the list shows this vote, whatever its question is found to mean there.
    chosen = [("vote", listing.source.id)] if listing.kind == "votes" else []
    where = urlencode([("q", request.question), *after, *chosen])
    return listing_values(listing, 0, _ROWS) | {
        "loose": listing.loose,
        "url": f"{reverse('list')}?{where}",
        "csv_url": f"{reverse('list')}?{where}&format=csv",
    }


def no_vote_note(reading: Reading) -> str:
    """The note for a question about a vote that the record does not have, with what was put off on the bill named."""
    return " ".join([_no_vote(reading), *postponements(reading)])


def _no_vote(reading: Reading) -> str:
    language = reading.language
    if reading.days and not Division.objects.filter(sitting__in=sittings_within(reading)).exists():
        return _NO_VOTE_THERE[language] if reading.keys("chamber") else _NO_VOTE_THEN[language]
    named = reading.words("bill")
    return _NO_VOTE_ON[language].format(named) if named else _NO_VOTE[language]


_NO_VOTE_THERE = {
    "en": "The record holds no recorded vote of that chamber on the days named.",
    "fr": "Le compte rendu ne contient aucun vote par appel nominal de cette chambre à la date indiquée.",
}
_NO_VOTE_THEN = {
    "en": "The record holds no recorded vote of the days named.",
    "fr": "Le compte rendu ne contient aucun vote par appel nominal à la date indiquée.",
}
_NO_VOTE_ON = {
    "en": "The record holds no recorded vote that fits, on {}.",
    "fr": "Le compte rendu ne contient aucun vote par appel nominal sur {}.",
}
_NO_VOTE = {
    "en": "The record holds no recorded vote that fits this question. Name the bill or the motion as the record does.",
    "fr": "Le compte rendu ne contient aucun vote par appel nominal qui réponde à cette question. Nommez le projet de "
    "loi ou la motion comme il le fait.",
}
_NO_LIST = {
    "en": "The record holds no complete list of that. What comes nearest is below.",
    "fr": "Le compte rendu ne contient pas de liste complète de cela. Voici ce qui s’en approche.",
}


def no_list_note(reading: Reading) -> str:
    """The note for a question about a list that the tables do not have."""
    return _NO_LIST[reading.language]
