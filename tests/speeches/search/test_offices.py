"""Who held an office, and when: the titles that a name finds, the source that counts, and what an open end means."""

import datetime

import pytest

from speeches.models import Chamber, Office, Parliament, Party, Politician, Term
from speeches.reading.offices import describe_office, offices_of
from speeches.search.offices import holders

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_record")]
START, END = datetime.date(2021, 1, 22), datetime.date(2022, 5, 23)


def hold(
    name: str,
    title: str,
    source: str = "people",
    *,
    open_: bool = False,
    end: datetime.date = END,
    parliament_code: str = "au",
) -> Office:
    parliament = Parliament.objects.get(pk=parliament_code)
    slug = name.lower().replace(" ", "-")
    person, _ = Politician.objects.get_or_create(parliament=parliament, slug=slug, defaults={"name": name})
    return Office.objects.create(politician=person, title=title, source=source, start=START, end=end, open=open_)


def names(title: str, day: datetime.date | None = None) -> list[str]:
    return [office.politician.name for office in holders(title, ["au"], (day, day) if day else None)]


@pytest.mark.parametrize(
    ("title", "asked", "found"),
    [
        ("Minister for Sport", "minister for sport", True),
        ("Minister for Sport", "the Minister for Sport", True),
        ("Minister for Women and Minister for Sport", "Minister for Sport", True),
        ("Minister for Health and Sport", "Minister for Health", True),
        ("Minister of State (Treasury)", "Minister of State", True),
        ("Minister for Defence", "Minister of Defence", True),
        ("Assistant Minister for Sport", "Minister for Sport", False),
        ("Shadow Minister for Sport", "Minister for Sport", False),
        ("Deputy Prime Minister", "Prime Minister", False),
        ("Parliamentary Secretary to the Treasurer and Minister for Finance", "Minister for Finance", False),
        ("Deputy Prime Minister and Minister for Finance", "Minister for Finance", True),
        ("Minister for Housing and Planning", "housing minister", True),
        ("Shadow Minister for Housing", "housing minister", False),
        ("Minister Assisting the Prime Minister", "Prime Minister", False),
        ("Minister for Sport", "the minister", False),
        ("Minister for Foreign Affairs", "foreign minister", True),
        ("Associate Minister for Health", "health minister", False),
        ("Deputy Prime Minister and Minister of Finance", "finance minister", True),
        ("Minister for Sports Rorts", "Minister for Sport", False),
        ("Premier ministre et ministre de la Jeunesse", "ministre de la Jeunesse", True),
        ("Le Président", "président", True),
        ("Member (Home Affairs Committee)", "home affairs", False),
        ("Minister of Veterans Affairs", "veterans", True),
        ("Shadow Minister for Veterans Affairs", "veterans", False),
        ("Parliamentary Secretary to the Minister of Veterans Affairs", "veterans", False),
        ("Minister for Primary Industries", "industries", False),
        ("PPS (Leader of the House)", "Leader of the House", False),
    ],
)
def test_an_office_is_found_by_a_whole_title_of_its_own(title: str, asked: str, found: bool) -> None:
    hold("Ada Smith", title)
    assert bool(names(asked)) is found


@pytest.mark.parametrize("asked", ["Home Secretary", "the Secretary of State for the Home Department"])
def test_a_plain_name_finds_the_title_that_its_parliament_lists(asked: str) -> None:
    home = hold("Ada Smith", "Secretary of State (Home Office)", parliament_code="uk")
    hold("Bea Jones", "Secretary of State (Ministry of Defence)", parliament_code="uk")
    hold("Cy Brown", "Secretary of State (Home Office)")
    assert holders(asked, ["au", "uk"]) == [home]


def test_a_plain_name_finds_the_other_name_as_the_record_prints_it() -> None:
    printed = hold("Ada Smith", "The Secretary of State for the Home Department", "label", parliament_code="uk")
    assert holders("Home Secretary", ["uk"]) == [printed]


def test_a_shadows_plain_name_finds_the_title_that_goes_with_the_offices_own() -> None:
    shadow = hold("Ada Smith", "Opposition Shadow Secretary of State for Defence (Defence)", parliament_code="uk")
    other = hold("Bea Jones", "Liberal Democrat Shadow Defence Secretary", parliament_code="uk")
    hold("Cy Brown", "Secretary of State (Ministry of Defence)", parliament_code="uk")
    assert set(holders("shadow defence secretary", ["uk"])) == {shadow, other}


def test_a_title_of_these_words_goes_before_a_longer_one() -> None:
    hold("Ada Smith", "Minister for Defence Industry")
    hold("Bea Jones", "Minister for Defence")
    assert names("defence minister") == ["Bea Jones"]


