"""Balanced answers: what each party said, or what was said in each period, side by side and verbatim."""

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from rag.answering.compose import ProvedSentence, prove_extract
from rag.answering.extract import extract
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence
from rag.text.dates import format_month
from speeches.formats.names import fold
from speeches.models import Party, Speech
from speeches.questions.ranking import judge, rank_for_question
from speeches.questions.retrieve import Retrieval, retrieve
from speeches.questions.wording import ALL_SHOWN, NAMESAKES, NOT_SET_APART, ONE_PERIOD, SHARES, SILENT
from speeches.reading.naming import name_of
from speeches.search.catalogue import Catalogue
from speeches.search.engine import SearchRequest, rank_passages
from speeches.search.filters import Filters, date_range, parliaments_called
from speeches.search.roster import Roster
from speeches.understanding.reading import Reading

# A passage at least this relevant is on the topic. About one in three such passages is what was asked for.
ON_TOPIC = 0.3
_PASSAGES_EACH, _SENTENCES_EACH = 4, 2
_MOST_PERIODS = 4
_DEPTH = 50
# Shares of fewer passages mean little.
_SHARED_OUT = 10


@dataclass(frozen=True, slots=True)
class Section:
    """What one party said, or what was said in one period."""

    title: str
    proved: list[ProvedSentence]


@dataclass(slots=True)
class Balance:
    """The sections of a balanced answer, the passages they cite, and notes on the shares."""

    noun: str
    sections: list[Section] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def compare_parties(
    reading: Reading, filters: Filters, known: Catalogue, people: Roster, version: int | None
) -> Balance:
    """What each party or member named said on a topic; what each party said, if none is named."""
    balance, topic = Balance("parties"), subject_of(reading)
    on_subject = SearchRequest(topic, filters, top_k=_DEPTH, language=reading.language)
    found = rank_passages(on_subject, version)
    on_topic = [row for row, score in found.rows if found.curve.relevance(score) >= ON_TOPIC]
    several = len({row["parliament_id"] for row in on_topic}) > 1
    shares = Counter(known.parties[row["party_id"]] for row in on_topic if row["party_id"] in known.parties)
    members, parties = _members_in(reading), [known.parties[key] for key in parties_in(reading)]
    named = bool(members or parties)
    nearest = found.rows[0][0]["parliament_id"] if found.rows else filters.country
    voices = [(people.names[key], replace(filters, speaker=people.names[key])) for key in members]
    asked = parties if named else _parties_to_ask(shares, nearest, filters, known)
    voices += [_party_voice(party, filters, known, several, reading.language) for party in asked]
    # Without names, only the passages nearest to the topic can be on it.
    least = found.rows[-1][1] if len(found.rows) == _DEPTH and not named else 0.0
    silent = []
    for name, narrowed in voices:
        retrieved = retrieve(replace(on_subject, filters=narrowed, top_k=_PASSAGES_EACH), known, version)
        near = replace(
            retrieved, passages=[one for one in retrieved.passages if one.score >= least or one.relevance >= ON_TOPIC]
        )
        if proved := _add_best(topic, near, balance, reading.text if named else ""):
            balance.sections.append(Section(name, proved))
        else:
            silent.append(name)
    if not members:
        balance.notes += _share_notes(shares, len(found.rows), known, several=several, language=reading.language)
    if silent and balance.sections:
        balance.notes.append(SILENT[reading.language].format(", ".join(silent)))
    for slot in reading.all("speaker", "about", "party"):
        if not slot.keys:
            balance.notes.append(NOT_SET_APART[reading.language].format(slot.words))
    balance.notes += _notes_on_namesakes(reading, people)
    return balance


def _notes_on_namesakes(reading: Reading, people: Roster) -> Iterator[str]:
    """Whose words are compared of several members with the name that a question gives."""
    for slot in reading.all("speaker", "about"):
        chosen, *others = dict.fromkeys(people.names[key] for key in slot.keys) or ("",)
        if others:
            yield NAMESAKES[reading.language].format(slot.words, chosen, ", ".join(others))


def _members_in(reading: Reading) -> list[int]:
    """The members to compare, each once."""
    return list(dict.fromkeys(member for slot in reading.all("speaker", "about") for member in slot.keys[:1]))


def parties_in(reading: Reading) -> list[int]:
    """The parties to compare, each once. If all are parties of the members named, they only say who those are:
    "Labor's Ms Rishworth"."""
    parties = list(dict.fromkeys(reading.keys("party")))
    members = _members_in(reading)
    if not parties or not members:
        return parties
    spoken = Speech.objects.filter(politician__in=members, party__in=parties).order_by()
    own = set(spoken.values_list("party", flat=True).distinct())
    return [] if own >= set(parties) else parties


def _share_notes(shares: Counter[Party], nearest: int, known: Catalogue, *, several: bool, language: str) -> list[str]:
    """How many of the nearest passages on the topic each party gives, unless they are too few to share out."""
    total = sum(shares.values())
    told = ", ".join(
        f"{_party_title(party, known, several, language)} {count} ({count / total:.0%})"
        for party, count in shares.most_common()
    )
    return [SHARES[language].format(nearest, total, told)] if total >= _SHARED_OUT else []


