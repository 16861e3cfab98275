"""Canadian Hansard, compared with another project's rendering of the files, and every point that trips up a parser."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree, html

from speeches.formats.canada import parse_canada
from speeches.formats.canada.people import read_label
from speeches.formats.canada.questions import Exchange
from speeches.formats.detect import detect_format
from speeches.formats.records import FormatError, Part, PartKind, Sitting, Speech

FILES = ("11796678-fr 12324877-en 41-1-260-en 41-2-38-en 42-1-2-en 42-1-2-fr 44-1-5-en 44-1-196-en HAN086-E").split()
OFFICES = re.compile(r"^(?:The|Le|La)\s")
Read = Callable[[str], Sitting]


@pytest.fixture(scope="module")
def read(shared: Path) -> Read:
    @cache
    def parsed(name: str) -> Sitting:
        file = shared / "data/ca/hansard" / f"{name}.xml"
        return parse_canada(file.read_bytes(), file.name).sittings[0]

    return parsed


def rendering(shared: Path, name: str) -> Iterator[tuple[str, str, Any]]:
    """Each paragraph of the rendering: its id, its speaker, and the element."""
    page = html.parse(str(shared / "data/ca/hansard" / f"{name}.html"), html.HTMLParser(encoding="utf-8"))
    for statement in page.iter("div"):
        if statement.get("class") == "statement":
            for paragraph in statement.iter("p"):
                yield paragraph.get("data-hocid"), statement.get("data-person-speaking-attribution") or "", paragraph


def squeeze(text: str) -> str:
    return "".join(text.replace("\u00a0", " ").split())


def part_at(speech: Speech, place: int) -> Part:
    return next(part for part in speech.parts if part.start <= place < part.end)


@pytest.mark.parametrize("name", FILES)
def test_the_words_are_those_of_the_rendering(read: Read, shared: Path, name: str) -> None:
    sitting = read(name)
    mine = {
        one.id: squeeze(speech.text[one.start : one.end]) for speech in sitting.speeches for one in speech.paragraphs
    }
    everything = squeeze("".join(speech.text for speech in sitting.speeches))
    wrong, checked = [], 0
    for key, _, paragraph in rendering(shared, name):
        if "division" in (paragraph.get("class") or ""):
            continue
        words = squeeze(paragraph.text_content())
        checked += 1
        if words not in mine.get(key, everything):
            wrong.append((key, words[:60], mine.get(key, "")[:60]))
    assert checked > 250
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_every_paragraph_is_in_the_voice_that_the_rendering_gives_it(read: Read, shared: Path, name: str) -> None:
    """Compared by surname. An office alone ("The Speaker") is whoever the file names for it, or stays an office."""
    voices = {one.id: part_at(speech, one.start) for speech in read(name).speeches for one in speech.paragraphs}
    wrong, checked = [], 0
    for key, attribution, _ in rendering(shared, name):
        part = voices.get(key)
        label = read_label(attribution)
        if part is None or part.kind is PartKind.PROCEDURE or not attribution:
            continue
        if label.person is None and (part.person is not None or OFFICES.match(attribution)):
            continue
        checked += 1
        wanted = label.person.name.split()[-1] if label.person else attribution.split("(")[0].strip()
        if wanted.casefold() not in part.speaker.casefold():
            wrong.append((key, attribution, part.speaker))
    assert checked > 100
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_each_paragraph_knows_in_which_language_it_was_spoken(read: Read, shared: Path, name: str) -> None:
    floors = {one.id: one.floor for speech in read(name).speeches for one in speech.paragraphs}
    spoken = {key: paragraph.get("data-originallang") for key, _, paragraph in rendering(shared, name)}
    compared = {key: language for key, language in spoken.items() if language and key in floors}
    assert len(compared) > 200
    assert {key: floors[key] for key in compared} == compared


@pytest.mark.parametrize("name", FILES)
def test_parts_and_paragraphs_lie_in_the_text(read: Read, name: str) -> None:
    for speech in read(name).speeches:
        assert "\n\n".join(speech.text[part.start : part.end] for part in speech.parts) == speech.text
        for one in speech.paragraphs:
            assert 0 <= one.start < one.end <= len(speech.text)
            assert speech.text[one.start : one.end].strip()
    ids = [speech.id for speech in read(name).speeches]
    assert len(ids) == len(set(ids)) > 40


def test_both_languages_share_the_ids_of_turns_and_paragraphs(read: Read) -> None:
    english, french = read("42-1-2-en"), read("42-1-2-fr")

    def keys(sitting: Sitting) -> list[tuple[str, list[str]]]:
        return [(speech.source_key, [one.id for one in speech.paragraphs]) for speech in sitting.speeches]

    assert (english.language, french.language, english.date) == ("en", "fr", french.date)
    assert keys(english) == keys(french)
    assert sum(len(ids) for _, ids in keys(english)) == 272


def test_divisions_hold_every_name_with_the_printed_totals(read: Read, shared: Path) -> None:
    gold = yaml.safe_load((shared / "gold/ca_dev.yaml").read_text())["divisions"]
    divisions = {division.number: division for division in read("HAN086-E").divisions}
    assert sorted(divisions) == ["140", "141", "142"]
    for key, sides in gold.items():
        if "HAN086" not in key:
            continue
        division = divisions[key.partition("#")[2]]
        for side, vote in (("yeas", "aye"), ("nays", "no"), ("paired", "paired")):
            assert [ballot.name for ballot in division.ballots if ballot.vote == vote] == sides[side]["names"]
        assert (division.ayes, division.noes) == (sides["yeas"]["printed"], sides["nays"]["printed"])
    assert (divisions["142"].bill, divisions["142"].result) == ("C-571", "Negatived")
    assert "slaughter of equines" in divisions["142"].question


def test_a_vote_quotes_as_its_question_only_what_the_record_prints(read: Read) -> None:
    """The motion of 14 May 2014 on housing is printed under another day, and its headings are not its question."""
    assert {division.number: division.question[:22] for division in read("HAN086-E").divisions} == {
        "140": "", "141": "The House resumed from", "142": "The House resumed from",
    }  # fmt: skip


def test_a_side_of_a_vote_that_nobody_knows_is_refused(shared: Path) -> None:
    """The file is refused, because a ballot on the wrong side would misquote the vote."""
    content = (shared / "data/ca/hansard/HAN086-E.xml").read_bytes()
    strange = content.replace(b'vote-type="Paired"', b'vote-type="Perhaps"', 1)
    with pytest.raises(FormatError, match="“Perhaps” is no side of a vote"):
        parse_canada(strange, "HAN086-E.xml")


def test_ministers_keep_their_office_and_bare_mentions_are_resolved(read: Read) -> None:
    said = [speech for speech in read("HAN086-E").speeches if speech.person.name == "Bernard Valcourt"]
    assert said[0].role == "Minister of Aboriginal Affairs and Northern Development"
    assert {speech.person.party for speech in said} == {"CPC"}
    dreeshen = [speech.person for speech in read("41-1-260-en").speeches if speech.person.name == "Earl Dreeshen"]
    assert {(person.party, person.electorate) for person in dreeshen} == {("CPC", "Red Deer")}


def test_the_speaker_is_who_the_head_names_and_a_chair_stays_once_named(read: Read) -> None:
    speaker = next(speech for speech in read("HAN086-E").speeches if speech.role == "The Speaker")
    assert speaker.person.name == "Andrew Scheer"
    chairs = {speech.person.name for speech in read("11796678-fr").speeches if speech.role == "Le président"}
    assert chairs == {"Pat Kelly"}


def test_a_voice_inside_an_intervention_is_not_the_main_speakers(read: Read) -> None:
    speech = next(one for one in read("44-1-5-en").speeches if "Supply and demand." in one.text)
    outline = [(part.kind.value, part.speaker) for part in speech.parts]
    assert ("interjection", "Kevin Lamoureux") in outline
    assert outline[-1] == ("continuation", "Pierre Poilievre")


def test_what_somebody_moved_is_told_by_the_record_and_what_they_said_by_them(read: Read) -> None:
    speech = next(one for one in read("HAN086-E").speeches if "C-597" in one.text and one.person.name == "Dan Harris")
    first, second = speech.parts[:2]
    assert (first.kind, second.kind) == (PartKind.PROCEDURE, PartKind.SPEECH)
    assert speech.text.startswith("Mr. Dan Harris (Scarborough Southwest, NDP) moved for leave to introduce Bill C-597")
    assert speech.text[second.words_start :].startswith("Mr. Speaker, it is with pride")


def test_committees_have_witnesses_and_a_meeting(read: Read) -> None:
    sitting = read("12324877-en")
    assert (sitting.chamber, sitting.meeting and sitting.meeting.number) == ("srsr", "53")
    witnesses = {speech.person.name for speech in sitting.speeches if speech.person.witness}
    assert {"Benjamin Fung", "Cherie Wong", "Gordon Houlden"} <= witnesses
    assert not witnesses & {"Lloyd Longfield", "Corey Tochor"}
    houlden = next(speech for speech in sitting.speeches if speech.person.name == "Gordon Houlden")
    assert "University of Alberta" in houlden.role
    assert sitting.source_url == "https://www.ourcommons.ca/DocumentViewer/en/44-1/SRSR/meeting-53/evidence"


def test_the_appended_lists_are_members_and_committees(read: Read) -> None:
    sitting = read("41-1-260-en")
    members = {person.name: person for person in sitting.members}
    assert len(members) == 308
    assert (members["André Bellavance"].party, members["André Bellavance"].electorate) == ("BQ", "Richmond—Arthabaska")
    assert members["Diane Ablonczy"].state == "Alberta"
    veterans = next(one for one in sitting.committees if one.name == "Veterans Affairs")
    seated = [member.name for member in veterans.members if member.role != "associate"]
    assert (len(seated), seated[0]) == (12, "Greg Kerr")


@pytest.mark.parametrize("name", ["42-1-2-en", "42-1-2-fr"])
def test_members_appointed_in_a_sentence(read: Read, name: str) -> None:
    found = {len(one.members): [member.person.name for member in one.members] for one in read(name).committees}
    assert found[6] == [
        "Dominic LeBlanc",
        "Judy Foote",
        "Andrew Leslie",
        "Andrew Scheer",
        "Gordon Brown",
        "Peter Julian",
    ]
    assert found[10][0::9] == ["Larry Bagnell", "David Christopherson"]


def test_bills_are_known_by_the_sources_key(read: Read) -> None:
    bills = {bill.number: bill for bill in read("HAN086-E").bills}
    assert bills["C-571"].session == "41-2"
    assert bills["C-571"].title.startswith("An Act to amend the Meat Inspection Act")
    # This one is only mentioned, without its session.
    assert bills["C-584"].session == ""


@pytest.mark.slow
def test_gold_spans_stand_in_the_text(read: Read, shared: Path) -> None:
    entries = yaml.safe_load((shared / "gold/ca_dev.yaml").read_text())["entries"]
    missing, checked = [], 0
    for entry in entries:
        for span in entry["relevant"] or ():
            name = Path(span["file"]).stem
            if name in FILES:
                checked += 1
                everything = squeeze(" ".join(speech.text for speech in read(name).speeches))
                if squeeze(span["span"]) not in everything:
                    missing.append((entry["id"], span["span"][:80]))
    assert checked > 100
    assert missing == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<Hansard xml:lang='EN'><HansardBody>", "not a complete XML file"),
        (b"<Hansard xml:lang='EN'></Hansard>", "not Canadian Hansard"),
        (b"<Hansard xml:lang='EN'><ExtractedInformation/><HansardBody/></Hansard>", "no date"),
    ],
)
def test_a_damaged_file_says_what_is_wrong(content: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse_canada(content, "x.xml")


def test_it_is_told_from_australias_by_content(shared: Path) -> None:
    assert detect_format((shared / "data/ca/hansard/HAN086-E.xml").read_bytes(), "a") == "canada"
    assert detect_format((shared / "data/au/senate_2026-03-04.xml").read_bytes(), "a") == "aph"


def test_the_appended_lists_name_who_held_an_office(read: Read) -> None:
    offices = {(office.title, office.person.name) for office in read("41-1-260-en").offices}
    assert {
        ("Minister of Finance", "Jim Flaherty"),
        ("The Speaker", "Andrew Scheer"),
        ("Parliamentary Secretary to the Minister of Justice", "Robert Goguen"),
    } <= offices
    assert not [title for title, _ in offices if not title[0].isupper()]
    assert {office.start for office in read("41-1-260-en").offices} == {read("41-1-260-en").date}


def test_in_question_period_members_ask_and_are_answered_in_turn_whatever_the_file_marks(read: Read) -> None:
    """In the exchanges on immigration, the file marks three of four questions as debate, and answers as questions."""
    turns = [one for one in read("44-1-196-en").speeches if "Immigration, Refugees and Citizenship" in one.title]
    asked = [(one.person.name, one.kind) for one in turns if one.debate_type == "Oral Questions"]
    assert asked[:4] == [
        ("Christine Normandin", "question"),
        ("Marie-France Lalonde", "answer"),
        ("Christine Normandin", "question"),
        ("Mélanie Joly", "answer"),
    ]


@pytest.mark.parametrize("name", FILES)
def test_nobody_answers_for_the_government_who_holds_no_office_and_no_minister_asks(read: Read, name: str) -> None:
    oral = [one for one in read(name).speeches if one.debate_type.casefold() == "oral questions"]
    assert not [one.person.name for one in oral if one.kind == "question" and "inister" in one.role]
    answered = [one for one in oral if one.kind == "answer" and one.title != "Committees of the House"]
    assert not [one.person.name for one in answered if not one.role]


def test_the_chair_and_points_of_order_neither_ask_nor_answer(read: Read) -> None:
    day = read("44-1-196-en").speeches
    assert {one.kind for one in day if one.role == "The Deputy Speaker"} == {"speech"}
    assert {one.kind for one in day if one.title == "Oral Questions"} == {"speech"}


def test_a_bill_is_whose_who_moves_it_unless_for_somebody_else(read: Read) -> None:
    """On 26 November 2021 other members moved C-2 and C-3 in place of their ministers."""
    assert [(one.number, one.sponsor.name, str(one.introduced)) for one in read("HAN086-E").bills if one.sponsor] == [
        ("C-597", "Dan Harris", "2014-05-14")
    ]
    (throne,) = (one for one in read("42-1-2-fr").bills if one.sponsor)
    assert (throne.number, str(throne.introduced)) == ("C-1", "2015-12-04")
    assert not [one.number for one in read("44-1-5-en").bills if one.sponsor]
    assert [one.number for one in read("44-1-5-en").bills if one.introduced] == ["C-3"]


def test_one_answer_too_many_turns_no_question_into_an_answer() -> None:
    speakers, added = ("Ada", "Ben", "Cid", "Ada", "Ben", "Dee", "Ben"), 2
    turns = [(name, "AnswerSupplemental" if place == added else "Debate") for place, name in enumerate(speakers)]
    order = etree.Element("OrderOfBusiness", Rubric="OralQuestionPeriod")
    subject = etree.SubElement(order, "SubjectOfBusiness")
    for _, marked in turns:
        etree.SubElement(subject, "Intervention", Type=marked)
    exchange = Exchange()
    kinds = [
        exchange.kind_of(element, speaker, presides=False)
        for (speaker, _), element in zip(turns, order.iter("Intervention"), strict=True)
    ]
    assert kinds == ["question", "answer", "answer", "question", "answer", "question", "answer"]
