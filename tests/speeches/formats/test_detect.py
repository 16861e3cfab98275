"""Every format has a parser of its name."""

from speeches.formats import FORMATS
from speeches.formats.detect import PARSERS


def test_every_format_has_its_parser() -> None:
    assert tuple(PARSERS) == FORMATS
