"""Measures how well questions are answered on gold files over real bylaws, and collects the data that the judge is
fitted on.

The documents go into temporary schemes: everything happens in a transaction that is rolled back.
"""

import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import yaml
from django.db import transaction

from guardian.access import key_binding, scheme_scope, work_scope
from guardian.chat.answer import Finished
from guardian.chat.ask import SECTIONS, answer
from guardian.chat.ranking import add_bylaw_words, bylaw_reader, rank_for_question
from guardian.chat.retrieve import Retrieval, retrieve
from guardian.ingestion.upload import take
from guardian.ingestion.work import process
from guardian.models import Bylaw, Scheme
from guardian.search.engine import make_query, model_of
from rag.answering.judge_training import LabelledQuestion, label_question
from rag.answering.read import best_first
from rag.keys.models import ApiKey
from rag.retrieval.measures import percentile
from rag.text.short_forms import share_of

# Off-topic questions, each asked of one of the documents.
_OFF_TOPIC = Path(__file__).resolve().parent / "data" / "offtopic.yaml"
_ANSWERABLE = ("answerable", "exact")
# A span counts as met if this many characters in a row match.
_ENOUGH = 30


@dataclass(slots=True)
class Report:
    """Counts for the answers to one gold file."""

    name: str
    answerable: int = 0
    section_found: int = 0
    wrongly_refused: int = 0
    span_cited: int = 0
    contained: int = 0
    unanswerable: int = 0
    refused: int = 0
    off_topic: int = 0
    off_topic_refused: int = 0
    ambiguous: int = 0
    read_rightly: int = 0
    citations: int = 0
    citations_right: int = 0
    milliseconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def rows(self) -> list[tuple[str, str]]:
        """Each measure's name and value."""
        answered = self.answerable - self.wrongly_refused
        took = f"{percentile(self.milliseconds, 0.5):.0f} / {percentile(self.milliseconds, 0.95):.0f}"
        return [
            ("the right section among the first five", share_of(self.section_found, self.answerable)),
            ("answered questions that cite the right span", share_of(self.span_cited, answered)),
            ("citations on a right span", share_of(self.citations_right, self.citations)),
            ("unanswerable refused", share_of(self.refused, self.unanswerable)),
            ("off topic refused", share_of(self.off_topic_refused, self.off_topic)),
            ("answerable wrongly refused", share_of(self.wrongly_refused, self.answerable)),
            ("answered with all that must be in", share_of(self.contained, self.answerable)),
            ("ambiguous: one of its readings answered", share_of(self.read_rightly, self.ambiguous)),
            ("median / p95 ms", took),
        ]


@contextmanager
def documents_of(gold: list[dict[str, Any]], folder: Path) -> Iterator[dict[str, tuple[Scheme, ApiKey]]]:
    """Put each document of a gold file in a scheme of its own, with a key to it, until the block ends."""
    with transaction.atomic():
        opened = {}
        for number, name in enumerate(dict.fromkeys(entry["document"] for entry in gold)):
            scheme = Scheme.objects.create(name=name, slug=f"measured-{number}-{time.time_ns()}")
            with work_scope(scheme.pk):
                bylaw, _ = take(scheme, (folder / name).read_bytes(), name)
            process(scheme.pk, bylaw.pk)
            key, _ = ApiKey.create(["read"], bound_to=key_binding(scheme))
            opened[name] = (scheme, key)
        yield opened
        transaction.set_rollback(True)


def evaluate(path: Path, folder: Path) -> Report:
    """Ask every question of a gold file and count the results."""
    report = Report(path.stem)
    gold = yaml.safe_load(path.read_text())
    with documents_of(gold, folder) as opened:
        for entry in gold:
            scheme, key = opened[entry["document"]]
            finished = answer(key, scheme.slug, entry["q"])
            report.milliseconds.append(finished.took_ms)
            _count(report, entry, finished)
            if entry["type"] in _ANSWERABLE:
                report.section_found += _section_found(entry, scheme, key)
        # Each question off topic is put to one of the documents, in turn.
        for question, (scheme, key) in zip(
            yaml.safe_load(_OFF_TOPIC.read_text()), cycle(opened.values()), strict=False
        ):
            report.off_topic += 1
            report.off_topic_refused += not answer(key, scheme.slug, question).found
    return report


