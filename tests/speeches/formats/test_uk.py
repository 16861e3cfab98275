"""ParlParse's files of the United Kingdom agree with counts that another script made of the same files."""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from speeches.formats.detect import detect_format, parse
from speeches.formats.records import (
    DivisionKind,
    FormatError,
    Motion,
    ParliamentFacts,
    Part,
    PartKind,
    Sitting,
    Speech,
)
from speeches.formats.uk import parse_parlparse

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent.parent / "golden/uk.json").read_text())
FIRST, FRESH, TUESDAY = (f"debates/debates2009-10-{day}.xml" for day in ("26a", "26b", "27d"))
LORDS, LORDS_28 = (f"lords/daylord2009-10-{day}a.xml" for day in (26, 28))
HALL, STATEMENTS = "westminsterhall/westminster2009-10-27a.xml", "wms/ministerial2009-10-26c.xml"
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
KEY = "uk.org.publicwhip"
Read = Callable[[str], Sitting]
Facts = Callable[[str], ParliamentFacts]

WRITTEN = f"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE publicwhip [<!ENTITY pound "&#163;">]>
<publicwhip scrapeversion="b" latest="yes">
<gidredirect oldgid="{KEY}/wrans/2009-10-27a.295019.h" newgid="{KEY}/wrans/2009-10-27b.295019.h"/>
<major-heading id="{KEY}/wrans/2009-10-27b.295019.mh" nospeaker="true" colnum="210W" url="http://x/w1.htm#d">FISHERIES
</major-heading>
<minor-heading id="{KEY}/wrans/2009-10-27b.295019.h" nospeaker="true" colnum="210W" url="http://x/w1.htm#h">Herring
</minor-heading>
<ques id="{KEY}/wrans/2009-10-27b.295019.q0" speakerid="{KEY}/member/9001" speakername="Ada Quill" colnum="210W"
 url="http://x/w1.htm#q"><p pid="b.210W.1/1" qnum="295019">To ask the Minister how many herring there are.</p></ques>
<ques id="{KEY}/wrans/2009-10-27b.295019.q1" speakerid="{KEY}/member/9001" speakername="Ada Quill" colnum="210W"
 url="http://x/w1.htm#r"><p pid="b.210W.2/1" qnum="295020">To ask the Minister what they cost.</p></ques>
<reply id="{KEY}/wrans/2009-10-27b.295019.r0" speakerid="{KEY}/member/9002" speakername="Ben Roe"
 speakeroffice="Minister for Herring" colnum="211W" url="http://x/w1.htm#s"><p pid="b.211W.1/1">They cost &pound;3.</p>
<table><tr><td>Year</td><td>Herring</td></tr><tr><td>2008</td><td>12</td></tr></table></reply>
</publicwhip>""".encode("iso-8859-1")


@pytest.fixture(scope="module")
def data(shared: Path) -> Path:
    return shared / "data/uk"


@pytest.fixture(scope="module")
def read(data: Path) -> Read:
    @cache
    def sitting(name: str) -> Sitting:
        return parse((data / name).read_bytes(), name).sittings[0]

    return sitting


@pytest.fixture(scope="module")
def facts(data: Path) -> Facts:
    @cache
    def told(name: str) -> ParliamentFacts:
        found = parse_parlparse((data / "members" / name).read_bytes(), name).parliament
        assert found is not None
        return found

    return told


def speech(sitting: Sitting, place: str) -> Speech:
    return next(one for one in sitting.speeches if one.id.endswith(f"-{place}"))


def named_speeches(sitting: Sitting) -> list[Speech]:
    """Speeches of somebody in particular: a member, or an office under a member's key."""
    return [one for one in sitting.speeches if one.person.role_ids or "speaker_id" in one.metadata]


def outline(one: Speech) -> list[tuple[str, str, str]]:
    return [(part.kind.value, part.speaker, one.text[part.words_start : part.end][:24]) for part in one.parts]


def words(speeches: list[Speech], *kinds: PartKind) -> int:
    return sum(
        len(WORD.findall(one.text[part.start : part.end]))
        for one in speeches
        for part in one.parts
        if part.kind in kinds
    )


def parts_of(speeches: list[Speech], kind: PartKind) -> list[Part]:
    return [part for one in speeches for part in one.parts if part.kind is kind]


