"""A French page tells errors, notes, verdicts, votes and names in French; the API tells the same in English."""

import html
import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils.translation import override

from speeches.models import Answer
from speeches.search.engine import SearchRequest, search
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

FRENCH: dict[str, Any] = {"headers": {"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"}}
SAID = "childcare fees are out of control under this Morrison government"

# Each with the page's parameters, and what is told of it in both languages.
WRONG = [
    ("/", {"q": "a"}, "Type at least 2 characters", "Tapez au moins 2 caractères"),
    ("/", {"q": "tax", "mode": "hat"}, "mode is “hat”; choose one of", "mode vaut « hat » ; choisissez parmi :"),
    ("/", {"q": "tax", "page": "99"}, "There is no page “99”", "Il n’y a pas de page « 99 »"),
    ("/", {"q": "tax", "date_from": "then"}, "“then” is not a date", "« then » n’est pas une date"),
    (
        "/",
        {"q": "tax", "chamber": "Zed"},
        "Try one of: House of Representatives",
        "Essayez : Chambre des représentants",
    ),
    ("/", {"q": "tax language:xx"}, "use en or fr.", "choisissez en ou fr."),
    ("/trends", {"q": "the"}, "“the” is in too many sentences", "« the » se trouve dans trop de phrases"),
    ("/trends", {"q": "tax", "bill": "C-1"}, "not counted by bill", "ne se comptent pas par projet de loi"),
    ("/verify", {"quote": "too short"}, "Type at least 3 words", "Tapez au moins 3 mots"),
    ("/compare", {"q": "tax", "of": "Zebra"}, "Name 2 to 4 parties or members", "Nommez de 2 à 4 partis ou députés"),
    ("/divisions/", {"kind": "hat"}, "kind is “hat”", "kind vaut « hat »"),
]


def told(client: Client, path: str, values: dict[str, str] | None = None, **more: Any) -> str:
    """The text that a reader sees, without markup."""
    shown = re.sub(r"<(script|style).*?</\1>", "", body_of(client.get(path, values or {}, **more)), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())


@pytest.mark.parametrize(("path", "values", "english", "french"), WRONG)
def test_an_error_is_told_in_the_language_of_the_page(
    client: Client, path: str, values: dict[str, str], english: str, french: str
) -> None:
    assert english in told(client, path, values)
    page = told(client, path, values, **FRENCH)
    assert french in page
    assert english not in page


@pytest.mark.parametrize(
    ("path", "values", "english"),
    [
        ("/api/v1/trends", {"q": "the"}, "“the” is in too many sentences to be counted. Take words that say more."),
        ("/api/v1/search", {"q": "tax", "date_from": "then"}, "“then” is not a date. Write it as year-month-day"),
        ("/api/v1/search", {"q": "tax", "chamber": "Zed"}, "Try one of: House of Representatives"),
    ],
)
def test_the_api_tells_errors_in_english_whatever_the_browser_asks(
    client: Client, path: str, values: dict[str, str], english: str
) -> None:
    client.get("/", {"q": "a"}, **FRENCH)
    assert english in client.get(path, values, **FRENCH).json()["errors"][0]["message"]


def test_what_the_record_cannot_hold_is_named_in_the_language_of_the_page() -> None:
    assert unstorable("tax\x00") == "a NUL character"
    with override("fr"):
        assert unstorable("tax\x00") == "un caractère nul"
        with pytest.raises(SearchError, match="La demande contient une moitié de caractère, ce qu’aucun texte"):
            search(SearchRequest("tax\ud800"))


def test_an_article_without_a_quotation_and_a_question_without_words_are_refused_in_french(client: Client) -> None:
    assert "Pas plus de trois mots du texte sont entre guillemets." in body_of(
        client.post("/verify/article", {"text": "no marks"}, **FRENCH)
    )
    assert "Posez une question" in body_of(client.post("/chat", {"question": "a"}, **FRENCH))


def test_notes_are_french_on_a_french_page_and_english_in_the_api_though_results_are_cached(client: Client) -> None:
    values = {"q": "childcare", "speaker": "Nobody Atall", "state": "Nowhere"}
    for _again in range(2):
        page = told(client, "/", values, **FRENCH)
        assert "Rien au compte rendu ne répond au filtre « province ou État : Nowhere »." in page
        assert "ne s’appelle « Nobody Atall »" in page
        notes = " ".join(client.get("/api/v1/search", values).json()["notes"])
        assert "Nothing in the record has the state “Nowhere”." in notes
        assert "No member who speaks in the record is called “Nobody Atall”" in notes