def subject_of(reading: Reading) -> str:
    """The subject to compare: the one that a question names, else its words without who and when."""
    return reading.words("topic", "bill", "division") or reading.text_without("speaker", "about", "party", "date")


def compare_periods(
    reading: Reading, filters: Filters, known: Catalogue, people: Roster, version: int | None
) -> Balance:
    """What was said on a topic in each year, in order of time; in each month, if the record covers one year only.

    If the question names a member or a party, only their words count.
    """
    balance, topic = Balance("periods"), subject_of(reading)
    members, parties = reading.keys("speaker", "about"), reading.keys("party")
    if members:
        filters = replace(filters, speaker=people.names[members[0]])
        balance.notes += islice(_notes_on_namesakes(reading, people), 1)
    elif parties:
        filters = replace(filters, party=known.parties[parties[0]].name)
    elif unknown := reading.words("speaker", "about", "party"):
        balance.notes.append(ALL_SHOWN[reading.language].format(unknown))
    on_subject = SearchRequest(topic, filters, top_k=_DEPTH, language=reading.language)
    found = rank_passages(on_subject, version)
    rows = [row for row, score in found.rows if found.curve.relevance(score) >= ON_TOPIC]
    several = len({row["parliament_id"] for row in rows}) > 1
    keep = 4 if len({row["date"].year for row in rows}) > 1 else 7
    periods = Counter((row["parliament_id"], row["date"].isoformat()[:keep]) for row in rows)
    for code, key in sorted(period for period, _ in periods.most_common(_MOST_PERIODS)):
        # A period never mixes two countries.
        within = replace(_limit_to(filters, key), country=code)
        when = key if keep == 4 else format_month(datetime.date.fromisoformat(f"{key}-01"), reading.language)
        title = f"{known.parliaments[code].label}, {when}" if several else when
        request = replace(on_subject, filters=within, top_k=_PASSAGES_EACH)
        if proved := _add_best(topic, retrieve(request, known, version), balance):
            balance.sections.append(Section(title, proved))
    if len(balance.sections) == 1:
        balance.notes.append(ONE_PERIOD[reading.language])
    return balance


def _limit_to(filters: Filters, period: str) -> Filters:
    """The filters, limited to a year or a month ("2013-05") within their days."""
    first, last = date_range(period)
    return replace(
        filters,
        date_from=max(filter(None, (first, filters.date_from)), default=None),
        date_to=min(filter(None, (last, filters.date_to)), default=None),
    )


def _parties_to_ask(shares: Counter[Party], nearest: str, filters: Filters, known: Catalogue) -> list[Party]:
    """The parties found on the topic, then all others of their parliaments, in case one ranks too low to be found.

    If none is found, the parties of the parliament with the `nearest` passage.
    """
    if filters.party:
        return _find_parties(filters.party, filters, known)
    found = [party for party, _ in shares.most_common()]
    parliaments = {party.parliament_id for party in found} or {nearest}
    others = [
        party for party in known.parties.values() if party.pk in known.speaking and party.parliament_id in parliaments
    ]
    return list(dict.fromkeys([*found, *sorted(others, key=lambda party: party.name)]))


def _find_parties(name: str, filters: Filters, known: Catalogue) -> list[Party]:
    """The parties of that name, one in each parliament in view: parties of different parliaments are never merged."""
    keys = known.called.get(fold(name), set())
    view = parliaments_called(filters.country) if filters.country else known.shown
    return [known.parties[key] for key in sorted(keys) if known.parties[key].parliament_id in view]


def _party_voice(party: Party, filters: Filters, known: Catalogue, several: bool, language: str) -> tuple[str, Filters]:
    title = _party_title(party, known, several, language)
    return title, replace(filters, party=party.name, country=party.parliament_id)


def _party_title(party: Party, known: Catalogue, several: bool, language: str) -> str:
    name = name_of(party, language)
    return f"{name} ({known.parliaments[party.parliament_id].label})" if several else name


def _add_best(topic: str, retrieved: Retrieval, balance: Balance, asked: str = "") -> list[ProvedSentence]:
    """The best sentences on the topic. Adds their passages to those of the whole answer.

    A passage is on the topic if the search finds it near enough, or if a sentence of it is on the topic by the judge of
    subjects. If none is, the sentences that answer the question `asked` are told.
    """
    passages, language = retrieved.passages, retrieved.language
    sentences = rank_for_question(topic, language, passages, about=True, own=True)
    least = judge(language, about=True).threshold
    told = [
        one for one in sentences if one.probability >= least or passages[one.sentence.passage].relevance >= ON_TOPIC
    ]
    if not told and asked:
        least = judge(language).threshold
        told = [one for one in rank_for_question(asked, language, passages, own=True) if one.probability >= least]
    before = len(balance.passages)
    balance.passages += passages
    return prove_best(told, passages, before)


def prove_best(told: Sequence[RankedSentence], passages: Sequence[Passage], before: int) -> list[ProvedSentence]:
    """The best of these sentences, in the order of an answer, which has `before` other passages in front of these."""
    extracts = extract(passages, told, threshold=0.0)
    best = sorted(extracts, key=lambda one: -one.probability)[:_SENTENCES_EACH]
    return [prove_extract(one, passages, before) for one in extracts if one in best]
