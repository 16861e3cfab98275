"""Who is named beside a quotation: the one person or office whose words it is said to be, or nobody.

Where the words of an article leave it open, nobody is named, because a wrong name would accuse somebody.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rag.language.tokens import Word, words_of
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.formats.names import HONORIFICS, fold
from speeches.understanding.gazetteer import Gazetteer
from speeches.understanding.lexicon import ANAPHORS, ARTICLES, EMPTY

# Words with which a clause may open before its subject: a closed class.
_CLAUSE_OPENS = ARTICLES | HONORIFICS | frozenset("and but while whereas then et mais tandis que alors".split())
# After the mark that closes a quotation: a capital letter.
_CAPITAL_AFTER = re.compile(r"[”\"»’']\s+[“\"«‘']?\s*[A-ZÀ-Ý]")
# After the mark that closes a quotation: the clause that says who spoke it, if a comma joins the two.
_CLAUSE_AFTER = re.compile(r"(?:(?<=,)\s*[”\"»’']|\s*[”\"»’']\s*,)\s*([^.,;:!?—–(“\"«\n]*)")
# Between a name and the seat beside it: ", the member for".
_APPOSED = re.compile(r",\s+(?:[a-zà-ÿ'’-]+\s+){0,3}(?:for|of|de|du)\s+(?:the\s+|la\s+)?")
_POSSESSIVE = re.compile(r"['’]\s?s\b")
_APOSTROPHES = "'’"
# How many words may stand with a name between the parts of a quotation.
_FEW_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a paragraph names a "person" or an "office" of the record, or a "possible" person: the word may be another,
    or the person only owns something."""

    kind: str
    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of an article with its quotations, without their marks, its sentences, and whom it names outside."""

    text: str
    marks: Sequence[Span]
    sentences: Sequence[Span]
    mentions: Sequence[Mention]

    def sentence_of(self, quoted: Span) -> Span:
        whole = Span(0, len(self.text))
        return next((one for one in self.sentences if one.start <= quoted.start < one.end), whole)

    def named(self, kind: str, within: Span) -> list[Mention]:
        return [one for one in self.mentions if one.kind == kind and within.start <= one.span.start < within.end]

    def words(self, within: Span) -> list[Word]:
        """The words of a stretch that stand outside quotations."""
        every = words_of(self.text)
        outside = (word for word in every if not any(one.start <= word.start < one.end for one in self.marks))
        return [word for word in outside if within.start <= word.start < within.end]


def read_paragraph(text: str, marks: Sequence[Span], names: Gazetteer) -> Paragraph:
    """A paragraph as it stands by itself."""
    sentences = list(sentence_spans(_mask(text, marks), Span(0, len(text))))
    bare = Paragraph(text, marks, sentences, ())
    return replace(bare, mentions=[one for sentence in sentences for one in _mentions_in(bare, sentence, names)])


def with_full_names(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs of an article, in which a last name means whoever the article names in full with it."""
    full: dict[str, set[str]] = defaultdict(set)
    for one in (one for paragraph in paragraphs for one in paragraph.mentions if one.kind == "person"):
        if " " in one.name:
            full[fold(one.name.rsplit(" ", 1)[-1])].add(one.name)
    whole = {last: name for last, names in full.items() if (name := _only(names))}
    return [replace(one, mentions=[_in_full(mention, whole) for mention in one.mentions]) for one in paragraphs]


def _in_full(one: Mention, whole: Mapping[str, str]) -> Mention:
    name = whole.get(fold(one.name)) if one.kind == "person" else ""
    return replace(one, name=name) if name else one


def _mask(text: str, marks: Sequence[Span]) -> str:
    """The text with quotations masked, so that no sentence ends inside one and any may begin with one. One that ends
    like a sentence, with a capital after it, ends the sentence around it."""
    for one in marks:
        ends = one.of(text).endswith((".", "!", "?")) and _CAPITAL_AFTER.match(text, one.end)
        mask = "X" * (one.end - one.start - 1) + ("." if ends else "X")
        text = f"{text[: one.start]}{mask}{text[one.end :]}"
    return text


def _mentions_in(paragraph: Paragraph, sentence: Span, names: Gazetteer) -> Iterator[Mention]:
    """Whom a sentence names. A last name right at its beginning is possible: any word has a capital there."""
    text, words = paragraph.text, paragraph.words(sentence)
    people: list[Span] = []
    found = list(names.find_names(text, words))
    for one in found:
        span = Span(words[one.first].start, words[one.last - 1].end)
        if one.kind == "office":
            yield Mention("office", span, span.of(text))
        elif one.kind == "person" and not _is_beside_a_name(span, people, paragraph):
            people.append(span)
            yield _person(
                span, words, one.first, text, {place for other in found for place in range(other.first, other.last)}
            )
    if words and not any(one.first == 0 for one in found) and names.may_be_a_person(words[0].text):
        span = Span(words[0].start, words[0].end)
        yield Mention("possible", span, span.of(text))


def _person(span: Span, words: Sequence[Word], first: int, text: str, known: set[int]) -> Mention:
    """A person, with the words before a last name that are written as a name and that the record does not know. Whoever
    only owns something does not speak."""
    if span.of(text).endswith(tuple(_APOSTROPHES)) or _POSSESSIVE.match(text, span.end):
        return Mention("possible", span, span.of(text))
    start = first
    while " " not in span.of(text) and start and start - 1 not in known and _is_like_a_name(words[start - 1]):
        start -= 1
    return Mention("person", span, text[words[start].start : span.end])


