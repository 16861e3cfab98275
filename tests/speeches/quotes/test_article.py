"""A whole article: every quotation in it, who is named beside it, and the verdict on each."""

import datetime
import re

import pytest
from django.test import Client

from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.models import Speech
from speeches.quotes.article import check_article, quotations_in
from speeches.search.errors import SearchError
from speeches.search.version import corpus_version
from speeches.understanding.gazetteer import Gazetteer, gazetteer


def names(*people: str) -> Gazetteer:
    known = Gazetteer()
    known.add("person", people)
    return known


class TestQuotations:
    def test_of_all_kinds_of_marks(self) -> None:
        text = (
            "She said “we will build it here”. He said 'not this' and \"we never promised any of it\".\n\n"
            "« Nous allons le faire demain », dit-elle. It’s ‘the worst day of the year’ in Bob’s view."
        )
        assert [one.words for one in quotations_in(text, names())] == [
            "we will build it here", "we never promised any of it", "Nous allons le faire demain",
            "the worst day of the year",
        ]  # fmt: skip

    def test_a_term_set_apart_is_no_quotation(self) -> None:
        assert quotations_in("The so-called “robodebt scheme” was “a clear failure”.", names()) == []

    @pytest.mark.parametrize(
        ("text", "speakers"),
        [
            ("Ada Smith warned that “we will build it here”, while Bob Jones said “they never will do it”.",
             ["Ada Smith", "Bob Jones"]),
            ("Bob Jones left. The Prime Minister, Ada Smith, told us: “We will build it here.”", ["Ada Smith"]),
            ("Ada Smith said “we will build it here” and “they never will do it”.", ["Ada Smith", "Ada Smith"]),
            ("Ada Smith said “we will build it here” and called Bob Jones “the weakest of us all”.", ["Ada Smith", ""]),
            ("Ada Smith said “we will build it here”, before accusing Bob Jones of “saying no to it all”.",
             ["Ada Smith", ""]),
            ("While Bob Jones spoke, “we will build it here”, said Ada Smith.", [""]),
            ("“We will build it here,” said Ada Smith, and Bob Jones: “They never will do it.”", ["Ada Smith", ""]),
            ("In Perth, Ada Smith said: “We will build it here.” Bob Jones answered: “They never will do it.”",
             ["Ada Smith", "Bob Jones"]),
            ("“We will build it here,” Ada Smith said. “They never will do it.”", ["Ada Smith", "Ada Smith"]),
            ("Bob Jones left. “We will build it here,” Ada Smith said. “They never will do it.”",
             ["Ada Smith", "Ada Smith"]),
        ],
    )  # fmt: skip
    def test_whoever_is_beside_it_said_it_and_not_who_is_beside_the_next(self, text: str, speakers: list[str]) -> None:
        known = names("Ada Smith", "Bob Jones")
        known.add("office", ["Prime Minister"])
        assert [one.speaker for one in quotations_in(text, known)] == speakers

    @pytest.mark.parametrize(
        ("text", "speaker"),
        [
            ("Ada Smith said “we will build it here” to Bob Jones, who left.", ""),
            ("“We will build it here. We will,” said Ada Smith. Bob Jones left.", "Ada Smith"),
            ("Ada Smith spoke. She said “we will build it here”.", "Ada Smith"),
            ("Bob Jones left. Ada Smith spoke. She said “we will build it here”.", ""),
            ("“We will build it here,” she said.", ""),
            ("Bob Jones spoke.\n\n“We will build it here,” she said.", ""),
            ("“I told Bob Jones that we build it here,” said Ada Smith.", "Ada Smith"),
            ("The Prime Minister said “we will build it here”.", "Prime Minister"),
            ("Bob Jones spoke. He told the Prime Minister: “We will build it here.”", ""),
            ("“We will build it here,”\nsaid Ada Smith.", "Ada Smith"),
            ("Ada Smith said:\n“We will build it here.”", "Ada Smith"),
            ("Prime Minister Ada Smith said “we will build it here”.", "Ada Smith"),
            ("Ada Smith, the member for Bob Jones, said “we will build it here”.", "Ada Smith"),
            ("Ada Smith and the member for Bob Jones, it is said, “will build it here”.", ""),
        ],
    )
    def test_who_is_named_beside_it(self, text: str, speaker: str) -> None:
        known = names("Ada Smith", "Bob Jones")
        known.add("office", ["Prime Minister"])
        (found,) = quotations_in(text, known)
        assert found.speaker == speaker
        assert text[found.start : found.end] == found.words

    @pytest.mark.parametrize(
        ("text", "speakers"),
        [
            ("Jones hit back at Smith: “We will never build it here.”", [""]),
            ("Jones asked Smith’s party why: “Will you never build it here?”", [""]),
            ("Ada Smith and Bob Jones met. Jones hit back: “We will build it here.”", [""]),
            ("« We will build it here », a-t-il dit à Bob Jones.", [""]),
            ("The Prime Minister told Bob Jones: “We will build it here.”", [""]),
            ("Ada Smith spoke. “We will build it here,” she said, while Bob Jones objected: “They never will do it.”",
             ["Ada Smith", "Bob Jones"]),
            ("Ada Smith spoke. “We will build it here,” she said, before Bob Jones answered: “They never will do it.”",
             ["Ada Smith", ""]),
            ("Ada Smith spoke. The member asked: “Will you ever build it here?”", [""]),
            ("Ada Smith spoke. Jones, quoting Rheagan, said: “We will build it here.”", [""]),
            ("The retired general Cleo Smith said “we will build it here”.", ["Cleo Smith"]),
            ("Le député a demandé : « Allez-vous enfin le construire ici ? »", [""]),
        ],
    )  # fmt: skip
    def test_nobody_is_named_where_it_is_open_who_spoke(self, text: str, speakers: list[str]) -> None:
        known = names("Ada Smith", "Bob Jones", "Smith", "Jones", "Dai Le", "Le")
        known.add("office", ["Prime Minister"])
        found = quotations_in(text, known)
        assert [one.speaker for one in found] == speakers

    def test_the_days_named_beside_it(self) -> None:
        text = "On 26 October 2009 Ada Smith said: “We will build it here by 1 May 2012.”"
        (found,) = quotations_in(text, names("Ada Smith"))
        assert (found.first, found.last) == (datetime.date(2009, 10, 26), datetime.date(2009, 10, 26))

    @pytest.mark.parametrize(
        "text",
        [
            "“We will build it here,” said Ada Smith. “We will never do that,” said Bob Jones.",
            "Ada Smith said: “We will build it here.”\nBob Jones said: “We will never do that.”",
            "Ada Smith said “we will build it here”.\n\nBob Jones said “we will never do that”.",
        ],
        ids=["in one paragraph", "in one line each", "in paragraphs"],
    )
    def test_each_has_the_name_beside_it(self, text: str) -> None:
        found = quotations_in(text, names("Ada Smith", "Bob Jones"))
        assert [one.speaker for one in found] == ["Ada Smith", "Bob Jones"]


