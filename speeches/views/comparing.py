"""Parties or members side by side on a subject."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rag.clients.embedder import EmbedderError
from rag.clients.trained import ModelError
from rag.serving.languages import in_the_readers_language
from speeches.questions.comparison import MOST, compare_voices, parties_to_compare
from speeches.search.errors import SearchError
from speeches.views.frames import frame_filters, shown_codes


@in_the_readers_language
@require_safe
def compare_page(request: HttpRequest) -> HttpResponse:
    """What two to four parties or members said about a subject over time, and how often they voted alike."""
    subject, names = request.GET.get("q", "").strip(), [name for name in request.GET.getlist("of") if name.strip()]
    shown = frozenset(shown_codes(request))
    context: dict[str, Any] = {
        "form": request.GET,
        "names": [*names, *[""] * MOST][:MOST],
        "parties": parties_to_compare(shown),
    }
    if not subject:
        return render(request, "speeches/compare.html", context)
    try:
        found = compare_voices(subject, names, frame_filters(request), shown)
    except SearchError as error:
        return render(request, "speeches/compare.html", context | {"error": error.message}, status=422)
    except (EmbedderError, ModelError) as error:
        return render(request, "speeches/compare.html", context | {"error": str(error)}, status=503)
    return render(request, "speeches/compare.html", context | {"comparison": found})
