"""Finds sentences in English and French prose as parliaments and bylaws print it."""

import re
from collections.abc import Iterator

from rag.text.spans import Span

PARAGRAPH_BREAK = re.compile(r"\n[ \t\u00a0]*\n\s*")

# A stop, closing quotation marks or brackets, then white space and something that can open a sentence.
_STOP = re.compile(r"""[.!?…]+['"’”»)\]]*(?=\s+['"‘“«(\[]*[A-ZÀ-Ý0-9$£€…—–-])""")

# A line that names a division of a bill or report, perhaps with a title on the next line. A title has at most eight
# words and none that a rule needs, so that a law never loses its "A person must not"; a new beginning follows it.
_DIVISION_LINE = re.compile(
    r"(?P<kind>PART(?:IE)?|DIVISION|SECTION|SCHEDULE|ANNEXE|SUMMARY|SOMMAIRE|RECOMM[EA]NDATION)\b"
    r"(?:[ \t]+(?:\d+[A-Z]?|[IVXLC]+|[A-Z])\b)?(?P<title>[ \t]*[—–:-][^\n]*)?[ \t]*\n\s*"
)
_TITLE_LINE = re.compile(r"(?!\(|\d)[^\s.;:,—–]+(?:[ \t]+[^\s.;:,—–]+){0,7}[ \t]*\n\s*(?=[A-ZÀ-Ý0-9“\"])")
_UNTITLED = ("SUMMARY", "SOMMAIRE", "RECOMMENDATION", "RECOMMANDATION")
_NO_TITLE = re.compile(
    r"\b(?:must|shall|may|can|will|is|are|was|were|not|no|nothing|nobody|unless|if|doit|peut|est|sont|ne|pas|nul|sauf)\b"
    r"|\b(?:of|the|to|a|an|in|for|and|or|by|with|that|which|on|at|from|de|du|des|la|le|les|et|ou|à|en|par|que|qui)\s*$",
    re.IGNORECASE,
)

_TITLES = frozenset(
    "mr mrs ms dr hon sen st prof rev sgt col gen lt capt maj messrs mme mlle m no nos vs v p pp s ss cl para "
    "art sec ch fig jr sr inc ltd pty co corp dept gov rep reps hr viz cf ca approx e.g i.e a.m p.m u.s u.k".split()
)
_LAST_WORD = re.compile(r"[\w.'’-]+$")


def paragraph_spans(text: str) -> Iterator[Span]:
    """Yields the paragraphs of a text, trimmed. Empty lines separate them; empty paragraphs are left out.

    >>> [span.of("One.\\n\\nTwo. Three.") for span in paragraph_spans("One.\\n\\nTwo. Three.")]
    ['One.', 'Two. Three.']
    """
    start = 0
    for gap in PARAGRAPH_BREAK.finditer(text):
        yield from _unless_empty(Span(start, gap.start()).trim(text))
        start = gap.end()
    yield from _unless_empty(Span(start, len(text)).trim(text))


def after_headings(text: str, span: Span) -> Span:
    """Removes division names and titles that stand on lines of their own before a sentence.

    >>> text = "PART 1\\nTargets\\n1 The Minister must publish a plan that\\n(a) is whole."
    >>> after_headings(text, Span(0, len(text))).of(text).splitlines()[0]
    '1 The Minister must publish a plan that'
    >>> law = "A person must not enter\\nCrown land."
    >>> after_headings(law, Span(0, len(law))).of(law) == law
    True
    """
    start = span.start
    while division := _DIVISION_LINE.match(text, start, span.end):
        start = division.end()
        title = _TITLE_LINE.match(text, start, span.end)
        if (
            title
            and not division["title"]
            and division["kind"] not in _UNTITLED
            and not _NO_TITLE.search(title.group())
        ):
            start = title.end()
    return Span(start, span.end)


def is_question(sentence: str) -> bool:
    """Whether a sentence ends with a question mark, before any closing quotation marks.

    >>> is_question("He said “Why?”"), is_question("Why ask? Nobody knows.")
    (True, False)
    """
    return sentence.rstrip("”’\"' »").endswith("?")


def sentence_spans(text: str, within: Span | None = None) -> Iterator[Span]:
    """Yields the sentences of `text`, or of a part of it, in order and trimmed. A sentence never crosses a paragraph.

    >>> text = "Mr. Smith spent $1.9 billion. Did it help? No."
    >>> [span.of(text) for span in sentence_spans(text)]
    ['Mr. Smith spent $1.9 billion.', 'Did it help?', 'No.']
    """
    within = within or Span(0, len(text))
    for paragraph in paragraph_spans(within.of(text)):
        start, end = paragraph.start + within.start, paragraph.end + within.start
        for stop in _STOP.finditer(text, start, end):
            if not _abbreviates(text, start, stop):
                yield from _unless_empty(Span(start, stop.end()).trim(text))
                start = stop.end()
        yield from _unless_empty(Span(start, end).trim(text))


def first_sentences(text: str, length: int, within: Span | None = None) -> Span:
    """Returns the first sentences that fit in `length` characters. If not even one fits, its first words.

    >>> first_sentences("One went. Two stayed.", 12), first_sentences("One went away.", 9)
    (Span(start=0, end=9), Span(start=0, end=8))
    """
    within = within or Span(0, len(text))
    fitting = [span.end for span in sentence_spans(text, within) if span.end - within.start <= length]
    if fitting:
        return Span(within.start, max(fitting))
    if within.end - within.start <= length:
        return within
    space = text.rfind(" ", within.start, within.start + length)
    return Span(within.start, space if space > within.start else within.start + length)


def _unless_empty(span: Span) -> Iterator[Span]:
    if span.end > span.start:
        yield span


def _abbreviates(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the full stop ends a title, an initial or an abbreviation rather than a sentence."""
    if stop.group() != ".":
        return False
    word = _LAST_WORD.search(text, max(start, stop.start() - 20), stop.start())
    if word is None:
        return False
    letters = word.group()
    return letters.lower() in _TITLES or (len(letters) == 1 and letters.isupper() and letters != "I")
