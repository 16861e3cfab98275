"""Quotations for other sites to embed: the card, its picture, and the oEmbed response."""

import re
from urllib.parse import parse_qs, urlsplit

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from rag.text.spans import Span
from speeches.models import Speech
from speeches.reading.cards import HEIGHT, WIDTH, QuotationCard, address_of, card_of, picture_of, seal_of

_POLICY = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors *"
_CARD = re.compile(r"^/quotations/(?P<speech>.+)/(?P<start>\d{1,7})-(?P<end>\d{1,7})-(?P<seal>[0-9a-f]{12})(?:\.png)?$")
_RELATED = ("chamber", "party", "parliament")
_CARD_WIDTH, _CARD_HEIGHT, _NARROWEST = 600, 320, 240


@require_safe
@xframe_options_exempt
def quotation_card(request: HttpRequest, speech_id: str, start: int, end: int, seal: str) -> HttpResponse:
    """A quotation on its own page, which other sites may frame."""
    card = _card(speech_id, start, end, seal)
    response = render(request, "speeches/quotation.html", {"card": card, "picture": f"{request.path}.png"})
    response["Content-Security-Policy"] = _POLICY
    return response


@require_safe
def quotation_picture(request: HttpRequest, speech_id: str, start: int, end: int, seal: str) -> HttpResponseBase:
    """A quotation as a PNG."""
    card = _card(speech_id, start, end, seal)
    if card.changed or (picture := picture_of(card, request.build_absolute_uri("/").rstrip("/"))) is None:
        raise Http404("There is no picture of this quotation.")
    return HttpResponse(picture, content_type="image/png")


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """The oEmbed response (oembed.com) for a quotation at a `url` of this site, as JSON."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only format=json is served.", status=501, content_type="text/plain")
    speech, span = _quotation_at(request)
    address = address_of(speech, span)
    if not address:
        raise Http404("These words make no card: they are too many, or not one speaker's own.")
    page, card = request.build_absolute_uri(address), QuotationCard(speech, "", address)
    width = max(_NARROWEST, min(_CARD_WIDTH, _number(request.GET.get("maxwidth", ""), _CARD_WIDTH)))
    frame = '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" loading="lazy"></iframe>'
    values = {
        "version": "1.0",
        "type": "rich",
        "title": f"{card.who}, {card.where}",
        "author_name": speech.speaker,
        "provider_name": "Hansard",
        "provider_url": request.build_absolute_uri(reverse("search")),
        "html": format_html(frame, page, width, _CARD_HEIGHT, card.who),
        "width": width,
        "height": _CARD_HEIGHT,
        "thumbnail_url": f"{page}.png",
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }
    return JsonResponse(values)


def _card(speech_id: str, start: int, end: int, seal: str) -> QuotationCard:
    return card_of(get_object_or_404(Speech.objects.select_related(*_RELATED), pk=speech_id), start, end, seal)


def _quotation_at(request: HttpRequest) -> tuple[Speech, Span]:
    """The speech and span behind a URL of this site: a card's, or a passage's in a speech. Raises Http404."""
    try:
        url = urlsplit(request.GET.get("url", ""))
    except ValueError as error:
        raise Http404("The url is none.") from error
    if url.netloc != request.get_host():
        raise Http404("The url is none of this site.")
    if found := _CARD.match(url.path):
        speech_id, start, end = found["speech"], found["start"], found["end"]
    else:
        query = parse_qs(url.query)
        speech_id, start, end = (
            url.path.removeprefix("/speeches/"),
            *(query.get(one, [""])[0] for one in ("from", "to")),
        )
    speech = get_object_or_404(Speech.objects.select_related(*_RELATED), pk=speech_id)
    span = Span(_number(start, 0), _number(end, 0))
    if not span.start < span.end <= len(speech.text):
        raise Http404("The url means no words of that speech.")
    if found and found["seal"] != seal_of(speech, span):
        raise Http404("The record has changed since these words were quoted.")
    return speech, span


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else otherwise