def _is_like_a_name(word: Word) -> bool:
    return word.text.istitle() and word.folded not in EMPTY and word.folded not in HONORIFICS


def _is_beside_a_name(one: Span, people: Sequence[Span], paragraph: Paragraph) -> bool:
    """Whether a name says which seat the person named right before it holds: of "Ada Smith, the member for Jones, said"
    Ada Smith is the subject, if her name opens the clause."""
    text = paragraph.text
    if text[one.end : one.end + 1] != ",":
        return False
    beside = (other for other in people if other.end <= one.start and _APPOSED.fullmatch(text[other.end : one.start]))
    return any(_opens_clause(Span(_clause_start(text, other.start), other.start), paragraph) for other in beside)


def _clause_start(text: str, place: int) -> int:
    return max(text.rfind(mark, 0, place) for mark in (".", "!", "?", "”", "“", '"', "\n")) + 1


def _opens_clause(ahead: Span, paragraph: Paragraph) -> bool:
    """Whether the words ahead of a name may open a clause before its subject: articles, honorifics, an office."""
    offices = paragraph.named("office", ahead)
    words = (word for word in words_of(ahead.of(paragraph.text)) if word.text.isalpha())
    return all(
        word.folded in _CLAUSE_OPENS
        or any(one.span.start <= ahead.start + word.start < one.span.end for one in offices)
        for word in words
    )


def speaker_beside(paragraph: Paragraph, place: int) -> str:
    """Whoever the words around a quotation say spoke it. "" if that is nobody of the record, or not plain.

    That is the person at the head of its clause; else the one whom the clause after it names; else the one person of
    the sentence. A pronoun stands for the one person named before. A sentence that says nothing of who speaks goes on
    with whoever spoke before.
    """
    quoted = paragraph.marks[place]
    sentence = paragraph.sentence_of(quoted)
    if head := _head_of_clause(paragraph, place, sentence):
        return head
    people = {one.name for one in paragraph.named("person", sentence)}
    held = {one.name for one in paragraph.named("office", sentence)}
    possible = paragraph.named("possible", sentence)
    before = {one.name for one in paragraph.named("person", Span(0, quoted.start))}
    if after := _CLAUSE_AFTER.match(paragraph.text, quoted.end):
        clause = Span(*after.span(1))
        named = {one.name for one in paragraph.named("person", clause)}
        earlier = {one.name for one in paragraph.named("person", Span(0, sentence.start))}
        if not any(one.span.start < quoted.start for one in paragraph.named("person", sentence)):
            if _has_pronoun(paragraph, clause) and not named:
                return _only(earlier)
            unsure = paragraph.named("possible", clause) or paragraph.named("office", clause)
            if named and not unsure and not _has_pronoun(paragraph, clause):
                return _only(named)
    has_pronoun = _has_pronoun(paragraph, sentence)
    if possible or (people and (has_pronoun or held)):
        return ""
    if people:
        return _only(people)
    if not after and (rest := _speaker_of_the_rest(paragraph, place)):
        return _only(rest)
    says_nothing = not any(word.text.isalpha() for word in paragraph.words(sentence))
    return _only(held | before if has_pronoun or says_nothing else held)


def _has_pronoun(paragraph: Paragraph, within: Span) -> bool:
    words = (part for word in paragraph.words(within) for part in word.folded.split("-"))
    return any(word in ANAPHORS for word in words)


def _only(names: set[str]) -> str:
    return next(iter(names)) if len(names) == 1 else ""


def _speaker_of_the_rest(paragraph: Paragraph, place: int) -> set[str]:
    """The one person named between a quotation and the one before it, if little else stands there and a sentence ends:
    "“We will,” Ada Smith said. “We must.”"."""
    marks = paragraph.marks
    before = max((one.end for one in marks[:place] if one.end <= marks[place].start), default=None)
    if before is None:
        return set()
    between = Span(before, marks[place].start)
    named = {one.name for one in paragraph.named("person", between)}
    words = [word for word in words_of(between.of(paragraph.text)) if word.text.isalpha()]
    others = len(words) - sum(len(name.split()) for name in named)
    ends = between.of(paragraph.text).rstrip(" \n\"“‘«'").endswith(".")
    return named if ends and others <= _FEW_BETWEEN else set()


def _head_of_clause(paragraph: Paragraph, place: int, sentence: Span) -> str:
    """The one person who heads the clause of a quotation: "while Bob Jones said “…”".

    The name must begin the clause, after the quotation before or the beginning of the sentence, and the clause must go
    on after it: not "and called Bob Jones “…”".
    """
    quoted, text = paragraph.marks[place], paragraph.text
    start = max([sentence.start, *(one.end for one in paragraph.marks[:place] if one.end <= quoted.start)])
    inside = paragraph.named("person", Span(start, quoted.start))
    # What follows up to the next quotation may say who spoke this one, unless that one is of the same sentence.
    followed = any(quoted.end <= one.start < sentence.end for one in paragraph.marks)
    after = [] if followed else paragraph.named("person", Span(quoted.end, sentence.end))
    if len({one.name for one in (*inside, *after)}) != 1 or not inside:
        return ""
    goes_on = any(
        word.text.isalpha() and word.folded not in EMPTY for word in words_of(text[inside[-1].span.end : quoted.start])
    )
    first = inside[0].span.start
    clause = Span(max(start, text.rfind(",", 0, first) + 1), first)
    return inside[0].name if goes_on and _opens_clause(clause, paragraph) else ""
