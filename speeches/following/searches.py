"""Follows: searches stored as typed, with the terms that matching needs."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from rag.chunks.queryset import ChunkQuerySet
from rag.retrieval.terms import query_terms
from rag.text.spans import Span
from speeches.ingestion.embedding import current_model
from speeches.models import Chunk, Follow, Speech, TermCount
from speeches.reading.voices import opening_of
from speeches.search.catalogue import catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, Scope, resolve, speeches_on
from speeches.search.languages import LANGUAGES
from speeches.search.listing import speeches_with
from speeches.search.phrases import must_hold, must_not_hold
from speeches.search.query import BoxQuery, parse_box
from speeches.search.roster import roster
from speeches.search.version import corpus_version

# The most searches that one address may follow.
MOST = 200
_LONGEST = 500
_DAYS = ("date_from", "date_to")
# Passages read per speech of a feed; long speeches have several.
_PASSAGES = 5
_SHOWN = ("chamber", "parliament", "party", "politician", "sitting__chamber")


@dataclass(frozen=True, slots=True)
class Wish:
    """A follow request from a form; `least` is the lowest relevance of a passage."""

    query: str
    filters: Filters
    by: str = Follow.By.WORDS
    often: str = Follow.Often.DAILY
    least: float = 0.0


def filters_of(follow: Follow) -> Filters:
    """The filters of a follow."""
    values: dict[str, Any] = dict(follow.filters)
    if "topics" in values:
        values["topics"] = tuple(values["topics"])
    return Filters(**values | {name: datetime.date.fromisoformat(values[name]) for name in _DAYS if name in values})


def begin(wish: Wish, address: str, user: Any = None, language: str = "en") -> Follow:
    """Follow a search. It waits until its address is confirmed, unless `user` is given, whose address is already
    confirmed.

    The same search followed twice by one address is one follow. Once confirmed, only the `user` who owns the address
    can change it. Raises SearchError.
    """
    _check(wish, address)
    box = parse_box(wish.query)
    filters = wish.filters.fill_from(box.filters)
    if notes := _scope(filters).notes:
        raise SearchError("filters", " ".join(notes))
    values = {
        "filters": _filter_data(filters),
        "query": _without_filters(wish.query, box.filters),
        "by": wish.by if box.text else Follow.By.WORDS,
    }
    follow = Follow.objects.filter(address__iexact=address, **values).first() or Follow(address=address, **values)
    if follow.confirmed_at is not None and user is None:
        return follow
    follow.often, follow.least, follow.language = wish.often, wish.least, language
    follow.user = user
    follow.terms = {one: _terms(box.text, one) for one in LANGUAGES}
    if user is not None and follow.confirmed_at is None:
        follow.confirmed_at = timezone.now()
    follow.save()
    return follow


def _check(wish: Wish, address: str) -> None:
    try:
        validate_email(address)
    except ValidationError:
        text = gettext("“{address}” is no e-mail address.")
        raise SearchError("address", text.format(address=address[:100])) from None
    if len(wish.query) > _LONGEST:
        raise SearchError("q", gettext("What is followed has at most {most} characters.").format(most=_LONGEST))
    if not wish.query.strip() and not wish.filters.narrows():
        raise SearchError("q", gettext("Say what to follow: some words, a member, a party or a bill."))
    if wish.by not in Follow.By.values or wish.often not in Follow.Often.values or not 0 <= wish.least <= 1:
        raise SearchError("by", gettext("Choose by what passages are found, and how often you want a mail."))
    if Follow.objects.filter(address__iexact=address).count() >= MOST:
        text = gettext("One address follows at most {most} searches. End one first.")
        raise SearchError("address", text.format(most=MOST))


def _filter_data(filters: Filters) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime.date) else list(value) if name == "topics" else value
        for name, value in filters.active().items()
    }


def _without_filters(query: str, filters: Mapping[str, str]) -> str:
    """The query as typed; if it holds filters, only its words, phrases and exclusions."""
    if not filters:
        return query.strip()
    box = parse_box(query)
    return " ".join([box.text, *(f'"{one}"' for one in box.phrases), *(f'-"{one}"' for one in box.excluded)]).strip()


def _terms(text: str, language: str) -> list[int]:
    if not text:
        return []
    found = query_terms(text, TermCount._meta.db_table, current_model().pk, language)
    return [term.dimension for term in found.terms]


def _scope(filters: Filters) -> Scope:
    version = corpus_version()
    return resolve(filters, roster(version), catalogue(version))


def chunks_within(filters: Filters) -> ChunkQuerySet:
    """The chunks of speeches that pass the filters. Without a country, chunks of invented parliaments are left out.
    Raises SearchError."""
    scope = _scope(filters)
    chunks: ChunkQuerySet = Chunk.objects.filter(scope.condition)
    return chunks if scope.bills is None else chunks.filter(speech_id__in=speeches_on(scope.bills))


def newest(query: str, filters: Filters, most: int) -> list[tuple[Speech, Span]]:
    """The newest speeches that contain all words of a search, each with the first passage that does; with filters only,
    the newest speeches with their openings. Raises SearchError."""
    box = parse_box(query)
    filters = filters.fill_from(box.filters)
    if not box.text:
        condition, _ = speeches_with(filters)
        speeches = Speech.objects.filter(condition).select_related(*_SHOWN).order_by("-date", "-position")[:most]
        return [(speech, opening_of(speech)) for speech in speeches]
    chunks = chunks_within(filters).filter(_holding_all(box), model__active=True)
    columns = chunks.order_by("-date", "speech_id", "index").values_list("speech_id", "start", "end")
    found: dict[str, Span] = {}
    for speech, start, end in columns[: most * _PASSAGES]:
        found.setdefault(speech, Span(start, end))
    holding = Speech.objects.select_related(*_SHOWN).in_bulk(list(found)[:most])
    return [(holding[key], span) for key, span in found.items() if key in holding]


def _holding_all(box: BoxQuery) -> Q:
    """The condition for chunks that hold all words and phrases of a query and none of its exclusions, each in its own
    language."""
    table, model, condition = TermCount._meta.db_table, current_model().pk, Q(speech_id=None)
    for language in LANGUAGES:
        own = Q(language=language, terms__contains=_terms(box.text, language))
        own &= must_hold(box.phrases, table, model, language, Chunk)
        condition |= own & must_not_hold(box.excluded, table, model, language, Chunk)
    return condition
