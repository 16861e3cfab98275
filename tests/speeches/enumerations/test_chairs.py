"""Who was in the chair of a debate, where its words or those who spoke from the chair tell."""

from pathlib import Path

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.ingestion.embedding import current_model, embed_pending
from speeches.ingestion.ingest import ingest_content
from speeches.models import Debate, Speech
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.slow


def chair_of(topic: str, parliament: str) -> Listing | None:
    slots = (Slot("topic", topic, 0, 1),)
    return listing_for(Reading("?", kind="fact/chair", slots=slots, view=frozenset({parliament})), None)


@pytest.mark.usefixtures("days_of_votes", "db")
def test_those_who_spoke_from_the_chair_are_told_and_that_others_may_have_been_in_it() -> None:
    spoken = Speech.objects.filter(parliament="au", role="Speaker").exclude(debate=None).first()
    assert spoken is not None and spoken.debate is not None
    Debate.objects.filter(pk=spoken.debate.pk).update(title="Lighthouses of the northern strait")
    found = chair_of("lighthouses of the northern strait", "au")
    assert found is not None
    assert [entry.name for entry in found.entries] == [spoken.speaker]
    assert found.notes == ("These spoke from the chair. Others may have been in it without a word.",)


def test_a_debate_is_known_by_a_remark_though_it_is_mostly_on_other_matters(empty_record: None, shared: Path) -> None:
    file = shared / "data/uk/westminsterhall/westminster2009-10-27a.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    embed_pending(current_model())
    found = chair_of("chip fat", "uk")
    assert found is not None
    assert found.sentence() == "In the chair of “Biofuels”, Westminster Hall, 27 October 2009: David Taylor."
