"""A question read against a record: its names become the record's, and those that it does not know are told apart."""

import datetime

import pytest

from rag.clients.trained import ModelError
from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.models import Bill, Chamber, Committee, Party, Politician, Term
from speeches.understanding import read
from speeches.understanding.read import read_question, replace_slots
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("three_parliaments")]

DAY = datetime.date(2014, 5, 14)


def reading(text: str, before: Reading | None = None, parliament: str = "") -> Reading:
    return read_question(text, None, parliament, before)


def listing_of(text: str, parliament: str = "") -> Listing | None:
    return listing_for(reading(text, parliament=parliament), None)


def test_a_bill_is_known_by_number_by_title_and_by_words_of_its_title() -> None:
    by_number, by_title = (
        reading("Who voted against C-571?"),
        reading("the Electoral Finance Bill at its first reading"),
    )
    assert len(by_number.keys("bill")) == len(by_title.keys("bill")) == 1
    assert reading("C-571 in 41-2").keys("bill") == by_number.keys("bill")


def test_a_year_right_after_a_bills_name_belongs_to_it_if_a_title_holds_both() -> None:
    bill = Bill.objects.create(
        parliament_id="ca", source_id="lighthouses", title="Lighthouse Amendment (Lamps) Bill 2013"
    )
    found = reading("Who voted against the Lighthouse Amendment Bill 2013?", parliament="ca")
    assert (found.keys("bill"), found.all("date")) == ((bill.pk,), ())
    for another in ("Lighthouse Amendment Bill 2014", "Lighthouse Amendment Bill in 2013"):
        asked = reading(f"Who voted against the {another}?", parliament="ca")
        assert asked.keys("bill") == (bill.pk,)
        assert asked.words("date") == another[-4:]


def test_places_parties_and_countries_are_the_records() -> None:
    found = reading("Which NDP MPs voted against C-571 in Canada?")
    assert found.parliament == "ca"
    assert len(found.keys("party")) == 1


def test_days_are_read_and_a_day_without_a_year_is_the_latest_on_which_somebody_sat() -> None:
    found = reading("Who voted against C-571 on 14 May?")
    assert (found.first, found.last) == (datetime.date(2014, 5, 14),) * 2


@pytest.mark.parametrize(
    "text",
    [
        "Who voted against C-571 last week?",
        "Who voted against C-571 on 3 June?",
        "Who voted against C-571 on 14 May 2013?",
        "Which bills were introduced yesterday?",
    ],
)
def test_of_days_that_nobody_can_tell_nothing_is_listed(text: str) -> None:
    assert listing_of(text) is None


def test_a_follow_up_stays_in_the_parliament_of_its_conversation() -> None:
    first = reading("Who voted for the Electoral Finance Bill in New Zealand?", parliament="ca")
    found = reading("and who voted against it?", first, parliament="ca")
    assert found.parliament == "nz"
    assert found.keys("bill") == first.keys("bill")


def test_of_a_party_vote_votes_are_counted_and_no_rows() -> None:
    listing = listing_of("Which New Zealand Labour members voted for the Electoral Finance Bill at its first reading?")
    assert listing is not None
    assert listing.title.startswith("49 votes (New Zealand Labour) for")


def test_without_its_model_a_question_asks_for_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModelError("Run `make install` again.")

    monkeypatch.setattr(read, "open_tagger", missing)
    assert reading("Who voted against C-571?").kind == "find/passages"


@pytest.mark.parametrize("text", ["", "   ", "?", "x" * 2000, "ж" * 300, "q " * 900, "🙂🙂"])
def test_odd_text_is_read_without_harm(text: str) -> None:
    assert reading(text).text == " ".join(text.split())


def test_a_question_about_a_vote_that_names_none_is_about_the_one_before() -> None:
    before = reading("Who voted against C-571 at second reading?", parliament="ca")
    assert reading("Which independents voted with the government?", before, "ca").keys("bill") == before.keys("bill")


