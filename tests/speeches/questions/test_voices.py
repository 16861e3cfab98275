"""Both sides of a subject come from the debate on it, each voice in its own words."""

from typing import Any

import pytest

from speeches.models import Politician, Speech
from speeches.questions.answer import AskRequest, Finished
from speeches.questions.ask import answer
from speeches.questions.venues import Venue, venue_of_all, venues_of
from speeches.search.engine import SearchRequest
from speeches.search.filters import Filters
from speeches.search.version import corpus_version
from speeches.understanding.reading import Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

CENTRE = "a national centre for disease control"


def ask_record(question: str, **filters: Any) -> Finished:
    return answer(AskRequest(question, Filters(**filters)))


def voices_in(found: Finished) -> list[str]:
    """The names of the sections in order, each without its party."""
    return list(dict.fromkeys(sentence.section.partition(" (")[0] for sentence in found.sentences))


def debates_cited(found: Finished) -> set[str]:
    return {source["title"] for source in found.sources}


def test_two_members_are_quoted_from_the_debate_in_which_both_speak() -> None:
    found = ask_record(f"Compare Greg Hunt and Anthony Albanese on {CENTRE}")
    assert voices_in(found) == ["Greg Hunt", "Anthony Albanese"]
    assert debates_cited(found) == {"Centre for Disease Control"}
    for sentence in found.sentences:
        assert sentence.verbatim
        assert sentence.section.startswith(found.sources[sentence.citations[0] - 1]["speaker"])


def test_a_minister_may_be_named_by_office() -> None:
    found = ask_record(f"Compare Anthony Albanese and the health minister on {CENTRE}")
    assert voices_in(found) == ["Anthony Albanese", "Greg Hunt"]


def test_without_names_each_partys_likeliest_voice_comes_before_any_second() -> None:
    found = ask_record(f"Give me the arguments of both sides on {CENTRE}")
    assert set(voices_in(found)) >= {"Greg Hunt", "Anthony Albanese"}
    assert debates_cited(found) == {"Centre for Disease Control"}
    parties = [section.partition(" (")[2] for section in dict.fromkeys(one.section for one in found.sentences)]
    assert len(set(parties[: len(set(parties))])) == len(set(parties))


def test_who_is_nobody_is_told_beside_the_words_of_the_others() -> None:
    found = ask_record(f"Compare Greg Hunt, Anthony Albanese and Zebedee Quux on {CENTRE}")
    assert voices_in(found) == ["Greg Hunt", "Anthony Albanese"]
    assert any("Zebedee Quux" in note for note in found.notes)


def test_a_member_who_does_not_speak_there_is_quoted_from_elsewhere_or_named_as_silent() -> None:
    found = ask_record(f"Compare Greg Hunt, Anthony Albanese and Bob Katter on {CENTRE}")
    assert voices_in(found)[:2] == ["Greg Hunt", "Anthony Albanese"]
    assert "Bob Katter" in voices_in(found) or any("Bob Katter" in note for note in found.notes)


class TestVenues:
    """The places where a subject is debated."""

    @pytest.fixture
    def venues(self) -> list[Venue]:
        return venues_of(SearchRequest(CENTRE, top_k=50), (), corpus_version())

    def test_come_with_the_heaviest_first(self, venues: list[Venue]) -> None:
        assert [venue.weight for venue in venues] == sorted((venue.weight for venue in venues), reverse=True)
        titles = Speech.objects.filter(debate__in=venues[0].debates).values_list("debate__title", flat=True)
        assert set(titles) == {"Centre for Disease Control"}

    def test_of_other_chambers_are_left_out(self) -> None:
        assert venues_of(SearchRequest(CENTRE, top_k=50), (0,), corpus_version()) == []

    def test_know_who_speaks_there_by_name_and_by_role(self, venues: list[Venue]) -> None:
        hunt, katter = (Politician.objects.get(name=name) for name in ("Greg Hunt", "Bob Katter"))
        where = venues[0]

        def meant(name: str, words: str, *keys: int) -> tuple[int, ...]:
            return where.find_speakers(Slot(name, words, 0, 1, keys=keys), {"au"})

        assert meant("speaker", "Hunt", katter.pk, hunt.pk) == (hunt.pk,)
        assert meant("office", "health minister") == (hunt.pk,)
        assert meant("office", "minister for lighthouses") == ()
        assert meant("speaker", "Katter", katter.pk) == ()

    @pytest.mark.parametrize(
        "role", ["Shadow Minister for Fog Horns", "Parliamentary Secretary to the Fog Horns Minister"]
    )
    def test_take_nobodys_assistant_or_opponent_for_the_holder_of_an_office(
        self, venues: list[Venue], role: str
    ) -> None:
        member = next(iter(venues[0].roles))
        venues[0].roles[member] = {role}
        assert venues[0].find_speakers(Slot("office", "fog horns minister", 0, 1), {"au"}) == ()
        venues[0].roles[member] = {"Assistant Minister", "Minister for Fog Horns"}
        assert venues[0].find_speakers(Slot("office", "fog horns minister", 0, 1), {"au"}) == (member,)

    def test_of_one_voice_alone_are_none(self, venues: list[Venue]) -> None:
        slots = [Slot("office", "health minister", 0, 1), Slot("speaker", "Nobody", 0, 1)]
        assert venue_of_all(venues, slots, {"au"}) is None


def test_single_days_are_no_periods_and_a_day_without_a_sitting_has_no_words() -> None:
    found = ask_record(f"How did what was said on {CENTRE} change between 26 October 2021 and 1 December 2021?")
    assert {source["date"] for source in found.sources} <= {"2021-10-26", "2021-12-01"}
    assert not ask_record(f"Compare Greg Hunt and Anthony Albanese on {CENTRE} on 5 November 2021").found


def test_each_period_has_its_own_words() -> None:
    found = ask_record("How did what was said about climate change differ between 2021 and 2022?")
    assert found.found
    for sentence in found.sentences:
        assert found.sources[sentence.citations[0] - 1]["date"].startswith(sentence.section.split()[-1])
