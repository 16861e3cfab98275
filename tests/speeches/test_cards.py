"""A quotation to embed: its words and source, at an address that shows no words once the record has changed."""

import io
import json

import pytest
from django.test import Client
from PIL import Image

from rag.text.spans import Span
from speeches.models import Speech
from speeches.reading.cards import HEIGHT, LONGEST, WIDTH, QuotationCard, address_of, picture_of, seal_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture
def speech() -> Speech:
    found = (
        Speech.objects.filter(speaker="Amanda Rishworth", text__contains="per cent").select_related("chamber").first()
    )
    assert found is not None
    return found


@pytest.fixture
def quoted(speech: Speech) -> Span:
    return Span(0, speech.text.index(".") + 1)


def test_a_card_shows_the_words_who_said_them_and_where(client: Client, speech: Speech, quoted: Span) -> None:
    page = client.get(address_of(speech, quoted)).content.decode()
    assert "Amanda Rishworth (Australian Labor Party)" in page
    assert "26 October 2021" in page
    assert f"from={quoted.start}&amp;to={quoted.end}#passage" in page


def test_other_sites_may_frame_a_card_and_nothing_else(client: Client, speech: Speech, quoted: Span) -> None:
    card, page = client.get(address_of(speech, quoted)), client.get(speech.get_absolute_url())
    assert "frame-ancestors *" in card["Content-Security-Policy"]
    assert "X-Frame-Options" not in card
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_a_changed_record_shows_no_words_under_the_old_address(client: Client, speech: Speech, quoted: Span) -> None:
    address, words = address_of(speech, quoted), quoted.of(speech.text)
    Speech.objects.filter(pk=speech.pk).update(text=f"No {speech.text}")
    page = client.get(address).content.decode()
    assert "The record has changed" in page
    assert words not in page
    assert client.get(f"{address}.png").status_code == 404


def test_it_is_a_picture_too(client: Client, speech: Speech, quoted: Span) -> None:
    response = client.get(f"{address_of(speech, quoted)}.png")
    assert response["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(response.content)).size == (WIDTH, HEIGHT)


def test_letters_that_the_font_lacks_make_no_picture(speech: Speech) -> None:
    assert picture_of(QuotationCard(speech, "Tēnā koutou 語", "/"), "https://hansard.example") is None


def test_only_a_speakers_own_words_of_a_fair_length_make_a_card(speech: Speech) -> None:
    assert address_of(speech, Span(0, LONGEST + 1)) == ""


def test_a_seal_on_somebody_elses_words_shows_none(client: Client) -> None:
    for speech in Speech.objects.select_related("chamber").filter(text__contains="interjecting")[:50]:
        span = Span(0, min(len(speech.text), LONGEST))
        if not address_of(speech, span):
            address = f"/quotations/{speech.pk}/{span.start}-{span.end}-{seal_of(speech, span)}"
            assert "The record has changed" in client.get(address).content.decode()
            return
    pytest.fail("No speech begins with an interjection.")


class TestOEmbed:
    """The request that a site makes before it embeds a quotation (oembed.com)."""

    @pytest.mark.parametrize("by_card", [True, False])
    def test_it_tells_how_to_frame_a_quotation(
        self, client: Client, speech: Speech, quoted: Span, by_card: bool
    ) -> None:
        own = f"{speech.get_absolute_url()}?from={quoted.start}&to={quoted.end}"
        address = address_of(speech, quoted) if by_card else own
        told = json.loads(client.get("/oembed", {"url": f"http://testserver{address}", "maxwidth": "400"}).content)
        assert (told["type"], told["version"], told["width"]) == ("rich", "1.0", 400)
        assert f'src="http://testserver{address_of(speech, quoted)}"' in told["html"]
        assert told["thumbnail_url"].endswith(".png")

    @pytest.mark.parametrize(
        "url",
        [
            "",
            "http://elsewhere.example/speeches/x?from=0&to=4",
            "http://testserver/speeches/nothing?from=0&to=4",
            "http://testserver/",
            "http://[x",
        ],
    )
    def test_what_is_no_quotation_of_ours_is_not_found(self, client: Client, url: str) -> None:
        assert client.get("/oembed", {"url": url}).status_code == 404

    @pytest.mark.parametrize(("start", "end"), [("4", "4"), ("9", "4"), ("0", "99999999"), ("x", "y"), ("", "")])
    def test_nor_are_words_that_a_speech_does_not_have(
        self, client: Client, speech: Speech, start: str, end: str
    ) -> None:
        url = f"http://testserver{speech.get_absolute_url()}?from={start}&to={end}"
        assert client.get("/oembed", {"url": url}).status_code == 404

    def test_a_card_of_a_changed_record_is_not_sealed_anew(self, client: Client, speech: Speech, quoted: Span) -> None:
        url = f"http://testserver{address_of(speech, quoted)}"
        Speech.objects.filter(pk=speech.pk).update(text=f"No {speech.text}")
        assert client.get("/oembed", {"url": url}).status_code == 404

    def test_only_json_is_served(self, client: Client) -> None:
        assert client.get("/oembed", {"url": "http://testserver/", "format": "xml"}).status_code == 501

    def test_a_speechs_page_leads_to_it(self, client: Client, speech: Speech) -> None:
        assert "application/json+oembed" in client.get(speech.get_absolute_url()).content.decode()
