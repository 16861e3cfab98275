"""The search over two real days and the sample parliament, with the real model."""

import datetime
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.db.models import F
from django.utils import translation

from rag.chunks.index import active_model
from rag.chunks.queryset import ChunkQuerySet, Meaning
from rag.clients.embedder import EmbedderError
from rag.retrieval.embedding import query_vector
from speeches.ingestion.ingest import ingest_content
from speeches.models import Chunk, Speech
from speeches.search import candidates
from speeches.search.engine import SearchRequest, search
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.search.results import Hit

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def hits(query: str, **filters: object) -> list[Hit]:
    mode = str(filters.pop("mode", "hybrid"))
    return search(SearchRequest(query, Filters(**filters), top_k=20, mode=mode)).results  # type: ignore[arg-type]


def test_a_hit_is_a_verbatim_span_of_its_speech() -> None:
    for hit in hits("childcare fees"):
        speech = Speech.objects.get(pk=hit.speech_id)
        assert hit.excerpt in speech.text[hit.start : hit.end]
        assert 0 < len(hit.excerpt) <= 500
        for start, end in hit.highlights:
            assert hit.excerpt[start:end].lower().startswith(("child", "fee"))


def test_the_best_passage_comes_first() -> None:
    best = hits("childcare fees rose over the year to March 2021")[0]
    assert (best.speaker, best.date) == ("Amanda Rishworth", datetime.date(2021, 10, 26))
    assert "2.4 per cent" in best.excerpt


def test_relevance_is_a_probability_and_falls() -> None:
    scores = [hit.relevance_score for hit in hits("aged care")]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_nonsense_is_not_relevant() -> None:
    assert all(hit.relevance_score < 0.2 for hit in hits("xylophone zeppelin quinoa"))


@pytest.mark.parametrize("mode", ["hybrid", "meaning", "words"])
def test_every_mode_finds(mode: str) -> None:
    assert "childcare" in hits("childcare", mode=mode)[0].excerpt.lower() or mode == "meaning"
    assert hits("childcare", mode=mode)


def test_a_phrase_must_occur() -> None:
    found = hits('"royal commission"')
    assert found
    for hit in found:
        text = Speech.objects.get(pk=hit.speech_id).text[hit.start : hit.end]
        assert "royal commission" in " ".join(text.lower().split())


def test_a_phrase_is_found_across_the_cut_between_two_chunks() -> None:
    chunk, after = next(
        (one, other)
        for one, other in pairwise(
            Chunk.objects.filter(kind="speech", date="2021-10-26").order_by("speech_id", "index")
        )
        if one.speech_id == other.speech_id and other.start > one.end
    )
    text = Speech.objects.get(pk=chunk.speech_id).text
    phrase = " ".join([*text[chunk.start : chunk.end].split()[-4:], *text[after.start : after.end].split()[:4]])
    assert chunk.speech_id in {hit.speech_id for hit in hits(f'"{phrase}"')}


def test_an_excluded_phrase_does_not_occur() -> None:
    found = hits('families -"cost of living"')
    assert found
    for hit in found:
        text = Speech.objects.get(pk=hit.speech_id).text[hit.start : hit.end]
        assert "cost of living" not in text.lower()


def test_an_excluded_word_does_not_occur() -> None:
    for hit in hits("aged care -commission"):
        text = Speech.objects.get(pk=hit.speech_id).text[hit.start : hit.end]
        assert "commission" not in text.lower()


@pytest.mark.parametrize(
    ("filters", "holds"),
    [
        ({"party": "Labor"}, lambda hit: hit.party_code == "ALP"),
        ({"party": "ALP"}, lambda hit: hit.party_code == "ALP"),
        ({"chamber": "Federation Chamber"}, lambda hit: hit.chamber == "Federation Chamber"),
        ({"country": "Australia"}, lambda hit: hit.date.year == 2021),
        ({"country": "merrowa"}, lambda hit: hit.date.year in (2023, 2024)),
        ({"speaker": "RISHWORTH, Amanda MP"}, lambda hit: hit.speaker == "Amanda Rishworth"),
        ({"state": "QLD"}, lambda hit: hit.state == "Queensland"),
        ({"electorate": "kingston"}, lambda hit: hit.electorate == "Kingston"),
        (
            {"date_from": datetime.date(2021, 12, 1), "date_to": datetime.date(2021, 12, 1)},
            lambda hit: hit.date.month == 12,
        ),
        ({"debate_type": "Bills"}, lambda hit: hit.debate_type == "Bills"),
        ({"topics": ("education",), "country": "merrowa"}, lambda hit: "education" in hit.topic_tags),
        ({"source_type": "hansard"}, lambda hit: hit.source_type == "hansard"),
    ],
)
def test_filters(filters: dict[str, object], holds: object) -> None:
    found = hits("funding for schools and health", **filters)
    assert found
    assert all(holds(hit) for hit in found)  # type: ignore[operator]


