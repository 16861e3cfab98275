"""Every point at which a naive parser of the Australian files fails, on the real files."""

import datetime
import json
import re
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from speeches.formats.aph import parse_aph
from speeches.formats.aph.people import People
from speeches.formats.aph.turns import take_opening, unmarked_turn
from speeches.formats.aph.words import words_of
from speeches.formats.names import person_name
from speeches.formats.records import FormatError, Parsed, PartKind, Speech
from tests.speeches.formats.conftest import Day

GOLDEN = Path(__file__).parent.parent / "golden"
V21 = "reps_2007-09-20_v2.1.xml"
SENATE = "senate_2026-03-04.xml"
HOUSE = (
    "reps/2021_10_19.xml reps/2021_10_20.xml reps/2021_10_21.xml reps/2021_10_26.xml reps/2021_10_27.xml "
    "reps/2021_10_28.xml reps/2021_11_23.xml reps/2021_11_24.xml reps/2021_11_30.xml reps/2021_12_01.xml "
    "reps/2022_07_26.xml reps/2022_07_27.xml reps/2022_08_02.xml reps/2022_08_03.xml"
).split()
ALL = [*HOUSE, SENATE, V21]


def speeches(parsed: Parsed) -> list[Speech]:
    return [speech for sitting in parsed.sittings for speech in sitting.speeches]


def outline(speech: Speech) -> list[tuple[str, str, str]]:
    """Who says what: kind, speaker and the first words of each part."""
    return [(part.kind.value, part.speaker, speech.text[part.words_start : part.end][:32]) for part in speech.parts]


@pytest.mark.parametrize("name", ALL)
def test_parts_make_up_the_whole_text(day: Day, name: str) -> None:
    for speech in speeches(day(name)):
        rebuilt = "\n\n".join(speech.text[part.start : part.end] for part in speech.parts)
        assert rebuilt == speech.text
        assert speech.parts[0].start == 0
        assert speech.text == speech.text.strip()


@pytest.mark.parametrize("name", ALL)
def test_ids_are_unique_and_the_same_every_time(day: Day, name: str, shared: Path) -> None:
    again = parse_aph((shared / "data/au" / name).read_bytes(), name)
    ids = [speech.id for speech in speeches(day(name))]
    assert ids == [speech.id for speech in speeches(again)]
    assert len(ids) == len(set(ids)) > 0


@pytest.mark.parametrize("name", [*HOUSE, SENATE])
def test_every_marked_voice_gets_its_own_words(day: Day, name: str, shared: Path) -> None:
    """Each interjection anchored in the XML is one part, under the person whom the anchor names."""
    root = etree.fromstring((shared / "data/au" / name).read_bytes().removeprefix(b"\xef\xbb\xbf").lstrip())
    anchored = Counter(
        anchor.get("href", "").upper()
        for body in root.iterfind(".//talk.text/body")
        for paragraph in body
        for anchor in paragraph.iter("a")
        if anchor.get("type") == "MemberInterjecting"
    )
    found = Counter(
        part.person.source_id
        for speech in speeches(day(name))
        for part in speech.parts
        if part.person and (part.kind is PartKind.INTERJECTION or part.person.source_id == speech.person.source_id)
    )
    missing = {key: count for key, count in anchored.items() if key and found[key] < count}
    assert sum(anchored.values()) > 5
    assert missing == {}


@pytest.mark.parametrize("name", ALL)
def test_nothing_that_was_printed_is_lost(day: Day, name: str, shared: Path) -> None:
    """Every paragraph stands in a speech or under its heading, except votes, table cells and the day's opening."""
    root = etree.fromstring((shared / "data/au" / name).read_bytes().removeprefix(b"\xef\xbb\xbf").lstrip())
    sittings = day(name).sittings
    kept = [speech.text for sitting in sittings for speech in sitting.speeches]
    kept += [f"{debate.title}\n{debate.text}" for sitting in sittings for debate in sitting.debates]
    everything = "".join("\n".join(kept).replace("\u00a0", " ").split())
    lost, checked = [], 0
    for paragraph in root.iter("p", "para"):
        if {"division", "business.start", "td"} & {above.tag for above in paragraph.iterancestors()}:
            continue
        words = normalise(take_opening(words_of(paragraph))[1]).strip("— ")
        checked += 1
        if words.replace(" ", "") not in everything:
            lost.append(words[:80])
    assert checked > 900
    assert lost == []


