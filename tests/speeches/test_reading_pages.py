"""The reading pages: what they show, how they lead to each other, and what a broken address gets."""

import html
import re

import pytest
from django.test import Client

from speeches.models import Debate, Division, Party, Politician, Sitting, Speech
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


def text_of(client: Client, address: str, **parameters: str) -> str:
    response = client.get(address, parameters)
    assert response.status_code == 200, (address, response.status_code)
    return body_of(response)


class TestSearch:
    def test_hits_of_one_speech_stand_together(self, client: Client) -> None:
        page = text_of(client, "/", q="childcare fees")
        hits = re.findall(
            r'<blockquote cite="/speeches/([^?"]+)', re.sub(r"<details.*?</details>", "", page, flags=re.S)
        )
        assert len(hits) == len(set(hits))
        assert re.search(r"\d+ more passages? of this speech", page)

    @pytest.mark.parametrize(("sort", "falls"), [("newest", True), ("oldest", False)])
    def test_the_order_of_days(self, client: Client, sort: str, falls: bool) -> None:
        days = re.findall(r'<time datetime="([\d-]+)"', text_of(client, "/", q="childcare fees", sort=sort))
        assert len(set(days)) > 1
        assert days == sorted(days, reverse=falls)

    def test_filters_are_chips_that_can_be_taken_away(self, client: Client) -> None:
        page = text_of(client, "/", q="childcare", party="ALP", chamber="House of Representatives")
        assert 'href="?q=childcare&amp;chamber=House+of+Representatives"><span class="quiet">Party:</span> ALP' in page

    def test_a_chart_over_time_filters_and_is_a_table_too(self, client: Client) -> None:
        page = text_of(client, "/", q="childcare fees")
        assert "<figcaption>Passages over time</figcaption>" in page
        assert '<a href="?q=childcare+fees&amp;date_from=2021-10-01&amp;date_to=2021-10-31">Oct 2021</a>' in page

    def test_nothing_found_offers_to_loosen_each_filter(self, client: Client) -> None:
        page = text_of(client, "/", q='"no such phrase anywhere"', party="ALP", chamber="Senate")
        assert "without party “ALP”" in page
        assert "without chamber “Senate”" in page

    def test_filters_alone_list_the_newest_speeches(self, client: Client) -> None:
        for parameters in ({"party": "AG"}, {"q": "party:AG "}):
            page = text_of(client, "/", **parameters)
            assert "Speeches with these filters" in page
            days = re.findall(r'<time datetime="([\d-]+)"', page)
            assert days == sorted(days, reverse=True)
            assert len(days) > 1

    def test_filters_without_a_field_are_kept_for_the_next_search(self, client: Client) -> None:
        page = text_of(client, "/", q="childcare", debate_type="STATEMENTS BY MEMBERS", topics="housing")
        assert '<input type="hidden" name="debate_type" value="STATEMENTS BY MEMBERS">' in page
        assert '<input type="hidden" name="topics" value="housing">' in page

    def test_of_two_topics_one_is_taken_away(self, client: Client) -> None:
        page = client.get("/?q=childcare&topics=one&topics=two").content.decode()
        assert 'href="?q=childcare&amp;topics=two"' in page
        assert 'href="?q=childcare&amp;topics=one"' in page

    def test_what_is_typed_is_completed(self, client: Client) -> None:
        found = client.get("/complete", {"q": "childcare rishw"}).json()["suggestions"]
        assert found == [
            {
                "text": 'speaker:"Amanda Rishworth" ',
                "label": "Amanda Rishworth",
                "kind": "speaker",
                "start": 10,
                "end": 15,
            }
        ]

    @pytest.mark.parametrize("typed", ["childcare amanda r", "childcare Amanda Rishw"])
    def test_a_name_is_completed_by_all_its_words(self, client: Client, typed: str) -> None:
        first, *_ = client.get("/complete", {"q": typed}).json()["suggestions"]
        assert (first["label"], first["start"], first["end"]) == ("Amanda Rishworth", 10, len(typed))

    @pytest.mark.parametrize("typed", ["", " ", "a", "x" * 3000, "zzzz"])
    def test_nothing_to_complete(self, client: Client, typed: str) -> None:
        assert client.get("/complete", {"q": typed}).json() == {"suggestions": []}


class TestSimilar:
    def test_other_speeches_near_in_meaning_not_itself(self, client: Client) -> None:
        speech = Speech.objects.filter(title="Child Care", politician__name="Amanda Rishworth").first()
        assert speech
        page = text_of(client, f"/similar/{speech.pk}")
        others = re.findall(r'<blockquote cite="/speeches/([^?"]+)', page)
        assert others
        assert speech.pk not in others
        assert re.search(r"child ?care", page.split("More like this</h1>")[1], re.I)

    def test_a_passage_of_its_own(self, client: Client) -> None:
        speech = Speech.objects.filter(title="Child Care").first()
        assert speech
        assert "a passage of this one" in text_of(client, f"/similar/{speech.pk}", passage="0")

    def test_of_nothing(self, client: Client) -> None:
        assert client.get("/similar/nobody-2021-01-01-1").status_code == 404


