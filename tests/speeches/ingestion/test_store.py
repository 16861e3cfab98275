"""Storing files in the record: nothing twice, nothing halfway, nobody twice."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from speeches.formats.frame import frames
from speeches.formats.records import PartKind
from speeches.ingestion import ingest, jobs, writing
from speeches.ingestion.ingest import ingest_content
from speeches.models import (
    Ballot,
    Bill,
    Chamber,
    Chunk,
    CommitteeSeat,
    Debate,
    Division,
    Parliament,
    Party,
    Politician,
    Sitting,
    Speech,
    TermCount,
)
from speeches.tasks import resume

pytestmark = pytest.mark.usefixtures("empty_record")


def rows(*changes: dict[str, Any]) -> bytes:
    base = {"speech_id": "s-1", "speaker": "Ada Smith", "date": "2023-03-14", "chamber": "Senate", "text": "Words."}
    return json.dumps({"speeches": [{**base, **change} for change in changes]}).encode()


def counts() -> dict[str, int]:
    models = (Speech, Chunk, Debate, Division, Ballot, Politician, Sitting, TermCount)
    return {model.__name__: model.objects.count() for model in models}


def test_a_day_goes_in_whole_and_only_once(whole_day: bytes) -> None:
    first = ingest_content(whole_day, "day.xml")
    before = counts()
    second = ingest_content(whole_day, "day.xml")
    assert (first.speeches_processed, first.errors) == (155, [])
    assert first.chunks_created == before["Chunk"]
    assert (second.speeches_processed, second.duplicates_skipped, second.chunks_created) == (0, 155, 0)
    assert counts() == before


def test_a_changed_day_is_reported_and_replaced_only_when_asked(whole_day: bytes) -> None:
    assert ingest_content(whole_day, "day.xml").speeches_replaced == 0
    before = counts()
    changed = whole_day.replace(b"implacably opposed to PEP-11", b"entirely opposed to PEP-11")
    assert changed != whole_day
    refused = ingest_content(changed, "day.xml")
    assert refused.speeches_processed == 0
    assert [error.reason[:41] for error in refused.errors] == ["The sitting of 2021-10-21 (house) is in t"]
    assert "--update" in refused.errors[0].reason
    assert not Speech.objects.filter(text__contains="entirely opposed").exists()
    replaced = ingest_content(changed, "day.xml", update=True)
    assert (replaced.speeches_replaced, replaced.errors) == (1, [])
    assert Speech.objects.get(pk="G86-2021-10-21-1").text.count("entirely opposed to PEP-11") == 1
    assert counts() == {**before, "TermCount": counts()["TermCount"]}


def test_a_day_of_before_bills_were_known_learns_them_when_it_is_updated(whole_day: bytes) -> None:
    ingest_content(whole_day, "day.xml")
    before = counts()
    Debate.objects.update(bill="", about=None)
    Bill.objects.all().delete()
    again = ingest_content(whole_day, "day.xml")
    assert (again.errors, Bill.objects.count()) == ([], 0)
    updated = ingest_content(whole_day, "day.xml", update=True)
    assert updated.errors == []
    bill = Bill.objects.get(title="Telstra Corporation and Other Legislation Amendment Bill 2021")
    assert bill.sponsor is not None
    assert bill.sponsor.name == "Paul Fletcher"
    assert Debate.objects.filter(about=bill).exists()
    assert counts() == before


def test_motions_that_an_older_version_read_otherwise_are_read_again_when_asked(whole_day: bytes) -> None:
    ingest_content(whole_day, "day.xml")
    before = list(Division.objects.order_by("position").values_list("motion", "meaning"))
    Division.objects.filter(position=Division.objects.earliest("position").position).update(motion="", meaning="")
    assert ingest_content(whole_day, "day.xml").speeches_processed == 0
    assert ingest_content(whole_day, "day.xml", update=True).speeches_processed > 0
    assert list(Division.objects.order_by("position").values_list("motion", "meaning")) == before
    assert ingest_content(whole_day, "day.xml", update=True).speeches_processed == 0


def test_a_file_with_other_words_never_takes_the_place_of_another(shared: Path, whole_day: bytes) -> None:
    """A file of another day with the wrong date is no version of the day in the record, not even with `update`."""
    ingest_content(whole_day, "day.xml")
    before = counts()
    other = (shared / "data/au/reps/2021_10_20.xml").read_bytes().replace(b"2021-10-20", b"2021-10-21")
    refused = ingest_content(other, "other.xml", update=True)
    error, *_ = refused.errors
    assert "other.xml and day.xml are both of 2021-10-21" in error.reason
    assert "Nothing was changed" in error.reason
    assert (refused.speeches_processed, refused.speeches_replaced) == (0, 0)
    assert counts() == before


def test_a_corrected_vote_is_reported_and_replaced_only_when_asked(whole_day: bytes) -> None:
    ingest_content(whole_day, "day.xml")
    before = counts()
    corrected = whole_day.replace(b"<name>Allen, K. J.</name>", b"", 1).replace(b"<num.votes>52<", b"<num.votes>51<", 1)
    refused = ingest_content(corrected, "day.xml")
    assert [error.reason[-86:] for error in refused.errors] == [
        "otherwise: its recorded votes differ. Nothing was changed; use --update to replace it."
    ]
    assert counts() == before
    assert ingest_content(corrected, "day.xml", update=True).errors == []
    assert counts() == {**before, "Ballot": before["Ballot"] - 1, "TermCount": counts()["TermCount"]}
    assert ingest_content(corrected, "day.xml").duplicates_skipped == 155


def test_a_day_with_a_fault_in_it_leaves_nothing(whole_day: bytes) -> None:
    summary = ingest_content(whole_day[: len(whole_day) // 2], "half.xml")
    assert [error.reason[:35] for error in summary.errors] == ["half.xml: not a complete XML file ("]
    assert counts() == dict.fromkeys(counts(), 0)


def test_people_parties_and_votes_of_a_day(whole_day: bytes) -> None:
    ingest_content(whole_day, "day.xml")
    albanese = Politician.objects.get(source_id="R36")
    assert (albanese.name, albanese.slug) == ("Anthony Albanese", "anthony-albanese")
    assert [(t.party.code if t.party else "", t.riding.name if t.riding else "") for t in albanese.terms.all()] == [
        ("ALP", "Grayndler")
    ]
    assert Party.objects.get(parliament="au", code="ALP").name == "Australian Labor Party"
    vote = Division.objects.get(sitting__chamber__slug="house", time="11:28")
    assert Counter(vote.ballots.values_list("vote", flat=True)) == {"aye": 52, "no": 48}
    assert vote.ballots.get(politician=albanese).vote == "no"
    linked = vote.ballots.exclude(politician=None).count()
    assert linked / vote.ballots.count() > 0.6


def test_an_interjectors_words_are_filed_under_the_interjector(whole_day: bytes) -> None:
    ingest_content(whole_day, "day.xml")
    voices = Chunk.objects.filter(speech="G86-2021-10-21-1").order_by("index")
    found = [(chunk.kind, chunk.politician.name if chunk.politician else None) for chunk in voices]
    assert ("interjection", "Sharon Bird") in found
    assert {name for kind, name in found if kind in (PartKind.SPEECH, PartKind.CONTINUATION)} == {"Jason Falinski"}


def test_debates_hang_together(whole_day: bytes) -> None:
    ingest_content(whole_day, "day.xml")
    speech = Speech.objects.get(pk="G86-2021-10-21-1")
    assert speech.debate is not None
    assert [heading.title for heading in speech.debate.path()] == ["BUSINESS", "Rearrangement"]


def test_two_spellings_are_one_politician() -> None:
    ingest_content(
        rows(
            {"speech_id": "a", "speaker": "KENNEDY, Simon MP"},
            {"speech_id": "b", "speaker": "Mr Simon Kennedy"},
            {"speech_id": "c", "speaker": "Simon Kennedy"},
        ),
        "s.json",
    )
    assert [politician.name for politician in Politician.objects.all()] == ["Simon Kennedy"]
    assert Speech.objects.filter(politician__name="Simon Kennedy").count() == 3


def test_a_party_is_one_by_code_name_or_alias() -> None:
    ingest_content(
        rows(*({"speech_id": name, "party": name} for name in ("ALP", "Labor", "Australian Labor Party", "labor"))),
        "s.json",
    )
    assert set(Speech.objects.values_list("party__code", flat=True)) == {"ALP"}


def test_duplicates_in_one_file_are_counted_and_contradictions_told() -> None:
    summary = ingest_content(rows({}, {}, {"text": "Other words."}), "s.json")
    assert (summary.speeches_processed, summary.duplicates_skipped) == (1, 1)
    assert [error.reason for error in summary.errors] == [
        "s-1 is in the record otherwise. Nothing was changed; use --update to replace it."
    ]


def test_update_replaces_the_text_and_its_chunks() -> None:
    ingest_content(rows({}), "s.json")
    ingest_content(rows({"text": "New words."}), "s.json", update=True)
    assert Speech.objects.get(pk="s-1").text == "New words."
    assert Chunk.objects.filter(speech="s-1").count() == 1


def test_an_unknown_chamber_gets_a_parliament_of_its_own() -> None:
    ingest_content(rows({"chamber": "Moot"}), "s.json")
    ingest_content(rows({"speech_id": "s-2", "chamber": "Moot"}), "s.json", parliament="shire")
    assert set(Parliament.objects.values_list("code", flat=True)) == {*frames(), "other", "shire"}


@pytest.mark.parametrize("name", ["Sennate", "Sentae", "Hoouse", "House of Represenatives"])
def test_a_misspelt_chamber_is_reported_and_makes_none(name: str) -> None:
    before = set(Chamber.objects.values_list("pk", flat=True))
    summary = ingest_content(rows({"chamber": name}, {"speech_id": "s-2"}), "s.json")
    (error,) = summary.errors
    assert error.reason.startswith(f"s-1: no chamber is called “{name}”. If “")
    assert (summary.speeches_processed, set(Speech.objects.values_list("pk", flat=True))) == (1, {"s-2"})
    assert set(Chamber.objects.values_list("pk", flat=True)) == before


def test_a_chamber_that_looks_like_another_parliaments_goes_in_under_its_own() -> None:
    refused = ingest_content(rows({"chamber": "Senato"}), "s.json")
    assert "--parliament" in refused.errors[0].reason
    assert ingest_content(rows({"chamber": "Senato"}), "s.json", parliament="it").errors == []
    assert Speech.objects.get(pk="s-1").sitting.chamber.key == "it-senato"


def test_metadata_is_kept_as_it_came() -> None:
    ingest_content(rows({"themes": ["water"], "depth": {"of": [1, 2.5, None]}}), "s.json")
    assert Speech.objects.get(pk="s-1").metadata == {"themes": ["water"], "depth": {"of": [1, 2.5, None]}}


def test_term_counts_go_down_again_when_a_speech_goes() -> None:
    ingest_content(rows({"text": "Kangaroo kangaroo."}), "s.json")
    assert TermCount.objects.get(dimension=0).chunks == 1
    Speech.objects.all().delete()
    assert not TermCount.objects.exclude(chunks=0).exists()


def test_a_sitting_leaves_speeches_that_came_singly_alone(whole_day: bytes) -> None:
    ingest_content(rows({"speech_id": "mine", "chamber": "House", "date": "2021-10-21"}), "s.json")
    for update in (False, True):
        assert ingest_content(whole_day, "day.xml", update=update).errors == []
        assert Speech.objects.filter(pk="mine").exists()
    assert Sitting.objects.filter(date="2021-10-21", chamber__slug="house").count() == 1


def test_update_mends_more_than_the_words() -> None:
    ingest_content(rows({"speaker": "Wrong Person"}), "s.json")
    assert ingest_content(rows({"speaker": "Correct Person"}), "s.json").errors[0].reason.startswith("s-1 is in the")
    ingest_content(rows({"speaker": "Correct Person"}), "s.json", update=True)
    assert Speech.objects.get(pk="s-1").speaker == "Correct Person"


def test_another_parliaments_speech_is_never_replaced() -> None:
    ingest_content(rows({}), "s.json")
    summary = ingest_content(rows({"chamber": "Moot", "text": "Mine."}), "s.json", update=True, parliament="shire")
    assert "another parliament (au)" in summary.errors[0].reason
    assert Speech.objects.get(pk="s-1").text == "Words."


def test_chambers_whose_names_look_alike_in_an_address() -> None:
    names = ("River House!", "River-House?", "衆議院", "!!!")
    summary = ingest_content(rows(*({"speech_id": f"s{n}", "chamber": name} for n, name in enumerate(names))), "s.json")
    assert (summary.errors, summary.speeches_processed) == ([], 4)


@pytest.mark.slow
def test_an_error_that_nobody_foresaw_does_not_keep_the_next_file_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ingest_content

    def fail_on_bad(content: bytes, name: str, **options: Any) -> Any:
        if name == "bad.json":
            raise RuntimeError("unforeseen")
        return real(content, name, **options)

    monkeypatch.setattr(ingest, "ingest_content", fail_on_bad)
    bad, good = jobs.create_job(rows({}), "bad.json"), jobs.create_job(rows({"speech_id": "s-2"}), "good.json")
    resume()
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.status, good.status) == ("failed", "done")
    assert "did not foresee" in bad.summary["errors"][0]["reason"]


@pytest.mark.slow
def test_a_corrected_heading_or_committee_is_told_and_replaced_when_asked(shared: Path) -> None:
    content = (shared / "data/ca/hansard/41-1-260-en.xml").read_bytes()
    ingest_content(content, "day.xml")
    assert ingest_content(content, "day.xml").errors == []
    titles = Debate.objects.exclude(title="").order_by("position").values_list("title", flat=True)
    heading = next(title for title in titles if f">{title}<".encode() in content)
    other = content.replace(f">{heading}<".encode(), b">Another Heading<")
    assert "its headings differ" in ingest_content(other, "day.xml").errors[0].reason
    seat = CommitteeSeat.objects.filter(role="chair", committee__slug="veterans-affairs").get()
    CommitteeSeat.objects.filter(pk=seat.pk).update(name="Somebody Else")
    assert "its lists of committees differ" in ingest_content(content, "day.xml").errors[0].reason
    assert ingest_content(content, "day.xml", update=True).errors == []
    assert CommitteeSeat.objects.filter(role="chair", committee__slug="veterans-affairs").get().name == seat.name


def test_a_file_written_group_by_group_is_the_same_record(whole_day: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def written() -> list[tuple[object, ...]]:
        ingest_content(whole_day, "day.xml")
        fields = ("speech_id", "index", "start", "end", "header", "politician__name", "terms")
        return list(Chunk.objects.order_by("speech_id", "index").values_list(*fields))

    at_once = written()
    Sitting.objects.all().delete()
    assert not Chunk.objects.exists()
    monkeypatch.setattr(writing, "_TOGETHER", 50_000)
    assert written() == at_once


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_the_later_edition_of_a_day_stays_in_whichever_order_they_come(shared: Path, order: str) -> None:
    files = {letter: shared / f"data/uk/debates/debates2009-10-26{letter}.xml" for letter in order}
    summaries = [ingest_content(files[letter].read_bytes(), files[letter].name) for letter in order]
    assert [summary.errors for summary in summaries] == [[], []]
    assert Speech.objects.filter(parliament="uk").count() == 471
    assert {*Debate.objects.values_list("file", flat=True)} == {"debates2009-10-26b.xml"}