def is_chair_note(one: Speech) -> bool:
    return one.text.endswith("in the Chair]")


def goes_on(sitting: Sitting) -> list[Speech]:
    """Speeches after a change of the chair. The counts take the source at its word, that nobody speaks them."""
    pairs = zip(sitting.speeches, sitting.speeches[1:], strict=False)
    return [one for note, one in pairs if is_chair_note(note) and one.kind != "procedure"]


@pytest.mark.parametrize("name", GOLDEN)
def test_speeches_are_as_many_as_counted(read: Read, name: str) -> None:
    sitting, golden = read(name), GOLDEN[name]
    notes, further = [one for one in sitting.speeches if is_chair_note(one)], goes_on(sitting)
    kinds = Counter(one.kind for one in sitting.speeches)
    named = [one for one in named_speeches(sitting) if one not in further]
    assert len(sitting.speeches) - len(notes) == golden["speeches"]
    assert (kinds["procedure"] - len(notes) + len(further), len(named)) == (golden["nobody"], golden["named"])
    assert (
        Counter(key for one in named for key in one.person.role_ids or (one.metadata["speaker_id"],))
        == (golden["speakers"])
    )
    assert len(sitting.debates) + len(further) == (golden["headings"] or 1)
    first = sitting.debates[0].page or sitting.speeches[0].page
    assert (golden["first_column"], golden["last_column"]) == (first, sitting.speeches[-1].page)


def test_who_takes_the_chair_is_a_note_and_no_heading(read: Read) -> None:
    sitting = read("westminsterhall/westminster2009-10-27a.xml")
    notes = [(one.text, one.kind, one.title) for one in sitting.speeches if is_chair_note(one)]
    assert notes == [
        ("[David Taylor in the Chair]", "procedure", "Biofuels"),
        ("[Mrs. Joan Humble in the Chair]", "procedure", "Military Vehicles and Aircraft"),
    ]


def test_a_speech_goes_on_when_another_takes_the_chair(read: Read) -> None:
    (further,) = goes_on(read("westminsterhall/westminster2009-10-27a.xml"))
    assert further.person.name == "Gerald Howarth"
    assert further.text.startswith("The point that I want to make to my hon. Friend")


@pytest.mark.parametrize("name", GOLDEN)
def test_words_are_as_many_as_counted(read: Read, name: str) -> None:
    sitting = read(name)
    golden, spoken = GOLDEN[name], [one for one in named_speeches(sitting) if one not in goes_on(sitting)]
    everything = words(spoken, *PartKind) - words(spoken, PartKind.TABLE)
    assert everything == golden["words"]
    # A reaction is one word. The golden file counts it in the words of a speech; here it is procedure, said by nobody.
    assert words(spoken, PartKind.PROCEDURE) == golden["procedure"] + golden["reactions"]
    assert len(parts_of(spoken, PartKind.INTERJECTION)) == golden["voices"]
    assert len(parts_of(spoken, PartKind.TABLE)) == min(golden["tables"], 1)
    assert words(spoken, PartKind.QUOTATION) <= golden["quoted"]


@pytest.mark.parametrize("name", GOLDEN)
def test_parts_make_up_the_text_under_ids_of_their_own(read: Read, name: str) -> None:
    ids = [one.id for one in read(name).speeches]
    assert len(ids) == len(set(ids))
    assert all(key.startswith("uk-") for key in ids)
    for one in read(name).speeches:
        assert "\n\n".join(one.text[part.start : part.end] for part in one.parts) == one.text
        assert one.debate is not None


@pytest.mark.parametrize("name", GOLDEN)
def test_votes_and_tellers_are_as_many_as_counted(read: Read, facts: Facts, name: str) -> None:
    day = read(name).date
    party = {
        one.person.role_ids[0]: one.person.party
        for file in ("all-members.xml", "peers-ucl.xml")
        for one in facts(file).members
        if one.start and one.start <= day and (one.end is None or day <= one.end)
    }
    for vote, golden in zip(read(name).divisions, GOLDEN[name]["divisions"], strict=True):
        assert (vote.number, [vote.ayes, vote.noes]) == (golden["number"], golden["printed"])
        for side, listed, tellers, parties in zip(
            ("aye", "no"), golden["listed"], golden["tellers"], golden["parties"], strict=True
        ):
            ballots = [one for one in vote.ballots if one.vote == side]
            assert (len(ballots), sum(one.teller for one in ballots)) == (listed, tellers)
            keys = [one.person.role_ids[0] for one in ballots if one.person]
            assert Counter(party.get(key, "unknown") for key in keys) == parties


