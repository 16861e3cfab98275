"""Retrieves the passages for an answer, each by one speaker and widened towards whole paragraphs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import Q
from django.urls import reverse

from rag.answering.passages import Passage
from rag.clients.embedder import Vectors
from rag.retrieval.embedding import sentence_vectors
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.finding.whose import whose_words, words_to_search
from speeches.formats.bill_text import Section, bill_sections
from speeches.formats.records import THE_RECORD, UNSPOKEN, PartKind
from speeches.models import Chunk, Entry, EntryChunk, SourceType, Speech
from speeches.questions.between_two import is_between_two, prefer_exchange
from speeches.questions.plan import Question, is_on_a_subject
from speeches.questions.replies import replies_to
from speeches.questions.requirements import requirements_of
from speeches.reading.manner import spans_translated
from speeches.reading.set_apart import spans_set_apart
from speeches.search.candidates import COLUMNS, speaker_condition
from speeches.search.catalogue import Catalogue
from speeches.search.engine import TOP_K_LIMIT, Ranking, SearchRequest, rank_passages
from speeches.search.filters import Filters

# A passage may grow by so many characters on either side, within its paragraphs.
_WIDER = 400
# How many times more passages are searched if some will be dropped.
_DEEPER = 3
# What the record prints between speeches counts as a kind of its own.
_MINUTES = "minutes"
# Replies are read for this many of the best passages.
_ASKING = 6
# At most so many characters of a whole turn are read.
_LONGEST_TURN = 4000
_ROW = (*COLUMNS, "header")

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The passages for a question (best first), how the search understood it, and the question's language."""

    passages: list[Passage]
    ranking: Ranking
    language: str = "en"
    model: str = ""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of sentences, by the model of the best passage."""
        return sentence_vectors(self.model or None)(texts)


def retrieve(request: SearchRequest, known: Catalogue, version: int | None) -> Retrieval:
    """The passages that a search finds for a question.

    No kind but speeches gives more than its share while others have passages; minutes are a kind of their own.
    """
    deeper = rank_passages(replace(request, top_k=min(TOP_K_LIMIT, _DEEPER * request.top_k)), version)
    kinds = [_MINUTES if row["kind"] in UNSPOKEN else row["source_type"] for row, _ in deeper.rows]
    shares = _shares(request.source_types, request.top_k)
    ranking = replace(deeper, rows=share_out(deeper.rows, kinds, shares, request.top_k))
    if not ranking.rows:
        return Retrieval([], ranking)
    model = ranking.models[ranking.rows[0][0]["model_id"]]
    return Retrieval(_passages(ranking, known), ranking, ranking.language, model.name)


def retrieve_for(
    asked: Question, filters: Filters, kinds: tuple[str, ...], top_k: int, debates: tuple[int, ...] = ()
) -> Retrieval:
    """The passages for a question, from these kinds of record, and from these debates if there are any, which match
    what it names (see `Requirements`)."""
    reading, named = asked.reading, requirements_of(asked, filters)
    request = SearchRequest(
        words_to_search(reading) if reading.follows or is_on_a_subject(reading) else reading.text,
        filters,
        top_k=min(TOP_K_LIMIT, _DEEPER * top_k) if named or is_between_two(reading) else top_k,
        source_types=kinds,
        bills=reading.keys("bill"),
        debates=debates,
        quotable=True,
        whose=None if filters.speaker else whose_words(reading, asked.people),
        language=reading.language,
    )
    found = retrieve(request, asked.known, asked.version)
    if reading.task == "answer" and SourceType.HANSARD in kinds and not filters.narrows_speakers():
        found = _with_replies(found, request, asked)
    borne_out = [one for one in found.passages if named.matches(one)] if named else found.passages
    borne_out = prefer_exchange(borne_out, reading)
    own = [_MINUTES if one.unspoken else str(one.facts["source_type"]) for one in borne_out]
    return replace(found, passages=share_out(borne_out, own, _shares(kinds, top_k), top_k))


def _with_replies(found: Retrieval, request: SearchRequest, asked: Question) -> Retrieval:
    """What was found, with the replies to the likeliest questions among it. A reply gets its question's score. If the
    words of certain members are wanted, adds their replies to anybody's questions."""
    search = found
    if request.whose:
        anybody = replace(request, whose=None, top_k=_ASKING)
        search = retrieve(anybody, asked.known, asked.version)
    replies = replies_to(search.passages[:_ASKING])
    wanted = Q(speech__in=[one.turn.pk for one in replies]) & speaker_condition(request.whose)
    opening = {one.record: one for one in _openings(wanted, search, asked.known)}
    passages = {(one.record, one.span): one for one in found.passages}
    best = max((one.score for one in found.passages), default=1.0)
    for reply in replies:
        if first := opening.get(reply.turn.pk):
            known, question = passages.get((first.record, first.span), first), reply.passage
            passages[first.record, first.span] = replace(
                known,
                replies_to=reply.question,
                score=max(known.score, min(best, question.score)),
                relevance=max(known.relevance, question.relevance),
            )
    ordered = sorted(passages.values(), key=lambda one: -one.score)
    return replace(found if found.passages else search, passages=ordered)


