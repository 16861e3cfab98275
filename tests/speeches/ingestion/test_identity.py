"""Each person is one politician: who is united, who is not, and those whom admins parted stay apart."""

import datetime
from pathlib import Path

import pytest

from speeches.ingestion.identity import twins, unite
from speeches.ingestion.ingest import ingest_content
from speeches.ingestion.merging import merge, undo
from speeches.ingestion.removal import remove_parliament
from speeches.ingestion.splitting import split_politician
from speeches.models import Merge, Office, Parliament, Party, Politician, Riding, Term

pytestmark = pytest.mark.django_db
DAY = datetime.date(2021, 10, 19)


@pytest.fixture
def canada(empty_record: None) -> Parliament:
    return Parliament.objects.get(pk="ca")


def person(parliament: Parliament, name: str, **more: object) -> Politician:
    slug = name.lower().replace(" ", "-").replace(".", "") + f"-{Politician.objects.count()}"
    return Politician.objects.create(parliament=parliament, name=name, slug=slug, keys=[name.lower()], **more)


def seat(politician: Politician, riding: str = "", party: str = "CPC", day: datetime.date = DAY) -> Term:
    parliament = politician.parliament
    where = Riding.objects.get_or_create(parliament=parliament, name=riding)[0] if riding else None
    of = Party.objects.get(parliament=parliament, code=party)
    house = parliament.chambers.get(slug="house")
    return Term.objects.create(politician=politician, chamber=house, party=of, riding=where, start=day, end=day)


def pairs(parliament: Parliament) -> list[tuple[str, str, bool]]:
    return [(pair.one.name, pair.other.name, pair.certain) for pair in twins(parliament)]


def test_one_riding_and_a_short_form_are_one_person(canada: Parliament) -> None:
    seat(person(canada, "Gord Brown"), "Leeds")
    seat(person(canada, "Gordon Brown"), "Leeds")
    assert [certain for *_, certain in pairs(canada)] == [True]
    assert unite(canada) == 1
    assert pairs(canada) == []


def test_two_of_one_surname_in_two_ridings_are_two(canada: Parliament) -> None:
    seat(person(canada, "Malcolm Allen"), "Welland")
    seat(person(canada, "Mike Allen"), "Tobique")
    assert pairs(canada) == []


def test_a_key_of_the_source_tells_two_apart_and_makes_two_one(canada: Parliament) -> None:
    person(canada, "David Smith", source_id="A")
    person(canada, "David Smith", source_id="B")
    assert pairs(canada) == []
    person(canada, "D. Smith", other_source_ids=["role-7"])
    person(canada, "Dave Smith", other_source_ids=["role-7"])
    assert [(one, other) for one, other, certain in pairs(canada) if certain] == [("D. Smith", "Dave Smith")]


def test_a_witness_is_no_member_of_that_name(canada: Parliament) -> None:
    seat(person(canada, "Ada Lee"), "Welland")
    person(canada, "Ada Lee", witness=True)
    assert pairs(canada) == []


def test_the_holder_of_an_office_is_the_member_who_sat_then(canada: Parliament) -> None:
    member = person(canada, "Christopher Ellison")
    seat(member, "Welland")
    holder = person(canada, "Chris Ellison")
    Office.objects.create(politician=holder, title="Minister", source="people", start=DAY, end=DAY)
    assert unite(canada) == 1
    (kept,) = Politician.objects.filter(parliament=canada)
    assert [office.title for office in kept.offices.all()] == ["Minister"]


def test_who_was_parted_is_not_united_again(canada: Parliament) -> None:
    one, other = person(canada, "Gord Brown"), person(canada, "Gordon Brown")
    seat(one, "Leeds")
    seat(other, "Leeds")
    undo(merge(one, other))
    assert unite(canada) == 0


def test_a_split_gives_a_term_and_what_was_said_in_it_to_another(canada: Parliament) -> None:
    one = person(canada, "Ada Smith")
    seat(one, "Welland")
    later = seat(one, "Leeds", "LPC", DAY.replace(year=2031))
    other = split_politician(one, [later])
    assert [term.riding.name for term in other.terms.all() if term.riding] == ["Leeds"]
    assert (one.name, other.name) == ("Ada Smith", "Ada Smith")
    assert unite(canada) == 0
    assert Merge.objects.exclude(undone_at=None).count() == 1


@pytest.mark.no_cover
@pytest.mark.slow
def test_lists_and_days_in_any_order_make_the_same_people(empty_record: None, shared: Path) -> None:
    """The people who speak on a day have the same keys, whether the lists came before the day or after it."""
    lists = [
        shared / "data/au/members" / name
        for name in ("people.csv", "representatives.csv", "senators.csv", "ministers.csv")
    ]
    day = shared / "data/au/reps/2022_08_03.xml"

    def people(files: list[Path]) -> set[tuple[str, str]]:
        remove_parliament(Parliament.objects.get(pk="au"))
        for file in files:
            ingest_content(file.read_bytes(), file.name)
        assert twins(Parliament.objects.get(pk="au")) == []
        spoke = Politician.objects.filter(speeches__isnull=False).distinct()
        return set(spoke.values_list("source_id", "name"))

    first = people([*lists, day])
    assert len(first) > 50
    assert {key for key, _ in first} == {key for key, _ in people([day, *lists])}