def test_nor_does_a_longer_one_stand_for_it_on_a_day_without_a_holder() -> None:
    hold("Ada Smith", "Minister for Defence Industry")
    hold("Bea Jones", "Minister for Defence", end=START)
    assert names("defence minister", END) == []


def test_only_who_held_it_on_the_day() -> None:
    hold("Ada Smith", "Treasurer")
    assert names("Treasurer", START) == names("Treasurer", END) == ["Ada Smith"]
    assert names("Treasurer", START - datetime.timedelta(days=1)) == []
    assert names("Treasurer", END + datetime.timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("days", "open_", "held"), [(0, False, True), (1, True, True), (1, False, False), (366, True, False)]
)
def test_who_is_in_office_at_the_end_of_a_list_is_taken_to_stay_for_a_year(days: int, open_: bool, held: bool) -> None:
    hold("Ada Smith", "Treasurer", open_=open_)
    assert names("Treasurer", END + datetime.timedelta(days=days)) == (["Ada Smith"] if held else [])


def test_before_all_lists_nobody_held_it() -> None:
    hold("Ada Smith", "Treasurer", open_=True)
    assert holders("Treasurer", ["au"], (datetime.date.min, datetime.date(1890, 1, 1))) == []


def test_unless_somebody_else_took_it_over_since() -> None:
    hold("Ada Smith", "Treasurer", open_=True)
    later = hold("Bo Loud", "Treasurer", end=END)
    Office.objects.filter(pk=later.pk).update(start=START + datetime.timedelta(days=9))
    assert names("Treasurer", END + datetime.timedelta(days=1)) == []


def test_a_name_cut_before_the_chamber_is_the_same_office() -> None:
    hold("Ada Smith", "President")
    assert names("President of the") == ["Ada Smith"]


def test_another_parliaments_office_is_another() -> None:
    hold("Ada Smith", "Treasurer")
    assert holders("Treasurer", ["ca"]) == []


def test_where_a_list_knows_the_days_what_labels_show_is_left_out() -> None:
    listed, label = hold("Ada Smith", "Treasurer"), hold("Ada Smith", "the Treasurer", "label")
    other = hold("Ada Smith", "Minister for Sport", "label")
    assert holders("Treasurer", ["au"]) == [listed]
    assert offices_of([label, other, listed]) == [listed, other]


def test_the_words_say_how_the_record_knows_it() -> None:
    office = hold("Ada Smith", "Treasurer")
    assert describe_office(office, "en") == "Treasurer, 22 January 2021 to 23 May 2022"
    assert describe_office(office, "fr") == "Treasurer, du 22 janvier 2021 au 23 mai 2022"
    office.open = True
    assert describe_office(office, "en") == "Treasurer, since 22 January 2021, on record up to 23 May 2022"
    shown = hold("Bo Loud", "Treasurer", "label", end=START)
    assert describe_office(shown, "en") == "named in the record as Treasurer, 22 January 2021"


def test_after_a_lists_last_day_the_record_itself_may_show_who_held_it() -> None:
    day = END + datetime.timedelta(days=30)
    hold("Ada Smith", "Treasurer", open_=True)
    hold("Bo Loud", "Treasurer", "label", end=day)
    assert names("Treasurer", day) == ["Bo Loud"]


def test_a_partys_own_post_has_the_bare_title() -> None:
    own = hold("Ada Smith", "Opposition Chief Whip (Whips)", parliament_code="uk")
    other = hold("Bea Jones", "Chief Whip (HM Household)", parliament_code="uk")
    hold("Cy Brown", "Opposition Deputy Chief Whip (Whips)", parliament_code="uk")
    assert set(holders("Chief Whip", ["uk"])) == {own, other}


def test_of_a_party_only_its_members_hold_an_office() -> None:
    own = hold("Ada Smith", "Opposition Chief Whip (Whips)", parliament_code="uk")
    hold("Bea Jones", "Chief Whip (HM Household)", parliament_code="uk")
    chamber = Chamber.objects.filter(parliament="uk").first()
    party = Party.objects.filter(parliament="uk").first()
    assert chamber and party
    Term.objects.create(politician=own.politician, chamber=chamber, party=party, start=START, end=END)
    assert holders("Chief Whip", ["uk"], parties=[party.pk]) == [own]
    assert holders("Chief Whip", ["uk"], parties=[party.pk + 1]) == []


def test_what_is_listed_under_a_plain_name_is_no_partys_own_post() -> None:
    hold("Ada Smith", "Opposition Leader (House of Lords)", parliament_code="uk")
    assert holders("Leader of the House of Lords", ["uk"]) == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [("ministre de la Défense", ["Ada"]), ("ministre des Phares", []), ("minister", []), ("la Défense", ["Ada"])],
)
def test_a_french_title_that_no_record_has_is_read_in_english(asked: str, found: list[str]) -> None:
    hold("Ada", "Minister for Defence")
    assert names(asked) == found
