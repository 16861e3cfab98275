"""Retrieves the passages from which a question is answered."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from guardian.chat.limits import companions_of, parts_beside
from guardian.chat.sections import NamedSection, find_chosen_section, find_section
from guardian.documents.document import Section
from guardian.models import Bylaw, BylawPage
from guardian.search.engine import Query, rank_chunks
from rag.answering.passages import Passage
from rag.retrieval.fuse import Candidate
from rag.text.spans import Span

# The most chunks that the reader sees for one question.
PASSAGES = 20


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The passages for a question, best first, as they stand in the documents in force, and the language of the best.
    `lacking` names a section that the question asks about and no document has; `chosen` tells that the passages are of
    a section that the reader picked."""

    passages: list[Passage]
    language: str
    lacking: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class _Opened:
    """A document with its sections, the places of its pages, and what a question names in it."""

    bylaw: Bylaw
    sections: list[Section]
    pages: list[tuple[int, int, int]]
    named: NamedSection | None


def retrieve(query: Query, bylaws: Sequence[Bylaw]) -> Retrieval:
    """The passages for a question from the documents in force, of which there is at least one. Inside the scheme's
    scope.

    If the question names a section, only that section of the documents that have it.
    """
    pages = _pages_of(bylaws)
    opened = {bylaw.pk: _open(query.text, bylaw, pages[bylaw.pk]) for bylaw in bylaws}
    named = {one.bylaw.pk: one.named for one in opened.values() if one.named}
    chosen = {key: one for key, one in named.items() if one.chosen}
    having = {key: one.places for key, one in (chosen or named).items() if one.places}
    if named and not having:
        return Retrieval([], bylaws[0].language, lacking=next(iter(named.values())).name)
    ranked = rank_chunks(query, [one for one in bylaws if not having or one.pk in having])
    within = [one for one in ranked if not having or one.row["section"] in having[one.row["bylaw_id"]]]
    several = len(bylaws) > 1
    passages = [_with_companions(one, opened[one.row["bylaw_id"]], several=several) for one in within[:PASSAGES]]
    best = opened[within[0].row["bylaw_id"]].bylaw if within else bylaws[0]
    return Retrieval(passages, best.language, chosen=bool(chosen))


def _open(question: str, bylaw: Bylaw, pages: list[tuple[int, int, int]]) -> _Opened:
    sections = bylaw.sections()
    named = find_chosen_section(question, bylaw.title, sections) or find_section(question, sections)
    return _Opened(bylaw, sections, pages, named)


def _pages_of(bylaws: Sequence[Bylaw]) -> Mapping[UUID, list[tuple[int, int, int]]]:
    """The number, start and end of each page of some documents."""
    found: dict[UUID, list[tuple[int, int, int]]] = {bylaw.pk: [] for bylaw in bylaws}
    for key, *place in BylawPage.objects.filter(bylaw__in=found).values_list("bylaw", "number", "start", "end"):
        found[key].append((place[0], place[1], place[2]))
    return found


def page_at(pages: list[tuple[int, int, int]], place: int) -> int:
    """The page on which a character of the text stands; `pages` are (number, start, end)."""
    standing = [number for number, start, end in pages if start <= place < end]
    # A paragraph that runs over a page break is on both pages; the words after the break are on the second.
    return standing[-1] if standing else max((number for number, start, _ in pages if start <= place), default=1)


# A sentence with its own subject and verb makes sense without the words that introduce the list.
_WHOLE = re.compile(
    r"(?:all|no|each|every|any|the|an?|this|these|such|nothing|nobody|if|when|where|in|upon|except"
    r"|owners?|residents?|tenants?|members?|bylaws?|rules?)\b.*?\b(?:shall|must|may|will|is|are|can(?:not)?)\b",
    re.IGNORECASE | re.DOTALL,
)
_LABEL = re.compile(r"\W*\w{0,4}\W*")


def stem_before(passage: Passage, span: Span) -> str:
    """The words that introduce a list, verbatim, if the sentence at `span` opens one of its items. A complete sentence
    gets no introduction, because "shall not do any of the following:" would reverse it."""
    stem: str = passage.facts["stem"]
    body: Span = passage.facts["voice"]
    words = span.of(passage.text)
    opens = span.start <= body.start or _LABEL.fullmatch(passage.text[body.start : span.start])
    if words[:1].isupper() and _WHOLE.match(words):
        return ""
    return stem if opens or words[:1].islower() else ""


def _name_of(place: int, opened: _Opened, *, several: bool) -> str:
    """A section's name. Of several documents, it begins with the document's."""
    name = opened.sections[place].name
    return " › ".join(filter(None, [opened.bylaw.title, name])) if several else name


def _passage(place: int, span: Span, score: float, opened: _Opened, *, several: bool) -> Passage:
    """A stretch of the section at `place` in a document's outline."""
    bylaw, section, name = opened.bylaw, opened.sections[place], _name_of(place, opened, several=several)
    return Passage(
        record=str(bylaw.pk),
        text=bylaw.text,
        span=span,
        header=" ".join(filter(None, [name, section.stem])),
        speaker=name,
        date=None,
        score=score,
        listing=True,
        facts={
            "voice": section.body,
            "section": name,
            "stem": section.stem,
            "pages": opened.pages,
            "bylaw": bylaw,
        },
    )


def _with_companions(found: Candidate, opened: _Opened, *, several: bool) -> Passage:
    """The passage found, with those sections that limit it or that it limits, in the order of the document."""
    row = found.row
    passage = _passage(row["section"], Span(row["start"], row["end"]), found.fused, opened, several=several)
    passage.facts["companions"] = [
        _passage(place, opened.sections[place].body, 0.0, opened, several=several)
        for place in companions_of(row["section"], opened.sections, opened.bylaw.text)
    ]
    beside = parts_beside(row["section"], opened.sections, opened.bylaw.text)
    passage.facts["beside"] = [_name_of(one, opened, several=several) for one in beside]
    return passage