def test_a_later_edition_has_the_ids_of_the_one_before(read: Read) -> None:
    first, fresh = read(FIRST), read(FRESH)
    assert {one.id for one in first.speeches} < {one.id for one in fresh.speeches}
    assert first.piece == fresh.piece != read(STATEMENTS).piece
    # The earlier edition is a remnant without headings.
    assert [one.title for one in first.debates] == ["Debates"]


def test_headings_are_nested_and_questions_end(read: Read) -> None:
    sitting = read(FRESH)

    def path(title: str) -> list[str]:
        index = next(at for at, one in enumerate(sitting.debates) if one.title.startswith(title))
        found: list[str] = []
        while index is not None:
            found.insert(0, sitting.debates[index].title)
            index = sitting.debates[index].parent  # type: ignore[assignment]
        return found

    assert path("Tasers") == ["ORAL ANSWERS TO QUESTIONS", "HOME DEPARTMENT", "Tasers"]
    assert path("Territorial Army") == ["Territorial Army"]
    assert path("Clause 117") == [
        "Marine and Coastal Access Bill [Lords] — [ist allocated day]",
        "Clause 117 — Grounds for designation of MCZs",
    ]
    assert sitting.divisions[0].bill == "Marine and Coastal Access Bill [Lords]"


def test_an_oral_question_and_its_answer(read: Read) -> None:
    question, answer, supplementary = (speech(read(FRESH), place) for place in ("1-7", "1-8", "1-9"))
    assert (question.kind, question.person.name) == ("question", "David Taylor")
    assert question.metadata == {"question_number": "1", "question_ids": ["295125"]}
    assert question.reference == "HC Deb, 26 Oct 2009, c. 1"
    assert question.source_url.endswith("91026-0001.htm#09102612000451")
    assert (str(question.time), question.title) == ("14:30:00", "Animals (Scientific Procedures) Act")
    assert (answer.kind, answer.role) == (
        "answer", "The Parliamentary Under-Secretary of State for the Home Department",
    )  # fmt: skip
    assert (supplementary.kind, supplementary.person) == ("question", question.person)
    assert sum("question_number" in one.metadata for one in read(TUESDAY).speeches) == GOLDEN[TUESDAY]["questions"]


def test_an_urgent_question_and_those_after_it(read: Read) -> None:
    under = [one for one in read("debates/debates2009-10-26b.xml").speeches if one.title == "Territorial Army"]
    fox, rammell, again = under[:3]
    assert (fox.kind, rammell.kind, again.kind) == ("question", "answer", "question")
    assert (fox.person.name, rammell.person.name) == ("Liam Fox", "Bill Rammell")


def test_a_question_in_the_lords_and_the_hour_of_three_digits(read: Read) -> None:
    question, answer = (speech(read(LORDS), f"971-{number}") for number in (1, 2))
    assert (question.kind, answer.kind, answer.person.name) == ("question", "answer", "Lord Bach")
    assert (str(answer.time), answer.reference) == ("14:36:00", "HL Deb, 26 Oct 2009, c. 971")
    # A debate in the dinner hour opens in the same form, but is no question.
    assert speech(read(LORDS), "1043-2").kind == "speech"


def test_whoever_the_minister_answers_in_the_lords_asks(read: Read) -> None:
    cyprus = [one for one in read(LORDS_28).speeches if one.title == "Cyprus — Question"]
    asked = dict.fromkeys(one.person.name for one in cyprus if one.kind == "question")
    assert list(asked) == [
        "Lord Wallace of Saltaire", "Lord Tomlinson", "Lord Howell of Guildford", "Lord Kilclooney", "Lord Sewel",
        "Lord Hannay of Chiswick",
    ]  # fmt: skip
    assert {one.person.name for one in cyprus if one.kind == "answer"} == {"Baroness Kinnock of Holyhead"}
    # Several rise at once, and nobody answers them.
    cry = next(one for one in read(LORDS_28).speeches if one.text == "My Lords—")
    assert cry.kind == "speech"


