"""Cleans typed text of characters that the database cannot hold."""


def plain(text: str) -> str:
    """Removes unprintable characters, and white space at the ends.

    >>> plain(" Rates\\x00 and taxes ")
    'Rates and taxes'
    """
    return "".join(letter for letter in text if letter.isprintable()).strip()
