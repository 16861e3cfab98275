"""The languages of the record, and the language of the page being made."""

from django.utils.translation import get_language, gettext

from speeches.search.errors import SearchError

LANGUAGES = ("en", "fr")


def page_language() -> str:
    """The language of the page being made; English where there is no page."""
    return (get_language() or "en")[:2]


def check_language(language: str) -> None:
    """Raises SearchError for a language that the record has not."""
    if language not in LANGUAGES:
        text = gettext("“{language}” is no language of the record; use {languages}.")
        raise SearchError("language", text.format(language=language, languages=gettext(" or ").join(LANGUAGES)))
