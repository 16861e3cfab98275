"""Lists from the headings of a day: who spoke, and which bills, petitions and reports there were."""

import datetime
from dataclasses import replace

import pytest
from django.db.models import Count

from speeches.enumerations.answer import listing_for
from speeches.enumerations.debates import list_opened
from speeches.enumerations.headings import headings_within, match_headings, printed_pieces, title_within
from speeches.enumerations.listing import Listing
from speeches.models import Bill, Debate, Politician, Sitting, Speech, Term
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.stems import stems_of

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")

MAY_31 = datetime.date(2013, 5, 31)
MAY_14 = datetime.date(2014, 5, 14)


def reading(kind: str, day: datetime.date | None, *slots: tuple[str, str]) -> Reading:
    named = tuple(Slot(name, words, 0, 1) for name, words in slots)
    return Reading("?", kind=kind, first=day, last=day, slots=named, view=frozenset({"ca"}))


def listing_of(kind: str, day: datetime.date | None, *slots: tuple[str, str]) -> Listing:
    found = listing_for(reading(kind, day, *slots), None)
    assert found is not None
    return found


def under(title: str, day: datetime.date) -> list[Debate]:
    return list(Debate.objects.filter(title=title, sitting__date=day))


def test_petitions_are_the_pieces_under_their_heading_each_with_who_presented_it() -> None:
    (heading,) = under("Petitions", MAY_31)
    found = listing_of("list/petitions", MAY_31)
    pieces = list(heading.children.order_by("position"))
    presented = [
        (piece.title, speaker)
        for piece in pieces
        for speaker in dict.fromkeys(
            piece.speeches.exclude(politician=None).order_by("position").values_list("speaker", flat=True)
        )
    ]
    assert [(one.name.partition(": “")[0], one.person) for one in found.entries] == presented
    # Two members present one petition each under the same heading.
    assert len({title for title, _ in presented}) < len(presented)


def test_petitions_of_a_member_are_those_that_the_member_presented_first() -> None:
    every = listing_of("list/petitions", MAY_31)
    speech = Speech.objects.get(pk=every.entries[0].url.split("/speeches/")[1])
    assert speech.politician
    slots = (Slot("about", speech.speaker, 0, 1, keys=(speech.politician.pk,)),)
    asked = replace(reading("list/petitions", MAY_31), slots=slots)
    found = listing_for(asked, None)
    assert found is not None
    assert [one.name for one in found.entries] == [one.name for one in every.entries if one.person == speech.speaker]


def test_petitions_on_a_subject_are_those_under_the_heading_that_holds_most_of_it() -> None:
    whole = listing_of("list/petitions", MAY_31)
    title = whole.entries[0].name.partition(":")[0]
    found = listing_of("list/petitions", MAY_31, ("topic", f"a halt to {title}"))
    assert {one.name.partition(":")[0] for one in found.entries} == {title}
    assert "some words of the question" in found.notes[0]


def test_the_question_before_tells_which_pieces_are_meant() -> None:
    asked = replace(reading("list/presenters", MAY_14), text="And on 14 May?", follows="Who presented petitions?")
    found, own = listing_for(asked, None), listing_of("list/petitions", MAY_14)
    assert found
    assert found.entries == own.entries


def test_the_question_before_tells_nothing_where_the_next_one_names_its_own_pieces() -> None:
    asked = replace(
        reading("list/presenters", MAY_14), text="And who presented reports?", follows="Who presented petitions?"
    )
    found, own = listing_for(asked, None), listing_of("list/reports", MAY_14)
    assert found
    assert found.entries == own.entries


def test_reports_are_the_committees_under_their_heading() -> None:
    (report,) = listing_of("list/reports", MAY_14).entries
    assert report.name.startswith("Official Languages: “Mr. Speaker, I have the honour to present")


def test_without_a_day_nobody_knows_which_petitions_are_meant() -> None:
    assert listing_for(reading("list/petitions", None), None) is None


def test_bills_of_a_day_are_those_introduced_then_and_a_note_names_the_others() -> None:
    found = listing_for(replace(reading("list/bills", MAY_14), text="Which bills were introduced?"), None)
    assert found is not None
    assert [(one.name, one.note.split(", ")[0]) for one in found.entries] == [("Bill C-597", "introduced")]
    assert found.title == "Bills introduced or read a first time under a heading of their own, 1 in all (14 May 2014)"
    told, others = found.notes
    assert (
        told.startswith("Beside each bill")
        and others.startswith("Other bills")
        and "Bill C-539" in others
        and "Bill C-571" in others
    )