def label_questions(path: Path, folder: Path) -> list[LabelledQuestion]:
    """The questions of a gold file, with the reader's output for the sentences of their passages."""
    found = []
    with documents_of(gold := yaml.safe_load(path.read_text()), folder) as opened:
        for entry in gold:
            if entry["type"] in (*_ANSWERABLE, "unanswerable"):
                retrieved = retrieve_for(entry["q"], *opened[entry["document"]])
                marked = _answer_test(entry) if entry["type"] in _ANSWERABLE else None
                asked, also = entry["q"], add_bylaw_words(entry["q"])
                read = label_question(
                    entry["id"], asked, retrieved.language, retrieved.passages, bylaw_reader, marked, also=also
                )
                found.append(read)
    return found


def _answer_test(entry: dict[str, Any]) -> Callable[[str], bool]:
    """A test whether a sentence holds a stretch of text that annotators marked as the answer."""
    return lambda words: any(overlaps(item["span"], words) for item in entry["relevant"])


def retrieve_for(question: str, scheme: Scheme, key: ApiKey) -> Retrieval:
    """The passages for a question put to a scheme."""
    with scheme_scope(key, scheme.slug):
        bylaws = list(Bylaw.objects.in_force())
        return retrieve(make_query(question, map(model_of, bylaws)), bylaws)


def _count(report: Report, entry: dict[str, Any], finished: Finished) -> None:
    words = _plain(finished.answer)
    if entry["type"] == "unanswerable":
        report.unanswerable += 1
        report.refused += not finished.found
        if finished.found:
            report.wrong.append(f"answered: {entry['q']}")
        return
    if entry["type"] == "ambiguous":
        report.ambiguous += 1
        meanings = [one["must_contain"] for one in entry["interpretations"]]
        report.read_rightly += finished.found and any(_contains(words, one) for one in meanings)
        return
    report.answerable += 1
    report.wrongly_refused += not finished.found
    contained = finished.found and _contains(words, entry.get("must_contain", []))
    report.contained += contained
    marked = [source["quote"][a:b] for source in finished.sources for a, b in source["highlights"]]
    right = [any(overlaps(item["span"], words) for item in entry["relevant"]) for words in marked]
    report.citations += len(right)
    report.citations_right += sum(right)
    report.span_cited += any(right)
    if not finished.found:
        report.wrong.append(f"refused: {entry['q']}")
    elif not (contained and any(right)):
        report.wrong.append(f"{'' if any(right) else 'other span '}{'' if contained else 'not all in'}: {entry['q']}")


def _section_found(entry: dict[str, Any], scheme: Scheme, key: ApiKey) -> bool:
    """Whether a right section is among the first that the reader picks."""
    retrieved = retrieve_for(entry["q"], scheme, key)
    sentences = rank_for_question(entry["q"], retrieved.language, retrieved.passages)
    passages, _ = best_first(retrieved.passages, sentences)
    return any(overlaps(item["span"], passage.words) for passage in passages[:SECTIONS] for item in entry["relevant"])


def overlaps(span: str, words: str) -> bool:
    """Whether words contain a stretch of a span, ignoring spaces, hyphens and ligatures.

    >>> overlaps("twenty- four hours after ceasing to fall", "within twenty-four hours after ceasing to fall or form")
    True
    """
    one, other = (re.sub(r"[^a-z0-9]", "", _plain(text).lower()) for text in (span, words))
    length = min(_ENOUGH, len(one), len(other))
    return length > 0 and any(one[at : at + length] in other for at in range(len(one) - length + 1))


def _contains(words: str, patterns: list[str]) -> bool:
    return all(re.search(pattern, words) for pattern in patterns)


def _plain(text: str) -> str:
    quotes = str.maketrans("“”„‘’", '"""\'\'')
    return " ".join(unicodedata.normalize("NFKC", text).translate(quotes).split())
