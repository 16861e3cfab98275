"""New Zealand's Hansard pages: who speaks, what was asked, how parties and members voted."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import yaml

from speeches.formats.newzealand import parse_new_zealand
from speeches.formats.records import FormatError, PartyBallot, Sitting, VotingMethod

Read = Callable[[str], Sitting]


@pytest.fixture(scope="module")
def read(shared: Path) -> Read:
    @cache
    def parsed(number: str) -> Sitting:
        file = next((shared / "data/nz/html").glob(f"{number}_*.html"))
        return parse_new_zealand(file.read_bytes(), file.name).sittings[0]

    return parsed


def test_every_page_is_read(shared: Path) -> None:
    pages = sorted((shared / "data/nz/html").glob("*.html"))
    assert len(pages) == 26
    for page in pages:
        sitting = parse_new_zealand(page.read_bytes(), page.name).sittings[0]
        ids = [speech.id for speech in sitting.speeches]
        assert len(ids) == len(set(ids))
        assert sitting.debates
        for speech in sitting.speeches:
            assert "\n\n".join(speech.text[part.start : part.end] for part in speech.parts) == speech.text


def test_personal_votes_agree_with_the_gold(read: Read, shared: Path) -> None:
    gold = yaml.safe_load((shared / "gold/ca_dev.yaml").read_text())["divisions"]
    divisions = read("01").divisions
    for number, division in enumerate(divisions, 1):
        sides = gold[f"nz/html/01_2007-06-14.html#{number}"]
        assert division.method is VotingMethod.PERSONAL
        assert division.result == sides["result"]
        for side, vote in (("ayes", "aye"), ("noes", "no"), ("abstentions", "abstention")):
            if side in sides:
                ballots = [ballot for ballot in division.ballots if ballot.vote == vote]
                assert sorted(ballot.name for ballot in ballots) == sorted(sides[side]["names"])
                assert sorted(one.name for one in ballots if one.proxy) == sorted(sides[side]["proxies"] or [])
                assert [one.name for one in ballots if one.teller] == (sides[side]["teller"] or [])
    assert [(one.ayes, one.noes, one.abstentions) for one in divisions] == [(36, 81, 0), (29, 76, 0), (102, 11, 5)]


def test_a_party_vote_names_the_members_of_a_split_party(read: Read) -> None:
    (division,) = read("06").divisions
    assert (division.method, division.ayes, division.noes, division.result) == (
        VotingMethod.PARTY, 113, 8, "Bill read a third time.",
    )  # fmt: skip
    assert PartyBallot("New Zealand First", "aye", 4, ("Brown", "Donnelly", "Stewart", "Woolerton")) in division.parties
    assert PartyBallot("New Zealand First", "no", 3, ("Mark", "Paraone", "Peters")) in division.parties
    assert PartyBallot("Independent", "no", 2, ("Copeland", "Field")) in division.parties
    assert division.question == "That the Crimes (Substituted Section 59) Amendment Bill be now read a third time."
    assert division.bill == "Crimes (Substituted Section 59) Amendment Bill"
    for vote, count in (("aye", 113), ("no", 8)):
        assert sum(cast.count for cast in division.parties if cast.vote == vote) == count


def test_questions_supplementaries_and_who_was_asked(read: Read) -> None:
    first, answer, supplementary, *_ = read("05").speeches
    assert (first.kind, first.person.name, first.person.party) == ("question", "Dianne Yates", "Labour")
    assert first.metadata == {"question_number": "1", "asked_of": "Minister of Education"}
    assert (answer.kind, answer.person.name, answer.role) == ("answer", "Steve Maharey", "Minister of Education")
    assert [part.speaker for part in answer.parts] == ["Steve Maharey", "Madam SPEAKER"]
    # A bare name later on means the member named before.
    assert (supplementary.person.name, supplementary.person.party) == ("Dianne Yates", "Labour")
    assert (answer.page, supplementary.page) == ("11032", "11033")
    assert str(answer.time) == "14:12:00"


def test_a_speakers_name_split_over_two_elements(read: Read) -> None:
    answer = read("20").speeches[-1]
    assert (answer.person.name, answer.role) == (
        "Wayne Mapp", "Member in charge of the Employment Relations (Probationary Employment) Amendment Bill",
    )  # fmt: skip


def test_on_behalf_of_somebody(read: Read) -> None:
    assert read("21").speeches[0].role == "on behalf of Jeanette Fitzsimons"
    assert read("14").speeches[1].role == "Minister of Education, on behalf of the Prime Minister"


def test_an_interjection_and_what_goes_on_after_it(read: Read) -> None:
    speech = read("02").speeches[0]
    assert [(part.kind.value, part.speaker) for part in speech.parts] == [
        ("speech", "Michael Cullen"), ("interjection", "Hon Member"), ("continuation", "Michael Cullen"),
    ]  # fmt: skip


def test_volume_page_and_whether_it_is_final(read: Read) -> None:
    assert read("16").speeches[0].reference == "NZ Hansard, 19 June 2007, vol. 640, p. 9938"
    assert (read("16").proof, read("02").proof, read("13").proof) == (False, True, True)


def test_a_head_that_belongs_to_another_page_does_not_date_this_one(read: Read) -> None:
    """The page's head says May 2007, but its text is of September 2008."""
    assert str(read("09").date) == "2008-09-23"
    # The text gives the day on which the sitting began, and the head says the same.
    assert str(read("12").date) == "2005-12-13"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<html><meta name='DC.Date' content='2007-01-01'><body></body></html>", "not a Hansard page"),
        (b"<html><body><div class='copy'><h1>DocumentTitle</h1></div></body></html>", "holds no date"),
    ],
)
def test_another_page_says_what_is_wrong(content: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse_new_zealand(content, "x.html")