@pytest.mark.parametrize("fate", ["debated", "passed", "defeated"])
def test_bills_of_any_other_fate_are_all_with_a_heading_each_once_and_the_new_ones_apart(fate: str) -> None:
    found = listing_for(replace(reading("list/bills", MAY_14), text=f"Which bills were {fate}?"), None)
    assert found is not None
    names = [one.name for one in found.entries]
    assert names[0] == "Bill C-597" and {"Bill C-539", "Bill C-571"} <= set(names[1:])
    assert len(names) == len(set(names))
    assert [one.side[:3] for one in found.entries] == ["new", *["oth"] * (len(names) - 1)]
    (note,) = found.notes
    assert note.startswith("All bills of the day, whatever became of them")


def test_each_bill_of_a_day_is_told_with_how_its_votes_ended_and_what_the_minutes_note() -> None:
    found = listing_for(replace(reading("list/bills", MAY_14), text="Which bills were defeated?"), None)
    assert found is not None
    fates = {one.name: one.detail for one in found.entries}
    assert fates["Bill C-539"] == "second reading: negatived 123–146"
    assert fates["Bill C-571"] == "second reading: negatived 102–155"
    assert fates["Bill C-597"] == "“Motions deemed adopted, bill read the first time and printed”"
    assert "Bill C-571 (second reading: negatived 102–155)" in found.sentence()


@pytest.mark.parametrize(
    ("text", "noted"), [("Which new bills were introduced?", False), ("Which green bills were introduced?", True)]
)
def test_what_a_list_of_new_bills_is_not_narrowed_by_is_noted(text: str, noted: bool) -> None:
    found = listing_for(replace(reading("list/bills", MAY_14), text=text, unread=(text.split()[1],)), None)
    assert found is not None
    assert found.loose.startswith("Not narrowed by “green”" if noted else "") and bool(found.loose) == noted


def test_a_party_whose_name_holds_such_a_word_is_noted_too() -> None:
    found = listing_of("list/bills", MAY_14, ("party", "New Zealand First"))
    assert "New Zealand First" in found.loose


def test_a_list_wider_than_the_question_says_so_before_it_names_anybody() -> None:
    found = listing_for(replace(reading("list/bills", MAY_14), text="Green bills?", unread=("Green",)), None)
    assert found is not None
    assert found.sentence().startswith("Not narrowed by “Green”: the record’s tables do not say that. Bills with")
    assert found.loose not in found.notes_beside and found.all_notes[0] == found.loose
    alone = replace(found, entries=found.entries[:1])
    assert not alone.sentence().startswith("Not narrowed") and alone.notes_beside[0] == found.loose


def test_who_spoke_in_a_members_debate_is_everybody_who_did() -> None:
    several = Count("speeches__politician", distinct=True)
    of_several = Debate.objects.filter(sitting__date=MAY_14).annotate(members=several).filter(members__gt=1)
    heading = next(one for one in of_several if len(under(one.title, MAY_14)) == 1)
    turns = Speech.objects.filter(debate=heading).exclude(politician=None).order_by("position")
    opener = turns[0].politician
    other = turns.exclude(politician=opener)[0].politician
    assert opener and other
    for member, told in ((opener, True), (other, False)):
        slots = (Slot("about", member.name, 0, 1, keys=(member.pk,)), Slot("topic", heading.title, 0, 1))
        found = list_opened(replace(reading("list/speakers", MAY_14), slots=slots), None)
        names = {one.name for one in found.entries} if found else set()
        assert names == (set(turns.values_list("politician__name", flat=True)) if told else set())


def test_who_spoke_is_told_under_the_heading_that_holds_most_of_the_words() -> None:
    found = listing_of("list/speakers", MAY_14, ("topic", "the Meat Inspection Act exchange"))
    members = Speech.objects.filter(debate__title="Meat Inspection Act", date=MAY_14).exclude(politician=None)
    assert {one.name for one in found.entries} == set(members.values_list("politician__name", flat=True))
    assert "“Meat Inspection Act”" in found.title


