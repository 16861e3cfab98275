"""The parliament that a page is read in: how it is chosen, what it hides, and where the invented sample is labelled."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from speeches.models import Party, Speech
from speeches.templatetags.names import party_options

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]
SAMPLE = "invented sample"


def choose(client: Client, code: str, back: str = "/") -> HttpResponse:
    return client.get("/parliament", {"parliament": code, "next": back})  # type: ignore[return-value]


def chooser(page: str) -> str:
    return page.split('id="parliament"')[1].split("</select>", maxsplit=1)[0]


def chosen_codes(page: str) -> list[str]:
    return re.findall(r'<option value="(\w+)" selected>', chooser(page))


class TestChooser:
    def test_every_page_offers_the_parliaments_on_record(self, client: Client) -> None:
        page = client.get("/sittings/").content.decode()
        options = page.split('id="parliament"')[1].split("</select>", maxsplit=1)[0]
        assert re.findall(r'value="(\w+)"', options) == ["all", "au", "merrowa"]
        assert f"({SAMPLE})" in options

    def test_a_choice_goes_into_the_address_and_is_remembered(self, client: Client) -> None:
        response = choose(client, "au", "/sittings/?page=3&parliament=merrowa&q=tax")
        assert response.status_code == 302
        assert response["Location"] == "/sittings/?q=tax&parliament=au"
        assert chosen_codes(client.get("/sittings/").content.decode()) == ["au"]

    def test_an_address_goes_before_what_is_remembered(self, client: Client) -> None:
        choose(client, "au")
        assert chosen_codes(client.get("/", {"parliament": "merrowa"}).content.decode()) == ["merrowa"]
        assert chosen_codes(client.get("/", {"parliament": "all"}).content.decode()) == []

    def test_a_parliament_that_the_record_lacks(self, client: Client) -> None:
        response = client.get("/", {"parliament": "atlantis"})
        assert response.status_code == 404
        assert "Choose one of: au, merrowa" in response.content.decode()
        assert choose(client, "atlantis").status_code == 404
        assert choose(client, "\x00").status_code == 422

    def test_one_that_was_remembered_and_is_gone_is_forgotten(self, client: Client) -> None:
        client.cookies["parliament"] = "atlantis"
        assert client.get("/sittings/").status_code == 200

    @pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
    def test_it_leads_to_no_other_site(self, client: Client, back: str) -> None:
        assert choose(client, "au", back)["Location"] == "/?parliament=au"


class TestSample:
    @pytest.mark.parametrize("address", ["/", "/sittings/", "/debates/", "/politicians/", "/parties/", "/divisions/"])
    def test_beside_a_real_record_it_is_left_out(self, client: Client, address: str) -> None:
        page = client.get(address).content.decode()
        assert SAMPLE not in page.replace(f"({SAMPLE})</option>", "")

    @pytest.mark.parametrize("address", ["/sittings/", "/politicians/", "/?q=housing"])
    def test_chosen_it_is_labelled_wherever_it_stands(self, client: Client, address: str) -> None:
        join = "&" if "?" in address else "?"
        page = client.get(f"{address}{join}parliament=merrowa").content.decode()
        assert "Invented sample: nobody said any of this." in page

    def test_every_page_of_it_says_so_whatever_is_chosen(self, client: Client) -> None:
        speech = Speech.objects.filter(parliament="merrowa").exclude(politician=None).exclude(party=None).first()
        assert speech and speech.sitting and speech.politician and speech.party
        for one in (speech, speech.sitting, speech.politician, speech.party):
            page = client.get(one.get_absolute_url()).content.decode()
            assert "Invented sample: nobody said any of this." in page, one
        real = Speech.objects.filter(parliament="au").first()
        assert real
        assert "Invented sample" not in client.get(real.get_absolute_url()).content.decode()

    def test_each_passage_of_it_is_labelled(self, client: Client) -> None:
        page = client.get("/?q=housing&parliament=merrowa").content.decode()
        page = re.sub(r"<details.*?</details>", "", page, flags=re.S)
        assert page.count(f'<span class="sample">{SAMPLE}</span>') >= page.count("<blockquote") > 0

    def test_a_search_finds_it_only_when_it_is_chosen(self, client: Client) -> None:
        def countries(**filters: str) -> set[tuple[str, bool]]:
            hits = client.get("/api/v1/search", {"q": "climate targets", "top_k": "20", **filters}).json()["results"]
            return {(hit["country"], hit["sample"]) for hit in hits}

        assert countries() == {("Australia", False)}
        assert countries(country="merrowa") == {("Merrowa", True)}

    @pytest.mark.parametrize(
        "name", ["speeches", "sittings", "debates", "divisions", "politicians", "parties", "bills"]
    )
    def test_each_item_of_a_list_names_its_country(self, client: Client, name: str) -> None:
        def countries(**filters: str) -> set[tuple[str, bool]]:
            items = client.get(f"/api/v1/{name}", {"limit": "100", **filters}).json()["items"]
            return {(item["country"], item["sample"]) for item in items}

        assert countries(country="merrowa") <= {("Merrowa", True)}
        assert ("Merrowa", True) not in countries()
        assert ("Australia", False) in countries() or name == "bills"

    def test_an_answer_from_it_says_so(self, client: Client) -> None:
        for where in ({"country": "merrowa"}, {"filters": {"country": "merrowa"}}):
            body = {"question": "What was said about housing?", **where}
            answer = client.post("/api/v1/ask", body, content_type="application/json").json()
            assert answer["sources"]
            assert all(source["sample"] for source in answer["sources"])

    def test_a_field_that_a_question_has_not_is_refused(self, client: Client) -> None:
        body = {"question": "What was said about housing?", "parliament": "merrowa"}
        response = client.post("/api/v1/ask", body, content_type="application/json")
        assert response.status_code == 422
        assert "parliament" in response.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "search?q=tax&country=", "speeches?country=", "sittings?country=", "debates?country=", "divisions?country=",
        "politicians?country=", "parties?country=", "topics?country=", "bills?country=", "committees?country=",
        "records/bill?country=", "lists?q=Who+voted&country=",
    ],
)  # fmt: skip
@pytest.mark.parametrize("country", ["atlantis", "a%00b"])
def test_a_country_that_is_none_is_refused_by_every_endpoint(client: Client, path: str, country: str) -> None:
    response = client.get(f"/api/v1/{path}{country}")
    assert response.status_code == 422, path
    assert response.json()["errors"]


@pytest.mark.parametrize("query", ["member=%00", "q=%00", "kind=%00bill", "page=abc", "parliament=au&page=99999"])
def test_a_broken_address_of_the_list_of_votes_is_survived(client: Client, query: str) -> None:
    assert client.get(f"/divisions/?{query}").status_code in {200, 422}


def test_a_party_is_chosen_by_its_country_where_another_has_its_code(client: Client) -> None:
    Party.objects.create(parliament_id="merrowa", code="ALP", name="Aurora Labour")
    page = client.get("/", {"q": "childcare", "party": "au/ALP"}).content.decode()
    menu = page.split('name="party"')[1].split("</select>", maxsplit=1)[0]
    assert re.findall(r'<option value="([^"]+)" selected>', menu) == ["au/ALP"]
    assert "Australian Labor Party, Australia" in page.split('class="chips"')[1]
    assert [one.parliament_id for one in Party.objects.find_by_name("au/ALP")] == ["au"]
    assert {one.parliament_id for one in Party.objects.find_by_name("ALP")} == {"au", "merrowa"}


@pytest.mark.parametrize(
    ("chosen", "selected", "unlisted"), [("ca/IND", "ca/IND", ""), ("IND", "", "IND"), ("", "", "")]
)
def test_a_code_that_several_parties_have_is_an_option_of_its_own(chosen: str, selected: str, unlisted: str) -> None:
    menu = party_options([Party(parliament_id=code, code="IND") for code in ("au", "ca")], chosen)
    assert (menu["selected"], menu["unlisted"]) == (selected, unlisted)