def test_filters_typed_in_the_box() -> None:
    assert {hit.party_code for hit in hits("energy party:labor date:2021-10..2021-12")} == {"ALP"}


def test_interjectors_are_quoted_under_their_own_name() -> None:
    chunk = Chunk.objects.filter(kind="interjection").exclude(politician=None).order_by("-end").first()
    assert chunk is not None and chunk.politician is not None
    words = chunk.speech.text[chunk.start : chunk.end].split(":", 1)[-1]
    found = [hit for hit in hits(words[:200]) if (hit.speech_id, hit.start) == (chunk.speech_id, chunk.start)]
    assert [hit.speaker for hit in found] == [chunk.politician.name]


def test_facets_count_the_found_passages() -> None:
    results = search(SearchRequest("housing"))
    assert sum(value.count for value in results.facets["year"]) == results.found
    assert sum(value.count for value in results.facets["chamber"]) == results.found


def test_pages_do_not_repeat() -> None:
    first = search(SearchRequest("housing", top_k=5)).results
    second = search(SearchRequest("housing", top_k=5, offset=5)).results
    keys = [(hit.speech_id, hit.chunk_index) for hit in [*first, *second]]
    assert len(keys) == len(set(keys)) == 10


@pytest.mark.parametrize(
    ("request_", "field", "message"),
    [
        (SearchRequest("a"), "q", "at least 2 characters"),
        (SearchRequest("  "), "q", "at least 2 characters"),
        (SearchRequest("x" * 2001), "q", "2001 characters"),
        (SearchRequest("party:ALP"), "q", "Add some words"),
        (SearchRequest("housing", top_k=51), "top_k", "from 1 to 50"),
        (SearchRequest("housing", top_k=0), "top_k", "from 1 to 50"),
        (SearchRequest("housing", mode="magic"), "mode", "hybrid, meaning, words"),
        (SearchRequest("housing", offset=-1), "offset", "from 0"),
        (SearchRequest("housing", Filters(chamber="Althing")), "chamber", "House of Representatives"),
        (SearchRequest("housing", Filters(country="Atlantis")), "country", "au"),
        (SearchRequest("housing date:tomorrow"), "date", "2021-10-21"),
        (SearchRequest("housing", Filters(language="de")), "language", "en or fr"),
        (SearchRequest("housing\x00"), "q", "NUL"),
        (
            SearchRequest("housing", Filters(date_from=datetime.date(2022, 1, 1), date_to=datetime.date(2021, 1, 1))),
            "date_from",
            "swap them",
        ),
    ],
)
def test_a_search_that_cannot_be_run_says_what_to_mend(request_: SearchRequest, field: str, message: str) -> None:
    with pytest.raises(SearchError, match=message) as error:
        search(request_)
    assert error.value.field == field


def test_an_unknown_speaker_or_party_finds_nothing_and_says_who_is_near() -> None:
    results = search(SearchRequest("housing", Filters(speaker="Amanda Rishwurth-Quux")))
    assert results.results == []
    assert "Amanda Rishworth" in results.notes[0]
    assert "No party" in search(SearchRequest("housing", Filters(party="Whigs"))).notes[0]


def test_what_is_ingested_is_found_at_once_though_results_are_cached(
    django_capture_on_commit_callbacks: Any,
) -> None:
    query = "wombat conservation in the highlands"
    before = [hit.speech_id for hit in hits(query)]
    with django_capture_on_commit_callbacks(execute=True):
        ingest_content(
            b'[{"speech_id": "wombats", "speaker": "Ada Smith", "date": "2023-03-14", "chamber": "Senate", '
            b'"text": "Wombat conservation in the highlands needs money."}]',
            "s.json",
        )
    assert "wombats" not in before
    assert hits(query)[0].speech_id == "wombats"