def test_a_motion_that_no_heading_holds_whole_is_not_taken_for_another() -> None:
    assert (
        listing_for(reading("list/speakers", MAY_14, ("division", "repealing the Meat Inspection Act")), None) is None
    )


def test_what_no_heading_holds_is_none_of_them() -> None:
    rows = headings_within(reading("list/speakers", MAY_14))
    assert match_headings("the moon landing", rows) == []
    assert match_headings("", rows) == rows


@pytest.mark.parametrize("name", ["chamber", "office"])
def test_what_is_only_an_article_does_not_stand_in_the_way(name: str) -> None:
    assert listing_of("list/speakers", MAY_14, (name, "the"), ("topic", "Meat Inspection Act")).entries


def test_somebody_whom_the_record_does_not_know_may_be_named_by_a_heading() -> None:
    heading = Debate.objects.get(title="Meat Inspection Act", sitting__date=MAY_14)
    Debate.objects.filter(pk=heading.pk).update(title="Bartholomew Meat")
    found = listing_of("list/speakers", MAY_14, ("about", "Bartholomew Meat"))
    assert found.entries
    assert "“Bartholomew Meat”" in found.title


def test_members_of_a_party_are_those_in_a_seat_by_the_lists_of_members() -> None:
    term = Term.objects.filter(chamber__parliament="ca", chamber__slug="house", party__code="GP")[0]
    Term.objects.filter(pk=term.pk).update(listed=True, start="2020-01-01", end="2020-12-31")
    assert term.party
    asked = Reading(
        "?",
        kind="list/members",
        first=datetime.date(2020, 5, 1),
        last=datetime.date(2020, 5, 1),
        slots=(Slot("party", "Greens", 0, 1, keys=(term.party.pk,)),),
        view=frozenset({"ca"}),
    )
    found = listing_for(asked, None)
    assert found is not None
    assert [one.person for one in found.entries] == [term.politician.name]
    assert "by the lists of members" in found.title


def test_a_french_description_fits_english_headings_where_the_day_is_on_record_in_english_only() -> None:
    rows = headings_within(reading("list/speakers", MAY_14))
    assert match_headings("inspection des viandes", rows, "fr") == match_headings("meat inspection", rows) != []
    assert match_headings("la lune", rows, "fr") == []


def test_a_list_of_questions_on_a_subject_says_that_it_goes_by_headings() -> None:
    assert listing_of("list/questions", MAY_14, ("topic", "justice")).title.endswith("under headings with “justice”")


def test_bills_at_their_first_reading_are_those_introduced_that_day() -> None:
    introduced = [one.name for one in listing_of("list/bills", MAY_14).entries if one.note.startswith("introduced")]
    first = listing_of("list/bills", MAY_14, ("stage", "first reading"))
    assert introduced
    assert [one.name for one in first.entries] == introduced
    assert listing_for(reading("list/bills", MAY_14, ("stage", "royal assent")), None) is None


def test_a_heading_in_the_words_that_no_slot_holds_is_the_subject() -> None:
    asked = replace(reading("list/speakers", MAY_31), text="Who spoke about asthma on 31 May?", unread=("asthma",))
    found, own = listing_for(asked, None), listing_of("list/speakers", MAY_31, ("topic", "asthma"))
    assert found is not None
    assert (found.entries, found.notes) == (own.entries, own.notes)
    strange = replace(asked, text="Who spoke about submarines on 31 May?", unread=("submarines",))
    assert listing_for(strange, None) is None
    assert listing_for(replace(asked, first=None, last=None), None) is None


def test_a_heading_made_of_words_of_asking_is_the_subject_and_not_the_whole_sitting() -> None:
    spoken_under = Debate.objects.filter(sitting__date=MAY_31, speeches__politician__gt=0)
    heading = spoken_under.exclude(pk__in=Debate.objects.exclude(parent=None).values("parent"))[0]
    above = Debate.objects.create(sitting=heading.sitting, position=9000, title="ADJOURNMENT")
    asked = replace(reading("list/speakers", MAY_31), text="Who spoke on the adjournment on 31 May?")
    assert listing_for(asked, None) is None
    heading.parent = above
    heading.save()
    found = listing_for(asked, None)
    assert found is not None
    spoken = Speech.objects.filter(debate=heading).exclude(politician=None)
    assert len(found.entries) == spoken.values("politician").distinct().count()