def whole_turns(turns: Sequence[Speech], known: Catalogue) -> dict[str, Passage]:
    """What the first voice of each of some turns says, up to a length, by the turn's key. Without a score."""
    rows = Chunk.objects.filter(speech__in=[one.pk for one in turns], model__in=known.models)
    first = {row["speech_id"]: row for row in rows.order_by("speech", "start").distinct("speech").values(*_ROW)}
    return {one.pk: _whole_turn(one, first[one.pk], known) for one in turns if one.pk in first}


def _whole_turn(turn: Speech, row: Mapping[str, Any], known: Catalogue) -> Passage:
    passage = _speech_passage(turn, row, row["header"], 0.0, 0.0, known)
    voice = passage.facts["voice"]
    ends = [one.end for one in sentence_spans(turn.text, voice) if one.end - voice.start <= _LONGEST_TURN]
    return replace(passage, span=Span(voice.start, max([passage.span.end, *ends])).trim(turn.text))


def _openings(wanted: Q, found: Retrieval, known: Catalogue) -> list[Passage]:
    """The first passage of each turn meant, without a score."""
    chunks = Chunk.objects.filter(wanted, model__in=found.ranking.models)
    rows = chunks.order_by("speech", "start").distinct("speech").values(*COLUMNS)
    return _passages(replace(found.ranking, rows=[(row, 0.0) for row in rows]), known)