def test_offices_and_groups_are_nobody_in_particular(read: Read) -> None:
    chair = speech(read(FRESH), "48-4")
    assert (chair.person.name, chair.person.role_ids, chair.parts[0].person) == ("The Deputy Speaker", (), None)
    assert chair.metadata["speaker_id"].startswith(f"{KEY}/member/20")
    group = speech(read(FRESH), "130-4")
    assert (group.person.name, group.kind, group.parts[0].person) == ("Hon. Members", "speech", None)


def test_each_kind_of_voice(read: Read) -> None:
    assert outline(speech(read(TUESDAY), "227-1"))[:3] == [
        ("speech", "Alistair Carmichael", "We have had a remarkably"),
        ("interjection", "Hon. Members", "\"It has not finished yet"),
        ("continuation", "Alistair Carmichael", "There may be more to com"),
    ]  # fmt: skip
    assert [kind for kind, _, _ in outline(speech(read(FRESH), "24-0"))][:3] == ["speech", "quotation", "continuation"]
    assert outline(speech(read(FRESH), "31-0"))[1] == ("procedure", "", "Question put and agreed ")
    table = next(part for part in speech(read(FRESH), "30-3").parts if part.kind is PartKind.TABLE)
    assert speech(read(FRESH), "30-3").text[table.start :].startswith("First Day\nProceedings | Time for Conclusion")
    quoted = next(part for part in speech(read(STATEMENTS), "2WS-1").parts if part.kind is PartKind.INTERJECTION)
    assert (quoted.speaker, quoted.person and quoted.person.name) == ("Annette Brooke", "Annette Brooke")


def test_westminster_hall_and_statements_in_writing(read: Read) -> None:
    assert (read(HALL).chamber, read(HALL).speeches[1].reference) == ("westminster-hall", "HC Deb, 27 Oct 2009, c. 1WH")
    assert read(HALL).speeches[0].time is None
    statement = read(STATEMENTS).speeches[0]
    assert (statement.kind, statement.reference) == ("statement", "HC Deb, 26 Oct 2009, c. 1WS")


def amendment_facts(motion: Motion | None) -> tuple[str, str, str, str]:
    assert motion is not None
    assert motion.kind is DivisionKind.AMENDMENT
    return motion.words[:40], motion.mover, motion.bill, motion.stage


def test_what_each_vote_was_on(read: Read) -> None:
    marine, coroners = "Marine and Coastal Access Bill [Lords]", "Coroners and Justice Bill"
    stage = "report stage"
    assert [
        amendment_facts(vote.motion) for name in (FRESH, TUESDAY, LORDS, LORDS_28) for vote in read(name).divisions
    ] == [
        ("amendment 3, page 78, line 32, at end in", "Katy Clark", marine, stage),
        ("amendment 30, page 2, line 7, leave out ", "Richard Benyon", marine, stage),
        ("44: Schedule 8, page 139, line 30, at en", "Baroness Fookes", coroners, stage),
        ("56: Before Clause 46, insert the followi", "Lord Lloyd of Berwick", coroners, stage),
        ("61: Leave out Clause 48", "Lord Lloyd of Berwick", coroners, stage),
        ("62: Clause 49, page 29, line 32, leave o", "Lord Thomas of Gresford", coroners, stage),
        ("83: Clause 115, page 69, line 30, leave ", "Lord Lloyd of Berwick", coroners, stage),
    ]
    assert [vote.question for vote in read(LORDS).divisions][:1] == ["Division on Amendment 44"]
    assert [vote.result for vote in read(TUESDAY).divisions] == ["Question accordingly negatived."]


def test_a_bill_is_whose_who_presents_it(read: Read) -> None:
    bills = {bill.title: bill for bill in read(TUESDAY).bills}
    bill = bills["Closed Circuit Television (Monitoring and Promotion) Bill"]
    assert bill.sponsor is not None
    assert (bill.sponsor.name, bool(bill.sponsor.role_ids)) == ("Tom Harris", True)
    assert bill.presenters == (
        "Tom Harris", "Joan Humble", "David Cairns", "Alasdair McDonnell", "Jacqui Lait", "Derek Twigg",
        "Lembit Öpik", "Norman Lamb", "Meg Munn",
    )  # fmt: skip
    assert str(bill.introduced) == "2009-10-27"
    assert bill.status.startswith("Bill read the First time; to be read a Second time on Friday 6 November")
    under = [one.title for one in read(TUESDAY).debates if one.bill == bill.title]
    assert under == ["Closed Circuit Television (Monitoring and Promotion)"]
    assert {one.sponsor for title, one in bills.items() if title != bill.title} == {None}


