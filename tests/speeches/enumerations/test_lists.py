"""Lists are complete and exact: every name of a vote, a committee or a party, and nobody else."""

import csv
import io
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from speeches.enumerations.answer import find_listing, listing_for
from speeches.enumerations.examples import list_examples
from speeches.enumerations.listing import Listing
from speeches.models import Ballot, CommitteeSeat, Division, Politician, Speech
from speeches.questions.lists import no_vote_note
from speeches.understanding.read import read_question
from speeches.understanding.reading import Slot

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]


def listing_of(question: str, before: str = "") -> Listing | None:
    earlier = read_question(before, None) if before else None
    return listing_for(read_question(question, None, before=earlier), None)


def names(question: str) -> list[str]:
    listing = listing_of(question)
    assert listing is not None, question
    return [entry.name for entry in listing.entries]


def test_where_the_first_reading_has_no_list_another_may() -> None:
    reading = read_question("Which debates were there on 14 May 2014?", None)
    first = replace(reading, kind="fact/sponsor", otherwise=("list/debates",))
    assert listing_for(first, None) is None
    found, own = find_listing(first, None), listing_for(reading, None)
    assert found and own
    assert found.entries == own.entries
    assert found.notes == ("As it reads first, this finds nothing here; it is taken to ask for a list.", *own.notes)
    assert find_listing(replace(first, otherwise=()), None) is None


def test_votes_of_the_gold_file_are_listed_exactly(shared: Path) -> None:
    entries: list[dict[str, Any]] = yaml.safe_load((shared / "gold/ca_dev.yaml").read_text())["entries"]
    wanted = [entry for entry in entries if entry["expected_list"] and entry["expected_intent"] == "vote_focused"]
    exact = [sorted(names(entry["q"])) == sorted(entry["expected_list"]) for entry in wanted]
    assert len(exact) >= 12
    assert sum(exact) / len(exact) >= 0.8


def test_committees_and_members_of_the_gold_file_are_listed_exactly(shared: Path) -> None:
    """Compared by surname: lists in a sentence print given names, which the gold file leaves out."""
    entries: list[dict[str, Any]] = yaml.safe_load((shared / "gold/ca_dev.yaml").read_text())["entries"]
    checked = 0
    for entry in entries:
        if entry["expected_list"] and entry["expected_intent"] != "vote_focused":
            listing = listing_of(entry["q"])
            found = sorted(one.name.split()[-1].split("-")[-1] for one in listing.entries) if listing else []
            checked += found == sorted(name.split()[-1].split("-")[-1] for name in entry["expected_list"])
    assert checked >= 5


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("Give me the names of everybody who rejected Bill C-571", 155),
        ("Which members were in favour of Bill C-571?", 102),
        ("Quels députés ont rejeté le projet de loi C-571 ?", 155),
        ("Quels députés se sont opposés au projet de loi C-571 ?", 155),
        # A vote printed only in English is still the vote on that bill.
        ("Quels députés ont voté pour le projet de loi C-571 sur l'abattage des chevaux ?", 102),
        ("Which New Zealand First members backed the section 59 bill at its third reading?", 4),
        ("Quels députés conservateurs ont voté pour le projet de loi C-571 ?", 2),
        ("Elizabeth May a-t-elle voté contre le projet de loi C-571 ?", 1),
        ("Est-ce que Justin Trudeau a voté contre le projet de loi C-571 ?", 1),
        # “Act” is not the party ACT here.
        ("Who voted against the amendment to the Meat Inspection Act?", 155),
        ("List the members of the international human rights subcommittee, May 2013", 7),
        ("Quels députés représentaient l'Île-du-Prince-Édouard en mai 2013 ?", 4),
        ("Quels députés représentaient la Nouvelle-Écosse en mai 2013 ?", 11),
    ],
)
def test_it_may_be_asked_for_in_many_ways(question: str, count: int) -> None:
    assert len(names(question)) == count


def test_a_count_that_may_be_too_low_says_so() -> None:
    listing = listing_of("Quels députés conservateurs ont voté pour le projet de loi C-571 ?")
    assert listing is not None
    assert listing.title.startswith("Au moins 2 (conservateurs) ont voté pour")
    assert "le compte rendu ne dit pas leur parti" in listing.notes[0]


