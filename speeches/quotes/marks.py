"""Words in quotation marks, of all kinds that English and French print."""

import re
from collections.abc import Iterator

from rag.text.spans import Span

# Single marks may contain apostrophes. An opening one never follows a letter, a closing one is never followed by one.
# A straight mark may be closed by a curled one, and the other way round.
_QUOTED = re.compile(
    r"“([^“”\"]+)[”\"]|«\s*([^«»]+?)\s*»|\"([^\"“”]+)[\"”]|“([^“”]+)”|\"([^\"]+)\"|(?<!\w)‘([^‘]{1,2000}?)’(?!\w)"
    r"|(?<!\w)'(?=\w)([^\n]{1,2000}?[\w.,;:!?…])'(?!\w)"
)
# A quotation that goes on in the next paragraph is not closed in this one. Only “ can be nothing else within a line.
_OPENED = re.compile(r"^[ \t.…]{0,9}[“\"‘](?=\w)|“(?=[^“”\n]*$)", re.MULTILINE)


def quoted_spans(text: str) -> Iterator[Span]:
    """Yields the stretches of a text that stand in quotation marks, without the marks.

    >>> text = "He said 'I don't hold a hose, mate,' and “left”."
    >>> [one.of(text) for one in quoted_spans(text)]
    ["I don't hold a hose, mate,", 'left']
    >>> text = "“It was long.\\n\\n“It was late.”"
    >>> [one.of(text) for one in quoted_spans(text)]
    ['It was late.', 'It was long.']
    """
    closed = [Span(*match.span(match.lastindex or 0)) for match in _QUOTED.finditer(text)]
    yield from closed
    for opened in _OPENED.finditer(text):
        if not any(one.start <= opened.end() < one.end for one in closed):
            yield Span(opened.end(), (text + "\n").index("\n", opened.end()))
