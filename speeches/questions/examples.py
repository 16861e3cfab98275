"""Example questions that the record answers: what a member said on a subject that their own words name."""

from collections.abc import Sequence
from functools import lru_cache

from django.db.models import F
from django.db.models.functions import Length

from speeches.formats.frame import frame_of
from speeches.formats.names import fold
from speeches.models import Speech
from speeches.understanding.lexicon import STAGES

_COUNT = 4
_LONGEST_TITLE = 60
# How many of the newest speeches are looked through.
_LATEST = 200
_FRAMES = {"en": "What did {} say about {}?", "fr": "Qu’a dit {} sur {} ?"}


def example_questions(parliaments: Sequence[str], language: str, version: int | None) -> tuple[str, ...]:
    """Up to four questions, the newest speeches first, each on another subject and by another member; in English if
    these parliaments have nothing in the language."""
    find = _find_cached if version else _find_examples
    return find(tuple(parliaments), language, version) or find(tuple(parliaments), "en", version)


def _find_examples(parliaments: tuple[str, ...], language: str, version: int | None) -> tuple[str, ...]:
    titled = Speech.objects.filter(parliament__in=parliaments, language=language, text__icontains=F("title"))
    titled = titled.exclude(title="").exclude(politician=None).exclude(party=None).alias(length=Length("title"))
    titled = titled.filter(length__lt=_LONGEST_TITLE).order_by("-date", "position")
    by_title: dict[str, str] = {}
    for name, title in titled.values_list("politician__name", "title")[:_LATEST]:
        if _is_a_subject(title, parliaments) and name not in by_title.values():
            by_title.setdefault(title, name)
    return tuple(_ask_about(name, title, language) for title, name in by_title.items())[:_COUNT]


def _is_a_subject(title: str, parliaments: tuple[str, ...]) -> bool:
    """Whether a heading names a subject: it is neither a rubric nor a stage, nor a bill or paper by its number or
    year."""
    frames = [frame_of(code) for code in parliaments]
    rubrics = {heading for frame in frames for one in (*frame.rubrics.values(), frame.pieces) for heading in one}
    names_a_paper = any(char.isdigit() for char in title)
    return title not in rubrics and fold(title) not in (*STAGES, *STAGES.values()) and not names_a_paper


@lru_cache(maxsize=32)
def _find_cached(parliaments: tuple[str, ...], language: str, version: int) -> tuple[str, ...]:
    return _find_examples(parliaments, language, version)


def _ask_about(name: str, title: str, language: str) -> str:
    """The question. A French title begins with its article, which stands in the middle of the question."""
    return _FRAMES[language].format(name, title[0].lower() + title[1:] if language == "fr" else title)
