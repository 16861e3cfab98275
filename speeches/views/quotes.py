"""The verification pages: one quotation, or a whole article."""

from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from rag.serving.languages import in_the_readers_language
from rag.serving.limits import TooManyError, count_ask
from speeches.quotes.article import MOST_QUOTATIONS, CheckedQuotation, check_article, count_short
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.report import describe_change, heading_of, report_text
from speeches.quotes.verify import verify_quote
from speeches.reading.coverage import coverage
from speeches.search.errors import SearchError
from speeches.search.filters import to_date
from speeches.views.frames import chosen_parliament, shown_codes


@in_the_readers_language
@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """The form for a quotation and its claimed speaker, with the verdict."""
    quote = request.GET.get("quote", "").strip()
    context: dict[str, Any] = {"form": request.GET, "quote": quote}
    if quote:
        try:
            count_ask(request)
            verdict = verify_quote(
                QuoteRequest(
                    quote,
                    request.GET.get("speaker", "").strip(),
                    request.GET.get("party", "").strip(),
                    to_date(request.GET.get("date_from"), "date_from"),
                    to_date(request.GET.get("date_to"), "date_to"),
                    chosen_parliament(request),
                )
            )
        except (SearchError, TooManyError) as error:
            status = 429 if isinstance(error, TooManyError) else 422
            return render(request, "speeches/verify.html", context | {"error": str(error)}, status=status)
        context |= {
            "coverage": coverage(shown_codes(request)) if verdict.verdict == "not_found" else [],
            "verdict": verdict,
            "heading": heading_of(verdict),
            "changes": [(change, describe_change(change)) for change in verdict.diff],
            "report": report_text(verdict),
        }
    return render(request, "speeches/verify.html", context)


@in_the_readers_language
@require_http_methods(["GET", "HEAD", "POST"])
def article_page(request: HttpRequest) -> HttpResponse:
    """An article's quotations, each with its verdict, as a page to print."""
    text = request.POST.get("text", "").strip()
    context: dict[str, Any] = {"text": text, "most": MOST_QUOTATIONS}
    if request.method == "POST":
        try:
            count_ask(request)
            checked = check_article(text, chosen_parliament(request))
        except (SearchError, TooManyError) as error:
            status = 429 if isinstance(error, TooManyError) else 422
            return render(request, "speeches/article.html", context | {"error": str(error)}, status=status)
        rows = [_row(one) for one in checked]
        context |= {
            "checked": rows,
            "short": count_short(text),
            "counts": Counter((row["heading"], row["by_nobody"]) for row in rows).most_common(),
            "coverage": coverage(shown_codes(request)),
        }
    return render(request, "speeches/article.html", context)


def _row(one: CheckedQuotation) -> dict[str, Any]:
    verdict = one.verdict
    return {
        "quotation": one.quotation,
        "verdict": verdict,
        "unchecked": one.unchecked,
        "by_nobody": bool(verdict) and not one.quotation.speaker,
        "heading": heading_of(verdict) if verdict else gettext("Not checked."),
        "changes": [describe_change(change) for change in verdict.diff] if verdict else [],
    }
