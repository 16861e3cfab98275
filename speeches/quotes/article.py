"""Checks every quotation in an article against the person it is attributed to."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.formats import number_format
from django.utils.translation import gettext

from rag.language.days import days_in
from rag.text.dates import format_date
from rag.text.spans import Span
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.beside import Paragraph, read_paragraph, speaker_beside, with_full_names
from speeches.quotes.claim import FEWEST_WORDS, LONGEST_QUOTE
from speeches.quotes.marks import quoted_spans
from speeches.quotes.verify import QuoteVerdict, verify_quote
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable
from speeches.search.languages import page_language
from speeches.search.version import corpus_version
from speeches.understanding.gazetteer import Gazetteer, gazetteer

LONGEST_ARTICLE = 40_000
MOST_QUOTATIONS = 40
# An empty line ends a paragraph. So does a line that ends with a sentence if the next begins with a capital letter or a
# mark, because pasted text may have no empty lines.
_PARAGRAPH_END = re.compile(r"\n\s*\n\s*|(?<=[.!?”\"»’'])[ \t]*\n\s*(?![a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words `[start, end)` of an article in quotation marks, and the one person or office named beside them; "" if none
    or several are named. `first` and `last` are the days that its sentence names, if it names any."""

    start: int
    end: int
    words: str
    speaker: str
    first: datetime.date | None = None
    last: datetime.date | None = None


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
        verdict = verify_quote(QuoteRequest(quotation.words, quotation.speaker, country=country))
    except SearchError as error:
        return CheckedQuotation(quotation, None, error.message)
    return CheckedQuotation(quotation, replace(verdict, notes=(*_notes_on_day(quotation, verdict), *verdict.notes)))


def _notes_on_day(quotation: Quotation, verdict: QuoteVerdict) -> Iterator[str]:
    """A note if the sentence around a quotation names days of which the words are not. It need not mean the words by
    them, so this changes no verdict."""
    if not verdict.best or verdict.verdict == "not_found" or not (quotation.first and quotation.last):
        return
    if not quotation.first <= verdict.best.date <= quotation.last:
        language = page_language()
        named = dict.fromkeys(format_date(day, language) for day in (quotation.first, quotation.last))
        text = gettext("The article names {days} beside these words. In the record they are of {day}.")
        yield text.format(days=" – ".join(named), day=format_date(verdict.best.date, language))


def quotations_in(text: str, names: Gazetteer) -> list[Quotation]:
    """The quotations in a text, in order. Marks around up to three words set off a term, so those are skipped."""
    own = list(_paragraphs(text))
    read = (
        read_paragraph(one.of(text), sorted(quoted_spans(one.of(text)), key=lambda span: span.start), names)
        for one in own
    )
    found = (
        _quotation(paragraph, place, span.start)
        for span, paragraph in zip(own, with_full_names(list(read)), strict=True)
        for place in range(len(paragraph.marks))
    )
    return [one for one in found if len(one.words.split()) > FEWEST_WORDS and len(one.words) <= LONGEST_QUOTE]


def count_short(text: str) -> int:
    """How many stretches of a text in quotation marks are too short to be checked."""
    found = (one.of(own) for own in (span.of(text) for span in _paragraphs(text)) for one in quoted_spans(own))
    return sum(len(words.split()) <= FEWEST_WORDS for words in found)


def _quotation(paragraph: Paragraph, place: int, start: int) -> Quotation:
    """A quotation of a paragraph that begins at `start`."""
    quoted, sentence = paragraph.marks[place], paragraph.sentence_of(paragraph.marks[place])
    days = [
        one
        for one in days_in(sentence.of(paragraph.text))
        if not any(mark.start <= sentence.start + one.start < mark.end for mark in paragraph.marks)
    ]
    only = days[0] if len(days) == 1 else None
    return Quotation(
        start + quoted.start,
        start + quoted.end,
        quoted.of(paragraph.text),
        speaker_beside(paragraph, place),
        only.first if only else None,
        only.last if only else None,
    )


def _paragraphs(text: str) -> Iterator[Span]:
    start = 0
    for gap in _PARAGRAPH_END.finditer(text):
        yield Span(start, gap.start())
        start = gap.end()
    yield Span(start, len(text))
