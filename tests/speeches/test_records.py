"""Records other than speeches, of Canada and New Zealand: pages and JSON of bills, committees and lists."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from speeches.models import Politician

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("three_parliaments")]

HORSES = "ca-41-2-c-571"


def words(client: Client, path: str, **parameters: str) -> str:
    """The words of a page. Fails if its status is not 200."""
    response = client.get(path, parameters)
    assert response.status_code == 200, path
    main = response.content.decode().split("<main")[1]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def get_json(client: Client, path: str, **parameters: str) -> Any:
    response = client.get(f"/api/v1{path}", parameters)
    assert response.status_code == 200, path
    return response.json()


class TestBills:
    def test_are_found_by_words_of_their_titles(self, client: Client) -> None:
        page = words(client, "/bills/", title="food")
        assert "C-539 An Act to promote local foods" in page
        assert "Appropriation" not in page

    def test_say_where_they_were_debated_and_voted_on(self, client: Client) -> None:
        page = words(client, f"/bills/{HORSES}")
        assert "slaughter of equines for human consumption" in page
        assert "1 debate, 1 vote" in page

    def test_tell_programs_the_same(self, client: Client) -> None:
        bill = get_json(client, f"/bills/{HORSES}")
        assert (bill["number"], bill["session"], len(bill["divisions"])) == ("C-571", "41-2", 1)
        assert [item["id"] for item in get_json(client, "/bills", number="c-571")["items"]] == [HORSES]

    @pytest.mark.parametrize("name", ["C-571", "c571", "bill C571", HORSES])
    def test_as_a_filter_alone_leave_what_was_said_on_them(self, client: Client, name: str) -> None:
        listed = get_json(client, "/speeches", bill=name)["items"]
        assert listed
        assert {item["title"] for item in listed} == {
            item["title"] for item in get_json(client, "/speeches", bill=HORSES)["items"]
        }
        assert words(client, "/", bill=name)

    def test_that_nobody_knows_are_said_to_be_unknown(self, client: Client) -> None:
        assert "No bill in the record is called “C-9”." in words(client, "/", bill="C-9")
        assert get_json(client, "/speeches", bill="C-9")["items"] == []
        assert client.get("/bills/ca-99-1-c-1").status_code == 404
        assert client.get("/api/v1/bills/ca-99-1-c-1").status_code == 404

    def test_of_a_session_stand_on_its_page(self, client: Client) -> None:
        assert "Bill C-571" in words(client, "/sessions/ca/41-2")
        assert client.get("/sessions/ca/99").status_code == 404
        assert client.get("/sessions/xx/41-2").status_code == 404


class TestCommittees:
    def test_are_listed_by_parliament(self, client: Client) -> None:
        page = words(client, "/committees/")
        assert "Parliament of Canada" in page
        assert "Board of Internal Economy" in page

    def test_say_who_sat_on_them_by_the_printed_list(self, client: Client) -> None:
        page = words(client, "/committees/ca/veterans-affairs")
        assert "Members on 31 May 2013 Greg Kerr Chair" in page

    def test_tell_programs_the_same(self, client: Client) -> None:
        committee = get_json(client, "/committees/ca-veterans-affairs")
        seats = committee["members"]["2013-05-31"]
        assert [seat["name"] for seat in seats if seat["role"] == "chair"] == ["Greg Kerr"]

    @pytest.mark.parametrize("path", ["/committees/ca/no-such", "/committees/xx/finance", "/api/v1/committees/ca-none"])
    def test_that_nobody_knows_are_not_found(self, client: Client, path: str) -> None:
        assert client.get(path).status_code == 404

    def test_a_member_keeps_the_keys_that_the_lists_have_for_them(self) -> None:
        """The lists stand after the speeches and the votes in a file, so their keys come last."""
        assert Politician.objects.filter(parliament="ca", other_source_ids__len__gte=5).count() > 100


class TestLists:
    QUESTION = "Who voted against Bill C-571?"

    def test_are_pages_with_every_name(self, client: Client) -> None:
        page = words(client, "/lists", q=self.QUESTION)
        assert page.count("Conservative Party of Canada") >= 100
        assert "155 voted against Bill C-571, second reading (102 to 155)" in page

    @pytest.mark.parametrize(
        ("question", "heading"),
        [
            ("Who voted on Bill C-571?", "Vote"),
            ("Who spoke on the Meat Inspection Act on 14 May 2014?", "Speeches"),
            ("Which debates were there on 14 May 2014?", "When"),
        ],
    )
    def test_name_what_their_last_column_holds(self, client: Client, question: str, heading: str) -> None:
        page = client.get("/lists", {"q": question}).content.decode()
        assert re.findall(r'<th scope="col">([^<]+)</th>', page)[-1] == heading

    def test_stand_above_the_hits_of_a_search(self, client: Client) -> None:
        page = words(client, "/", q=self.QUESTION, mode="words")
        assert "155 voted against Bill C-571" in page

    @pytest.mark.parametrize("narrowed", [{"party": "NDP"}, {"date_from": "2013-01-01"}, {"language": "fr"}])
    def test_do_not_stand_beside_filters_that_they_would_ignore(self, client: Client, narrowed: dict[str, str]) -> None:
        assert "155 voted against" not in words(client, "/", q=self.QUESTION, mode="words", **narrowed)

    def test_are_csv(self, client: Client) -> None:
        response = client.get("/lists", {"q": self.QUESTION, "format": "csv"})
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        assert 'filename="155-voted-against-bill-c-571' in response["Content-Disposition"]
        rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
        assert len(rows) == 155
        assert {row["side"] for row in rows} == {"against"}
        assert all(row["source"].startswith("http://testserver/divisions/") for row in rows)

    def test_tell_programs_a_part_at_a_time(self, client: Client) -> None:
        first = get_json(client, "/lists", q=self.QUESTION, limit="100")
        rest = get_json(client, "/lists", q=self.QUESTION, offset="100")
        assert first["total"] == 155
        assert len(first["entries"]) + len(rest["entries"]) == 155
        assert first["source"]["reference"] == "Vote no. 142, House of Commons, 14 May 2014"

    def test_of_a_follow_up_are_of_the_vote_asked_about_before(self, client: Client) -> None:
        page = words(client, "/lists", q="And who voted for it?", after=self.QUESTION)
        assert "102 voted for Bill C-571, second reading (102 to 155)" in page

    def test_are_of_the_vote_that_the_reader_chose(self, client: Client) -> None:
        key = get_json(client, f"/bills/{HORSES}")["divisions"][0]
        listed = get_json(client, "/lists", q="Who voted against it?", vote=key)
        assert listed["found"]
        assert listed["total"] == 155

    @pytest.mark.parametrize("question", ["Why did they vote against C-571?", "What is a bill?"])
    def test_are_none_where_a_question_asks_for_something_else(self, client: Client, question: str) -> None:
        assert client.get("/lists", {"q": question}).status_code == 404
        assert get_json(client, "/lists", q=question)["found"] is False

    @pytest.mark.parametrize(
        "parameters",
        [{"q": "x"}, {"q": "Who?", "limit": "0"}, {"q": "Who?", "offset": "-1"}, {"q": "Who?", "vote": "x"}, {}],
    )
    def test_with_broken_parameters_say_which(self, client: Client, parameters: dict[str, str]) -> None:
        response = client.get("/api/v1/lists", parameters)
        assert response.status_code == 422
        assert response.json()["errors"][0]["field"]


class TestVotes:
    def test_by_name_show_each_party_and_who_was_absent_from_the_sides(self, client: Client) -> None:
        key = get_json(client, f"/bills/{HORSES}")["divisions"][0]
        page = words(client, f"/divisions/{key}")
        assert "Conservative Party of Canada" in page
        assert "Ablonczy" in page

    def test_of_a_member_stand_on_their_page_with_how_many_name_them(self, client: Client) -> None:
        page = words(client, "/politicians/diane-ablonczy")
        assert "Named in 3 of the 3 votes by name that the record holds of their time." in page

    def test_by_party_show_what_the_whips_cast(self, client: Client) -> None:
        source = get_json(
            client, "/lists", q="Which parties voted for the Electoral Finance Bill at its first reading?"
        )
        page = words(client, source["source"]["url"])
        assert "New Zealand Labour" in page
        assert "49" in page


class TestLanguages:
    def test_a_speech_leads_to_itself_in_the_other_language(self, client: Client) -> None:
        french = get_json(client, "/speeches", language="fr", country="ca")["items"]
        translated = 0
        for item in french[:10]:
            page = client.get(item["url"].split("?")[0] if "url" in item else f"/speeches/{item['speech_id']}")
            translated += 'hreflang="en"' in page.content.decode()
        assert translated


def test_coverage_names_every_chamber_with_its_months(client: Client) -> None:
    page = words(client, "/coverage")
    assert "House of Commons" in page
    chambers = {one["chamber"]: one for one in get_json(client, "/coverage")}
    assert chambers["House of Commons"]["first"] == "2013-05-31"
    assert chambers["House of Commons"]["sittings"] == 3


def test_a_riding_shows_who_sat_for_it(client: Client) -> None:
    entry = get_json(client, "/lists", q="Who voted against Bill C-571?")["entries"][0]
    person = words(client, entry["url"])
    assert "Calgary" in person
