"""How well answers and verdicts hold, and what the judge of answers is fitted on."""

import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rag.answering.judge import Judge, auroc, fit_judge
from rag.answering.weigh import features, weigh
from rag.retrieval.measures import percentile
from speeches.evaluation import gold_filters, gold_questions, normalised
from speeches.questions.answer import PASSAGES, AskRequest, Finished
from speeches.questions.ask import answer
from speeches.questions.retrieve import retrieve
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.verify import verify_quote
from speeches.search.catalogue import catalogue
from speeches.search.engine import SearchRequest
from speeches.search.version import corpus_version

# Where the judge's probability parts answers from refusals: it errs towards refusing (docs/answers.md).
THRESHOLD = 0.45
# What was asked and is not there weighs most; a topic in key words is no question, and weighs half.
_IMPORTANCE = {"unanswerable": 2.0, "topical": 0.5, "mixed": 0.5}
_FITTED_ON = ("question", "speaker", "topical", "unanswerable", "mixed")
_DEEPER = 40


@dataclass(frozen=True, slots=True)
class Labelled:
    """The judge's features for a question, with whether its answer was among the passages."""

    key: str
    kind: str
    features: list[float]
    answered: bool

    @property
    def importance(self) -> float:
        return _IMPORTANCE.get(self.kind, 1.0)


def labelled_features(path: Path) -> list[Labelled]:
    """Features for the questions of a gold file; those about a fact or a speaker once more with the speeches that
    answer them left out, and topics mixed of two, so that there are as many without an answer as with one."""
    labelled = []
    entries = gold_questions(path)
    for entry in [*entries, *_mixed([entry for entry in entries if entry["type"] == "topical"])]:
        if entry["type"] not in _FITTED_ON:
            continue
        answered = bool(entry["relevant"])
        labelled += _labelled(entry, answered, [])
        if entry["type"] in ("question", "speaker"):
            labelled += _labelled(entry, False, [normalised(item["span"]) for item in entry["relevant"]])
    return labelled


def _mixed(topics: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Topics that nobody spoke on: the first half of each with the second half of one far from it in the file.

    Each half occurs in the record, as with "kangaroo racing", and both together do not.
    """
    mixed = []
    for number, entry in enumerate(topics):
        one, other = (topic["q"].split() for topic in (entry, topics[(number + len(topics) // 2) % len(topics)]))
        words = [*one[: (len(one) + 1) // 2], *other[(len(other) + 1) // 2 :]]
        mixed.append({"id": f"{entry['id']}-mixed", "type": "mixed", "q": " ".join(words), "relevant": []})
    return mixed


def _labelled(entry: dict[str, Any], answered: bool, left_out: Sequence[str]) -> list[Labelled]:
    version = corpus_version()
    request = SearchRequest(entry["q"], gold_filters(entry), top_k=_DEEPER if left_out else PASSAGES)
    found = retrieve(request, entry["q"], catalogue(version), version)
    passages = [
        passage for passage in found.passages if not any(span in normalised(passage.text) for span in left_out)
    ][:PASSAGES]
    if found.question is None:
        return []
    weighed = weigh(found.question, passages, found.embed)
    if not weighed:
        return []
    kind = "left out" if left_out else entry["type"]
    return [Labelled(entry["id"], kind, features(found.question, passages, weighed), answered)]


def fitted(labelled: Sequence[Labelled]) -> Judge:
    """The judge of all labelled questions."""
    return fit_judge(
        [one.features for one in labelled],
        [one.answered for one in labelled],
        [one.importance for one in labelled],
        THRESHOLD,
    )


def cross_validated(labelled: Sequence[Labelled]) -> list[tuple[Labelled, float]]:
    """Each question with the probability that a judge gives it that was fitted on all others."""
    judged = []
    for key in dict.fromkeys(one.key for one in labelled):
        judge = fitted([one for one in labelled if one.key != key])
        judged += [(one, judge.probability(one.features)) for one in labelled if one.key == key]
    return judged


def risk_and_coverage(judged: Sequence[tuple[Labelled, float]]) -> list[tuple[float, float, float]]:
    """(threshold, share of the answerable questions answered, share of the unanswerable ones answered all the same)."""
    with_answer = [p for one, p in judged if one.kind == "question"]
    without = [p for one, p in judged if one.kind == "unanswerable"]
    return [
        (step / 20, _share_above(with_answer, step / 20), _share_above(without, step / 20)) for step in range(1, 20)
    ]


def separation(judged: Sequence[tuple[Labelled, float]]) -> float:
    """AUROC of answerable against unanswerable questions."""
    return auroc(
        [p for one, p in judged if one.kind == "question"], [p for one, p in judged if one.kind == "unanswerable"]
    )


def _share_above(values: Sequence[float], threshold: float) -> float:
    return sum(value >= threshold for value in values) / max(1, len(values))


@dataclass(slots=True)
class AnswerReport:
    """The measures of answers to a gold file."""

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
        """What is measured, and how it came out."""
        refusals = self.refused + self.wrongly_refused
        steps = ", ".join(f"{step} {percentile(took, 0.5):.0f}" for step, took in self.milliseconds.items())
        return [
            ("questions answered with all that must be in", _share(self.contained, self.questions)),
            ("questions wrongly refused", _share(self.wrongly_refused, self.questions)),
            ("unanswerable refused", _share(self.refused, self.unanswerable)),
            ("abstention precision", _share(self.refused, refusals)),
            ("citation precision (on a marked span, or supports its sentence)", _share(self.precise, self.citations)),
            ("citations on a marked span", _share(self.on_gold, self.citations)),
            ("median ms by step", steps),
            ("p95 ms", f"{percentile(self.milliseconds['total'], 0.95):.0f}"),
        ]


def evaluate_answers(path: Path) -> AnswerReport:
    """Ask each question of a gold file."""
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
            report.contained += finished.found and all(
                re.search(pattern, finished.answer, re.IGNORECASE) for pattern in entry["must_contain"]
            )
        if entry["type"] in ("question", "speaker"):
            _count_citations(report, entry, finished)
    return report


def _count_citations(report: AnswerReport, entry: dict[str, Any], finished: Finished) -> None:
    """A citation is right when its quotation holds the sentence that cites it word for word, or overlaps a span that
    people marked as the answer."""
    spans = [normalised(item["span"]) for item in entry["relevant"]]
    quotes = {source["n"]: normalised(source["quote"]) for source in finished.sources}
    marked = {source["n"]: [source["quote"][a:b] for a, b in source["highlights"]] for source in finished.sources}
    for sentence in finished.sentences:
        for number in sentence.citations:
            on_gold = any(
                normalised(words) in span or span in normalised(words) for words in marked[number] for span in spans
            )
            report.citations += 1
            report.on_gold += on_gold
            report.precise += on_gold or normalised(sentence.text) in quotes[number]


@dataclass(slots=True)
class QuoteReport:
    """Verdicts on a file of quotations, by kind."""

    name: str
    right: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    asked: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    called_verbatim: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def rows(self) -> list[tuple[str, str]]:
        """What is measured, and how it came out."""
        kinds = [(f"{kind} judged right", _share(self.right[kind], count)) for kind, count in self.asked.items()]
        took = f"{percentile(self.milliseconds, 0.5):.0f} / {percentile(self.milliseconds, 0.95):.0f}"
        return [
            *kinds,
            ("altered or not found, called verbatim", str(self.called_verbatim)),
            ("median / p95 ms", took),
        ]


def evaluate_quotes(path: Path) -> QuoteReport:
    """Verify each quotation of a gold file."""
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


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part} of {whole})" if whole else "none"
