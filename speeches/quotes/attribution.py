"""Checks a claim's speaker, party and dates against the speech that holds the words."""

import datetime
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from speeches.formats.names import fold, name_key
from speeches.models import Party, Speech, Term
from speeches.quotes.matching import Match
from speeches.search.catalogue import Catalogue
from speeches.search.roster import Roster, members_within
from speeches.search.unknown_names import nobody_note
from speeches.understanding.lexicon import ARTICLES, EMPTY

_BETWEEN_WORDS = re.compile(r"[\s,()]+")
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
        # Of an office, its holder at the time is meant.
        self._held = people.tenures_of(_SHORT_OFFICES.get(self._speaker, request.speaker))
        wanted = fold(request.party).removeprefix("the ")
        self._parties = {key for key, party in known.parties.items() if wanted in party.keys()} if wanted else set()
        # A title whose holder nobody knows accuses nobody.
        self._is_of_a_title = is_a_title(request.speaker) or _is_of_offices(request.speaker, people)
        self._people = people

    def notes(self, found: Match | None) -> list[str]:
        """The notes on the names that could not be resolved. One that the record prints over the words found needs
        none."""
        notes = []
        if self._request.speaker and not self._members and not (found and self._is_printed_over(found)):
            text = gettext("Nobody is known to be “{name}”, so the speaker was not checked.")
            titled = text.format(name=self._request.speaker)
            notes.append(titled if self._is_of_a_title else nobody_note(self._request.speaker, self._people))
        if self._request.party.strip() and not self._parties:
            text = gettext("No party in the record is called “{name}”, so the party was not checked.")
            notes.append(text.format(name=self._request.party))
        return notes

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
        return self._fits_speaker(speech, match) and self._fits_party(speech, match) and self._fits_day(speech)

    def fits_but_for_the_day(self, speech: Speech, match: Match) -> bool:
        """Whether a match is by whom the claim says, and of another day."""
        named = bool(self._speaker or self._parties)
        by_them = self._fits_speaker(speech, match) and self._fits_party(speech, match)
        return named and by_them and not self._fits_day(speech)

    def _fits_day(self, speech: Speech) -> bool:
        request = self._request
        return (request.date_from is None or speech.date >= request.date_from) and (
            request.date_to is None or speech.date <= request.date_to
        )

    def _fits_speaker(self, speech: Speech, match: Match) -> bool:
        if not self._speaker:
            return True
        if self._is_printed_over(match):
            return True
        if self._held:
            return match.voice.politician in members_within(self._held, speech.date, speech.date)
        if self._members:
            return match.voice.politician in self._members
        if self._is_of_a_title:
            return True
        return may_be_one(name_key(self._request.speaker).split(), name_key(match.voice.speaker).split())

    def _is_printed_over(self, match: Match) -> bool:
        """Whether the record prints the claimed name over the words. It prints a chair as the office alone, or with the
        holder in brackets."""
        printed = fold(match.voice.speaker).removeprefix("the ")
        claimed_as = self._speaker.removeprefix("the ")
        return printed == claimed_as or (match.voice.politician is None and printed.startswith(f"{claimed_as} ("))

    def _fits_party(self, speech: Speech, match: Match) -> bool:
        if not self._parties:
            return True
        party = party_of(speech, match)
        return party is not None and party.pk in self._parties


def is_a_title(name: str) -> bool:
    """Whether a name is a title, as "The Governor General" is: it begins with an article."""
    return name.strip().partition(" ")[0].casefold() in ARTICLES


def _is_of_offices(name: str, people: Roster) -> bool:
    """Whether a name is made of words that titles of offices are made of: "Communities Secretary"."""
    known = {word for title in people.roles for word in title.split()}
    words = set(fold(name).split()) - EMPTY
    return bool(words) and words <= known


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


def may_be_one(claimed: Sequence[str], said: Sequence[str]) -> bool:
    """Whether two names, as words, may be one person's: neither the surnames nor any first names differ. A surname or a
    title alone proves nothing.

    >>> may_be_one(["morrison"], ["scott", "morrison"]), may_be_one(["s", "morrison"], ["scott", "morrison"])
    (True, True)
    >>> may_be_one(["david", "morrison"], ["scott", "morrison"])
    False
    """
    if len(claimed) < 2 or not said:
        return True
    pairs = itertools.product(said[:-1], claimed[:-1])
    given = any(one.startswith(other) or other.startswith(one) for one, other in pairs)
    return claimed[-1] == said[-1] and (len(said) < 2 or given)


def _members(speaker: str, people: Roster) -> set[int]:
    """The members meant by a name in any spelling, an office, or a name after other words ("Labor leader Albanese").

    A surname alone may follow no first name, which would make it another person's.
    """
    if not speaker.strip():
        return set()
    if called := set(people.find_members(_SHORT_OFFICES.get(fold(speaker), speaker))):
        return called
    words = _BETWEEN_WORDS.sub(" ", fold(speaker)).removeprefix("the ").split()
    starts = range(1, len(words))
    if whole := next(filter(None, (people.by_name.get(" ".join(words[start:])) for start in starts)), None):
        return whole
    given = {name.split()[0] for name in people.by_name}
    own = (people.by_surname.get(" ".join(words[start:])) for start in starts if given.isdisjoint(words[:start]))
    return next(filter(None, own), set())