def test_words_of_the_clerk_are_the_clerks(speech: Callable[[str, str], Speech]) -> None:
    ballot = next(part for part in speech("reps/2021_11_23.xml", "LTU-2021-11-23-1").parts if "Clerk" in part.speaker)
    assert (ballot.kind, ballot.person) == (PartKind.INTERJECTION, None)


@pytest.mark.parametrize("name", ALL)
def test_stage_directions_are_nobodys_words(day: Day, name: str) -> None:
    said = re.compile(r"^(?:.{0,90}took the chair at \d|.{0,90} then left the chamber\.|House adjourned at)")
    for speech in speeches(day(name)):
        for part in speech.parts:
            paragraphs = speech.text[part.words_start : part.end].split("\n\n")
            assert part.kind is PartKind.PROCEDURE or not any(map(said.match, paragraphs)), (speech.id, paragraphs)


def test_the_older_schema_says_who_sat_in_the_chair(day: Day) -> None:
    chairs = [
        (part.speaker, speech.text[part.start : part.words_start])
        for speech in speeches(day(V21))
        for part in speech.parts
        if "(Mr Jenkins)" in speech.text[part.start : part.words_start]
    ]
    assert ("Harry Jenkins", "The DEPUTY SPEAKER (Mr Jenkins)—") in chairs


def test_cries_in_the_older_schema_are_not_the_speakers(day: Day) -> None:
    for speech in speeches(day(V21)):
        for part in speech.parts:
            words = speech.text[part.start : part.end]
            assert part.kind is PartKind.INTERJECTION or "members interjecting—" not in words


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("Honourable members: Hear, hear!", "Honourable members"),
        ("Opposition members—You called him the Leader of the Opposition.", "Opposition members"),
        ("Some members—and I am one—opposed it.", ""),
        ("Opposition members—I see them shaking their heads—know this.", ""),
    ],
)
def test_the_words_of_a_group_follow_its_name_and_a_speakers_own_go_on(text: str, group: str) -> None:
    turn = unmarked_turn(text, People([]))
    assert (turn.speaker if turn else "") == group


def test_answers_in_writing_follow_the_day(day: Day) -> None:
    kinds = Counter(
        speech.kind for speech in day(V21).sittings[0].speeches if speech.debate_type == "Questions in Writing"
    )
    assert kinds["question"] == kinds["answer"] > 40


def test_interjections_and_continuations_of_a_real_speech(speech: Callable[[str, str], Speech]) -> None:
    assert outline(speech("reps/2021_10_21.xml", "G86-2021-10-21-1")) == [
        ("speech", "Jason Falinski", "I stand here today as someone wh"),
        ("interjection", "Honourable members", "Honourable members interjecting—"),
        ("interjection", "Sharon Bird", "The member for Mackellar will ig"),
        ("continuation", "Jason Falinski", "He said to the communities that "),
        ("interjection", "Honourable members", "Honourable members interjecting—"),
        ("continuation", "Jason Falinski", "The opposition leader may be int"),
    ]


def test_what_nobody_says_is_nobodys(speech: Callable[[str, str], Speech]) -> None:
    assert outline(speech("reps/2021_10_21.xml", "HWO-2021-10-21-2"))[1:] == [
        ("procedure", "", "Question agreed to."),
        ("interjection", "Tony Smith", "The question is that the motion "),
    ]


def test_opening_of_a_speech(speech: Callable[[str, str], Speech]) -> None:
    hogan = speech("reps/2021_10_21.xml", "218019-2021-10-21-1")
    assert hogan.time == datetime.time(11, 31)
    assert hogan.role.startswith("Assistant Minister to the Deputy Prime Minister and Assistant Minister for Local G")
    assert hogan.reference == "House Hansard, 21 Oct 2021, p. 9809"
    assert hogan.person.state == "New South Wales"
    assert not hogan.text.startswith("Mr HOGAN")


@pytest.mark.parametrize("name", HOUSE)
def test_times_come_from_the_text(day: Day, name: str) -> None:
    timed = [speech.time is not None for speech in speeches(day(name))]
    assert sum(timed) / len(timed) > 0.98


