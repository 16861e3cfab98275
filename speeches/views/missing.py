"""The 404 page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rag.serving.languages import in_the_readers_language, language_of

# Django's message for a missing row names our models, which mean nothing to a reader.
_DJANGOS = "matches the given query."


@in_the_readers_language
def nothing_here(request: HttpRequest, exception: Http404) -> HttpResponse:
    """Show the reason that the view gave, if any. Reasons are in English, so other languages show none."""
    told = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    reason = "" if told.endswith(_DJANGOS) or language_of(request) != "en" else told
    return render(request, "404.html", {"reason": reason}, status=404)
