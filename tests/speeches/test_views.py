"""The pages as HTML: what they show, and what a broken URL gets."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from speeches.models import Conversation, Speech

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def test_the_front_page_says_what_the_record_holds(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "sittings" in page
    assert 'name="q"' in page


def test_every_way_to_ask_that_it_shows_finds_something(client: Client) -> None:
    """The real days are of 2021; the sample, with other parties, goes on to 2024."""
    page = client.get("/").content.decode()
    links = re.findall(r'href="(\?q=[^"]+)"', page)
    assert len(links) == 4
    for link in links:
        assert "<blockquote" in client.get(f"/{unescape(link)}").content.decode(), link


def test_results_are_quotations_with_their_source(client: Client) -> None:
    page = client.get("/", {"q": "childcare fees"}).content.decode()
    assert "<blockquote" in page
    assert "Amanda Rishworth" in page
    assert "Read in context" in page
    assert "House Hansard, 26 Oct 2021, p. 10067" in page


def test_htmx_gets_the_results_alone(client: Client) -> None:
    page = client.get("/", {"q": "childcare fees"}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in page
    assert "<blockquote" in page


def test_a_facet_sets_its_filter_and_lifts_it_again(client: Client) -> None:
    page = client.get("/", {"q": "childcare fees", "page": "1"}).content.decode()
    assert "?q=childcare+fees&amp;speaker=Amanda+Rishworth" in page
    narrowed = client.get("/", {"q": "childcare fees", "speaker": "Amanda Rishworth"}).content.decode()
    assert 'aria-current="true"' in narrowed


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"q": "a"}, "at least 2 characters"),
        ({"q": "housing", "chamber": "Althing"}, "No chamber is called"),
        ({"q": "housing", "date_from": "soon"}, "is not a date"),
        ({"q": "housing", "page": "0"}, "There is no page"),
        ({"q": "housing", "page": "x"}, "There is no page"),
    ],
)
def test_a_search_that_cannot_be_run_says_why(client: Client, parameters: dict[str, str], words: str) -> None:
    response = client.get("/", parameters)
    assert response.status_code == 422
    assert words in response.content.decode()


def test_a_search_that_finds_nothing_says_what_to_loosen(client: Client) -> None:
    page = client.get("/", {"q": '"no such phrase anywhere"', "party": "ALP"}).content.decode()
    assert "Loosen it" in page
    assert "without party “ALP”" in page


def test_the_query_is_escaped(client: Client) -> None:
    page = client.get("/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in page


def test_a_speech_shows_every_voice_under_its_name(client: Client) -> None:
    speech = next(
        speech
        for speech in Speech.objects.filter(date="2021-10-26")
        if len({part["kind"] for part in speech.parts}) == 4
    )
    page = client.get(speech.get_absolute_url()).content.decode()
    assert 'class="part interjection"' in page
    assert 'class="part procedure"' in page
    assert speech.speaker in page


def test_the_passage_is_marked_across_paragraphs(client: Client) -> None:
    speech = Speech.objects.filter(text__contains="\n\n").order_by("-word_count").first()
    assert speech is not None
    gap = speech.text.index("\n\n")
    page = client.get(speech.get_absolute_url(), {"from": gap - 20, "to": gap + 20}).content.decode()
    assert page.count('<mark class="passage">') == 2


@pytest.mark.parametrize("query", ["from=5", "from=5&to=2", "from=0&to=99999999", "from=a&to=b"])
def test_a_passage_that_is_none_is_not_found(client: Client, query: str) -> None:
    speech = Speech.objects.first()
    assert speech is not None
    assert client.get(f"{speech.get_absolute_url()}?{query}").status_code == 404


@pytest.mark.parametrize("path", ["/elections/ca-2021-02-30-general", "/elections/ca-2021-02-28-general"])
def test_an_election_of_no_day_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_reader_keeps_every_conversation(client: Client) -> None:
    user = User.objects.create(username="reader")
    client.force_login(user)
    first = Conversation.objects.create(user=user, title="The first")
    Conversation.objects.bulk_create(Conversation(user=user, title=f"Number {n}") for n in range(100))
    assert client.get(f"/chat/{first.pk}").status_code == 200
    assert client.post(f"/chat/{first.pk}/rename", {"title": "The\x00 oldest"}).status_code == 302
    assert Conversation.objects.get(pk=first.pk).title == "The oldest"
    client.logout()
    assert client.get(f"/chat/{first.pk}").status_code == 404


def test_an_unknown_speech_is_not_found(client: Client) -> None:
    assert client.get("/speeches/nobody-1").status_code == 404


def test_pages_are_light_and_run_no_foreign_script(client: Client) -> None:
    response = client.get("/", {"q": "childcare fees"})
    assert len(response.content) < 150_000
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "style=" not in response.content.decode()