@pytest.mark.parametrize(
    ("text", "label", "rest"),
    [
        ("Mr KATTER (Kennedy) (15:11): I ask", "Mr KATTER (Kennedy) (15:11)", "I ask"),
        ("The SPEAKER (09:25):  I'll put", "The SPEAKER (09:25)", "I'll put"),
        ("The DEPUTY SPEAKER (Ms Bird): Order!", "The DEPUTY SPEAKER (Ms Bird)", "Order!"),
        ("I say this: no.", "", "I say this: no."),
        ("Ms BELL (Moncrieff) (13:44) The club", "Ms BELL (Moncrieff) (13:44)", "The club"),
        ("The SPEAKER: The message came (10:30): it said", "The SPEAKER", "The message came (10:30): it said"),
        ("Dr Smith said: we will", "", "Dr Smith said: we will"),
    ],
)
def test_labels(text: str, label: str, rest: str) -> None:
    opening, words = take_opening(text)
    assert (opening.label, words) == (label, rest)


def test_one_person_spelt_several_ways_keeps_one_key(day: Day) -> None:
    spelt = {
        (s.person.source_id, s.person.name) for n in HOUSE for s in speeches(day(n)) if s.person.source_id == "R36"
    }
    assert spelt == {("R36", "Anthony Albanese")}


@pytest.mark.parametrize("name", ALL)
def test_divisions_name_everybody_whom_they_count(day: Day, name: str) -> None:
    for sitting in day(name).sittings:
        for division in sitting.divisions:
            votes = Counter(ballot.vote for ballot in division.ballots)
            assert (votes["aye"], votes["no"]) == (division.ayes, division.noes)
            assert division.result
            assert all(ballot.name == ballot.name.strip() and "*" not in ballot.name for ballot in division.ballots)


def test_a_division_of_the_house(day: Day) -> None:
    division = day("reps/2021_10_21.xml").sittings[0].divisions[0]
    assert division.question == "That the motion be disagreed to."
    assert (division.ayes, division.noes, division.time) == (52, 48, datetime.time(11, 28))
    assert [ballot.name for ballot in division.ballots if ballot.teller] == [
        "Drum, D. K.",
        "Ramsey, R. E.",
        "Ryan, J. C.",
        "Stanley, A. M.",
    ]


def test_tellers_of_the_older_schema(day: Day) -> None:
    division = day(V21).sittings[0].divisions[0]
    assert "Hull, K.E." in [ballot.name for ballot in division.ballots if ballot.teller]
    assert division.time == datetime.time(15, 32)


def test_the_senate_pairs(day: Day) -> None:
    votes = Counter(b.vote for s in day(SENATE).sittings for d in s.divisions for b in d.ballots)
    assert votes == {"aye": 1184, "no": 980, "paired": 418}


def test_the_bills_of_a_day_and_whose_they_are(day: Day) -> None:
    house = day("reps/2022_07_27.xml").sittings[0]
    bills = {bill.title: bill for bill in house.bills}
    assert len(bills) == 12
    climate = bills["Climate Change Bill 2022"]
    assert climate.source_url.endswith("?bId=r6885")
    assert (climate.sponsor and climate.sponsor.name, str(climate.introduced)) == ("Chris Bowen", "2022-07-27")
    # The minister presents this bill in his own words, which the heading does not repeat.
    skills = bills["Jobs and Skills Australia Bill 2022"]
    assert skills.sponsor is not None
    assert skills.sponsor.name == "Brendan O'Connor"
    under = {one.title for one in house.debates if one.bill == climate.title}
    assert {"Climate Change Bill 2022, Climate Change (Consequential Amendments) Bill 2022", "Second Reading"} & under


def test_a_bill_that_is_presented_for_somebody_is_theirs(day: Day) -> None:
    bills = {bill.title: bill.sponsor for sitting in day("reps/2021_10_27.xml").sittings for bill in sitting.bills}
    sponsor = bills["Corporations Amendment (Improving Outcomes for Litigation Funding Participants) Bill 2021"]
    assert sponsor is not None
    assert sponsor.name == "Josh Frydenberg"


def test_a_bill_presented_for_somebody_unknown_is_introduced_all_the_same(day: Day) -> None:
    bills = {bill.title: bill for sitting in day("reps/2021_10_28.xml").sittings for bill in sitting.bills}
    scheme = (
        "National Disability Insurance Scheme Amendment (Participant Service Guarantee and Other Measures) Bill 2021"
    )
    assert (bills[scheme].sponsor, str(bills[scheme].introduced)) == (None, "2021-10-28")


def test_the_older_schema_prints_a_dash_before_some_offices_that_is_no_part_of_them(day: Day) -> None:
    roles = {speech.role for speech in day(V21).sittings[0].speeches}
    assert "Leader of the House" in roles
    assert not any(role.startswith(("—", "(")) for role in roles)


