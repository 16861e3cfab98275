"""What is typed, without what no text has and the database cannot hold."""


def plain(text: str) -> str:
    """
    >>> plain(" Rates\\x00 and taxes ")
    'Rates and taxes'
    """
    return "".join(letter for letter in text if letter.isprintable()).strip()