@pytest.mark.parametrize("text", ["Who sponsored the bill?", "Which members spoke?"])
def test_a_fact_or_a_list_that_names_nothing_is_about_what_was_named_before(text: str) -> None:
    before = reading("What is the title of Bill C-571?", parliament="ca")
    assert reading(text, before, "ca").keys("bill") == before.keys("bill")


def test_but_not_the_list_of_all_committees() -> None:
    before = reading("What is the title of Bill C-571?", parliament="ca")
    assert reading("Which committees are there?", before, "ca").slots == ()


def test_a_word_with_a_hyphen_is_no_part_of_a_committees_name() -> None:
    Committee.objects.create(parliament_id="ca", name="Government Lighthouse Operations", slug="lighthouse-operations")
    named = read_question("Who chairs the Special Committee on Co-operatives?", None, "ca").all("committee")
    assert [slot.keys for slot in named] == [()]


def test_words_that_all_committees_bear_make_no_name_longer() -> None:
    Committee.objects.create(parliament_id="ca", name="Standing Committee on Lighthouses", slug="lighthouses")
    Committee.objects.create(parliament_id="ca", name="Harbours, Lighthouses", slug="harbours")
    (key,) = reading("Who sits on the lighthouses committee?", parliament="ca").keys("committee")
    assert Committee.objects.get(pk=key).slug == "lighthouses"


@pytest.mark.parametrize(
    "text", ["List all votes in the House of Commons", "Who voted for the motion on affordable housing on 14 May 2014?"]
)
def test_a_question_for_all_votes_or_another_stands_by_itself(text: str) -> None:
    before = reading("Who voted against C-571 at second reading?", parliament="ca")
    found = reading(text, before, "ca")
    assert (found.follows, found.keys("bill")) == ("", ())


def test_an_office_and_its_matter_are_one_and_two_offices_are_two() -> None:
    def offices(text: str) -> list[str]:
        return [slot.words for slot in read_question(text, None, "ca").all("office")]

    assert offices("What did the opposition spokesman on energy say about power bills?") == [
        "opposition spokesman on energy"
    ]
    assert len(offices("What did the Minister of Health and the Minister of Finance say about vaccines?")) == 2


def test_a_list_narrowed_by_a_side_of_the_chamber_is_not_told_whole() -> None:
    asked = read_question("Which opposition members asked questions on 14 May 2014?", None, "ca")
    assert asked.words("party") == "opposition"
    assert listing_for(asked, None) is None


def test_a_country_that_has_no_such_chamber_is_part_of_the_subject() -> None:
    asked = "Who spoke of the murdered British MP in the Senate?"
    assert reading(asked, parliament="ca").parliament == "ca"
    assert reading("Who spoke of prisons in the British House of Commons?", parliament="ca").parliament == "uk"
    # Right before the chamber it says whose chamber is meant, though there is none of that name.
    assert reading("Who spoke in the New Zealand Senate?", parliament="ca").parliament == "nz"


def test_a_partys_name_with_its_article_is_the_party_and_no_member_of_a_like_name() -> None:
    Politician.objects.create(parliament_id="ca", name="Matthew Green", slug="matthew-green")
    named = Reading("What did the Greens say?", slots=(Slot("speaker", "the Greens", 9, 19),), view=frozenset({"ca"}))
    (slot,) = replace_slots(named, named.slots, None).slots
    assert slot.name == "party" and slot.keys


def test_a_peer_by_title_and_surname_is_a_member_and_not_their_party() -> None:
    party = Party.objects.filter(parliament="ca")[0]
    member = Politician.objects.create(parliament_id="ca", name="Lord Lester of Herne Hill", slug="lester")
    Term.objects.create(
        politician=member, party=party, start=DAY, end=DAY, chamber=Chamber.objects.filter(parliament="ca")[0]
    )
    named = Reading("What did Lord Lester say?", slots=(Slot("speaker", "Lord Lester", 9, 20),), view=frozenset({"ca"}))
    (slot,) = replace_slots(named, named.slots, None).slots
    assert (slot.name, slot.keys) == ("speaker", (member.pk,))
