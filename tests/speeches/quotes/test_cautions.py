"""What a verdict alone would hide, and quotations put together from several passages."""

import datetime
import json

import pytest

from speeches.ingestion.ingest import ingest_content
from speeches.models import Speech
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.report import report_text
from speeches.quotes.verify import verify_quote


def say(text: str, speaker: str = "Ada Smith", id_: str = "x-1") -> None:
    speech = {"speech_id": id_, "speaker": speaker, "date": "2021-10-26", "chamber": "Senate", "text": text}
    assert ingest_content(json.dumps({"speeches": [speech]}).encode(), "s.json").errors == []


def print_over(text: str, label: str) -> None:
    """Print another label over a speech, one of nobody whom the record knows."""
    speech = Speech.objects.get(text=text)
    parts = [{**part, "speaker": label, "politician": None} for part in speech.parts]
    Speech.objects.filter(pk=speech.pk).update(speaker=label, politician=None, parts=parts)


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestCautions:
    @pytest.mark.parametrize(
        "quote",
        [
            "The lighthouse is red and tall … the moon over it is green",
            "The lighthouse is red and tall … and so we bid it farewell",
            "Its keeper sleeps … the lighthouse is red and tall",
        ],
        ids=["the second half is invented", "nothing is said after the first half", "the halves are turned round"],
    )
    def test_of_words_around_an_ellipsis_each_stretch_must_be_like_what_was_said(self, quote: str) -> None:
        say("The lighthouse is red and tall.")
        found = verify_quote(QuoteRequest(quote))
        assert found.verdict == "not_found"
        told = "he lighthouse is red and tall” alone was said by Ada Smith"
        assert any(told in note for note in found.notes)

    def test_of_two_speakers_words_each_is_told_whose_it_is(self) -> None:
        say("The lighthouse is red and tall.")
        say("The railway is green and slow.", "Bo Jones", "x-2")
        found = verify_quote(
            QuoteRequest("The lighthouse is red and tall … the railway is green and slow", "Ada Smith")
        )
        assert found.verdict == "not_found"
        assert any("alone was said by Bo Jones" in note for note in found.notes)

    def test_a_negation_of_another_clause_is_not_hidden_by_an_ellipsis(self) -> None:
        say("I will say this: no matter who keeps it, the lighthouse is doing a good job for us all.")
        found = verify_quote(QuoteRequest("I will say this … the lighthouse is doing a good job for us all"))
        assert found.verdict == "verbatim"
        turned = verify_quote(
            QuoteRequest("I will say this … who keeps it, the lighthouse is doing a good job for us all")
        )
        assert (turned.verdict, [change.said for change in turned.diff]) == ("altered", ["no"])

    @pytest.mark.parametrize(
        "quote",
        [
            "[T]he lighthouse is red and tall",
            "The lighthouse is red [sic] and tall",
            "The lighthouse [on Eastern Arm] is red",
        ],
    )
    def test_what_is_in_square_brackets_is_not_claimed(self, quote: str) -> None:
        say("The lighthouse is red and tall.")
        found = verify_quote(QuoteRequest(quote))
        assert found.verdict == "verbatim"
        assert any("[on Eastern Arm]" in note for note in found.notes) is ("Arm" in quote)

    def test_a_change_at_the_beginning_reaches_back_to_the_words_in_the_same_sentence(self) -> None:
        say("The lamps are used if necessary when foghorns have failed, not as the first port of call.")
        (change,) = verify_quote(QuoteRequest("The lamps are used as the first port of call")).diff
        assert (change.op, change.kind) == ("delete", "negation")

    def test_words_that_nobody_says_are_only_printed(self) -> None:
        say("The lighthouse question was put and passed.")
        print_over("The lighthouse question was put and passed.", "")
        found = verify_quote(QuoteRequest("the lighthouse question was put and passed", "Bo Jones"))
        assert found.caution == "unspoken"
        assert report_text(found).startswith("Only printed")

    def test_whoever_the_record_names_by_an_office_alone_may_be_the_one_claimed(self) -> None:
        say("The lighthouse is red and tall.")
        print_over("The lighthouse is red and tall.", "The Keeper General")
        claimed, by_office = (
            verify_quote(QuoteRequest("the lighthouse is red and tall", who))
            for who in ("Bo Jones", "The Keeper General")
        )
        assert (claimed.verdict, claimed.caution) == ("misattributed", "unnamed")
        assert (by_office.verdict, by_office.notes) == ("verbatim", ())

    def test_a_title_whose_holder_nobody_knows_accuses_nobody(self) -> None:
        say("The lighthouse is red and tall.")
        found = verify_quote(QuoteRequest("the lighthouse is red and tall", "the keeper of all lighthouses"))
        assert found.verdict == "verbatim"
        assert found.notes == (
            "Nobody is known to be “the keeper of all lighthouses”, so the speaker was not checked.",
        )

    def test_another_day_is_told_from_another_speaker(self) -> None:
        say("The lighthouse is red and tall.")
        day = datetime.date(2020, 1, 1)
        found = verify_quote(QuoteRequest("the lighthouse is red and tall", "Ada Smith", date_from=day, date_to=day))
        assert (found.verdict, found.caution) == ("misattributed", "day")

    def test_a_motion_that_is_moved_is_set_apart(self) -> None:
        say("I move:\n\nThat the lighthouse be painted red before winter comes.")
        found = verify_quote(QuoteRequest("the lighthouse be painted red before winter"))
        assert (found.verdict, found.caution) == ("verbatim", "set_apart")

    def test_of_others_than_claimed_who_quotes_it_comes_before_who_reports_it(self) -> None:
        say("Will he tell them that lighthouses end every weekend for us all?", "Bo Jones", "x-1")
        say("He said: “lighthouses end every weekend”. I disagree.", "Cy Brown", "x-2")
        found = verify_quote(QuoteRequest("lighthouses end every weekend", "Ada Smith"))
        assert (found.caution, found.best.speaker if found.best else "") == ("quoted", "Cy Brown")

    @pytest.mark.parametrize(
        ("said", "caution"),
        [
            ("The lighthouse is red and tall, which pleases us all.", ""),
            ("The lighthouse is red and tall, but only on paper.", "cut"),
            ("The lighthouse is red and tall where it was painted.", "cut"),
            ("He lies; the lighthouse is red and tall.", ""),
            ("He claims the lighthouse is red and tall.", "cut"),
        ],
    )
    def test_a_clause_beside_it_is_told_and_only_what_may_turn_it_is_a_caution(self, said: str, caution: str) -> None:
        say(said)
        found = verify_quote(QuoteRequest("the lighthouse is red and tall"))
        assert (found.verdict, found.caution) == ("verbatim", caution)
        assert any("read it whole" in note for note in found.notes)
