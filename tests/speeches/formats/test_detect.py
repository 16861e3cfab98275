"""The formats by name, and the parsers behind them."""

from speeches.formats.detect import PARSERS
from speeches.formats.kinds import FORMATS


def test_every_format_has_its_parser() -> None:
    assert tuple(PARSERS) == FORMATS
