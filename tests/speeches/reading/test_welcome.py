"""The front page: what the record holds, and a working example from the newest day."""

import html
import re

import pytest
from django.test import Client

from speeches.models import Sitting, Speech
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.verify import verify_quote
from speeches.reading.welcome import welcome
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def test_the_example_is_a_sentence_that_a_member_said_on_the_newest_day() -> None:
    example = welcome(["au"], "en").example
    assert example
    newest = Speech.objects.filter(parliament="au").order_by("-date")[0].date
    speeches = Speech.objects.filter(date=newest, title=example.topic, politician__name=example.speaker)
    assert any(example.sentence in " ".join(one.text.split()) for one in speeches)
    assert verify_quote(QuoteRequest(example.sentence, example.speaker)).verdict == "verbatim"


def test_a_reader_of_a_language_without_speeches_gets_an_english_example() -> None:
    assert welcome(["au"], "fr").example == welcome(["au"], "en").example


def test_an_empty_record_has_no_example() -> None:
    found = welcome(["nz"], "en")
    assert (found.speeches, found.first_day, found.latest, found.example) == (0, None, [], None)


def test_the_page_shows_three_doors_and_the_numbers_of_the_record(client: Client) -> None:
    page = html.unescape(body_of(client.get("/", {"parliament": "au"})))
    example = welcome(["au"], "en").example
    assert example
    assert f"“{example.sentence}”" in page
    (question,) = re.findall(r'name="question" value="([^"]+)"', page)
    assert answer(AskRequest(question)).found
    assert re.search(rf"speeches from {Sitting.objects.filter(chamber__parliament='au').count()} sittings", page)