def test_without_its_model_a_search_goes_on_by_words_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(query: str, name: str) -> None:
        raise EmbedderError("The endpoint is away.")

    monkeypatch.setattr(candidates, "query_vector", away)
    results = search(SearchRequest("childcare fees for families"))
    assert results.mode == "words"
    assert results.results
    assert "found by their words alone" in results.notes[0]
    with pytest.raises(SearchError, match="mode=words"):
        search(SearchRequest("childcare fees for families", mode="meaning"))


def test_the_index_finds_nearly_what_an_exact_comparison_finds() -> None:
    model = active_model()
    assert model is not None
    everywhere = Chunk.objects.embedded_with(model.pk)
    for chunks in (everywhere, everywhere.filter(date=datetime.date(2021, 12, 1))):
        for query in ("childcare", "climate change", "public hospitals", "budget deficit"):
            vector = query_vector(query, model.name).tolist()
            walked, exact = (nearest(chunks, vector, exactly=exactly) for exactly in (False, True))
            assert len(exact) == 50
            assert len(walked & exact) / 50 >= 0.95


def nearest(chunks: ChunkQuerySet, vector: list[float], *, exactly: bool) -> set[tuple[str, int]]:
    rows = chunks.score_rows([], None, Meaning(vector, exactly), 50, ["speech_id", "index"])
    return {(row["speech_id"], row["index"]) for row in rows}


class TestFrench:
    """A French query also finds what was said only in English."""

    def test_by_its_words_in_english(self) -> None:
        best = hits("frais de garderie")[:5]
        assert any("childcare" in hit.excerpt.lower() or "child care" in hit.excerpt.lower() for hit in best)

    def test_a_bare_noun_is_french_in_a_french_question_or_on_a_french_page(self) -> None:
        def finds_housing() -> bool:
            return any("housing" in hit.excerpt.lower() for hit in search(request).results)

        request = SearchRequest("logement", Filters(country="au"))
        assert not finds_housing()
        with translation.override("fr"):
            assert finds_housing()
        request = replace(request, language="fr")
        assert finds_housing()

    def test_unless_french_is_wanted(self) -> None:
        assert all(hit.language == "fr" for hit in hits("frais de garderie", language="fr"))

    def test_a_phrase_stays_as_it_is_typed(self) -> None:
        assert hits('"frais de garderie"') == []


def test_a_turn_of_a_few_letters_is_found_by_its_own_words_only() -> None:
    short = Chunk.objects.filter(source_type="hansard", end__lt=F("start") + 12)
    keys = set(short.values_list("speech_id", flat=True))
    assert keys
    shown = [hit for query in ("order", "hear, hear", "I move") for hit in hits(query)]
    assert all(hit.end - hit.start >= 12 for hit in shown if hit.speech_id in keys)


@pytest.mark.parametrize("name", ["Albanese", "Peter Dutton"])
def test_a_search_for_a_name_begins_with_turns_that_say_something(name: str) -> None:
    brief = Chunk.objects.filter(
        source_type="hansard", speech__speaker__contains=name.rsplit(maxsplit=1)[-1], end__lt=F("start") + 80
    )
    assert brief.exists()
    assert all(hit.end - hit.start >= 80 for hit in hits(name)[:3])


def test_words_that_no_passage_holds_are_told() -> None:
    note = "No passage holds these words. The ones below are the nearest in meaning."
    assert note in search(SearchRequest("zzxqv blorptang")).notes
    for query in ("childcare blorptang", '"it is"', "to be or not to be"):
        assert note not in search(SearchRequest(query)).notes


@pytest.mark.parametrize(
    ("query", "suggested"),
    [("parliamant", "parliament"), ("wumblefrotz", ""), ("childcare", "")],
)
def test_another_spelling_is_suggested_for_words_that_no_passage_holds(query: str, suggested: str) -> None:
    assert search(SearchRequest(query)).did_you_mean == suggested
