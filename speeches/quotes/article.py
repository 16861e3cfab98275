"""Checks every quotation in an article against the person it is attributed to."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext

from rag.language.tokens import words_of
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.formats.names import HONORIFICS
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.claim import FEWEST_WORDS, LONGEST_QUOTE
from speeches.quotes.marks import quoted_spans
from speeches.quotes.verify import QuoteVerdict, verify_quote
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable
from speeches.search.version import corpus_version
from speeches.understanding.gazetteer import Gazetteer, gazetteer
from speeches.understanding.lexicon import ARTICLES, EMPTY

LONGEST_ARTICLE = 40_000
MOST_QUOTATIONS = 40
# Words with which a clause may open before its subject: a closed class.
_CLAUSE_OPENS = ARTICLES | HONORIFICS | frozenset("and but while whereas then et mais tandis que alors".split())
# After the mark that closes a quotation: a capital letter.
_CAPITAL_AFTER = re.compile(r"[”\"»’']\s+[“\"«‘']?\s*[A-ZÀ-Ý]")
# Between a name and the seat beside it: ", the member for"; and how many words may stand with a name between the parts
# of a quotation.
_APPOSED = re.compile(r",\s+(?:[a-zà-ÿ'’-]+\s+){0,3}(?:for|of|de|du)\s+(?:the\s+|la\s+)?")
_FEW_BETWEEN = 2
# An empty line ends a paragraph. So does a line that ends with a sentence if the next begins with a capital letter or a
# mark, because pasted text may have no empty lines.
_PARAGRAPH_END = re.compile(r"\n\s*\n\s*|(?<=[.!?”\"»’'])[ \t]*\n\s*(?![a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words `[start, end)` of an article in quotation marks, and the one person or office of the record named beside
    them; "" if none or several are named."""

    start: int
    end: int
    words: str
    speaker: str


@dataclass(frozen=True, slots=True)
class CheckedQuotation:
    """A quotation with its verdict. If it cannot be checked, `verdict` is None and `unchecked` says why."""

    quotation: Quotation
    verdict: QuoteVerdict | None
    unchecked: str = ""


def check_article(text: str, country: str = "") -> list[CheckedQuotation]:
    """The verdict on each quotation in an article, in order. Raises SearchError with what to change."""
    if broken := unstorable(text):
        told = gettext("The text holds {broken}, which no text of the record does. Take it out.")
        raise SearchError("text", told.format(broken=broken))
    if len(text) > LONGEST_ARTICLE:
        told = gettext("At most {most} characters are checked at once. Check it in parts.")
        raise SearchError("text", told.format(most=number_format(LONGEST_ARTICLE, force_grouping=True)))
    # Browsers send two characters for the end of a line.
    found = quotations_in(text.replace("\r\n", "\n"), gazetteer(corpus_version()))
    if not found:
        raise SearchError(
            "text", gettext("No more than three words of the text stand in quotation marks. So few are not checked.")
        )
    if len(found) > MOST_QUOTATIONS:
        told = gettext("At most {most} quotations are checked at once. Check it in parts.")
        raise SearchError("text", told.format(most=MOST_QUOTATIONS))
    return [_check_quotation(one, country) for one in found]


def _check_quotation(quotation: Quotation, country: str) -> CheckedQuotation:
    try:
        return CheckedQuotation(
            quotation, verify_quote(QuoteRequest(quotation.words, quotation.speaker, country=country))
        )
    except SearchError as error:
        return CheckedQuotation(quotation, None, error.message)


def quotations_in(text: str, names: Gazetteer) -> list[Quotation]:
    """The quotations in a text, in order. Marks around a word or two set off a term, so those are skipped."""
    return [
        one
        for paragraph in _paragraphs(text)
        for one in _quotations_in(text, paragraph, names)
        if len(one.words.split()) > FEWEST_WORDS and len(one.words) <= LONGEST_QUOTE
    ]


def _paragraphs(text: str) -> Iterator[Span]:
    start = 0
    for gap in _PARAGRAPH_END.finditer(text):
        yield Span(start, gap.start())
        start = gap.end()
    yield Span(start, len(text))


def _quotations_in(text: str, paragraph: Span, names: Gazetteer) -> Iterator[Quotation]:
    own = paragraph.of(text)
    marks = sorted(quoted_spans(own), key=lambda one: one.start)
    sentences = list(sentence_spans(_without(own, marks), Span(0, len(own))))
    named = _people_named(own, marks, names)
    for place, quoted in enumerate(marks):
        sentence = next((one for one in sentences if one.start <= quoted.start < one.end), Span(0, len(own)))
        speaker = _only_speaker(named, own, marks, place, sentence)
        yield Quotation(paragraph.start + quoted.start, paragraph.start + quoted.end, quoted.of(own), speaker)


