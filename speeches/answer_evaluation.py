"""Measures answers and verdicts, and collects the data that the judge of answers is fitted on."""

import re
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rag.answering.judge import judge_of
from rag.answering.judge_training import JudgedQuestion, LabelledQuestion, judge_question, label_question
from rag.retrieval.measures import percentile
from rag.text.short_forms import share_of
from speeches.evaluation import gold_filters, gold_questions, normalise
from speeches.finding.sources import quotable
from speeches.questions.answer import PASSAGES, AskRequest, Finished
from speeches.questions.ask import answer
from speeches.questions.plan import is_on_a_subject, narrow_filters, read_request, text_for_reader
from speeches.questions.ranking import PATH, readers
from speeches.questions.retrieve import retrieve_for
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.verify import verify_quote
from speeches.search.catalogue import catalogue
from speeches.search.filters import Filters
from speeches.search.version import corpus_version

_FITTED_ON = ("question", "speaker", "topical", "unanswerable")


def label_questions(path: Path, *, elsewhere: bool = False) -> list[tuple[str, LabelledQuestion]]:
    """The questions of a gold file, each with the name of its judge ("en", "fr about") and the reader's output.

    With `elsewhere`, also asks questions about a subject of the other parliaments, which have no answer there.
    """
    found = []
    for entry in gold_questions(path):
        if entry["type"] not in _FITTED_ON or any("span" not in one for one in entry["relevant"]):
            continue
        filters = gold_filters(entry)
        found += _label_question(entry, filters, _answer_test(entry) if entry["relevant"] else None)
        if elsewhere and entry["type"] == "topical":
            for code in catalogue(corpus_version()).shown - {filters.country or path.stem[:2]}:
                found += _label_question(entry, replace(filters, country=code), None)
    return found


def _label_question(
    entry: dict[str, Any], filters: Filters, marked: Callable[[str], bool] | None
) -> list[tuple[str, LabelledQuestion]]:
    asked = read_request(AskRequest(entry["q"], filters))
    about = is_on_a_subject(asked.reading)
    if entry["type"] == "topical" and not about:
        return []
    narrow = narrow_filters(filters, asked)
    retrieved = retrieve_for(asked, narrow, quotable(asked.reading), PASSAGES)
    own = label_question(
        entry["id"],
        text_for_reader(asked.reading),
        retrieved.language,
        retrieved.passages,
        readers(about=about),
        marked,
        whole=about,
    )
    return [(f"{retrieved.language} about" if about else retrieved.language, own)]


def judge_questions(path: Path) -> list[JudgedQuestion]:
    """The questions of a gold file, each judged by the judge for it."""
    return [judge_question(one, judge_of(PATH, name)) for name, one in label_questions(path)]


def _answer_test(entry: dict[str, Any]) -> Callable[[str], bool]:
    """A test whether a sentence equals, contains, or is part of a span that annotators marked as the answer."""
    spans = [normalise(item["span"]) for item in entry["relevant"]]

    def answers(words: str) -> bool:
        own = normalise(words)
        return any(own in span or span in own for span in spans)

    return answers


@dataclass(slots=True)
class AnswerReport:
    """Counts for the answers to one gold file."""

    name: str
    questions: int = 0
    contained: int = 0
    wrongly_refused: int = 0
    unanswerable: int = 0
    refused: int = 0
    citations: int = 0
    precise: int = 0
    on_gold: int = 0
    milliseconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def rows(self) -> list[tuple[str, str]]:
        """Each measure's name and value."""
        refusals = self.refused + self.wrongly_refused
        steps = ", ".join(f"{step} {percentile(took, 0.5):.0f}" for step, took in self.milliseconds.items())
        return [
            ("questions answered with all that must be in", share_of(self.contained, self.questions)),
            ("questions wrongly refused", share_of(self.wrongly_refused, self.questions)),
            ("unanswerable refused", share_of(self.refused, self.unanswerable)),
            ("abstention precision", share_of(self.refused, refusals)),
            ("citation precision (on a marked span, or supports its sentence)", share_of(self.precise, self.citations)),
            ("citations on a marked span", share_of(self.on_gold, self.citations)),
            ("median ms by step", steps),
            ("p95 ms", f"{percentile(self.milliseconds['total'], 0.95):.0f}"),
        ]


def evaluate_answers(path: Path) -> AnswerReport:
    """Ask every question of a gold file and count the results."""
    report = AnswerReport(path.stem)
    for entry in gold_questions(path):
        finished = answer(AskRequest(entry["q"], gold_filters(entry)))
        for step, took in (*finished.timings.items(), ("total", finished.took_ms)):
            report.milliseconds[step].append(took)
        if entry["type"] == "unanswerable":
            report.unanswerable += 1
            report.refused += not finished.found
        elif entry["type"] == "question":
            report.questions += 1
            report.wrongly_refused += not finished.found
            report.contained += finished.found and _contains(entry, finished)
        if entry["type"] in ("question", "speaker"):
            _count_citations(report, entry, finished)
    return report


def _contains(entry: dict[str, Any], finished: Finished) -> bool:
    """Whether an answer matches all required patterns or, if none are given, contains a marked span."""
    if patterns := entry.get("must_contain"):
        return all(re.search(pattern, finished.answer, re.IGNORECASE) for pattern in patterns)
    return any(map(_answer_test(entry), (sentence.text for sentence in finished.sentences)))


def _count_citations(report: AnswerReport, entry: dict[str, Any], finished: Finished) -> None:
    """Count citations. One is right if its quotation contains the citing sentence verbatim, or overlaps a span that
    annotators marked as the answer."""
    spans = [normalise(item["span"]) for item in entry["relevant"]]
    quotes = {source["n"]: normalise(source["quote"]) for source in finished.sources}
    marked = {source["n"]: [source["quote"][a:b] for a, b in source["highlights"]] for source in finished.sources}
    for sentence in finished.sentences:
        for number in sentence.citations:
            on_gold = any(
                normalise(words) in span or span in normalise(words) for words in marked[number] for span in spans
            )
            report.citations += 1
            report.on_gold += on_gold
            report.precise += on_gold or normalise(sentence.text) in quotes[number]


@dataclass(slots=True)
class QuoteReport:
    """Counts of right verdicts on a file of quotations, by kind."""

    name: str
    right: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    asked: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    called_verbatim: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def rows(self) -> list[tuple[str, str]]:
        """Each measure's name and value."""
        kinds = [(f"{kind} judged right", share_of(self.right[kind], count)) for kind, count in self.asked.items()]
        took = f"{percentile(self.milliseconds, 0.5):.0f} / {percentile(self.milliseconds, 0.95):.0f}"
        return [
            *kinds,
            ("altered or not found, called verbatim", str(self.called_verbatim)),
            ("median / p95 ms", took),
        ]


def evaluate_quotes(path: Path) -> QuoteReport:
    """Verify every quotation of a gold file and count the verdicts."""
    report = QuoteReport(path.stem)
    for entry in gold_questions(path):
        kind = entry["kind"]
        started = time.perf_counter()
        found = verify_quote(QuoteRequest(entry["quote"], entry.get("claimed_speaker") or ""))
        report.milliseconds.append((time.perf_counter() - started) * 1000)
        report.asked[kind] += 1
        report.right[kind] += found.verdict == ("verbatim" if kind == "light" else kind)
        report.called_verbatim += found.verdict == "verbatim" and kind in ("altered", "not_found")
    return report