def test_a_petition_is_found_without_a_day_by_the_words_of_its_heading() -> None:
    asked = replace(reading("list/presenters", None), text="Who presented the petition on alfalfa?")
    found = listing_for(replace(asked, slots=(Slot("topic", "genetically modified alfalfa", 0, 1),)), None)
    assert found is not None
    assert {one.person for one in found.entries} == {"Linda Duncan", "Jean Crowder", "Frank Valeriote"}
    assert listing_for(asked, None) is None


def test_a_rubric_may_stand_before_the_heading_of_a_petition() -> None:
    sitting = Debate.objects.filter(sitting__date=MAY_31)[0].sitting
    sitting.chamber.parliament_id = "uk"
    row = Debate(sitting=sitting, title="PETITION — Princess Royal Hospital, Telford")
    assert printed_pieces("petitions", [row]) == [("Princess Royal Hospital, Telford", row)]


def test_a_day_alone_lists_everybody_who_spoke_at_its_sitting_in_the_order_of_their_first_words() -> None:
    found = listing_of("list/speakers", MAY_31)
    spoken = Speech.objects.filter(date=MAY_31, parliament="ca").exclude(politician=None).order_by("position")
    assert found.entries[0].url == spoken[0].get_absolute_url()
    written = spoken.filter(
        debate__title__in=["Questions on the Order Paper", "Questions Passed as Orders for Returns"]
    )
    aloud = spoken.exclude(pk__in=written)
    assert len(found.entries) == aloud.order_by().values("politician").distinct().count()
    assert found.title.startswith("All who spoke, House of Commons, 31 May 2013 (")
    assert any("asked in writing" in note for note in found.notes)


def test_a_day_and_a_party_list_those_of_the_party() -> None:
    party = Speech.objects.filter(date=MAY_31, parliament="ca").exclude(party=None)[0].party
    assert party
    asked = reading("list/speakers", MAY_31)
    asked = replace(asked, slots=(Slot("party", party.name, 0, 1, keys=(party.pk,)),))
    found = listing_for(asked, None)
    assert found is not None
    assert {one.party for one in found.entries} == {party.name}


def test_neither_no_day_nor_a_matter_that_no_heading_holds_lists_a_whole_sitting() -> None:
    assert listing_for(reading("list/speakers", None), None) is None
    assert listing_for(replace(reading("list/speakers", MAY_31), unread=("submarines",)), None) is None
    assert listing_for(reading("list/speakers", MAY_31, ("office", "Minister of Submarines")), None) is None


def test_of_a_members_bills_it_is_told_how_many_others_have_no_sponsor_on_record() -> None:
    sponsor = Politician.objects.exclude(bills=None)[0]
    slots = (Slot("about", sponsor.name, 0, 1, keys=(sponsor.pk,)),)
    asked = replace(reading("list/bills", None), slots=slots, view=frozenset({"ca", "nz"}))
    unknown = Bill.objects.exclude(session=None).filter(sponsor=None)
    found = listing_for(asked, None)
    assert found is not None and unknown.exists()
    assert found.notes == (
        f"The record does not say who brought in {unknown.count()} other bills of that time; some may belong here.",
    )
    unknown.update(sponsor=sponsor)
    complete = listing_for(asked, None)
    assert complete is not None
    assert complete.notes == ()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("who spoke on the adjournment", "ADJOURNMENT"),
        ("who spoke in the adjournment proceedings", "Adjournment Proceedings"),
        ("which speakers spoke", ""),
        ("who asked the first question", ""),
    ],
)
def test_the_longest_title_of_which_a_text_holds_all_words_is_named(text: str, title: str) -> None:
    titles = ["ADJOURNMENT", "Adjournment Proceedings", "Speaker", "First", "Points of Order"]
    assert title_within(text, titles, stems_of("speakers")) == title


def test_business_that_the_days_do_not_have_lists_nobody() -> None:
    asked = replace(reading("list/speakers", MAY_31), text="Who spoke on the adjournment on 31 May?")
    assert listing_for(asked, None) is not None
    chamber = Debate.objects.filter(sitting__date=MAY_31)[0].sitting.chamber
    for day in range(5):
        sitting = Sitting.objects.create(chamber=chamber, date=MAY_31 - datetime.timedelta(days=300 + day))
        Debate.objects.create(sitting=sitting, position=1, title="Adjournment")
    assert listing_for(asked, None) is None