def test_the_older_schema_names_bills_by_their_headings(day: Day) -> None:
    bills = {bill.title: bill for bill in day(V21).sittings[0].bills}
    assert bills["TRADEX SCHEME AMENDMENT BILL 2007"].source_url.endswith("?bId=r2884")
    assert bills["Tax Laws Amendment (2007 Measures No. 6) Bill 2007"].sponsor is None


def test_chambers_and_parliaments(day: Day) -> None:
    found = [(s.chamber, s.session, s.proof) for n in ("reps/2022_08_03.xml", SENATE, V21) for s in day(n).sittings]
    assert found == [
        ("house", 47, True),
        ("federation-chamber", 47, True),
        ("senate", 48, True),
        ("house", 41, False),
        ("federation-chamber", 41, False),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["au_dev", "quotes_dev"])
@pytest.mark.no_cover
def test_gold_spans_stand_in_the_text_of_their_speaker(day: Day, shared: Path, name: str) -> None:
    """Every verbatim span that people copied from the XML is found, and spoken by the right person."""
    checked = 0
    for entry in yaml.safe_load((shared / "gold" / f"{name}.yaml").read_text()):
        for file, span, who in gold_spans(entry):
            holding = [s for s in speeches(day(f"reps/{file}")) if span in normalise(s.text)]
            assert holding, (file, span)
            if who:
                voices = {
                    part.speaker
                    for speech in holding
                    for part in speech.parts
                    if span in normalise(speech.text[part.start : part.end])
                }
                assert person_name(who) in voices, (who, voices, span)
            checked += 1
    assert checked > 150


def gold_spans(entry: dict[str, Any]) -> list[tuple[str, str, str]]:
    if entry.get("original"):
        who = entry.get("true_speaker") or entry["claimed_speaker"]
        return [(entry["file"], normalise(entry["original"]), who)]
    return [(relevant["file"], normalise(relevant["span"]), "") for relevant in entry.get("relevant") or []]


def normalise(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<hansard><session.header>", "not a complete XML file"),
        (b"<other/>", "its root is <other>"),
        (b"<hansard><session.header><date>today</date></session.header></hansard>", "holds no date"),
        (
            b"<hansard><session.header><date>2021-10-21</date><chamber>Lords</chamber></session.header></hansard>",
            "no known chamber",
        ),
        (
            b"<hansard><session.header><date>2021-10-21</date><chamber>Senate</chamber></session.header></hansard>",
            "no speech",
        ),
    ],
)
def test_damaged_files_are_told_apart(content: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        parse_aph(content, "day.xml")


def test_entities_are_not_expanded() -> None:
    bomb = b'<!DOCTYPE hansard [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><hansard>&c;</hansard>'
    with pytest.raises(FormatError):
        parse_aph(bomb, "day.xml")


def test_a_day_costs_little_memory(shared: Path) -> None:
    content = (shared / "data/au" / SENATE).read_bytes()
    tracemalloc.start()
    parse_aph(content, SENATE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * 1024 * 1024


@pytest.mark.parametrize("name", ["reps/2021_10_21.xml", SENATE, V21])
def test_golden_outline(day: Day, name: str) -> None:
    """A day has the shape that its hand-checked golden file gives. Golden files hold no words of the transcript."""
    golden = GOLDEN / f"{Path(name).stem}.json"
    assert golden.exists(), "No golden file, so nothing was compared."
    assert json.loads(golden.read_text()) == shape(day(name))


def shape(parsed: Parsed) -> list[dict[str, Any]]:
    """The counts and names of each sitting, which must not change unnoticed."""
    return [
        {
            "chamber": sitting.chamber,
            "date": sitting.date.isoformat(),
            "debates": len(sitting.debates),
            "speeches": len(sitting.speeches),
            "kinds": dict(sorted(Counter(speech.kind for speech in sitting.speeches).items())),
            "parts": dict(sorted(Counter(p.kind.value for s in sitting.speeches for p in s.parts).items())),
            "characters": sum(len(speech.text) for speech in sitting.speeches),
            "divisions": [[division.ayes, division.noes, division.result] for division in sitting.divisions],
            "first": [sitting.speeches[0].id, sitting.speeches[0].person.name],
            "last": [sitting.speeches[-1].id, sitting.speeches[-1].person.name],
            "interjectors": sorted(
                {
                    p.person.name
                    for s in sitting.speeches
                    for p in s.parts
                    if p.kind is PartKind.INTERJECTION and p.person
                }
            )[:20],
        }
        for sitting in parsed.sittings
    ]