class TestSpeech:
    def test_it_leads_to_its_day_its_debate_its_speaker_and_party(self, client: Client) -> None:
        speech = (
            Speech.objects.filter(title="Child Care", politician__name="Amanda Rishworth")
            .select_related("debate")
            .first()
        )
        assert speech
        assert speech.debate
        page = text_of(client, speech.get_absolute_url())
        for address in (
            speech.sitting.get_absolute_url(), speech.debate.get_absolute_url(), "/politicians/amanda-rishworth",
            "/parties/au/ALP",
        ):  # fmt: skip
            assert f'href="{address}"' in page
            assert client.get(address).status_code == 200

    def test_the_passage_is_cited_in_four_forms(self, client: Client) -> None:
        speech = Speech.objects.filter(title="Child Care", politician__name="Amanda Rishworth").first()
        assert speech
        words = speech.text[:60]
        page = text_of(client, speech.get_absolute_url(), **{"from": "0", "to": "60"})
        assert "Cite this passage" in page
        assert page.count(words.replace("'", "&#x27;")) >= 4
        for form in ("Plain", "Markdown", "APA", "BibTeX"):
            assert f"<summary>{form}</summary>" in page

    def test_it_can_be_found_and_shared(self, client: Client) -> None:
        speech = Speech.objects.filter(title="Child Care").first()
        assert speech
        page = text_of(client, speech.get_absolute_url(), **{"from": "0", "to": "60"})
        assert f'<link rel="canonical" href="http://testserver{speech.get_absolute_url()}">' in page
        assert f'<meta property="og:title" content="{speech.speaker}' in page


