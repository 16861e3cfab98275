"""Retrieves the passages from which a question is answered."""

import re
from dataclasses import dataclass

from guardian.chat.sections import section_named
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
    """The passages for a question, best first, as they stand in the bylaw in force, and the bylaw's language. `lacking`
    names a section that the question asks about and the bylaw does not have."""

    passages: list[Passage]
    language: str
    lacking: str = ""


def retrieve(query: Query, bylaw: Bylaw) -> Retrieval:
    """The passages for a question. Inside the scheme's scope."""
    sections = bylaw.sections()
    starts = list(BylawPage.objects.filter(bylaw=bylaw).values_list("number", "start", "end"))
    named = section_named(query.text, sections)
    if named and not named.places:
        return Retrieval([], bylaw.language, lacking=named.name)
    within = [one for one in rank_chunks(query, bylaw) if named is None or one.row["section"] in named.places]
    found = within[:PASSAGES]
    return Retrieval([_passage(one, bylaw, sections, starts) for one in found], bylaw.language)


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
    """The words that introduce a list, verbatim, if the sentence at `span` opens one of its items. Returns "" before a
    sentence that stands on its own: under "shall not do any of the following:" it would seem to say the opposite."""
    stem: str = passage.facts["stem"]
    body: Span = passage.facts["voice"]
    words = span.of(passage.text)
    opens = span.start <= body.start or _LABEL.fullmatch(passage.text[body.start : span.start])
    if words[:1].isupper() and _WHOLE.match(words):
        return ""
    return stem if opens or words[:1].islower() else ""


def _passage(found: Candidate, bylaw: Bylaw, sections: list[Section], pages: list[tuple[int, int, int]]) -> Passage:
    row = found.row
    section = sections[row["section"]]
    return Passage(
        record=str(bylaw.pk),
        text=bylaw.text,
        span=Span(row["start"], row["end"]),
        header=" ".join(filter(None, [section.name, section.stem])),
        speaker=section.name,
        date=None,
        score=found.fused,
        listing=True,
        facts={
            "voice": section.body,
            "section": section.name,
            "stem": section.stem,
            "pages": pages,
            "to_machines": bylaw.to_machines,
        },
    )
