"""Example questions that the record answers: what a member said on a subject that their own words name."""

from collections.abc import Sequence
from functools import lru_cache

from django.db.models import F
from django.db.models.functions import Length

from rag.language.tokens import words_of
from rag.text.sentences import sentence_spans
from speeches.formats.frame import frame_of
from speeches.formats.names import fold
from speeches.models import Speech
from speeches.understanding.lexicon import ARTICLES, STAGES
from speeches.understanding.read import read_question
from speeches.understanding.stems import stems_of

_COUNT = 4
_LONGEST_TITLE = 60
# How many of the newest speeches are looked through.
_LATEST = 200
_LONGEST_SENTENCE = 400
_FRAMES = {"en": "What did {} say about {}?", "fr": "Qu’a dit {} sur {} ?"}


def example_questions(parliaments: Sequence[str], language: str, version: int | None) -> tuple[str, ...]:
    """Up to four questions from the newest speeches, each on another subject and by another member.

    They are in English if these parliaments have nothing in the language. There are none while the record has no
    version.
    """
    if version is None:
        return ()
    return _find_examples(tuple(parliaments), language, version) or _find_examples(tuple(parliaments), "en", version)


@lru_cache(maxsize=32)
def _find_examples(parliaments: tuple[str, ...], language: str, version: int) -> tuple[str, ...]:
    titled = Speech.objects.filter(parliament__in=parliaments, language=language, text__icontains=F("title"))
    titled = titled.exclude(title="").exclude(politician=None).exclude(party=None).alias(length=Length("title"))
    titled = titled.filter(length__lt=_LONGEST_TITLE).order_by("-date", "position")
    no_subjects = _headings_of_business(parliaments)
    asked: dict[str, str] = {}
    taken: set[str] = set()
    for name, title, text in titled.values_list("politician__name", "title", "text")[:_LATEST]:
        question = _question_on(title, name, language)
        fresh = name not in asked and fold(title) not in taken | no_subjects
        on_a_subject = fresh and _names_a_subject(title, language)
        if on_a_subject and _names_it(text, title) and _asks_for_words_on(title, question, version):
            asked[name] = question
            taken.add(fold(title))
        if len(asked) == _COUNT:
            break
    return tuple(asked.values())


def _headings_of_business(parliaments: tuple[str, ...]) -> set[str]:
    """The headings, folded, that name no subject: the rubrics of these parliaments, and the stages of bills."""
    frames = [frame_of(code) for code in parliaments]
    rubrics = (heading for frame in frames for one in (*frame.rubrics.values(), frame.pieces) for heading in one)
    return {*map(fold, rubrics), *STAGES, *STAGES.values()}


def _names_a_subject(title: str, language: str) -> bool:
    """Whether a heading names a subject, not a bill or paper by its number or year. A French one has its article."""
    has_article = language != "fr" or words_of(title)[0].folded in ARTICLES
    return has_article and not any(char.isdigit() for char in title)


def _names_it(text: str, title: str) -> bool:
    """Whether a sentence of a speech, of a length that the reader reads whole, holds the heading."""
    wanted = title.lower()
    return any(
        wanted in span.of(text).lower() for span in sentence_spans(text) if span.end - span.start <= _LONGEST_SENTENCE
    )


def _asks_for_words_on(title: str, question: str, version: int) -> bool:
    """Whether a question is read as one for a member's words on the heading, and not as one on a government or a bill
    that it names. Then the sentences that name the heading answer it."""
    reading = read_question(question, version)
    return bool(reading.keys("speaker")) and stems_of(reading.words("topic")) == stems_of(title)


def _question_on(title: str, name: str, language: str) -> str:
    """The question. A French title begins with its article, which stands in the middle of the question."""
    return _FRAMES[language].format(name, title[0].lower() + title[1:] if language == "fr" else title)
