"""Conditions on the text of a chunk: a phrase that must occur, a word that must not."""

import re
from collections.abc import Iterable, Sequence

from django.db.models import BooleanField, Q
from django.db.models.expressions import RawSQL

from rag.retrieval.terms import query_terms
from speeches.models import Chunk, Entry, EntryChunk, RecordChunk, Speech

# A phrase may begin in a chunk and end in the next, so the text is read on as far as the phrase may reach.
_HOLDS = """
EXISTS (SELECT 1 FROM {owners} said WHERE said.id = "{chunks}"."{owner}" AND
    substr(said.text, "{chunks}"."start" + 1, "{chunks}"."end" - "{chunks}"."start" + %s) ~* %s)
"""
_OWNERS = {Chunk: ("speech_id", Speech), EntryChunk: ("entry_id", Entry)}


def must_hold(phrases: Iterable[str], table: str, model_id: int, language: str, chunks: type[RecordChunk]) -> Q:
    """Chunks in whose text every phrase begins, ignoring case, white space and the kind of apostrophe."""
    condition = Q()
    for phrase in phrases:
        terms = [term.dimension for term in query_terms(phrase, table, model_id, language).terms]
        if terms:
            condition &= Q(terms__overlap=terms)
        condition &= holds(pattern(phrase), 2 * len(phrase), chunks)
    return condition


def must_not_hold(words: Iterable[str], table: str, model_id: int, language: str, chunks: type[RecordChunk]) -> Q:
    """Chunks without any of the words, in any form that the language gives them, and without any of the phrases."""
    condition = Q()
    for word in words:
        terms = [term.dimension for term in query_terms(word, table, model_id, language).terms]
        if " " in word.strip():
            condition &= ~holds(pattern(word), 0, chunks)
        elif terms:
            condition &= ~Q(terms__overlap=terms)
    return condition


def holds(regular: str, beyond: int, chunks: type[RecordChunk] = Chunk) -> Q:
    """Chunks in whose text, or within `beyond` characters after it, a PostgreSQL regular expression matches."""
    owner, owners = _OWNERS[chunks]
    sql = _HOLDS.format(owners=owners._meta.db_table, chunks=chunks._meta.db_table, owner=owner)
    return Q(RawSQL(sql, [beyond, regular], output_field=BooleanField()))  # noqa: S611


def words_pattern(words: Sequence[str]) -> str:
    """A pattern for words that follow each other with anything but letters and digits between them.

    >>> print(words_pattern(["it's", "over"]))
    \\mit['’]?s[^[:alnum:]]+over\\M
    """
    joined = "[^[:alnum:]]+".join(re.sub(r"\\?['’]", "['’]?", re.escape(word)) for word in words)
    return rf"\m{joined}\M"


def pattern(phrase: str) -> str:
    """A phrase as a PostgreSQL regular expression.

    >>> pattern("it's  over")
    "\\\\mit['’]s[[:space:]\\xa0]+over\\\\M"
    """
    words = [re.sub(r"\\?['’]", "['’]", re.escape(word)) for word in phrase.split()]
    joined = "[[:space:]\u00a0]+".join(words)
    start = r"\m" if phrase.strip()[:1].isalnum() else ""
    end = r"\M" if phrase.strip()[-1:].isalnum() else ""
    return f"{start}{joined}{end}"
