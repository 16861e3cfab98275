"""Short forms for pages and reports: a text cut to a length, a share with its counts."""


def cut_at_word(text: str, longest: int) -> str:
    """Returns a text on one line with at most `longest` characters, cut at a word and marked where it is cut.

    >>> cut_at_word("Can I  keep a dog?", 40), cut_at_word("Can I keep a dog?", 12)
    ('Can I keep a dog?', 'Can I keep …')
    """
    line = " ".join(text.split())
    return line if len(line) <= longest else line[:longest].rsplit(" ", 1)[0] + " …"


def share_of(part: int, whole: int) -> str:
    """Returns a share with its counts.

    >>> share_of(1, 4), share_of(0, 0)
    ('0.250 (1 of 4)', 'none')
    """
    return f"{part / whole:.3f} ({part} of {whole})" if whole else "none"
