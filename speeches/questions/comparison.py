"""Parties or members side by side on a subject: their own words over time, and how often they voted alike."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext

from rag.answering.compose import Numbering, prove_extract
from rag.answering.extract import extract
from rag.answering.passages import Passage
from rag.text.dates import format_date
from rag.text.language import detect_language
from speeches.formats.names import fold
from speeches.models import Division, Party, Politician, Sitting
from speeches.questions.balance import ON_TOPIC
from speeches.questions.cards import card
from speeches.questions.ranking import rank_for_question
from speeches.questions.retrieve import retrieve
from speeches.reading.agreement import Alike, alike, sides_of
from speeches.reading.naming import name_of
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.engine import SearchRequest
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.search.languages import page_language
from speeches.search.listing import sittings_with
from speeches.search.roster import Roster, roster
from speeches.search.version import corpus_version
from speeches.understanding.stems import stems_of

FEWEST, MOST = 2, 4
# At most so many periods are shown, the latest; so many passages of each voice are looked at in each.
_STRETCHES, _PASSAGES = 6, 5
# A sentence less likely to be on the subject is not shown. Of 21 that were read, the four below this were on something
# else.
_LEAST = 0.2


@dataclass(frozen=True, slots=True)
class Voice:
    """A party or a member to compare."""

    of: Party | Politician

    @property
    def name(self) -> str:
        return name_of(self.of, page_language()) if isinstance(self.of, Party) else self.of.name

    @property
    def url(self) -> str:
        return self.of.get_absolute_url()

    def narrow_filters(self, filters: Filters) -> Filters:
        """The filters narrowed to this party's or member's words."""
        filters = replace(filters, country=self.of.parliament_id)
        name = self.of.name
        return replace(filters, party=name) if isinstance(self.of, Party) else replace(filters, speaker=name)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A year, a month or a day, with its first and last sitting day, and a cell for each voice by its name.

    A cell is the source with the best sentence on the subject, as `card` gives it, with that sentence as `words`; None
    if nothing near enough was found.
    """

    label: str
    first: datetime.date
    last: datetime.date
    cells: tuple[tuple[str, dict[str, Any] | None], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Voices side by side: what each said in each period (latest first), and how often each pair voted alike."""

    subject: str
    voices: tuple[Voice, ...]
    stretches: tuple[Stretch, ...]
    agreements: tuple[tuple[Voice, Voice, Alike], ...]

    @property
    def parties(self) -> list[str]:
        """The names of the voices that are parties."""
        return [voice.name for voice in self.voices if isinstance(voice.of, Party)]

    @property
    def silent(self) -> list[str]:
        """The names of the voices for which nothing on the subject was found."""
        heard = {name for stretch in self.stretches for name, cell in stretch.cells if cell}
        return [voice.name for voice in self.voices if voice.name not in heard]


def parties_to_compare(view: frozenset[str]) -> list[str]:
    """The names of the parties that speak in the parliaments of `view`."""
    known = catalogue(corpus_version())
    own = (party for key, party in known.parties.items() if key in known.speaking)
    return sorted({name_of(party, page_language()) for party in own if party.parliament_id in view})


def compare_voices(subject: str, names: Sequence[str], filters: Filters, view: frozenset[str]) -> Comparison:
    """Compare two to four parties or members of the parliaments in `view`, by name. Raises SearchError."""
    version = corpus_version()
    known, people = catalogue(version), roster(version)
    wanted = [name for name in dict.fromkeys(name.strip() for name in names) if name]
    if not FEWEST <= len(wanted) <= MOST:
        text = gettext("Name {fewest} to {most} parties or members to compare; {count} are named.")
        raise SearchError("of", text.format(fewest=FEWEST, most=MOST, count=len(wanted)))
    voices = tuple(dict.fromkeys(_voice_of(name, known, people, view) for name in wanted))
    if len(voices) < FEWEST:
        text = gettext("All of these are {name}. Name another to compare.")
        raise SearchError("of", text.format(name=voices[0].name))
    sittings = Sitting.objects.filter(chamber__parliament__in={voice.of.parliament_id for voice in voices})
    sittings = sittings.filter(sittings_with(Filters(date_from=filters.date_from, date_to=filters.date_to)))
    stretches = []
    near = [one for voice in voices for one in _passages_on_topic(subject, voice, filters, known, version)]
    for label, days in _periods(sittings.values_list("date", flat=True), {one.date for one in near if one.date}):
        within = replace(filters, date_from=days[-1], date_to=days[0])
        found = ((voice, _passages_on_topic(subject, voice, within, known, version)) for voice in voices)
        cells = tuple((voice.name, _cell(subject, passages)) for voice, passages in found)
        stretches += [Stretch(label, days[-1], days[0], cells)] if any(cell for _, cell in cells) else []
    return Comparison(subject, voices, tuple(stretches), _agreements(voices, sittings))


def _agreements(voices: Sequence[Voice], sittings: QuerySet[Sitting]) -> tuple[tuple[Voice, Voice, Alike], ...]:
    """How often each pair voted alike at the sittings."""
    votes = set(Division.objects.filter(sitting__in=sittings).values_list("pk", flat=True))
    sides = {voice: {key: side for key, side in sides_of(voice.of).items() if key in votes} for voice in voices}
    return tuple((one, other, alike(sides[one], sides[other])) for one, other in combinations(voices, 2))


def _periods(
    dates: Iterable[datetime.date], spoken: Collection[datetime.date]
) -> list[tuple[str, list[datetime.date]]]:
    """The latest periods with sittings, each with its days, latest first: years if there are several, else months, else
    days. Of more than can be shown, those in which it was `spoken` of."""
    days = sorted(set(dates), reverse=True)
    form = next((form for form in ("Y", "F Y") if len({date_format(day, form) for day in days}) > 1), "j F Y")
    periods: dict[str, list[datetime.date]] = {}
    for day in days:
        periods.setdefault(date_format(day, form), []).append(day)
    if len(periods) > _STRETCHES:
        periods = {label: own for label, own in periods.items() if not set(own).isdisjoint(spoken)}
    return list(periods.items())[:_STRETCHES]


def _voice_of(name: str, known: Catalogue, people: Roster, view: frozenset[str]) -> Voice:
    """The one party, else the one member, of a name. Raises SearchError if nobody or several fit."""
    parties = [
        known.parties[key] for key in known.called.get(fold(name), ()) if known.parties[key].parliament_id in view
    ]
    members = [] if parties else [key for key in people.find_members(name) if people.parliaments.get(key) in view]
    if len(parties) + len(members) == 1:
        return Voice(parties[0] if parties else Politician.objects.get(pk=members[0]))
    if parties:
        countries = ", ".join(sorted(gettext(known.parliaments[one.parliament_id].label) for one in parties))
        text = gettext("“{name}” is a party of {countries}. Choose one parliament above.")
        raise SearchError("of", text.format(name=name, countries=countries))
    if members:
        names = ", ".join(people.names[key] for key in members[:MOST])
        raise SearchError("of", gettext("“{name}” may be {names}. Name one.").format(name=name, names=names))
    near = ", ".join(people.nearest(name))
    hint = " " + gettext("Did you mean {names}?").format(names=near) if near else ""
    raise SearchError("of", gettext("“{name}” is no party or member of the record.").format(name=name) + hint)


def _language_of(subject: str) -> str:
    """The language of a subject; the page's, if the words do not tell."""
    return detect_language(subject, otherwise=page_language())


def _passages_on_topic(
    subject: str, voice: Voice, filters: Filters, known: Catalogue, version: int | None
) -> tuple[Passage, ...]:
    """What a voice said on a subject: passages near enough or, if there are none, those that hold all its words."""
    request = SearchRequest(subject, voice.narrow_filters(filters), top_k=_PASSAGES, language=_language_of(subject))
    found = retrieve(request, known, version)
    wanted = stems_of(subject)
    near = tuple(one for one in found.passages if one.relevance >= ON_TOPIC)
    return near or tuple(one for one in found.passages if wanted and wanted <= stems_of(one.span.of(one.text)))


def _cell(subject: str, passages: Sequence[Passage]) -> dict[str, Any] | None:
    """The passage with the best sentence as a card with that sentence; None if no sentence is on the subject."""
    if not passages:
        return None
    sentences = rank_for_question(subject, _language_of(subject), passages, about=True, own=True)
    if not sentences or sentences[0].probability < _LEAST:
        return None
    numbering, best = Numbering(passages), prove_extract(extract(passages, sentences[:1], 0.0)[0], passages)
    numbering.cite(best)
    (source,) = numbering.sources()
    day = passages[best.proofs[0].passage].date
    return card(source) | {"words": best.text, "day": format_date(day, page_language()) if day else ""}
