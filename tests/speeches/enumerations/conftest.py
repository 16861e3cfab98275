"""What the tests of lists share."""

import pytest

from speeches.models import Speech
from tests.speeches.enumerations.debates import hold_debate


@pytest.fixture
def debate() -> list[Speech]:
    """A heading with three turns, by three members."""
    return hold_debate()
