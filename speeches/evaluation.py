"""Measures how well the search finds what annotators marked as relevant, on gold files and BEIR folders."""

import csv
import datetime
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from rag.retrieval.measures import ndcg, percentile, recall
from speeches.finding.find import apply_reading, reading_of
from speeches.formats.derived_fields import work_out
from speeches.formats.records import Parsed, Part, PartKind, Person, Speech
from speeches.ingestion.chunking import profile
from speeches.ingestion.embedding import current_model, embed_pending
from speeches.ingestion.options import Options
from speeches.ingestion.shadow import shadow_record
from speeches.ingestion.store import store
from speeches.models import Speech as SpeechRow
from speeches.search.engine import TOP_K_LIMIT, SearchRequest, rank_passages, run
from speeches.search.filters import Filters, to_date
from speeches.search.version import corpus_version

DEPTH = 10


@dataclass(slots=True)
class Score:
    """The measures of one query."""

    query: str
    kind: str
    ndcg: float
    recall: float
    milliseconds: float

    @property
    def found(self) -> bool:
        """Whether any relevant passage was found."""
        return self.recall > 0


@dataclass(slots=True)
class Report:
    """The measures of a set, by kind of query and overall."""

    name: str
    scores: list[Score] = field(default_factory=list)

    def rows(self) -> list[tuple[str, int, float, float, float, float]]:
        """(kind, queries, nDCG@10, recall@10, share of queries with a relevant passage, median ms), with "all" last."""
        kinds: dict[str, list[Score]] = defaultdict(list)
        for score in self.scores:
            kinds[score.kind].append(score)
        kinds["all"] = self.scores
        return [
            (
                kind,
                len(scores),
                sum(score.ndcg for score in scores) / len(scores),
                sum(score.recall for score in scores) / len(scores),
                sum(score.found for score in scores) / len(scores),
                percentile([score.milliseconds for score in scores], 0.5),
            )
            for kind, scores in kinds.items()
            if scores
        ]


def evaluate_gold(path: Path, mode: str = "hybrid") -> Report:
    """Search for each question of a gold file that has an answer; `answers` decides which hits count."""
    report, version = Report(path.stem), corpus_version()
    for entry in gold_entries(path):
        started = time.perf_counter()
        request = SearchRequest(entry["q"], gold_filters(entry), top_k=DEPTH, mode=mode)
        hits = run(apply_reading(request, reading_of(request.query, request.filters.country), version), version).results
        elapsed = (time.perf_counter() - started) * 1000
        relevant = [*entry["relevant"], *(entry.get("same_language_pair") or [])]
        answered = answers(relevant, [(hit.speech_id, hit.start, hit.end) for hit in hits])
        # The same words in the other language count as well, but not twice.
        pairs = len(entry["relevant"])
        answered = [{number % pairs for number in found} for found in answered]
        wanted = len(entry["relevant"])
        # A file in two languages is measured in each.
        kind = " ".join(filter(None, [entry["type"], entry.get("language")]))
        report.scores.append(Score(entry["q"], kind, ndcg(answered, wanted), recall(answered, wanted), elapsed))
    return report


def evaluate_beir(folder: Path, mode: str = "hybrid") -> Report:
    """Index a BEIR folder beside the record and search it; a document's first chunk stands for it."""
    judged = _judgements(folder / "qrels.tsv")
    report = Report(folder.name)
    with shadow_record():
        model = current_model()
        corpus = Parsed("beir", speeches=tuple(_documents(folder / "corpus.jsonl")))
        store(work_out(corpus, profile()), Options(folder.name))
        embed_pending(model)
        for query in map(json.loads, (folder / "queries.jsonl").read_text().splitlines()):
            wanted = judged.get(query["_id"])
            if not wanted:
                continue
            started = time.perf_counter()
            hits = run(SearchRequest(query["text"], top_k=TOP_K_LIMIT, mode=mode)).results
            elapsed = (time.perf_counter() - started) * 1000
            documents = list(dict.fromkeys(hit.speech_id for hit in hits))
            answered = [{wanted.index(document)} if document in wanted else set[int]() for document in documents]
            measured = ndcg(answered, len(wanted)), recall(answered, len(wanted))
            report.scores.append(Score(query["text"], "query", *measured, elapsed))
    return report


