"""A debate or a day as one text: all of it, in the order in which it took place, however long."""

import html
import re

import httpx
import pytest
from django.test import Client

from speeches.models import Debate, Division, Sitting, Speech
from speeches.reading.transcripts import batches_of, places_of
from tests.streams import body_of

pytestmark = [pytest.mark.slow]

_DAY = "/sittings/2021-10-26/au-house"


def page_of(client: Client, address: str, **parameters: str | int) -> str:
    response = client.get(address, parameters)
    assert response.status_code == 200, (address, response.status_code)
    return body_of(response)


def day() -> Sitting:
    return Sitting.objects.get(date="2021-10-26", chamber__slug="house")


def debate() -> Debate:
    return Debate.objects.get(title="STATEMENTS BY MEMBERS", sitting__date="2021-10-26")


@pytest.mark.usefixtures("record")
class TestPlaces:
    def test_a_day_holds_every_heading_speech_and_vote_once_in_order(self) -> None:
        sitting = day()
        places = places_of(sitting)
        assert [place.position for place in places] == sorted({place.position for place in places})
        assert sum(place.heading is not None for place in places) == sitting.debates.count()
        assert sum(place.speech is not None for place in places) == sitting.speeches.count()
        assert sum(place.division is not None for place in places) == sitting.divisions.count()

    def test_a_vote_stands_where_it_was_taken(self) -> None:
        division = Division.objects.filter(sitting=day(), debate__isnull=False).order_by("position").first()
        assert division and division.debate
        places = places_of(day(), division.debate)
        here = next(place for place in places if place.division == division)
        before = [place.speech.position for place in places[: places.index(here)] if place.speech]
        after = [place.speech.position for place in places[places.index(here) :] if place.speech]
        assert before and max(before) < division.position < min(after, default=10**9)

    def test_a_debate_holds_what_is_below_its_heading_and_nothing_else(self) -> None:
        places = places_of(day(), debate())
        below = {place.heading.pk: place.depth for place in places if place.heading}
        assert set(below) == set(debate().children.values_list("pk", flat=True))
        assert set(below.values()) == {0}
        assert {place.speech.debate_id for place in places if place.speech} <= {debate().pk, *below}

    def test_texts_are_read_some_thousand_words_at_a_time(self) -> None:
        batches = list(batches_of(places_of(day())))
        assert len(batches) > 5
        assert [place.position for batch in batches for place in batch] == [one.position for one in places_of(day())]
        assert all(place.parts for batch in batches for place in batch if place.speech)


@pytest.mark.usefixtures("record")
class TestPages:
    def test_every_paragraph_of_a_day_is_on_its_page_word_for_word(self, client: Client) -> None:
        page = html.unescape(re.sub(r"<[^>]+>", "", page_of(client, _DAY)))
        for speech in day().speeches.all():
            for part in speech.parts:
                for paragraph in speech.text[part["words_start"] : part["end"]].split("\n\n"):
                    assert paragraph.strip() in page, speech.pk

    def test_the_ids_on_a_page_are_unique_and_its_contents_lead_to_them(self, client: Client) -> None:
        page = page_of(client, _DAY)
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#(p\d+)"', page)) <= set(ids)

    def test_a_passage_is_marked_where_it_stands(self, client: Client) -> None:
        speech = Speech.objects.filter(title="Child Care", politician__name="Amanda Rishworth").first()
        assert speech and speech.debate
        page = page_of(client, speech.debate.get_absolute_url(), speech=speech.pk, **{"from": 10, "to": 40})
        assert re.findall(r'<mark class="passage">([^<]+)</mark>', page) == [html.escape(speech.text[10:40])]

    def test_a_speech_leads_to_its_place_in_the_debate(self, client: Client) -> None:
        speech = Speech.objects.filter(title="Child Care", politician__name="Amanda Rishworth").first()
        assert speech and speech.debate
        bare, marked = (page_of(client, speech.get_absolute_url(), **wanted) for wanted in ({}, {"from": 10, "to": 40}))
        if "The whole debate" in bare:
            assert f'href="{speech.debate.get_absolute_url()}#p{speech.position}"' in bare
            assert f"?speech={speech.pk}&amp;from=10&amp;to=40#passage" in marked

    @pytest.mark.parametrize("wrong", [{"from": "5", "to": "1"}, {"from": "0", "to": "99999999"}, {"from": "x"}])
    def test_a_passage_that_is_none(self, client: Client, wrong: dict[str, str]) -> None:
        speech = Speech.objects.filter(debate=debate()).first() or Speech.objects.filter(debate__isnull=False).first()
        assert speech
        assert client.get(debate().get_absolute_url(), {"speech": speech.pk, **wrong}).status_code == 404

    def test_a_passage_of_no_speech(self, client: Client) -> None:
        assert client.get(debate().get_absolute_url(), {"speech": "nobody", "from": "0", "to": "5"}).status_code == 404

    def test_the_debates_before_and_after(self, client: Client) -> None:
        page = page_of(client, debate().get_absolute_url())
        before, after = re.findall(r'<a href="([^"]+)" rel="(?:prev|next)"', page)
        assert f'href="{debate().get_absolute_url()}" rel="next"' in page_of(client, before)
        assert f'href="{debate().get_absolute_url()}" rel="prev"' in page_of(client, after)

    def test_a_long_day_begins_before_all_of_it_is_read(self, client: Client) -> None:
        assert client.get(_DAY).streaming
        short = Debate.objects.filter(children=None, speeches__word_count__lt=500).first()
        assert short
        assert not client.get(short.get_absolute_url()).streaming

    def test_it_speaks_the_readers_language_to_its_end(self, client: Client) -> None:
        page = body_of(client.get(_DAY, headers={"Accept-Language": "fr"}))
        assert "Ce discours" in page
        assert "This speech" not in page


class TestOverTheLine:
    def test_compressed_it_is_as_whole_as_plain(self, site: str) -> None:
        with httpx.Client(base_url=site) as reader:
            plain, packed = (reader.get(_DAY, headers={"Accept-Encoding": way}) for way in ("identity", "gzip"))
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.text.rstrip().endswith("</html>")
        assert len(packed.text) == len(plain.text)