def test_every_canadian_ballot_is_linked_to_somebody() -> None:
    canadian = Ballot.objects.filter(division__sitting__chamber__parliament="ca")
    assert canadian.count() == 269 + 269 + 257
    assert not canadian.filter(politician=None).exists()
    # They were elected or renamed after the list was printed and do not speak here, so only their surname is known.
    assert set(Politician.objects.filter(surname_only=True).values_list("name", flat=True)) == {
        "Falk", "Jones", "Maguire",
    }  # fmt: skip


def test_a_list_says_what_proves_it_and_on_which_bill() -> None:
    listing = listing_of("Who voted against Bill C-571?")
    assert listing is not None
    assert len(listing.entries) == 155
    assert listing.title == "155 voted against Bill C-571, second reading (102 to 155)"
    assert listing.bill is not None and listing.bill.key == "ca-41-2-c-571"
    assert listing.source.reference == "Vote no. 142, House of Commons, 14 May 2014"
    assert Division.objects.find_by_key(listing.source.id) is not None
    assert all(entry.url for entry in listing.entries)
    ablonczy = next(entry for entry in listing.entries if entry.name == "Ablonczy")
    assert (ablonczy.person, ablonczy.party, ablonczy.riding) == (
        "Diane Ablonczy", "Conservative Party of Canada", "Calgary Nose Hill",
    )  # fmt: skip


def test_the_whole_list_as_csv() -> None:
    listing = listing_of("Who voted against Bill C-571?")
    assert listing is not None
    rows = list(csv.DictReader(io.StringIO(listing.as_csv())))
    assert len(rows) == 155
    assert rows[0]["name"] == "Ablonczy"
    assert {row["date"] for row in rows} == {"2014-05-14"}


def test_no_cell_begins_a_formula() -> None:
    listing = listing_of("Who voted against Bill C-571?")
    assert listing is not None
    odd = [replace(listing.entries[0], name=f"{sign}1+1") for sign in "=+-@\t"]
    rows = list(csv.DictReader(io.StringIO(replace(listing, entries=tuple(odd)).as_csv())))
    assert [row["name"] for row in rows] == [f"'{sign}1+1" for sign in "=+-@\t"]


@pytest.mark.parametrize(
    "question",
    [
        "Who voted against Bill C-13 on official languages at third reading?",
        "How did Peter Julian vote on Bill C-201?",
        "Who voted for Bill C-9999?",
        "Who voted against the moon landing?",
        "What did members say about housing?",
        "Who were the members of the fisheries committee in 1999?",
        "List Liberal MPs in 2021",
        "Who voted for C-571 on 3 June 2013?",
        "Who voted against the second reading of the Crimes (Substituted Section 59) Amendment Bill?",
        "Who supported the C-17 aircraft purchase?",
    ],
)
def test_what_the_record_does_not_have_is_no_list(question: str) -> None:
    assert listing_of(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "List the committees that studied housing",
        "Which committees does John McKay sit on?",
        "What did the members of the board of internal economy say about spending?",
        "List all bills about housing",
        "Which bills did the Liberals oppose?",
    ],
)
def test_what_asks_for_more_than_a_list_says_is_no_list(question: str) -> None:
    assert listing_of(question) is None


def test_members_are_those_of_the_printed_list() -> None:
    """The list itself counts 75 seats of Québec and 14 of Manitoba."""
    assert len(names("List members for Quebec")) == 75
    listing = listing_of("Which MPs represented Manitoba in May 2013?")
    assert listing is not None
    assert listing.title == "14 members for Manitoba as listed on 31 May 2013"
    assert listing.source.quote.startswith("Alphabetical list of Members of the House of Commons")


def test_a_chair_is_no_vice_chair() -> None:
    listing = listing_of("Who chaired the veterans affairs committee in May 2013?")
    assert listing is not None
    assert [(one.name, one.role) for one in listing.entries] == [("Greg Kerr", "Chair")]


def test_a_list_that_marks_no_chair_does_not_say_that_there_was_none() -> None:
    CommitteeSeat.objects.filter(role__in=(CommitteeSeat.Role.CHAIR, CommitteeSeat.Role.VICE_CHAIR)).delete()
    assert listing_of("Who chaired the veterans affairs committee in May 2013?") is None