@pytest.mark.parametrize(
    ("quote", "english", "french"),
    [
        (
            SAID,
            "Verbatim, but not whole: read the sentence, which may say something else.",
            "Mot pour mot, mais incomplet : lisez la phrase, qui dit peut-être autre chose.",
        ),
        (SAID.replace("out of", "under"), "Altered: something else was said.", "Modifiée : autre chose a été dit."),
        (
            "zebras ate the purple lion at noon",
            "Not found in the record searched here",
            "Introuvable dans le compte rendu consulté ici",
        ),
    ],
)
def test_a_verdict_is_told_in_the_language_of_the_page(client: Client, quote: str, english: str, french: str) -> None:
    page = told(client, "/verify", {"quote": quote}, **FRENCH)
    assert french in page
    assert english not in page
    assert english in told(client, "/verify", {"quote": quote})


def test_the_text_for_a_report_names_the_day_the_chamber_and_each_change_in_french(client: Client) -> None:
    page = told(client, "/verify", {"quote": SAID.replace("out of", "not"), "party": "Pirates"}, **FRENCH)
    assert (
        "Le 26 octobre 2021, Amanda Rishworth (Parti travailliste australien) a dit (Chambre des représentants) :"
        in page
    )
    assert "a été dit, non « not » (une négation)" in page
    assert "Aucun parti du compte rendu ne s’appelle « Pirates »" in page
    assert "The claim differs" not in page


def test_hits_and_filters_have_the_french_names_of_chambers_countries_and_months(client: Client) -> None:
    page = told(client, "/", {"q": "childcare"}, **FRENCH)
    assert "Chambre des représentants · Child Care" in page
    assert "octobre 2021: 5" in page
    assert "Oct 2021: 5" not in page
    assert "Australie" in page
    assert "House of Representatives" not in page
    assert "House of Representatives · Child Care" in told(client, "/", {"q": "childcare"})


def test_what_a_question_was_understood_as_is_told_in_the_language_of_the_page(client: Client) -> None:
    query = {"q": "who voted for the climate bill since May 2020"}
    assert "compris : votes" in told(client, "/", query, **FRENCH)
    assert "since 1 May 2020" in told(client, "/", query)
    assert "depuis le 1er mai 2020" in told(client, "/", query, **FRENCH)


def test_an_estimate_and_the_voices_of_a_trend_are_french(client: Client) -> None:
    page = told(client, "/trends", {"q": "childcare", "mode": "meaning", "by": "parliament"}, **FRENCH)
    assert "Estimation : ce sont les interventions" in page
    assert "· Australie" in page
    assert "Estimated" not in page


def test_a_vote_tells_its_stage_and_what_a_yes_meant_in_french(client: Client) -> None:
    listed = body_of(client.get("/divisions/", **FRENCH))
    path = re.search(r'href="(/divisions/au-house-2021-12-01-[^"?]+)"', listed)
    assert path
    page = told(client, path[1], **FRENCH)
    assert "étude détaillée" in page
    assert "Un oui était un vote contre l’amendement." in page
    assert "A yes was" not in page


def test_votes_to_choose_from_are_told_in_the_language_of_the_question(client: Client) -> None:
    page = told(client, "/lists", {"q": "Qui a voté contre le projet de loi ?"}, **FRENCH)
    moved = "whilst not declining to give the bill a second reading, the House"
    assert f"deuxième lecture: amendment: {moved} (Linda Burney), rejeté 49–57" in page
    assert "Chambre des représentants, 26 octobre 2021" in page
    question = {"q": "Who voted against the bill?"}
    assert "House of Representatives, 26 October 2021" in told(client, "/lists", question, **FRENCH)


def test_an_answer_in_french_is_led_and_dated_in_french(client: Client) -> None:
    asked = client.post("/chat", {"question": "Qu’ont dit les députés sur les services de garde ?"}, **FRENCH)
    receipt = Answer.objects.get(conversation=UUID(asked["Location"].split("/")[2].partition("#")[0]))
    page = told(client, f"/answers/{receipt.pk}", **FRENCH)
    assert re.search(r"\(Parti travailliste australien\), (26 octobre|1er décembre) 2021", page)
    assert re.search(r"Recherche dans \d+ séances, du 26 octobre 2021 au 1er décembre 2021", page)
    assert "October" not in page
    assert "from 26 October 2021 to 1 December 2021" in told(client, f"/answers/{receipt.pk}")


def test_a_streamed_answer_tells_its_steps_in_the_language_of_the_page(client: Client) -> None:
    question = {"question": "Qu’ont dit les députés sur les services de garde ?"}
    streamed = body_of(client.post("/chat/stream", question, **FRENCH))
    assert "Recherche dans le compte rendu" in streamed
    assert "Lecture de" in streamed
    assert "Searching the record" in body_of(client.post("/chat/stream", question))


def test_a_citation_names_the_parliament_in_french(client: Client) -> None:
    page = told(client, "/speeches/61378-2021-12-01-1", **FRENCH)
    assert "Parlement de l’Australie, Chambre des représentants." in page
    assert "(2021, 1er décembre)" in page
    assert "(2021, December 1)" in told(client, "/speeches/61378-2021-12-01-1")