def _without(text: str, marks: Sequence[Span]) -> str:
    """The text with quotations masked, so that no sentence ends inside one and any may begin with one. One that ends
    like a sentence, with a capital after it, ends the sentence around it."""
    for one in marks:
        ends = one.of(text).endswith((".", "!", "?")) and _CAPITAL_AFTER.match(text, one.end)
        mask = "X" * (one.end - one.start - 1) + ("." if ends else "X")
        text = f"{text[: one.start]}{mask}{text[one.end :]}"
    return text


def _people_named(text: str, marks: Sequence[Span], names: Gazetteer) -> Mapping[str, list[Span]]:
    """Where a paragraph names people, offices and others of the record outside its quotations, by kind."""
    words = [word for word in words_of(text) if not any(one.start <= word.start < one.end for one in marks)]
    found: dict[str, list[Span]] = defaultdict(list)
    for one in names.find_names(text, words):
        span = Span(words[one.first].start, words[one.last - 1].end)
        if not (one.kind == "person" and _is_beside_a_name(span, found["person"], text)):
            found[one.kind].append(span)
    return found


def _is_beside_a_name(one: Span, people: Sequence[Span], text: str) -> bool:
    """Whether a name says which seat the person named right before it holds: of "Ada Smith, the member for Jones, said"
    Ada Smith is the subject, if her name opens the clause."""
    if text[one.end : one.end + 1] != ",":
        return False
    beside = (other for other in people if other.end <= one.start and _APPOSED.fullmatch(text[other.end : one.start]))
    return any(_opens_a_clause(other, text) for other in beside)


def _opens_a_clause(name: Span, text: str) -> bool:
    before = max(text.rfind(mark, 0, name.start) for mark in (".", "!", "?", "”", "“", '"', "\n"))
    return all(word.folded in _CLAUSE_OPENS for word in words_of(text[before + 1 : name.start]) if word.text.isalpha())


def _only_speaker(named: Mapping[str, list[Span]], text: str, marks: Sequence[Span], place: int, sentence: Span) -> str:
    """The speaker whom the words around a quotation name: the person at the head of its clause; else the one person of
    the sentence; else the person named before it in the paragraph, or the office named in its sentence. Returns "" if
    two are named: the order of names does not tell who spoke."""
    people, offices, quoted = named["person"], named["office"], marks[place]
    if head := _head_of_clause(people, offices, text, marks, place, sentence):
        return head
    within, held = (_named_within(spans, text, sentence) for spans in (people, offices))
    before = _named_within(people, text, Span(0, quoted.start))
    others = within or _speaker_of_the_rest(people, text, marks, place) or held | before
    return others.pop() if len(others) == 1 else ""


def _speaker_of_the_rest(people: Sequence[Span], text: str, marks: Sequence[Span], place: int) -> set[str]:
    """The one person named between a quotation and the one before it, if little else stands there and a sentence ends:
    "“We will,” Ada Smith said. “We must.”"."""
    before = max((one.end for one in marks[:place] if one.end <= marks[place].start), default=None)
    if before is None:
        return set()
    between = Span(before, marks[place].start)
    named = _named_within(people, text, between)
    words = [word for word in words_of(between.of(text)) if word.text.isalpha()]
    others = len(words) - sum(len(name.split()) for name in named)
    ends = between.of(text).rstrip(" \n\"“‘«'").endswith(".")
    return named if ends and others <= _FEW_BETWEEN else set()


def _head_of_clause(
    people: Sequence[Span], offices: Sequence[Span], text: str, marks: Sequence[Span], place: int, sentence: Span
) -> str:
    """The one person named between the quotation before, or the beginning of the sentence, and a quotation, if the
    clause begins with the name and goes on after it: "while Bob Jones said “…”", but not "and called Bob Jones “…”"."""
    quoted = marks[place]
    start = max([sentence.start, *(one.end for one in marks[:place] if one.end <= quoted.start)])
    inside = [one for one in people if start <= one.start and one.end <= quoted.start]
    # What follows up to the next quotation may say who spoke this one, unless that one is of the same sentence.
    followed = any(quoted.end <= one.start < sentence.end for one in marks)
    after = [] if followed else [one for one in people if quoted.end <= one.start < sentence.end]
    if len({one.of(text) for one in (*inside, *after)}) != 1 or not inside:
        return ""
    first, last = inside[0], inside[-1]
    known = [one for one in offices if start <= one.start < first.start]
    ahead = [
        word
        for word in words_of(text[start : first.start])
        if word.text.isalpha() and not any(one.start <= start + word.start < one.end for one in known)
    ]
    goes_on = any(word.text.isalpha() and word.folded not in EMPTY for word in words_of(text[last.end : quoted.start]))
    return first.of(text) if goes_on and all(word.folded in _CLAUSE_OPENS for word in ahead) else ""


def _named_within(spans: Sequence[Span], text: str, stretch: Span) -> set[str]:
    return {one.of(text) for one in spans if stretch.start <= one.start < stretch.end}