def test_written_questions_and_answers() -> None:
    (sitting,) = parse(WRITTEN, "answers2009-10-27b.xml").sittings
    assert [(one.id, one.kind, one.person.name) for one in sitting.speeches] == [
        ("uk-wrans-2009-10-27-295019-q0", "question", "Ada Quill"),
        ("uk-wrans-2009-10-27-295019-q1", "question", "Ada Quill"),
        ("uk-wrans-2009-10-27-295019-r0", "answer", "Ben Roe"),
    ]
    answer = sitting.speeches[-1]
    assert (answer.role, answer.reference) == ("Minister for Herring", "HC Deb, 27 Oct 2009, c. 211W")
    assert answer.text == "They cost £3.\n\nYear | Herring\n2008 | 12"
    assert [(one.title, one.parent) for one in sitting.debates] == [("FISHERIES", None), ("Herring", 0)]
    assert sitting.speeches[1].metadata == {"question_ids": ["295020"]}


def test_newer_files_name_the_person() -> None:
    newer = WRITTEN.replace(f'speakerid="{KEY}/member/'.encode(), f'person_id="{KEY}/person/'.encode())
    person = parse(newer, "answers2009-10-27b.xml").sittings[0].speeches[0].person
    assert (person.source_id, person.role_ids) == (f"{KEY}/person/9001", ())


def test_memberships_people_and_offices(facts: Facts) -> None:
    lists = ("all-members.xml", "peers-ucl.xml", "people.xml", "ministers.xml", "constituencies.xml")
    assert [(len(one.members), len(one.offices), len(one.ridings)) for one in map(facts, lists)] == [
        (2037, 14, 0), (963, 0, 0), (2143, 0, 0), (0, 4830, 0), (0, 0, 694),
    ]  # fmt: skip
    abbott = facts("people.xml").members[0].person
    assert (abbott.name, abbott.source_id) == ("Diane Abbott", f"{KEY}/person/10001")
    assert set(abbott.role_ids) == {f"{KEY}/member/{number}" for number in (1, 687, 1604)}
    seat = facts("all-members.xml").members[0]
    assert (seat.person.role_ids, seat.person.party) == ((f"{KEY}/member/1",), "Lab")
    assert (seat.person.electorate, str(seat.end), seat.chamber) == (
        "Hackney North & Stoke Newington",
        "2001-05-14",
        "house",
    )
    peer = facts("peers-ucl.xml").members[0]
    assert (peer.person.name, str(peer.start), peer.chamber) == ("Lord Aberdare", "1957-01-01", "lords")
    assert not any(one.person.party in ("SPK", "CWM", "DCWM") for one in facts("all-members.xml").members)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<publicwhip><speech", "not a complete XML file"),
        (b"<other><!-- <publicwhip --></other>", "its root is <other>"),
        (b"<publicwhip></publicwhip>", "holds no debates, answers or members"),
        (b'<publicwhip><speech id="uk.org.publicwhip/sp/2009-10-26a.1.0"/></publicwhip>', "no kind of record"),
        (b'<publicwhip><speech id="uk.org.publicwhip/debate/2009-13-26a.1.0"/></publicwhip>', "holds no debates"),
        (b'<!DOCTYPE p [<!ENTITY e SYSTEM "file:///etc/passwd">]><publicwhip>&e;</publicwhip>', "not a complete XML"),
        (
            b'<publicwhip><division id="uk.org.publicwhip/debate/2009-10-26a.1.0"><mplist vote="maybe"/></division>'
            b"</publicwhip>",
            "no side of a vote",
        ),
    ],
)
def test_another_file_says_what_is_wrong(content: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse_parlparse(content, "x.xml")


def test_a_file_of_redirects_says_where_to_look(data: Path) -> None:
    content = (data / "wrans/answers2009-10-27a.xml").read_bytes()
    assert detect_format(content, "answers.xml") == "parlparse"
    with pytest.raises(FormatError, match="edition with the last letter"):
        parse_parlparse(content, "answers2009-10-27a.xml")
