"""Who was in the chair of a debate that a question describes by a remark in it."""

from pathlib import Path

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.ingestion.embedding import current_model, embed_pending
from speeches.ingestion.ingest import ingest_content
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.slow


def chair_of(topic: str, parliament: str) -> Listing | None:
    slots = (Slot("topic", topic, 0, 1),)
    return listing_for(Reading("?", kind="fact/chair", slots=slots, view=frozenset({parliament})), None)


def test_a_debate_is_known_by_a_remark_though_it_is_mostly_on_other_matters(empty_record: None, shared: Path) -> None:
    file = shared / "data/uk/westminsterhall/westminster2009-10-27a.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    embed_pending(current_model())
    found = chair_of("chip fat", "uk")
    assert found is not None
    assert found.sentence() == "In the chair of “Biofuels”, Westminster Hall, 27 October 2009: David Taylor."
