"""Checks a claim's speaker, party and dates against the speech that holds the words."""

import datetime
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from speeches.formats.names import fold, name_key
from speeches.models import Party, Speech, Term
from speeches.quotes.matching import Match
from speeches.search.catalogue import Catalogue
from speeches.search.nobody import nobody_note
from speeches.search.roster import Roster

_SHORT_OFFICES = {"pm": "prime minister", "the pm": "prime minister"}


@dataclass(frozen=True, slots=True)
class QuoteRequest:
    """A quotation, and who is claimed to have said it and when. Only the quotation is required."""

    quote: str
    speaker: str = ""
    party: str = ""
    date_from: datetime.date | None = None
    date_to: datetime.date | None = None
    country: str = ""


class Attribution:
    """The people, parties and dates that a request names. Names that cannot be resolved become notes and never count
    against a match."""

    def __init__(self, request: QuoteRequest, people: Roster, known: Catalogue) -> None:
        self._request = request
        self._speaker = fold(request.speaker)
        self._members = _members(request.speaker, people)
        wanted = fold(request.party).removeprefix("the ")
        self._parties = {key for key, party in known.parties.items() if wanted in party.keys()} if wanted else set()
        notes = []
        if request.speaker and not self._members:
            notes.append(nobody_note(request.speaker, people))
        if wanted and not self._parties:
            text = gettext("No party in the record is called “{name}”, so the party was not checked.")
            notes.append(text.format(name=request.party))
        self.notes = tuple(notes)

    def condition(self) -> Q | None:
        """A condition for chunks by the claimed member in the claimed days, so that they are searched even if others
        said much the same. None if nothing is claimed."""
        condition = Q()
        if self._members:
            condition &= Q(politician_id__in=self._members)
        if self._parties:
            condition &= Q(party_id__in=self._parties)
        if self._request.date_from:
            condition &= Q(date__gte=self._request.date_from)
        if self._request.date_to:
            condition &= Q(date__lte=self._request.date_to)
        return condition or None

    def fits(self, speech: Speech, match: Match) -> bool:
        """Whether a match is by the claimed speaker and party, and within the claimed dates."""
        request = self._request
        return (
            self._fits_speaker(match)
            and self._fits_party(speech, match)
            and (request.date_from is None or speech.date >= request.date_from)
            and (request.date_to is None or speech.date <= request.date_to)
        )

    def _fits_speaker(self, match: Match) -> bool:
        if not self._speaker:
            return True
        printed = fold(match.voice.speaker).removeprefix("the ")
        claimed_as = self._speaker.removeprefix("the ")
        # A chair is printed as the office alone, or followed by the holder in brackets.
        if printed == claimed_as or (match.voice.politician is None and printed.startswith(f"{claimed_as} (")):
            return True
        if self._members:
            return match.voice.politician in self._members
        # A full name that differs means somebody else; a title or part of a name proves nothing.
        claimed, said = name_key(self._request.speaker).split(), name_key(match.voice.speaker).split()
        return len(claimed) < 2 or not said or claimed[-1] == said[-1]

    def _fits_party(self, speech: Speech, match: Match) -> bool:
        if not self._parties:
            return True
        party = party_of(speech, match)
        return party is not None and party.pk in self._parties


def party_of(speech: Speech, match: Match) -> Party | None:
    """The party of whoever speaks the words: the speech's, or the interjector's if the record knows it."""
    if match.voice.politician == speech.politician_id:
        return speech.party
    return _party_of(match.voice.politician, speech.date) if match.voice.politician else None


def _party_of(politician: int, date: datetime.date) -> Party | None:
    terms = Term.objects.filter(politician=politician).exclude(party=None).select_related("party")
    then = [term for term in terms if term.start <= date <= term.end]
    nearest = min(terms, key=lambda term: abs(term.start - date), default=None)
    return then[0].party if then else nearest.party if nearest else None


def _members(speaker: str, people: Roster) -> set[int]:
    """The members meant by a name in any spelling, an office, or both together ("Prime Minister Scott Morrison")."""
    if not speaker.strip():
        return set()
    if known := set(people.find_members(_SHORT_OFFICES.get(fold(speaker), speaker))):
        return known
    words = fold(speaker).split()
    runs = [" ".join(words[start:end]) for start in range(len(words)) for end in range(len(words), start, -1)]
    named = [people.by_name[run] for run in runs if run in people.by_name]
    held = [{one.member for one in people.roles[run]} for run in runs if run in people.roles]
    return min(named or held, key=len, default=set())
