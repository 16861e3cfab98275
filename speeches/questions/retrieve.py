"""The passages that an answer may be made of, each in one voice and widened to whole paragraphs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rag.answering.passages import Passage
from rag.answering.weigh import Question
from rag.clients.embedder import Vectors, scale_of
from rag.retrieval.embedding import configured_embedder
from rag.retrieval.lexemes import question_lexemes
from rag.text.language import detect_language
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.models import Chunk, Speech, TermCount
from speeches.search.catalogue import Catalogue
from speeches.search.engine import Ranking, SearchRequest, ranked
from speeches.search.errors import SearchError

# Characters that a passage may grow by on either side, to where its paragraph begins and ends.
_WIDER = 400


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The question as searched for, its passages, best first, and how the search understood it."""

    question: Question | None
    passages: list[Passage]
    ranking: Ranking
    model: str = ""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of sentences by the model that the question's vector is of."""
        return configured_embedder(self.model or None).embed_passages(texts)


def retrieve(request: SearchRequest, asked: str, known: Catalogue, version: int | None) -> Retrieved:
    """The passages that a search finds for a question. `asked` is the question in full, for what it asks for."""
    ranking = ranked(request, version)
    if not ranking.rows:
        return Retrieved(None, [], ranking)
    # Sentences of both languages are compared by the model that reads both, once the best passage is its.
    model = ranking.models[ranking.rows[0][0]["model_id"]]
    vector = ranking.vectors.get(model.pk)
    if vector is None:
        raise SearchError("question", "The embedding model is away, and answers need it. Search by words meanwhile.")
    language = ranking.filters.language or (detect_language(asked) if model.multilingual else "en")
    lexemes = question_lexemes(ranking.text, TermCount._meta.db_table, model.pk, language)
    question = Question(asked, ranking.text, lexemes, vector, language, scale=scale_of(model.name))
    return Retrieved(question, _passages(ranking, known), ranking, model.name)


def _passages(ranking: Ranking, known: Catalogue) -> list[Passage]:
    keys = {row["speech_id"] for row, _ in ranking.rows}
    speeches = Speech.objects.in_bulk(list(keys))
    chunks = Chunk.objects.filter(
        model__in=ranking.models, speech__in=keys, index__in={row["index"] for row, _ in ranking.rows}
    )
    headers = {(key, index): header for key, index, header in chunks.values_list("speech_id", "index", "header")}
    passages = []
    for row, score in ranking.rows:
        # A speech deleted meanwhile is left out.
        if speech := speeches.get(row["speech_id"]):
            header = headers.get((row["speech_id"], row["index"]), "")
            passages.append(_passage(speech, row, header, score, ranking.curve.relevance(score), known))
    return passages


def _passage(
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
        span=_widened(speech.text, span, voice),
        header=header,
        speaker=part["speaker"] if part else speech.speaker,
        date=speech.date,
        score=score,
        relevance=relevance,
        facts={
            "voice": voice,
            "role": speech.role if own else "",
            "party": party.name if party else "",
            "party_code": party.code if party else "",
            "party_colour": party.colour if party else "",
            "chamber": known.chambers[row["chamber_id"]].name,
            "electorate": row["electorate"],
            "title": speech.title,
            "reference": speech.reference,
            "source_url": speech.source_url,
            "source_type": row["source_type"],
            "kind": row["kind"],
            "language": speech.language,
        },
    )


def _widened(text: str, span: Span, voice: Span) -> Span:
    """The span with the rest of the sentences of its first and last paragraph, as far as there is room."""
    start, end = span
    paragraph_start = max(voice.start, text.rfind("\n\n", voice.start, span.start) + 2)
    paragraph_end = text.find("\n\n", max(span.start, span.end - 1), voice.end)
    paragraph_end = voice.end if paragraph_end < 0 else paragraph_end
    starts = [one.start for one in sentence_spans(text, Span(paragraph_start, span.start))] if span.start else []
    ends = [one.end for one in sentence_spans(text, Span(span.end, paragraph_end))]
    start = min([start, *(place for place in starts if span.start - place <= _WIDER)])
    end = max([end, *(place for place in ends if place - span.end <= _WIDER)])
    return Span(start, end).trimmed(text)