def label_scores(path: Path, mode: str) -> list[tuple[float, bool]]:
    """The scores of the passages found for a gold file's questions, each with whether the passage holds an answer.

    Unanswerable questions are included: every passage found for them is irrelevant.
    """
    labelled: list[tuple[float, bool]] = []
    for entry in gold_questions(path):
        scored = rank_passages(SearchRequest(entry["q"], gold_filters(entry), top_k=DEPTH, mode=mode)).rows
        found = answers(
            entry.get("relevant") or [], [(row["speech_id"], row["start"], row["end"]) for row, _ in scored]
        )
        labelled += [(score, bool(answered)) for (_, score), answered in zip(scored, found, strict=True)]
    return labelled


def answers(relevant: Sequence[dict[str, str]], hits: Sequence[tuple[str, int, int]]) -> list[set[int]]:
    """For each hit `(speech, start, end)`, the set of relevant items that it answers.

    A chunk answers an item with a span if it contains the span; any chunk of the speech answers an item without one.
    """
    wanted = [(item.get("speech_id"), normalise(item.get("span", ""))) for item in relevant]
    return [
        {number for number, (key, span) in enumerate(wanted) if key in (None, speech) and span in text}
        for (speech, _, _), text in zip(hits, passages(hits), strict=True)
    ]


def gold_questions(path: Path) -> list[dict[str, Any]]:
    """The entries of a gold file. The file is a list, or a mapping with the list under `entries`."""
    read = yaml.safe_load(path.read_text())
    entries: list[dict[str, Any]] = read.get("entries", []) if isinstance(read, dict) else read
    return entries


def gold_entries(path: Path) -> list[dict[str, Any]]:
    """The entries with relevant spans that do not ask for a list, which no search finds."""
    return [entry for entry in gold_questions(path) if entry.get("relevant") and not entry.get("expected_list")]


def gold_filters(entry: dict[str, Any]) -> Filters:
    """The filters of a gold file's question."""
    values = dict(entry.get("filters") or {})
    for name in ("date_from", "date_to"):
        if name in values:
            values[name] = to_date(values[name], name)
    return Filters(**values)


def passages(spans: Iterable[tuple[str, int, int]]) -> list[str]:
    """The words of spans, with white space normalised, in order."""
    wanted = list(spans)
    texts = dict(SpeechRow.objects.filter(pk__in={pk for pk, _, _ in wanted}).values_list("pk", "text"))
    # Only speeches can hold the wanted words, so other records yield "".
    return [normalise(texts.get(pk, "")[start:end]) for pk, start, end in wanted]


def normalise(text: str) -> str:
    """The text with every run of white space, including no-break spaces, as one space."""
    return " ".join(text.replace("\u00a0", " ").split())


def _judgements(path: Path) -> dict[str, Sequence[str]]:
    judged: dict[str, list[str]] = defaultdict(list)
    with path.open() as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if int(row["score"]) > 0:
                judged[row["query-id"]].append(row["corpus-id"])
    return dict(judged)


def _documents(path: Path) -> Iterable[Speech]:
    for number, line in enumerate(path.read_text().splitlines(), 1):
        document = json.loads(line)
        text = document["text"].strip() or document["title"]
        yield Speech(
            id=document["_id"],
            person=Person(name=""),
            date=datetime.date(2000, 1, 1),
            text=text,
            parts=(Part(PartKind.SPEECH, "", 0, len(text), 0),),
            position=number,
            chamber="Corpus",
            title=document.get("title", ""),
        )
