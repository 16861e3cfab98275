"""The program that reads a parliament's PDF in a process of its own: the PDF on stdin, one page per line on stdout.

Each line is a JSON list of the page's lines. If the PDF cannot be read, a last line says why.
"""

import contextlib
import json
import re
import sys

import pypdfium2

from rag.sandbox import Limits

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st", "\u00ad": ""}
)


def main() -> None:
    """Write the pages of the PDF on stdin."""
    Limits.from_arguments(sys.argv[1:]).impose()
    try:
        with contextlib.closing(pypdfium2.PdfDocument(sys.stdin.buffer.read())) as document:
            for page in document:
                print(json.dumps(_lines(_words_on(page))), flush=True)
    except pypdfium2.PdfiumError as error:
        print(json.dumps({"error": str(error)}))
    print(json.dumps({"end": True}))


def _words_on(page: pypdfium2.PdfPage) -> str:
    with contextlib.closing(page), contextlib.closing(page.get_textpage()) as words:
        return str(words.get_text_bounded())


def _lines(text: str) -> list[str]:
    # PDFium marks a hyphen that only splits a word at the end of a line.
    text = re.sub("[\x02\ufffe]\\s*", "", text)
    lines = (" ".join(line.translate(_LIGATURES).split()) for line in re.split(r"\r\n|\r|\n", text))
    return [line for line in lines if line]


if __name__ == "__main__":
    main()
