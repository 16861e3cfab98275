"""Parties and members side by side: every cell quotes the record, and votes are counted from it."""

from typing import Any

import pytest
from django.test import Client

from speeches.models import Party, Politician, Sitting, Speech
from speeches.questions.comparison import Voice, _cell, _passages_on_topic, compare_voices
from speeches.reading.agreement import alike, sides_of
from speeches.search.catalogue import catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.search.version import corpus_version

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

AUSTRALIA = frozenset({"au"})
LABOR, LIBERALS = "Australian Labor Party", "Liberal Party of Australia"


def test_each_cell_is_in_the_record_under_its_voice() -> None:
    found = compare_voices("climate change", [LABOR, LIBERALS], Filters(), AUSTRALIA)
    cells = [(name, cell) for stretch in found.stretches for name, cell in stretch.cells if cell]
    assert {name for name, _ in cells} == {LABOR, LIBERALS}
    for name, cell in cells:
        speech = Speech.objects.get(pk=cell["id"])
        assert speech.party is not None
        assert speech.party.name == name
        assert " ".join(cell["words"].split()) in " ".join(speech.text.split())


def test_every_voice_is_searched_in_every_period() -> None:
    """A year with few words on the subject is told although another year has many."""
    found = compare_voices("climate change", [LABOR, LIBERALS], Filters(), AUSTRALIA)
    for stretch in found.stretches:
        within = Filters(date_from=stretch.first, date_to=stretch.last)
        (alone,) = compare_voices("climate change", [LABOR, LIBERALS], within, AUSTRALIA).stretches[:1]
        assert any(cell for _, cell in alone.cells)
        assert stretch.first <= alone.first <= alone.last <= stretch.last


def test_votes_are_those_of_the_days_chosen() -> None:
    day = Sitting.objects.filter(chamber__parliament="au", divisions__isnull=False).latest("date").date
    voices = [LABOR, LIBERALS]
    ((*_, then),) = compare_voices("tax", voices, Filters(date_from=day, date_to=day), AUSTRALIA).agreements
    ((*_, ever),) = compare_voices("tax", voices, Filters(), AUSTRALIA).agreements
    assert 0 < then.shared < ever.shared


def test_where_nothing_is_near_enough_the_page_leads_to_the_search(client: Client) -> None:
    page = client.get("/compare", {"q": "childcare", "of": [LABOR, "Bob Katter"]}).content.decode()
    assert "Nothing near enough" in page
    assert "speaker=Bob%20Katter&amp;date_from=" in page


def test_members_are_compared_as_parties_are() -> None:
    found = compare_voices("childcare", ["Amanda Rishworth", "Anthony Albanese"], Filters(), AUSTRALIA)
    assert [voice.name for voice in found.voices] == ["Amanda Rishworth", "Anthony Albanese"]
    assert found.stretches


def test_of_whom_nothing_is_found_is_told() -> None:
    found = compare_voices("xylophone zeppelin quinoa", [LABOR, LIBERALS], Filters(), AUSTRALIA)
    assert (found.silent, found.stretches) == ([LABOR, LIBERALS], ())


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([LABOR], "Name 2 to 4 parties or members to compare; 1 are named."),
        ([LABOR] * 3, "1 are named"),
        ([LABOR, "Labor"], "All of these are Australian Labor Party"),
        ([LABOR, "Nobody Atall"], "is no party or member of the record"),
        (["a", "b", "c", "d", "e"], "5 are named"),
    ],
)
def test_what_cannot_be_compared_says_what_to_mend(names: list[str], message: str) -> None:
    with pytest.raises(SearchError, match=message):
        compare_voices("childcare", names, Filters(), AUSTRALIA)


def test_a_party_took_the_side_that_most_of_its_members_took() -> None:
    labor, liberals = Party.objects.get(name=LABOR), Party.objects.get(name=LIBERALS)
    leader = Politician.objects.get(name="Anthony Albanese")
    votes = alike(sides_of(labor), sides_of(liberals))
    assert 0 <= votes.alike < votes.shared
    with_own = alike(sides_of(labor), sides_of(leader))
    assert with_own.shared
    assert with_own.share > votes.share


class TestPage:
    def test_it_shows_them_side_by_side(self, client: Client) -> None:
        page = client.get("/compare", {"q": "climate change", "of": [LABOR, LIBERALS]}).content.decode()
        assert page.count("<blockquote>") >= 2
        assert "both took a side in" in page

    def test_without_a_question_it_asks_for_one(self, client: Client) -> None:
        assert client.get("/compare").status_code == 200

    @pytest.mark.parametrize("query", [{"q": "childcare"}, {"q": "x", "of": [LABOR, "Nobody Atall"]}])
    def test_what_cannot_be_compared_is_told(self, client: Client, query: dict[str, Any]) -> None:
        response = client.get("/compare", query)
        assert response.status_code == 422
        assert "That cannot be compared" in response.content.decode()


def test_a_sentence_that_says_nothing_of_the_subject_fills_no_cell() -> None:
    version = corpus_version()
    voice = Voice(Party.objects.get(parliament="au", code="ALP"))
    passages = _passages_on_topic("childcare fees", voice, Filters(), catalogue(version), version)
    assert _cell("childcare fees", passages)
    assert _cell("steam locomotives", passages) is None
