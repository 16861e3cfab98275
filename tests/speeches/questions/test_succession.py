"""Who came before and after somebody, in an office or a seat, and whom a pronoun in the next question means."""

import datetime
from dataclasses import replace

import pytest

from speeches.ingestion.entries.refresh import refresh_entries
from speeches.models import Chamber, Office, Parliament, Party, Politician, Riding, Term
from speeches.questions.answer import AskRequest
from speeches.questions.facts.table import facts_for
from speeches.questions.plan import read_request
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.slow

YEARS = {"Ada Quill": (2001, 2007), "Ben Roe": (2007, 2013), "Cleo Marsh": (2013, 2019)}


def day(year: int) -> datetime.date:
    return datetime.date(year, 7, 1)


@pytest.fixture
def people(empty_record: None) -> dict[str, Politician]:
    """Three invented members, who held one seat in turn. All but the first also held one office in turn."""
    parliament = Parliament.objects.get(pk="uk")
    house = Chamber.objects.get(parliament=parliament, slug="house")
    riding = Riding.objects.create(parliament=parliament, name="Herring Bay")
    party = Party.objects.create(parliament=parliament, code="HP", name="Herring Party")
    found = {}
    for name, (first, last) in YEARS.items():
        found[name] = one = Politician.objects.create(
            parliament=parliament, name=name, slug=name.lower().replace(" ", "-"), keys=[name.lower()]
        )
        Term.objects.create(
            politician=one, chamber=house, party=party, riding=riding, start=day(first), end=day(last), listed=True
        )
        if first > 2001:
            Office.objects.create(
                politician=one, title="Minister for Herring", source="people", start=day(first + 1), end=day(last)
            )
    refresh_entries()
    return found


def fact_texts(kind: str, about: Politician, *slots: Slot, last: int = 0) -> list[str]:
    days = (day(last), day(last)) if last else (None, None)
    named = Slot("about", about.name, 0, 1, keys=(about.pk,))
    reading = Reading("?", kind=kind, slots=(named, *slots), view=frozenset({"uk"}), first=days[0], last=days[1])
    facts = facts_for(reading, None)
    return [fact.text for fact in facts.told] or facts.missing


def test_the_seat_goes_to_all_who_had_it_later_in_order(people: dict[str, Politician]) -> None:
    assert fact_texts("fact/successor", people["Ada Quill"]) == [
        "After Ada Quill (Herring Bay): Ben Roe (Herring Party, 1 July 2007 to 1 July 2013); "
        "Cleo Marsh (Herring Party, 1 July 2013 to 1 July 2019)."
    ]
    assert fact_texts("fact/successor", people["Cleo Marsh"]) == []


def test_before_somebody_it_was_the_last_one(people: dict[str, Politician]) -> None:
    assert fact_texts("fact/predecessor", people["Cleo Marsh"]) == [
        "Before Cleo Marsh (Herring Bay): Ben Roe (Herring Party, 1 July 2007 to 1 July 2013)."
    ]


def test_where_before_or_after_may_be_asked_for_both_are_told(people: dict[str, Politician]) -> None:
    person = people["Ben Roe"]
    named = Slot("about", person.name, 0, 1, keys=(person.pk,))
    reading = Reading("?", kind="fact/predecessor", slots=(named,), view=frozenset({"uk"}))
    told = facts_for(replace(reading, otherwise=("fact/successor",)), None).told
    assert [fact.text.split(":")[0] for fact in told] == ["Before Ben Roe (Herring Bay)", "After Ben Roe (Herring Bay)"]


@pytest.mark.parametrize(("year", "told"), [(2019, True), (2021, False)])
def test_soon_after_a_list_ends_its_last_member_is_told_as_the_last_on_record(
    year: int, told: bool, people: dict[str, Politician]
) -> None:
    Term.objects.filter(politician=people["Cleo Marsh"]).update(open=True)
    riding = Riding.objects.get(name="Herring Bay")
    when = datetime.date(year, 9, 1)
    seat = Slot("place", riding.name, 0, 1, keys=(riding.pk,))
    reading = Reading("?", kind="fact/member", slots=(seat,), view=frozenset({"uk"}), first=when, last=when)
    facts = facts_for(reading, None)
    assert any("The lists end before then. Last on record, Herring Bay" in fact.text for fact in facts.told) is told
    assert any("Nobody is on record as sitting for Herring Bay" in text for text in facts.missing) is not told


def test_an_office_that_is_named_is_meant(people: dict[str, Politician]) -> None:
    office = Slot("office", "Herring", 2, 3)
    assert fact_texts("fact/successor", people["Ben Roe"], office) == [
        "After Ben Roe (Minister for Herring): Cleo Marsh (Minister for Herring, 1 July 2014 to 1 July 2019)."
    ]
    assert fact_texts("fact/successor", people["Ada Quill"], office) == []


def test_of_a_seat_that_two_have_at_once_nobody_is_told(people: dict[str, Politician]) -> None:
    of_both = Term.objects.get(politician=people["Ben Roe"])
    Term.objects.filter(politician=people["Cleo Marsh"]).update(start=of_both.start, end=of_both.end)
    assert fact_texts("fact/successor", people["Ben Roe"]) == []


@pytest.mark.parametrize("kind", ["fact/seat", "fact/party"])
def test_a_members_seat_and_party_are_told_together(people: dict[str, Politician], kind: str) -> None:
    assert fact_texts(kind, people["Ben Roe"]) == [
        "Ben Roe sat for Herring Bay (Herring Party, 1 July 2007 to 1 July 2013)."
    ]


def test_of_days_after_the_last_list_the_last_term_is_shown(people: dict[str, Politician]) -> None:
    assert fact_texts("fact/party", people["Ben Roe"], last=2017) == [
        "The record does not show for whom Ben Roe sat then. Last on record: "
        "Herring Bay (Herring Party, 1 July 2007 to 1 July 2013)."
    ]
    assert fact_texts("fact/party", people["Ben Roe"], last=2003) == []


def test_a_pronoun_stands_for_whom_the_answer_named(people: dict[str, Politician]) -> None:
    request = AskRequest(
        "and what party is he with?", Filters(country="uk"), before=("Who was the MP for Herring Bay in August 2010?",)
    )
    reading = read_request(request).reading
    assert (reading.kind, reading.keys("about")) == ("fact/party", (people["Ben Roe"].pk,))
