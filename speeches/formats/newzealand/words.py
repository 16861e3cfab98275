"""The words of an element as a reader of the page sees them."""

from lxml import etree


def words_of(element: etree._Element | None) -> str:
    """The text with each run of white space as one space."""
    return "" if element is None else " ".join("".join(str(text) for text in element.itertext()).split())
