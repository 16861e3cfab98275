"""The sections that an answer may be made of."""

import re
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

_ALLOWED = re.compile(
    r"\b(?:allow(?:s|ed)?|permit(?:s|ted)?|permissible|prohibit(?:s|ed)?|forbid(?:s|den)?|bann?(?:ed|s)?|restricted"
    r"|okay|ok)\b",
    re.IGNORECASE,
)
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
    # Whether something is allowed is asked of everything: to share that word with a rule is to share nothing.
    about = _ALLOWED.sub(" ", query.text)
    lexemes = question_lexemes_among(about, chunks, bylaw.language) or question_lexemes_among(
        query.text, chunks, bylaw.language
    )
    synonyms = {legal: own & lexemes.keys() for legal, own in _synonyms(query, bylaw.language).items()}
    question = BylawQuestion(
        query.text, query.text, lexemes, query.asked_vector, bylaw.language,
        {legal: own for legal, own in synonyms.items() if own}, fact=fact_asked(query.text, query.related),
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


# A sentence with a subject and a verb of its own says what it says without what leads into the list.
_WHOLE = re.compile(
    r"(?:all|no|each|every|any|the|an?|this|these|such|nothing|nobody|if|when|where|in|upon|except"
    r"|owners?|residents?|tenants?|members?|bylaws?|rules?)\b.*?\b(?:shall|must|may|will|is|are|can(?:not)?)\b",
    re.IGNORECASE | re.DOTALL,
)
_LABEL = re.compile(r"\W*\w{0,4}\W*")


def stem_before(passage: Passage, span: Span) -> str:
    """What leads into the list whose item the sentence at `span` opens, verbatim; "" before a sentence that stands for
    itself: under "shall not do any of the following:" it would seem to say the opposite."""
    stem: str = passage.facts["stem"]
    body: Span = passage.facts["voice"]
    words = span.of(passage.text)
    opens = span.start <= body.start or _LABEL.fullmatch(passage.text[body.start : span.start])
    if words[:1].isupper() and _WHOLE.match(words):
        return ""
    return stem if opens or words[:1].islower() else ""


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
