"""The page for an address under which there is nothing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from speeches.views.languages import in_the_readers_language, language_of

# What Django says for a row that is not there names our models, not what a reader looked for.
_DJANGOS = "matches the given query."


@in_the_readers_language
def nothing_here(request: HttpRequest, exception: Http404) -> HttpResponse:
    """Say what was looked for, where the page that was asked knows; reasons are told in English."""
    told = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    reason = "" if told.endswith(_DJANGOS) or language_of(request) != "en" else told
    return render(request, "404.html", {"reason": reason}, status=404)