def test_a_partys_ballots_say_whose_party_is_not_known() -> None:
    listing = listing_of("How did the Conservatives vote on C-571?")
    assert listing is not None
    assert listing.title == "Conservatives, Bill C-571, second reading: at least 2 for, at least 139 against"
    # The last list of members before that day is a year older.
    assert listing.notes == (
        "4 voters are left out, whose party on that day the record does not say.",
        "Those named whose party the record shows only half a year or more from that day: 99.",
    )


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which tall MPs voted against C-571?", "tall"),
        ("Which bearded members voted for C-539?", "bearded"),
        ("Which women voted for Bill C-571?", "women"),
        ("Who asked the first question on 14 May 2014?", "first"),
    ],
)
def test_a_list_says_by_which_words_it_is_not_narrowed(question: str, word: str) -> None:
    listing = listing_of(question)
    assert listing is not None
    assert listing.loose.startswith("Not narrowed by") and word in listing.loose


def test_how_a_vote_ended_who_told_and_how_the_parties_split() -> None:
    result = listing_of("Was Bill C-571 carried at second reading?")
    assert result is not None
    assert (result.title, result.entries) == ("Bill C-571, second reading: negatived (102 to 155)", ())
    parties = listing_of("How did the parties vote on Bill C-571?")
    assert parties is not None
    assert ("New Democratic Party", "66 for, 11 against") in [(one.name, one.detail) for one in parties.entries]
    assert "New Democratic Party (66 for, 11 against)" in parties.sentence()


def test_who_spoke_on_a_bill_and_what_was_debated_on_a_day() -> None:
    speakers = listing_of("Who spoke on Bill C-442 in January 2014?")
    assert speakers is None or all(one.url for one in speakers.entries)
    debates = listing_of("What was debated in the House of Commons on 14 May 2014?")
    assert debates is not None
    assert debates.kind == "debates"
    assert all("14 May 2014" in one.note for one in debates.entries)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        (
            "Qui a voté contre le projet de loi C-571 ?",
            "155 ont voté contre le projet de loi C-571 (102 pour, 155 contre)",
        ),
        (
            "Comment Galipeau a-t-il voté sur le projet de loi C-539 ?",
            "Royal Galipeau a voté pour le projet de loi C-539",
        ),
    ],
)
def test_a_french_question_is_told_in_french(question: str, title: str) -> None:
    listing = listing_of(question)
    assert listing is not None
    assert listing.title == title
    assert listing.sentence().startswith((f"{title} : ", f"{title}."))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("And who voted for it?", "102 voted for Bill C-571, second reading (102 to 155)"),
        ("Et qui a voté pour ?", "102 ont voté pour le projet de loi C-571 (102 pour, 155 contre)"),
    ],
)
def test_the_other_side_of_the_vote_asked_about_before(question: str, title: str) -> None:
    listing = listing_of(question, before="Who voted against C-571?")
    assert listing is not None
    assert listing.title == title


@pytest.mark.parametrize("question", ["Why did they vote against it?", "What does it cost?"])
def test_what_asks_for_no_vote_after_one_gets_no_list(question: str) -> None:
    assert listing_of(question, before="Who voted against C-571?") is None


def test_a_bill_without_any_recorded_vote_is_said_to_have_none() -> None:
    assert listing_of("Who voted against Bill C-201?") is None
    told = no_vote_note(read_question("Who voted against Bill C-201?", None))
    assert told == "The record holds no recorded vote that fits, on Bill C-201."


def test_whoever_holds_an_office_that_no_table_shows_is_not_told_to_have_no_ballot() -> None:
    listing = listing_of("How did the Minister of Housing vote on Bill C-539?")
    assert listing is not None
    assert listing.absent
    assert listing.sentence().startswith("The record’s tables do not show who “")


def test_one_party_of_a_vote_and_one_member_of_it() -> None:
    assert len(names("Which NDP members voted against Bill C-539?")) == 0
    assert "Davies (Vancouver East)" in names("Which NDP members voted for Bill C-539, second reading?")
    listing = listing_of("How did Galipeau vote on C-539?")
    assert listing is not None
    assert listing.title == "Royal Galipeau voted for Bill C-539, second reading"


