"""A small parliament, made as docs/adding-a-parliament.md says: facts as data, a parser, a line in the registry."""

import datetime
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from speeches.formats import detect, frame
from speeches.formats.motions.procedure import procedure_of
from speeches.formats.records import Ballot, Debate, Division, Parsed, PartKind, Person, Sitting, Speech
from speeches.formats.turns import Turn, assemble
from speeches.ingestion.ingest import ingest_content
from speeches.ingestion.places import introduce_frames
from speeches.ingestion.removal import counts_of, remove_parliament
from speeches.models import Division as Vote
from speeches.models import Parliament
from speeches.models import Speech as Said

pytestmark = pytest.mark.django_db
DAY = datetime.date(2020, 5, 4)
FACTS = """
code: atl
name: Parliament of Atlantis
country: Atlantis
aliases: [Atlantean]
languages: [en]
words: {riding: ward, division: poll}
sides: {house: [Fors, Againsts]}
official: day
chambers:
  - {slug: house, name: Assembly of Atlantis, short_name: Assembly, aliases: [Atlantean Assembly]}
parties:
  - {code: TIDE, name: Tidal Party, aliases: [Tidals], colour: '#0a4f7a'}
procedure:
  forms:
    - {kind: procedural, name: closure, form: '^that the gong be struck'}
"""


def looks_like_atlantis(content: bytes) -> bool:
    return content.startswith(b"ATLANTIS")


def parse_atlantis(content: bytes, name: str = "") -> Parsed:
    """Parses `ATLANTIS|speaker|words` into one speech and one vote."""
    _, who, words = content.decode().strip().split("|")
    person = Person(name=who, source_id="atl-1", party="TIDE", electorate="Reef")
    turn = Turn(PartKind.SPEECH, who, person, paragraphs=[words])
    text, parts = assemble([turn])
    speech = Speech(
        "atl-1", person, DAY, text, parts, position=2, debate=0, title="Gongs", chamber="house", page="7",
        reference="Atlantis, p. 7", source_url="https://record.example/2020-05-04",
    )  # fmt: skip
    ballots = (Ballot("Ada Reef", "aye", person=person),)
    vote = Division(3, 1, 0, ballots, debate=0, question="That the gong be struck.")
    return Parsed("atlantis", sittings=(Sitting("atl", "house", DAY, (Debate("Gongs", 1),), (speech,), (vote,)),))


@pytest.fixture
def atlantis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_record: None) -> Iterator[Parliament]:
    for facts in frame._FOLDER.glob("*/parliament.yaml"):
        (tmp_path / facts.parent.name).mkdir()
        shutil.copy(facts, tmp_path / facts.parent.name)
    (tmp_path / "atlantis").mkdir()
    (tmp_path / "atlantis" / "parliament.yaml").write_text(FACTS)
    monkeypatch.setattr(frame, "_FOLDER", tmp_path)
    monkeypatch.setitem(detect.PARSERS, "atlantis", parse_atlantis)
    monkeypatch.setattr(detect, "_BY_CONTENT", (("atlantis", looks_like_atlantis), *detect._BY_CONTENT))
    frame.frames.cache_clear()
    procedure_of.cache_clear()
    introduce_frames()
    yield Parliament.objects.get(pk="atl")
    monkeypatch.undo()
    frame.frames.cache_clear()
    procedure_of.cache_clear()


def test_its_day_is_read_stored_and_shown_in_its_own_words(atlantis: Parliament, client: Client) -> None:
    summary = ingest_content(b"ATLANTIS|Ada Reef|I move:\n\nThat the gong be struck.", "day.txt")
    assert (summary.errors, summary.speeches_processed) == ([], 1)
    assert (atlantis.riding_word, atlantis.division_word) == ("ward", "poll")
    vote = Vote.objects.get()
    assert (vote.kind, vote.mover_name) == ("procedural", "Ada Reef")
    page = client.get(vote.get_absolute_url()).content.decode()
    assert "Fors 1" in page
    assert "Tidal Party" in page
    speech = client.get(Said.objects.get().get_absolute_url()).content.decode()
    assert "Official record of the day</a>, page 7" in speech


def test_it_goes_as_it_came(atlantis: Parliament) -> None:
    ingest_content(b"ATLANTIS|Ada Reef|The gong.", "day.txt")
    assert counts_of("atl")["speeches"] == 1
    remove_parliament(atlantis)
    assert not any(counts_of("atl").values())
    assert Parliament.objects.get(pk="atl").name == "Parliament of Atlantis"