def sentence_of(speech: Speech) -> str:
    spans = sentence_spans(speech.text, Span(speech.parts[0]["words_start"], speech.parts[0]["end"]))
    sentences = [one.of(speech.text) for one in spans]
    return next(one for one in sentences if 10 < len(one.split()) < 40 and not re.search(r"[“”\"'’\n]", one))


@pytest.mark.slow
@pytest.mark.usefixtures("record")
class TestVerdicts:
    def article(self) -> str:
        speech = Speech.objects.get(title="Child Care", politician__name="Amanda Rishworth", kind="speech")
        words = sentence_of(speech)
        return (
            f"Amanda Rishworth said: “{words}”\n\nScott Morrison said: “{words}”\n\n"
            "She added: “the moon is made of green cheese and always was”."
        )

    def test_each_has_its_own(self) -> None:
        verdicts = [one.verdict.verdict for one in check_article(self.article(), "au") if one.verdict]
        assert verdicts == ["verbatim", "misattributed", "not_found"]

    def test_another_day_than_the_article_names_is_noted(self) -> None:
        text = self.article().replace("Amanda Rishworth said", "In 2015 Amanda Rishworth said")
        own, another, _ = check_article(text, "au")
        assert own.verdict is not None
        assert another.verdict is not None
        assert own.verdict.notes[0].startswith(
            "The article names 1 January 2015 – 31 December 2015 beside these words."
        )
        assert not any("The article names" in note for note in another.verdict.notes)

    def test_names_are_those_of_the_record(self) -> None:
        found = quotations_in(self.article(), gazetteer(corpus_version()))
        assert [one.speaker for one in found] == ["Amanda Rishworth", "Scott Morrison", ""]

    def test_lines_may_end_as_browsers_send_them(self) -> None:
        found = check_article(self.article().replace("\n", "\r\n"), "au")
        assert [one.quotation.speaker for one in found] == ["Amanda Rishworth", "Scott Morrison", ""]

    def test_the_page_says_loudly_whose_words_were_not_checked(self, client: Client) -> None:
        page = client.post("/verify/article", {"text": self.article()}).content.decode()
        assert page.count("Who said it was not checked") == 1
        assert "1 × Verbatim: these words were said." in page
        assert page.count("By whom was not checked.") == 1
        assert "up to three words" not in page

    def test_the_page_counts_what_is_too_short_to_check(self, client: Client) -> None:
        text = f"{self.article()} It was “out of control” and “a lie”."
        assert (
            "2 of up to three words are not checked" in client.post("/verify/article", {"text": text}).content.decode()
        )

    def test_on_the_page_with_what_was_searched(self, client: Client) -> None:
        page = client.post("/verify/article", {"text": self.article()}).content.decode()
        assert [page.count(f"</span>{word}") for word in ("Verbatim:", "Misattributed:", "Not found in")] == [1, 1, 1]
        assert "Searched:" in page
        assert "this proves nothing" in page

    def test_of_one_quotation_that_is_not_found_too(self, client: Client) -> None:
        page = client.get("/verify", {"quote": "the moon is made of green cheese and always was"}).content.decode()
        assert "this proves nothing" in page

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("Nobody is quoted.", "stand in quotation marks"),
            ("x" * 40_001, "At most 40,000"),
            ("“one two three four five” " * 41, "At most 40 quotations"),
            ("“a b c d \x00”", "NUL"),
        ],
    )
    def test_what_cannot_be_checked(self, client: Client, text: str, says: str) -> None:
        with pytest.raises(SearchError, match=says):
            check_article(text)
        response = client.post("/verify/article", {"text": text})
        assert response.status_code == 422
        assert says in response.content.decode()

    def test_a_form_of_another_site_is_refused(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/verify/article", {"text": "x"}).status_code == 403
