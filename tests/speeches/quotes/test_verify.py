"""Verdicts on quotations from real days, and the kinds of change that turn a meaning."""

import datetime
import json
from pathlib import Path

import pytest

from speeches.answer_evaluation import evaluate_quotes
from speeches.ingestion.ingest import ingest_content
from speeches.models import Speech
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.claim import read_claim
from speeches.quotes.report import report_text
from speeches.quotes.verify import QuoteVerdict, verify_quote
from speeches.search.errors import SearchError

CHILDCARE = "The latest data shows that childcare fees rose by 2.4 per cent over the 12 months to March 2021"
MELANOMA = "It kills one Australian every six hours."


class TestClaims:
    """How a quotation is read before the search."""

    def test_marks_around_it_and_ellipses_are_no_words(self) -> None:
        claim = read_claim("“We will … cut [...] all of it . . . today”")
        assert [[word.form for word in stretch] for stretch in claim.stretches] == [
            ["we", "will"], ["cut"], ["all", "of", "it"], ["today"],
        ]  # fmt: skip

    @pytest.mark.parametrize("quote", ["", "  ", "two words", "… …", "!!!"])
    def test_too_few_words_are_refused_with_an_example(self, quote: str) -> None:
        with pytest.raises(SearchError, match="at least 3 words"):
            read_claim(quote)

    def test_too_long_and_nul_are_refused(self) -> None:
        with pytest.raises(SearchError, match="2000"):
            read_claim("word " * 500)
        with pytest.raises(SearchError, match="NUL"):
            read_claim("we will\x00 cut tax")


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestVerdicts:
    """Against two real days."""

    def test_what_the_record_sets_apart_need_not_be_the_speakers_own_words(self) -> None:
        read = "The IGTO noted in its submission to the Committee that while the ATO has had its functions extended"
        own, claimed = verify_quote(QuoteRequest(read)), verify_quote(QuoteRequest(read, "Scott Morrison"))
        assert (own.verdict, own.caution) == ("verbatim", "set_apart")
        assert (claimed.verdict, claimed.caution) == ("misattributed", "set_apart")
        assert any("moves, reads or quotes them" in note for note in own.notes)
        assert report_text(own).startswith("Verbatim, but set apart")

    def test_verbatim_whatever_the_case_and_the_marks(self) -> None:
        found = verify_quote(QuoteRequest(CHILDCARE.upper().replace("2.4 PER CENT", "2.4 per\u00a0cent,")))
        assert found.verdict == "verbatim"
        assert found.best is not None
        assert (found.best.speaker, found.best.date) == ("Amanda Rishworth", datetime.date(2021, 10, 26))
        assert found.best.text.startswith(CHILDCARE)
        speech = Speech.objects.get(pk=found.best.speech_id)
        assert speech.text[found.best.start : found.best.end] == found.best.text
        assert found.diff == []

    @pytest.mark.parametrize("speaker", ["The DEPUTY SPEAKER", "Deputy Speaker", "the deputy speaker"])
    def test_a_chair_said_it_under_the_office(self, speaker: str) -> None:
        part, speech = next(
            (part, speech)
            for speech in Speech.objects.order_by("date", "position")
            for part in speech.parts
            if part["speaker"].upper() == "THE DEPUTY SPEAKER" and part["end"] - part["words_start"] > 90
        )
        said = " ".join(speech.text[part["words_start"] : part["end"]].split()[:12])
        assert verify_quote(QuoteRequest(said, speaker)).verdict == "verbatim"

    def test_every_occurrence_is_told(self) -> None:
        found = verify_quote(QuoteRequest(CHILDCARE))
        days = {str(one.date) for one in [found.best, *found.others] if one}
        assert days == {"2021-10-26", "2021-12-01"}

    @pytest.mark.parametrize("speaker", ["Amanda Rishworth", "RISHWORTH, Amanda MP", "Ms Rishworth"])
    def test_the_speaker_in_any_spelling(self, speaker: str) -> None:
        assert verify_quote(QuoteRequest(CHILDCARE, speaker)).verdict == "verbatim"

    @pytest.mark.parametrize(
        "speaker", ["Opposition Leader Amanda Rishworth", "Labor's Amanda Rishworth", "A. Rishworth"]
    )
    def test_the_speaker_with_words_before_the_name(self, speaker: str) -> None:
        assert verify_quote(QuoteRequest(CHILDCARE, speaker)).verdict == "verbatim"

    @pytest.mark.parametrize("speaker", ["Prime Minister Albanese", "Minister Albanese", "David Rishworth"])
    def test_an_office_or_a_surname_does_not_make_somebody_the_speaker(self, speaker: str) -> None:
        assert verify_quote(QuoteRequest(CHILDCARE, speaker)).verdict == "misattributed"

    def test_words_that_the_speaker_quotes_are_told_as_such(self) -> None:
        quoted = "In a white man's world, you have to be better than them to be equal."
        own, claimed = verify_quote(QuoteRequest(quoted)), verify_quote(QuoteRequest(quoted, "Scott Morrison"))
        assert (own.verdict, own.caution, claimed.verdict, claimed.caution) == (
            "verbatim", "quoted", "misattributed", "quoted",
        )  # fmt: skip
        assert "Whether Scott Morrison said them, this record does not tell" in claimed.notes[-1]
        assert report_text(claimed).startswith("Only quoted: somebody else repeats these words in the record.")

    def test_somebody_else_said_it(self) -> None:
        found = verify_quote(QuoteRequest(MELANOMA, "Amanda Rishworth"))
        assert found.verdict == "misattributed"
        assert found.best is not None
        assert found.best.speaker == "Jason Clare"

    def test_it_was_said_on_another_day_or_for_another_party(self) -> None:
        later = QuoteRequest(MELANOMA, "Jason Clare", date_from=datetime.date(2022, 1, 1))
        assert verify_quote(later).verdict == "misattributed"
        assert verify_quote(QuoteRequest(MELANOMA, "Jason Clare", party="Liberal")).verdict == "misattributed"
        assert verify_quote(QuoteRequest(MELANOMA, "Jason Clare", party="ALP")).verdict == "verbatim"

    def test_a_speaker_whom_nobody_knows_is_named_in_a_note(self) -> None:
        found = verify_quote(QuoteRequest(MELANOMA, "Jasper Clore"))
        assert found.verdict == "misattributed"
        claim, unknown = found.notes[:2]
        assert claim == "Claimed: Jasper Clore. In the record: Jason Clare, 1 December 2021."
        assert "No member who speaks in the record is called “Jasper Clore”" in unknown

    @pytest.mark.parametrize(
        ("claim", "said", "claimed", "kind"),
        [
            ("It does not kill one Australian every six hours.", "kills", "does not kill", "negation"),
            ("It kills one Australian every nine hours.", "six", "nine", "number"),
            ("It kills one Canadian every six hours.", "Australian", "Canadian", "name"),
            ("It saves one Australian every six hours.", "kills", "saves", "word"),
        ],
    )
    def test_altered_with_the_change_named(self, claim: str, said: str, claimed: str, kind: str) -> None:
        found = verify_quote(QuoteRequest(claim, "Jason Clare"))
        assert found.verdict == "altered"
        assert [(one.said, one.claimed, one.kind) for one in found.diff] == [(said, claimed, kind)]

    def test_a_number_in_figures_is_the_one_in_words_and_the_reader_is_told(self) -> None:
        found = verify_quote(QuoteRequest("It kills 1 Australian every 6 hours."))
        assert found.verdict == "verbatim"
        assert found.notes == ("The record writes “one” for “1”.", "The record writes “six” for “6”.")
        altered = verify_quote(QuoteRequest("It kills 1 Australian every 16 hours."))
        assert (altered.verdict, [(one.said, one.claimed, one.kind) for one in altered.diff]) == (
            "altered",
            [("six", "16", "number")],
        )

    def test_what_turns_the_meaning_is_named_first(self) -> None:
        found = verify_quote(QuoteRequest("Melanoma is a joke. It saves no Australian every nine hours."))
        assert [one.kind for one in found.diff] == ["negation", "negation", "number"]

    def test_an_honest_ellipsis_is_verbatim_and_one_that_hides_a_negation_is_not(self) -> None:
        assert (
            verify_quote(QuoteRequest("It kills … every six hours. It kills more Aussies … in the world")).verdict
            == "verbatim"
        )
        found = verify_quote(QuoteRequest("But I have to tell you that this is … good news"))
        assert found.verdict == "altered"
        assert (found.diff[0].said, found.diff[0].kind) == ("not", "negation")

    @pytest.mark.parametrize(
        "quote",
        [
            "melanoma … is … a … joke",
            "Two years ago I was diagnosed … this is not good news … in the last 12 years",
            "It kills -6 Australians every six hours",
        ],
    )
    def test_scraps_are_not_put_together_and_signs_count(self, quote: str) -> None:
        assert verify_quote(QuoteRequest(quote)).verdict != "verbatim"

    @pytest.mark.parametrize(
        "speaker", ["The Hon. Jason Clare MP", "Mr Clare", "J. Clare", "shadow minister Jason Clare", "Mr", "---"]
    )
    def test_what_cannot_be_made_out_accuses_nobody(self, speaker: str) -> None:
        assert verify_quote(QuoteRequest(MELANOMA, speaker)).verdict == "verbatim"

    def test_an_office_counts_while_it_is_held(self) -> None:
        assert verify_quote(QuoteRequest(MELANOMA, "Prime Minister")).verdict == "misattributed"

    @pytest.mark.parametrize("party", ["the Labor Party", "Unheard-of Party"])
    def test_a_party_in_other_words(self, party: str) -> None:
        assert verify_quote(QuoteRequest(MELANOMA, "Jason Clare", party=party)).verdict == "verbatim"

    def test_words_within_a_sentence_that_denies_them_are_noted(self) -> None:
        found = verify_quote(QuoteRequest("this is not good news"))
        assert found.verdict == "verbatim"
        plain = verify_quote(QuoteRequest("Melanoma is no joke"))
        assert plain.notes == ()
        within = verify_quote(QuoteRequest("fees being frozen for six months in 2020"))
        assert within.verdict == "verbatim"

    @pytest.mark.parametrize("quote", ["every six hours", "in the last 12 years", "we've seen a big drop"])
    def test_a_few_common_words_are_found_too(self, quote: str) -> None:
        assert verify_quote(QuoteRequest(quote)).verdict == "verbatim"

    def test_a_bracketed_word_is_a_word(self) -> None:
        assert verify_quote(QuoteRequest("It kills [not] one Australian every six hours.")).verdict == "altered"

    def test_not_found_has_no_report_of_a_source(self) -> None:
        found = verify_quote(QuoteRequest("The lighthouse keepers of Eastern Arm deserve a pension for lonely work."))
        assert found.verdict == "not_found"
        assert found.diff == []
        assert report_text(found).startswith("Not found in the record")

    def test_the_report_can_be_pasted(self) -> None:
        text = report_text(verify_quote(QuoteRequest("It kills one Australian every nine hours.", "Jason Clare")))
        assert "On 1 December 2021 Jason Clare (Australian Labor Party) said in the House of Representatives" in text
        assert "“six” was said, not “nine” (a number)" in text
        assert "House Hansard, 1 Dec 2021, p. 11267" in text

    def test_the_report_leaves_out_what_others_said_between(self) -> None:
        speech, words, interjected = next(
            (speech, f"{' '.join(before.split()[-9:])} {' '.join(after.split()[:9])}", between)
            for speech in Speech.objects.order_by("date", "position")
            for one, two, three in zip(speech.parts, speech.parts[1:], speech.parts[2:], strict=False)
            if (one["politician"], one["speaker"]) == (three["politician"], three["speaker"]) and one["politician"]
            and two["politician"] not in (None, one["politician"])
            for before, between, after in [
                tuple(speech.text[part["words_start"] : part["end"]] for part in (one, two, three))
            ]
            if min(len(before.split()), len(after.split())) > 12 and len(between.split()) > 3
        )  # fmt: skip
        found = verify_quote(QuoteRequest(words))
        assert (found.verdict, found.best.speech_id if found.best else "") == ("verbatim", speech.pk)
        assert " ".join(interjected.split()) not in report_text(found)
        assert " […] " in report_text(found)

    def said(self, text: str, speaker: str = "Ada Smith", id_: str = "x-1") -> None:
        speech = {"speech_id": id_, "speaker": speaker, "date": "2021-10-26", "chamber": "Senate", "text": text}
        assert ingest_content(json.dumps({"speeches": [speech]}).encode(), "s.json").errors == []

    def test_words_cut_out_of_the_middle_are_named(self) -> None:
        self.said("Of these lighthouses the ministry has repaired or is about to repair 126 of the reddest.")
        found = verify_quote(QuoteRequest("Of these lighthouses the ministry has repaired 126 of the reddest"))
        assert found.verdict == "altered"
        assert "or is about to" in " ".join(change.said for change in found.diff)

    def test_a_changed_last_word_is_told_with_what_was_said(self) -> None:
        self.said("The average lighthouse is 85,000 bricks.")
        (change,) = verify_quote(QuoteRequest("The average lighthouse is 85,000 stones.")).diff
        assert (change.said, change.claimed) == ("bricks", "stones")

    def test_of_two_sentences_put_together_neither_is_said_to_be_missing(self) -> None:
        one, other = "I oppose the red lighthouse.", "I have told the keeper that painting must begin."
        self.said(f"{one} My own party built it, and then forgot it for twenty years. {other}")
        found = verify_quote(QuoteRequest(f"{one} {other}"))
        assert (found.verdict, found.caution, found.diff) == ("altered", "apart", [])
        assert report_text(found).startswith("Joined: these words were said, but not together.")
        assert "leaves out “My own party built it, and then forgot it for twenty years”" in report_text(found)

    def test_the_claimed_speakers_own_words_come_before_anothers_that_are_a_little_nearer(self) -> None:
        self.said("We have accepted 126 of those lighthouse recommendations.", "Bo Jones", "x-2")
        self.said("We have accepted 126 of these lighthouse recommendations.")
        found = verify_quote(QuoteRequest("We have accepted 127 of those lighthouse recommendations", "Ada Smith"))
        assert (found.verdict, found.best.speaker if found.best else "") == ("altered", "Ada Smith")

    def test_changed_words_of_somebody_else_are_headed_as_such(self) -> None:
        self.said("The average lighthouse is 85,000 bricks.", "Bo Jones", "x-2")
        self.said("Nothing of that kind.")
        found = verify_quote(QuoteRequest("The average lighthouse is 85,000 stones.", "Ada Smith"))
        assert (found.verdict, found.caution, found.best.speaker if found.best else "") == (
            "altered",
            "others",
            "Bo Jones",
        )
        assert report_text(found).startswith("Altered, and somebody else’s")

    def test_what_follows_in_the_sentence_may_take_it_back(self) -> None:
        said = "I would support this dreadful railway bill if the minister resigned."
        self.said(said)
        found = verify_quote(QuoteRequest("I would support this dreadful railway bill"))
        assert (found.verdict, found.notes) == (
            "verbatim", ("The sentence goes on “… if the minister resigned.”: read it whole.",)
        )  # fmt: skip
        assert "goes on" in report_text(found)
        assert verify_quote(QuoteRequest(said)).notes == ()

    @pytest.mark.parametrize(
        ("said", "note"),
        [
            (
                "They want you to believe that lighthouses are a waste of money.",
                "begins “They want you to believe that …”",
            ),
            ("The idea that lighthouses are a waste of money is a joke.", "goes on “… is a joke.”"),
            ("Not that lighthouses are a waste of money.", "begins “Not that …”"),
            ("He claims that: lighthouses are a waste of money.", "begins “He claims that: …”"),
            ("Critics say, lighthouses are a waste of money.", "begins “Critics say, …”"),
            ("Lighthouses are a waste of money — nonsense!", "goes on “… — nonsense!”"),
        ],
    )
    def test_words_that_the_speaker_only_reports_or_rejects_are_not_whole(self, said: str, note: str) -> None:
        self.said(said)
        found = verify_quote(QuoteRequest("lighthouses are a waste of money"))
        assert (found.verdict, found.caution) == ("verbatim", "cut")
        assert any(note in one for one in found.notes)
        assert report_text(found).startswith("Verbatim, but not whole")

    @pytest.mark.parametrize("address", ["", "Mr Speaker, ", "Thank you, Madam Deputy Speaker: ", "And "])
    @pytest.mark.parametrize("end", [".", ", Mr President."])
    def test_an_address_beside_them_takes_nothing_from_words(self, address: str, end: str) -> None:
        self.said(f"{address}lighthouses are a waste of money{end}")
        found = verify_quote(QuoteRequest("lighthouses are a waste of money"))
        assert (found.verdict, found.caution, found.notes) == ("verbatim", "", ())

    def test_what_an_ellipsis_leaves_out_is_told(self) -> None:
        self.said("I would encourage the keepers to paint this tall lighthouse rather than just oppose it.")
        found = verify_quote(QuoteRequest("I would encourage the keepers to … just oppose it."))
        assert (found.verdict, found.caution) == ("verbatim", "cut")
        assert found.notes == ("At “…” the claim leaves out “paint this tall lighthouse rather than”.",)

    @pytest.mark.no_cover
    def test_the_gold_quotations_of_these_days(self, shared: Path, tmp_path: Path) -> None:
        import yaml

        days = {"2021_10_26.xml", "2021_12_01.xml"}
        entries = yaml.safe_load((shared / "gold/quotes_dev.yaml").read_text())
        chosen = [entry for entry in entries if entry["file"] in days or entry["kind"] == "not_found"]
        assert len(chosen) > 40
        path = tmp_path / "quotes.yaml"
        path.write_text(yaml.safe_dump(chosen))
        report = evaluate_quotes(path)
        assert report.right == report.asked
        assert report.called_verbatim == 0


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestVoices:
    """An interjector's words are the interjector's, and the speaker's words continue after them."""

    @pytest.fixture
    def interrupted(self) -> QuoteVerdict:
        speech = next(
            speech
            for speech in Speech.objects.filter(date="2021-10-26").iterator()
            if any(part["kind"] == "interjection" and part["politician"] for part in speech.parts)
        )
        part = next(part for part in speech.parts if part["kind"] == "interjection" and part["politician"])
        words = speech.text[part["words_start"] : part["end"]].strip()
        return verify_quote(QuoteRequest(words if len(words.split()) > 2 else words + " words added", speech.speaker))

    def test_an_interjection_is_not_the_main_speakers(self, interrupted: QuoteVerdict) -> None:
        assert interrupted.verdict != "verbatim"
