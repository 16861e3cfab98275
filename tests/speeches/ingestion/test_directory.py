"""What the record learns about people from one file to the next."""

import datetime
from typing import Any

import pytest

from speeches.formats.records import Person
from speeches.ingestion.directory import Directory
from speeches.ingestion.voters import link_voters
from speeches.models import Ballot, Chamber, Division, Parliament, Party, Politician, Riding, Session, Sitting, Term

pytestmark = pytest.mark.usefixtures("empty_record")


@pytest.fixture
def parliament() -> Parliament:
    return Parliament.objects.get(pk="ca")


def person(name: str = "Ada Smith", **more: Any) -> Person:
    return Person(**{"name": name, "source_id": "", "spelling": f"Ms {name}", **more})


def learn(parliament: Parliament, *people: Person) -> None:
    """Adds the people of one file to the record."""
    directory = Directory(parliament)
    for one in people:
        directory.politician(one)
    directory.save()


class TestDirectory:
    def test_one_person_has_all_that_several_files_know(self, parliament: Parliament) -> None:
        learn(parliament, person(role_ids=("11",)))
        learn(parliament, person(spelling="Hon. Ada SMITH", role_ids=("12",)), person(role_ids=("13",)))
        learn(parliament, person(source_id="X7"))
        ada = Politician.objects.get()
        assert ada.spellings == ["Ms Ada Smith", "Hon. Ada SMITH"]
        assert (ada.other_source_ids, ada.source_id, ada.keys) == (["11", "12", "13"], "X7", ["ada smith"])

    def test_a_source_key_learnt_in_this_file_is_known_in_the_next(self, parliament: Parliament) -> None:
        learn(parliament, person(), person(source_id="X7"))
        learn(parliament, person("Ada Smith-Brown", source_id="X7"))
        ada = Politician.objects.get()
        assert (ada.name, ada.keys) == ("Ada Smith", ["ada smith", "ada smith brown"])

    def test_two_of_one_name_have_addresses_of_their_own(self, parliament: Parliament) -> None:
        both = Directory(parliament), Directory(Parliament.objects.get(pk="nz"))
        both[1].politician(person())
        both[0].politician(person(source_id="1"))
        both[0].politician(person(source_id="2"))
        assert sorted(Politician.objects.values_list("slug", flat=True)) == ["ada-smith", "ada-smith-2", "ada-smith-3"]

    def test_two_whom_a_list_numbers_apart_are_two_though_they_share_a_name(self, parliament: Parliament) -> None:
        learn(parliament, person(role_ids=("openaustralia-74",), also=("Ada Jane Smith",)))
        learn(parliament, person(source_id="QD4", role_ids=("openaustralia-696",), also=("Ada Jane Smith",)))
        learn(parliament, person(role_ids=("openaustralia-74",), also=("Ada Jane Smith",)))
        found = Politician.objects.order_by("pk").values_list("source_id", "other_source_ids")
        assert list(found) == [("", ["openaustralia-74"]), ("QD4", ["openaustralia-696"])]


class TestLinkVoters:
    def test_two_who_are_one_member_leave_it_the_keys_of_both(self, parliament: Parliament) -> None:
        house = Chamber.objects.get(parliament=parliament, slug="house")
        session = Session.objects.create(parliament=parliament, number=41, part=1)
        day = datetime.date(2013, 5, 1)
        sitting = Sitting.objects.create(chamber=house, date=day, session=session)
        party = Party.objects.create(parliament=parliament, code="T", name="Test Party")
        ada = Politician.objects.create(parliament=parliament, name="Ada Smith", slug="ada")
        # With two terms, each of the two keys meets a separate object for her.
        riding = Riding.objects.create(parliament=parliament, name="Riverdale")
        for seat in (riding, None):
            Term.objects.create(politician=ada, chamber=house, party=party, riding=seat, start=day, end=day)
        for number, name in enumerate(("Smith (Riverdale)", "Smith"), 1):
            bare = Politician.objects.create(
                parliament=parliament, name=name, slug=f"smith-{number}", surname_only=True,
                other_source_ids=[str(number)],
            )  # fmt: skip
            division = Division.objects.create(sitting=sitting, position=number, ayes=1, noes=0)
            Ballot.objects.create(division=division, politician=bare, name=name, vote="aye")
        assert link_voters(parliament) == 2
        assert sorted(Politician.objects.get().other_source_ids) == ["1", "2"]
        assert Ballot.objects.filter(politician=ada).count() == 2