def test_a_party_votes_parties_with_their_counts() -> None:
    listing = listing_of("Which parties voted for the Electoral Finance Bill at its first reading?")
    assert listing is not None
    assert [(entry.name, entry.note, entry.detail) for entry in listing.entries][:2] == [
        ("New Zealand Labour", "for", "49 votes"), ("New Zealand First", "for", "7 votes"),
    ]  # fmt: skip
    assert "New Zealand Labour (49 votes), New Zealand First (7 votes)" in listing.sentence()
    assert listing.counts == {"ayes": 65, "noes": 54}
    assert "whips" in listing.notes[0]


def test_examples_are_of_the_record_at_hand_and_have_lists() -> None:
    examples = list_examples(None)
    assert len(examples) == 3
    assert examples[0].startswith("Who voted against")
    assert all(names(example) for example in examples)


def test_a_record_without_votes_or_lists_has_no_examples() -> None:
    Division.objects.all().delete()
    CommitteeSeat.objects.all().delete()
    Speech.objects.filter(kind="list").delete()
    assert list_examples(None) == ()


class TestQuestions:
    """Members' questions are listed by the member who asked them, or by the member to whom they were put."""

    def test_those_put_to_somebody_were_answered_by_them(self) -> None:
        put = _people_listed("Leona Aglukkaq")
        assert put
        assert all(speaker != "Leona Aglukkaq" for speaker in put)

    def test_those_asked_by_somebody_are_theirs_alone(self) -> None:
        reading = replace(read_question("?", None), kind="list/questions", slots=(_slot("speaker", "Thomas Mulcair"),))
        listing = listing_for(reading, None)
        assert listing is not None
        assert {entry.person for entry in listing.entries} == {"Thomas Mulcair"}

    def test_each_is_told_with_who_asked_it(self) -> None:
        reading = replace(read_question("?", None), kind="list/questions", slots=(_slot("about", "Leona Aglukkaq"),))
        listing = listing_for(reading, None)
        assert listing is not None
        assert listing.entries[0].person in listing.sentence()


def _people_listed(name: str) -> set[str]:
    reading = replace(read_question("?", None), kind="list/questions", slots=(_slot("about", name),))
    listing = listing_for(reading, None)
    return {entry.person for entry in listing.entries} if listing else set()


def _slot(kind: str, name: str) -> Slot:
    return Slot(kind, name, 0, len(name), keys=tuple(Politician.objects.filter(name=name).values_list("pk", flat=True)))


def test_the_votes_of_one_member_on_a_day_say_how_each_was_cast() -> None:
    reading = replace(
        read_question("14 May 2014", None), kind="vote/divisions", slots=(_slot("about", "Elizabeth May"),)
    )
    listing = listing_for(replace(reading, first=date(2014, 5, 14), last=date(2014, 5, 14)), None)
    assert listing is not None
    assert len(listing.entries) == 3
    assert all("(May: aye)" in entry.name for entry in listing.entries)


def test_a_french_description_finds_a_vote_printed_in_english() -> None:
    listing = listing_of("Quels députés ont voté contre la motion sur le logement abordable ?")
    assert listing is not None
    told = [*(choice.source for choice in listing.choices), listing.source]
    assert any("Affordable housing" in one.title for one in told)


def test_a_session_beside_a_member_narrows_bills_alone() -> None:
    reading = read_question("What did Thomas Mulcair say of Bill C-571 in session 41-2?", None)
    assert reading.session == "41-2"
    assert reading.keys("bill")
    assert reading.keys("speaker", "about")


def test_of_a_member_whom_the_record_does_not_know_no_votes_are_listed() -> None:
    reading = replace(
        read_question("14 May 2014", None), kind="vote/divisions", slots=(Slot("about", "Nobody Atall", 0, 1),)
    )
    assert listing_for(replace(reading, first=date(2014, 5, 14), last=date(2014, 5, 14)), None) is None


def test_where_no_tellers_are_marked_that_is_said() -> None:
    listing = listing_of("Who were the tellers on Bill C-571?")
    assert listing is not None
    assert listing.sentence() == "The record marks no tellers on Bill C-571, second reading."


def test_the_bills_of_a_session_are_those_of_its_number() -> None:
    """What names a session is no day, whatever it looks like."""
    found = listing_of("List the bills of session 41-2")
    assert found is not None
    assert found.title.endswith("bills on record in session 41-2")
    assert {one.note for one in found.entries} == {"41-2"}
