"""Once embedded, new passages are matched once with what people follow: by words, by meaning, under filters."""

from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from speeches.following.searches import Wish, begin, filters_of
from speeches.models import Follow, Notice, Speech
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from tests.conftest import SAMPLES, embedded_once

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

ADDRESS = "reader@example.org"


def follow(query: str, *, confirmed: bool = True, address: str = ADDRESS, **wish: Any) -> Follow:
    made = begin(Wish(query, wish.pop("filters", Filters()), **wish), address)
    if confirmed:
        made.confirmed_at = timezone.now()
        made.save()
    return made


def new_day() -> None:
    """Ingests the sample parliament anew."""
    Speech.objects.filter(parliament="merrowa").delete()
    with embedded_once():
        call_command("ingest", str(SAMPLES / "parliament.json"), str(SAMPLES / "parliament.csv"))


def notices_of(one: Follow) -> list[str]:
    return [notice.speech.text[notice.start : notice.end] for notice in one.notices.select_related("speech")]


SAMPLE = Filters(country="merrowa")


class TestByWords:
    def test_all_words_must_be_in_a_passage(self) -> None:
        both, neither = follow("harbour tides", filters=SAMPLE), follow("harbour zzyzx", filters=SAMPLE)
        new_day()
        assert notices_of(both)
        assert all("harbour" in text.lower() and "tide" in text.lower() for text in notices_of(both))
        assert not notices_of(neither)

    def test_a_phrase_must_stand_there_and_an_excluded_word_must_not(self) -> None:
        there, turned = follow('"recorded a tide"', filters=SAMPLE), follow('"a tide recorded"', filters=SAMPLE)
        without = follow("harbour -gauge", filters=SAMPLE)
        new_day()
        assert any("recorded a tide" in text for text in notices_of(there))
        assert not notices_of(turned)
        assert notices_of(without)
        assert not any("gauge" in text for text in notices_of(without))

    def test_nobody_is_told_of_an_invented_parliament_unasked(self) -> None:
        unasked = follow("harbour tides")
        new_day()
        assert not notices_of(unasked)


class TestByMeaning:
    def test_passages_that_are_near_enough(self) -> None:
        near = follow(
            "Why should coal and gas projects be exempt from the climate target?",
            by=Follow.By.MEANING,
            least=0.0,
            filters=SAMPLE,
        )
        far = follow(
            "Why should coal and gas projects be exempt from the climate target?",
            by=Follow.By.MEANING,
            least=0.999,
            filters=SAMPLE,
            address="b@example.org",
        )
        new_day()
        assert notices_of(near)
        assert not notices_of(far)

    def test_the_questions_vector_is_kept(self) -> None:
        one = follow("the price of milk", by=Follow.By.MEANING, least=0.5, filters=SAMPLE)
        new_day()
        one.refresh_from_db()
        assert one.vector_model
        assert one.vector is not None


class TestFilters:
    def test_only_what_the_filters_let_through(self) -> None:
        speaker = Speech.objects.filter(parliament="merrowa", politician__isnull=False).first()
        assert speaker and speaker.politician
        own = follow("", filters=Filters(speaker=speaker.politician.name, country="merrowa"))
        new_day()
        assert {notice.speech.politician_id for notice in own.notices.select_related("speech")} == {
            Speech.objects.filter(politician__name=speaker.politician.name).first().politician_id  # type: ignore[union-attr]
        }

    def test_filters_are_kept_as_they_were(self) -> None:
        kept = follow("milk party:labor date:2021-10", filters=Filters(country="au"))
        assert (kept.query, filters_of(kept).party) == ("milk", "labor")
        assert str(filters_of(kept).date_to) == "2021-10-31"


class TestOnce:
    def test_a_day_that_comes_again_brings_nothing_new(self) -> None:
        one = follow("", filters=Filters(country="merrowa", chamber="House of Assembly"))
        new_day()
        first = Notice.objects.count()
        assert first
        with embedded_once():
            call_command("ingest", str(SAMPLES / "parliament.json"), str(SAMPLES / "parliament.csv"))
        assert Notice.objects.count() == first
        assert one.notices.count() == len({notice.speech_id for notice in one.notices.all()})

    def test_nothing_before_the_address_is_confirmed(self) -> None:
        waiting = follow("", filters=Filters(country="merrowa", chamber="House of Assembly"), confirmed=False)
        new_day()
        assert not notices_of(waiting)


class TestWishes:
    @pytest.mark.parametrize(
        ("query", "wish", "says"),
        [
            ("", {}, "Say what to follow"),
            ("x" * 501, {}, "at most 500"),
            ("milk", {"filters": Filters(speaker="Nobody Whatsoever")}, "Nobody"),
            ("milk", {"by": "magic"}, "Choose"),
            ("milk", {"least": 7.0}, "Choose"),
            ("milk", {"address": "no address"}, "no e-mail address"),
        ],
    )
    def test_what_cannot_be_followed(self, query: str, wish: dict[str, Any], says: str) -> None:
        with pytest.raises(SearchError, match=says):
            follow(query, **wish)

    def test_the_same_search_of_one_address_is_one(self) -> None:
        assert follow("milk").pk == follow("milk", often=Follow.Often.WEEKLY).pk
        assert follow("milk").pk != follow("milk", address="b@example.org").pk