def _shares(kinds: Sequence[str], count: int) -> Mapping[str, int]:
    """How many of `count` passages a kind may give: the first kind half, any other and the minutes a quarter, speeches
    any number."""
    first = kinds[0] if kinds else SourceType.HANSARD
    own = {kind: count // (2 if kind == first else 4) for kind in kinds if kind != SourceType.HANSARD}
    return own | {_MINUTES: count // 4}


def share_out(found: Sequence[Found], kinds: Sequence[str], shares: Mapping[str, int], count: int) -> list[Found]:
    """The best `count` items in order, with no kind beyond its share while another has any left.

    `kinds` are the kinds of the items in `found`.
    """
    taken: Counter[str] = Counter()
    within: list[int] = []
    beyond: list[int] = []
    for place, kind in enumerate(kinds):
        (within if taken[kind] < shares.get(kind, count) else beyond).append(place)
        taken[kind] += 1
    return [found[place] for place in sorted([*within, *beyond][:count])]


def _passages(ranking: Ranking, known: Catalogue) -> list[Passage]:
    rows = [row for row, _ in ranking.rows]
    spoken = {row["speech_id"] for row in rows if row["source_type"] == SourceType.HANSARD}
    printed = {row["speech_id"] for row in rows if row["source_type"] != SourceType.HANSARD}
    speeches, entries = Speech.objects.in_bulk(list(spoken)), Entry.objects.in_bulk(list(printed))
    among = {"model__in": ranking.models, "index__in": {row["index"] for row in rows}}
    chunks = Chunk.objects.filter(speech__in=spoken, **among)
    headers = {(key, index): header for key, index, header in chunks.values_list("speech_id", "index", "header")}
    if printed:
        pieces = EntryChunk.objects.filter(entry__in=printed, **among)
        headers |= {(key, index): header for key, index, header in pieces.values_list("entry_id", "index", "header")}
    passages: list[Passage] = []
    for row, score in ranking.rows:
        key = row["speech_id"]
        header, relevance = headers.get((key, row["index"]), ""), ranking.curve.relevance(score)
        # Leave out a record deleted or shortened meanwhile, tables and lists, and minutes that are a formula.
        if row["kind"] in UNSPOKEN and not (row["kind"] == PartKind.PROCEDURE and header):
            continue
        if speech := speeches.get(key):
            passages.append(_speech_passage(speech, row, header, score, relevance, known))
        elif (entry := entries.get(key)) and row["end"] <= len(entry.text):
            passages.append(_entry_passage(entry, row, header, score, relevance, known))
    return passages


def _entry_passage(
    entry: Entry, row: Mapping[str, Any], header: str, score: float, relevance: float, known: Catalogue
) -> Passage:
    """A passage printed in a bill or a report. It stays within one section of a bill."""
    name, _, about = entry.header.partition(" | ")
    is_bill = entry.source_type == SourceType.BILL
    sections = bill_sections(entry.text) if is_bill else [Section("", Span(0, len(entry.text)))]
    section = next(one for one in sections if one.span.end > row["start"])
    chamber = known.chambers.get(row["chamber_id"])
    return Passage(
        record=entry.pk,
        text=entry.text,
        span=widen(entry.text, Span(row["start"], row["end"]), section.span),
        header=header,
        speaker=name,
        date=entry.date,
        score=score,
        relevance=relevance,
        listing=is_bill,
        headed=True,
        facts=record_facts(
            entry,
            voice=section.span,
            role=about.partition(" | ")[0],
            chamber=chamber.name if chamber else "",
            **known.parliaments[row["parliament_id"]].values(),
            title=section.name or entry.title,
            reference=", ".join(filter(None, [name, section.name])),
            kind=row["kind"],
        ),
    )


def record_facts(entry: Entry, **more: Any) -> dict[str, Any]:
    """The facts shown with a passage of a record other than a speech. It has no speaker and no party."""
    nobody = dict.fromkeys(("role", "party", "party_code", "party_colour", "chamber", "electorate"), "")
    return {
        **nobody,
        "parliament": entry.parliament_id,
        "country": "",
        "sample": False,
        "title": "",
        "reference": "",
        "source_url": entry.source_url,
        "source_type": entry.source_type,
        "language": entry.language,
        "page": entry.url,
        **more,
    }


def _speech_passage(
    speech: Speech, row: Mapping[str, Any], header: str, score: float, relevance: float, known: Catalogue
) -> Passage:
    part = next((part for part in speech.parts if part["start"] <= row["start"] < part["end"]), None)
    voice = Span(part["words_start"], part["end"]) if part else Span(0, len(speech.text))
    span = Span(max(row["start"], voice.start), row["end"])
    own = part is None or part["politician"] == speech.politician_id
    party = known.parties.get(row["party_id"])
    return Passage(
        record=speech.pk,
        text=speech.text,
        span=widen(speech.text, span, voice),
        header=header,
        speaker=(part["speaker"] if part else speech.speaker) or THE_RECORD.get(speech.language, THE_RECORD["en"]),
        date=speech.date,
        score=score,
        relevance=relevance,
        unspoken=row["kind"] == PartKind.PROCEDURE,
        facts={
            "voice": voice,
            "set_apart": list(spans_set_apart(speech.parts)),
            "translated": list(spans_translated(speech)),
            "role": speech.role if own else "",
            "party": party.name if party else "",
            "party_code": party.code if party else "",
            "party_colour": party.colour if party else "",
            "chamber": known.chambers[row["chamber_id"]].name,
            **known.parliaments[row["parliament_id"]].values(),
            "electorate": row["electorate"],
            "title": speech.title,
            "reference": speech.reference,
            "source_url": speech.source_url,
            "source_type": row["source_type"],
            "kind": row["kind"],
            "language": speech.language,
            "page": reverse("speech", args=[speech.pk]),
        },
    )


def widen(text: str, span: Span, voice: Span) -> Span:
    """The span, widened by whole sentences of its first and last paragraph, by at most `_WIDER` characters a side."""
    start, end = span
    gap = text.rfind("\n\n", voice.start, span.start)
    paragraph_start = voice.start if gap < 0 else gap + 2
    paragraph_end = text.find("\n\n", max(span.start, span.end - 1), voice.end)
    paragraph_end = voice.end if paragraph_end < 0 else paragraph_end
    starts = [one.start for one in sentence_spans(text, Span(paragraph_start, span.start))] if span.start else []
    ends = [one.end for one in sentence_spans(text, Span(span.end, paragraph_end))]
    start = min([start, *(place for place in starts if span.start - place <= _WIDER)])
    end = max([end, *(place for place in ends if place - span.end <= _WIDER)])
    return Span(start, end).trim(text)