class TestPeople:
    def test_a_politician(self, client: Client) -> None:
        page = text_of(client, "/politicians/amanda-rishworth")
        assert "Australian Labor Party" in page
        assert "Kingston, South Australia" in page
        assert 'name="speaker" value="Amanda Rishworth"' in page
        assert "Child Care" in page

    def test_the_speeches_of_a_year(self, client: Client) -> None:
        assert "Speeches in 2021" in text_of(client, "/politicians/amanda-rishworth", year="2021")
        assert "No speech in 1999" in text_of(client, "/politicians/amanda-rishworth", year="1999")
        for year in ("0000", "9999", "١٩٩٩", "x"):
            assert client.get("/politicians/amanda-rishworth", {"year": year}).status_code == 200

    @pytest.mark.parametrize("name", ["{", ",", "zzz"])
    def test_a_name_that_is_nobodys(self, client: Client, name: str) -> None:
        assert "Nobody of that name" in text_of(client, "/politicians/", name=name)

    @pytest.mark.parametrize("name", ["rishworth", "Amanda Rishworth", "RISHWORTH amanda"])
    def test_politicians_by_name(self, client: Client, name: str) -> None:
        assert text_of(client, "/politicians/", name=name).count("<li><span") == 1

    def test_politicians_by_party_are_in_order_of_surname(self, client: Client) -> None:
        page = text_of(client, "/politicians/", party="AG")
        assert (
            page.index("Adam Bandt") < page.index("Larissa Waters")
            if "Larissa Waters" in page
            else "Adam Bandt" in page
        )

    def test_a_party(self, client: Client) -> None:
        page = text_of(client, "/parties/au/ALP")
        assert "Members in the record" in page
        assert "Amanda Rishworth" in page

    def test_a_partys_bare_code_leads_on(self, client: Client) -> None:
        assert client.get("/parties/ALP")["Location"] == "/parties/au/ALP"

    def test_a_code_of_two_parties_offers_both(self, client: Client) -> None:
        Party.objects.create(parliament_id="merrowa", code="ALP", name="Another Party")
        response = client.get("/parties/ALP")
        assert response.status_code == 300
        assert "Another Party" in response.content.decode()

    @pytest.mark.parametrize("address", ["/politicians/nobody", "/parties/XX", "/parties/au/XX", "/parties/zz/ALP"])
    def test_nobody(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404


class TestDays:
    def test_the_calendar_leads_to_the_day(self, client: Client) -> None:
        page = text_of(client, "/sittings/", year="2021")
        assert 'href="/sittings/2021-10-26/au-house"' in page
        assert "no sitting" in text_of(client, "/sittings/", year="1950").replace("has no sitting", "no sitting")

    def test_a_days_order_of_business(self, client: Client) -> None:
        page = text_of(client, "/sittings/2021-10-26/au-house")
        headings = [page.index(name) for name in ("STATEMENTS BY MEMBERS", "QUESTIONS WITHOUT NOTICE", "ADJOURNMENT")]
        assert headings == sorted(headings)
        assert client.get("/sittings/2021-10-26/house").status_code == 200

    @pytest.mark.parametrize(
        "address",
        ["/sittings/2021-10-26/senate", "/sittings/yesterday/house", "/debates/x", "/debates/au-house-2021-10-26-9999",
         "/divisions/au-house-2021-10-26-x", "/divisions/-1"],
    )  # fmt: skip
    def test_nothing_there(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404

    def test_an_empty_record_says_what_to_do(self, client: Client) -> None:
        Sitting.objects.all().delete()
        assert "manage.py ingest" in text_of(client, "/sittings/")
        assert "no recorded vote" in text_of(client, "/divisions/")


class TestDivisions:
    def test_every_name_stands_under_its_side_and_party(self, client: Client) -> None:
        division = Division.objects.filter(ballots__isnull=False).distinct().order_by("pk").first()
        assert division
        page = text_of(client, division.get_absolute_url())
        ayes, noes = page.split("<h2>Ayes")[1].split("<h2>Noes")
        for ballot in division.ballots.all():
            side = {"aye": ayes, "no": noes.split("<h2>Paired")[0]}.get(ballot.vote, noes.split("<h2>Paired")[-1])
            assert ballot.name.replace("'", "&#x27;") in side
        assert f"Ayes {division.ayes}" in page
        assert "teller" in page

    def test_the_list_leads_to_each(self, client: Client) -> None:
        page = text_of(client, "/divisions/")
        division = Division.objects.order_by("-sitting__date", "-position").first()
        assert division
        assert division.get_absolute_url() in page

    @pytest.mark.parametrize(
        ("narrowed", "titles"),
        [
            ({"q": "Annual Disclosure", "kind": "amendment"}, ["amendments (3) and (5)", "amendments (2) and (4)"]),
            ({"bill": "Maeve's Law"}, ["amendments (7) to (16) together (Kevin Andrews)"]),
            ({"q": "no longer heard", "outcome": "agreed"}, ["the member for McMahon be no longer heard"]),
            ({"q": "no longer heard", "outcome": "negatived"}, []),
            ({"member": "helen-haines", "kind": "amendment", "date_to": "2021-11-01"}, ["Remote Engagement"]),
            ({"party": "AG", "side": "no", "date_from": "2021-12-01", "q": "together"}, ["(3) and (5)", "(2) and (4)"]),
        ],
    )
    def test_the_list_is_narrowed(self, client: Client, narrowed: dict[str, str], titles: list[str]) -> None:
        page = text_of(client, "/divisions/", parliament="au", **narrowed)
        found = re.findall(r'<li><a href="/divisions/[^"]+">([^<]+)', page)
        assert len(found) == len(titles) == page.count('class="outcome"')
        assert [title for title, words in zip(found, titles, strict=True) if words not in html.unescape(title)] == []

    @pytest.mark.parametrize("narrowed", [{"kind": "tea"}, {"outcome": "x"}, {"party": "AG", "side": "up"}])
    def test_a_list_that_cannot_be_made_says_what_to_choose(self, client: Client, narrowed: dict[str, str]) -> None:
        response = client.get("/divisions/", narrowed)
        assert response.status_code == 422
        assert "choose one of" in response.content.decode()

    def test_who_voted_against_most_of_their_party_is_named(self, client: Client) -> None:
        division = Division.objects.get(subject__contains="Maeve", sitting__chamber__parliament="au")
        address = division.get_absolute_url()
        # Some members' party is not on record here. Only Labor's majority is too large for them to overturn.
        rebels = text_of(client, address).split("Against most of their party")[1].split("</section>")[0]
        assert re.findall(r">([^<]+)</a>", rebels) == ["Hayes, C. P.", "Keogh, M. J.", "Zappia, A."]
        division.ballots.update(party=Party.objects.get(code="LP", parliament="au"))
        rebels = text_of(client, address).split("Against most of their party")[1].split("</section>")[0]
        named = {html.unescape(name) for name in re.findall(r"<li>(?:<a[^>]+>)?([^<]+)", rebels)}
        ayes, noes = (set(division.ballots.filter(vote=vote).values_list("name", flat=True)) for vote in ("aye", "no"))
        assert {name.strip() for name in named} == min(ayes, noes, key=len)
        division.ballots.update(party=Party.objects.get(code="IND", parliament="au"))
        assert "Against most of their party" not in text_of(client, address)

    def test_two_members_are_compared(self, client: Client) -> None:
        page = text_of(client, "/divisions/agreement/adam-bandt/bob-katter")
        assert re.search(r"Both took a side in \d+ recorded votes, and voted alike in \d+\.", page)
        assert "Where they parted" in page
        for other in ("nobody", Politician.objects.filter(parliament="merrowa").values_list("slug", flat=True)[0]):
            assert client.get(f"/divisions/agreement/adam-bandt/{other}").status_code == 404


@pytest.mark.django_db
def test_ids_name_the_day_and_stay() -> None:
    sitting = Sitting.objects.get(date="2021-10-26", chamber__slug="house")
    assert sitting.key == "au-house-2021-10-26"
    assert Sitting.objects.find_by_key(sitting.key) == sitting
    debate = sitting.debates.order_by("position").first()
    assert debate
    assert Debate.objects.find_by_key(debate.key) == debate
    assert Politician.objects.filter(slug="amanda-rishworth").exists()
