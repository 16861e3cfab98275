"""The sections that an answer may be made of."""

from collections.abc import Set
from dataclasses import dataclass

from guardian.chat.facts import Fact, fact_asked
from guardian.documents.document import Section
from guardian.models import Bylaw, BylawPage, Chunk
from guardian.search.engine import Query, ranked
from rag.answering.passages import Passage
from rag.answering.weigh import Question
from rag.retrieval.fuse import Candidate
from rag.retrieval.lexemes import lexemes_of, question_lexemes_among
from rag.text.spans import Span

# Chunks that an answer is made of.
PASSAGES = 5


@dataclass(frozen=True, slots=True)
class BylawQuestion(Question):
    """A question to bylaws, with the fact that it asks for, if any."""

    fact: Fact | None = None

    @property
    def wanted(self) -> str:
        return self.fact.kind if self.fact else ""

    def gives(self, sentence: str) -> bool:
        return self.fact is None or self.fact.stated_in(sentence)


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A question with its passages, best first, as they stood in the bylaw in force."""

    question: BylawQuestion
    passages: list[Passage]


def retrieve(query: Query, bylaw: Bylaw) -> Retrieved:
    """The passages for a question. Inside the scheme's scope."""
    chunks = Chunk.objects.filter(scheme_id=bylaw.scheme_id, bylaw_id=bylaw.pk)
    lexemes = question_lexemes_among(query.text, chunks, bylaw.language)
    question = BylawQuestion(
        query.text, query.text, lexemes, query.asked_vector, bylaw.language,
        _synonyms(query, bylaw.language), fact=fact_asked(query.text, query.related),
    )  # fmt: skip
    sections = bylaw.sections()
    starts = list(BylawPage.objects.filter(bylaw=bylaw).values_list("number", "start", "end"))
    found = ranked(query, bylaw)[:PASSAGES]
    return Retrieved(question, [_passage(one, bylaw, sections, starts) for one in found])


def page_at(pages: list[tuple[int, int, int]], place: int) -> int:
    """The page on which a character of the text stands; `pages` are (number, start, end)."""
    standing = [number for number, start, end in pages if start <= place < end]
    # A paragraph that runs over the page stands on both: its words after the break on the second.
    return standing[-1] if standing else max((number for number, start, _ in pages if start <= place), default=1)


def _synonyms(query: Query, language: str) -> dict[str, Set[str]]:
    """The lexemes of related words, each with the lexemes of the question's words that they stand for."""
    pairs = [(everyday, legal) for everyday, words in query.related.items() for legal in words]
    lexemes = lexemes_of([text for pair in pairs for text in pair], language)
    meant: dict[str, set[str]] = {}
    for own, legal in zip(lexemes[::2], lexemes[1::2], strict=True):
        # Of "motor vehicle" either word alone says little.
        if len(legal) == 1:
            meant.setdefault(next(iter(legal)), set()).update(own)
    return {lexeme: frozenset(own) for lexeme, own in meant.items()}


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
        lead=f"{' '.join(section.path[-2:])}: " if section.path else "",
        facts={
            "voice": section.body,
            "section": section.name,
            "stem": section.stem,
            "pages": pages,
        },
    )
