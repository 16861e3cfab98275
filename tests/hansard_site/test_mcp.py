"""The MCP server as an assistant meets it: real clients, over both transports, in subprocesses, on the real days."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from hansard_site.mcp import make_server
from speeches.models import Division, Speech
from speeches.search.engine import SearchRequest, search
from tests.mcp_clients import ROOT, Session, call_tool, during, over_http, over_stdio, refusal_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]
GOLDEN = Path(__file__).parent / "golden" / "mcp_tools.json"
READERS = (
    "search_speeches", "get_speech", "search_hansard", "fetch_speech", "search", "fetch", "ask_hansard", "verify_quote",
    "search_debates", "find_contributors", "get_politician", "list_divisions", "get_division", "complete_list",
    "search_records", "get_record",
    "search_bylaws",
    "ask_bylaws",
)  # fmt: skip

Connect = Callable[[], Session]


@pytest.fixture(params=["stdio", "http"])
def connect(request: pytest.FixtureRequest, site: str) -> Connect:
    """Makes clients, over each transport in turn."""
    return over_stdio if request.param == "stdio" else lambda: over_http(site)


async def _list_tools(session: Session) -> list[dict[str, Any]]:
    return [tool.model_dump(mode="json", exclude_none=True, by_alias=True) for tool in await session.list_tools()]


class TestTools:
    def test_they_are_announced_as_agreed(self, connect: Connect) -> None:
        """The golden file is the contract: it reveals any change of names, parameters or answers.

        `UPDATE_GOLDEN=1` writes it.
        """
        tools = sorted(during(connect(), _list_tools), key=lambda tool: tool["name"])
        told = [{key: tool[key] for key in ("name", "inputSchema", "outputSchema", "annotations")} for tool in tools]
        if os.environ.get("UPDATE_GOLDEN"):
            GOLDEN.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
        assert told == json.loads(GOLDEN.read_text())
        for tool in tools:
            assert tool["title"], tool["name"]
            assert len(tool["description"]) > 60, tool["name"]
            assert tool["annotations"]["readOnlyHint"] is (tool["name"] in READERS)
        assert {tool["name"] for tool in tools} == {*READERS, "ingest_speech"}

    @override_settings(MCP_TOOLS=["search", "fetch"])
    def test_a_setting_chooses_which_are_listed(self) -> None:
        assert [tool.name for tool in asyncio.run(make_server().list_tools())] == ["search", "fetch"]

    @override_settings(MCP_TOOLS=["serach"])
    def test_a_tool_that_does_not_exist_stops_the_start(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="serach"):
            make_server()


class TestReading:
    def test_a_search_is_verbatim_and_leads_to_the_speech(self, connect: Connect) -> None:
        async def journey(session: Session) -> tuple[Any, Any, Any]:
            hits = (await session.call_tool("search_speeches", {"query": "childcare fees", "party": "Labor"})).data
            first = hits[0]
            id_ = first["speech_id"] if isinstance(first, dict) else first.speech_id
            speech = (
                await session.call_tool("get_speech", {"speech_id": id_, "include_context": True})
            ).structured_content
            exact = (await session.call_tool("fetch_speech", {"speech_id": id_})).structured_content
            return hits, speech, exact

        hits, speech, exact = during(connect(), journey)
        first = hits[0] if isinstance(hits[0], dict) else vars(hits[0])
        assert first["excerpt"] in speech["full_text"]
        stored = Speech.objects.get(pk=speech["speech_id"])
        assert exact["full_text"] == stored.text == speech["full_text"]
        assert speech["context_after"]
        assert len(hits) == 10

    def test_passages_are_whole(self, site: str) -> None:
        for hit in call_tool(over_http(site), "search_hansard", query="childcare fees", limit=5):
            text = Speech.objects.get(pk=hit["speech_id"]).text
            assert hit["text"] == text[hit["start"] : hit["end"]]

    def test_the_shape_of_connectors(self, site: str) -> None:
        results = call_tool(over_http(site), "search", query="childcare fees")["results"]
        assert set(results[0]) == {"id", "title", "url", "text"}
        document = call_tool(over_http(site), "fetch", id=results[0]["id"])
        assert results[0]["text"] in document["text"]
        assert document["url"].startswith("http")

    def test_a_long_text_is_cut_and_goes_on(self, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
        from speeches.mcp import common

        monkeypatch.setattr(common, "LONGEST_TEXT", 10)
        first, start, cursor = common.piece("a" * 10 + "b" * 5, "")
        assert (first, start) == ("a" * 10, 0)
        assert common.piece("a" * 10 + "b" * 5, cursor) == ("b" * 5, 10, "")
        for bad in ("nonsense", "LTU=", "OTk5OTk5"):
            with pytest.raises(Exception, match="cursor"):
                common.piece("abc", bad)

    def test_pages_of_divisions(self, site: str) -> None:
        seen: list[str] = []
        cursor = ""
        while True:
            page = call_tool(over_http(site), "list_divisions", limit=5, cursor=cursor)
            seen += [one["id"] for one in page["divisions"]]
            cursor = page["next_cursor"]
            if not cursor:
                break
        assert len(seen) == len(set(seen)) == Division.objects.count()
        division = call_tool(over_http(site), "get_division", division_id=seen[0])
        assert len(division["ballots"]) == Division.objects.find_by_key(seen[0]).ballots.count()  # type: ignore[union-attr]

    def test_resources(self, site: str) -> None:
        speech = Speech.objects.filter(title="Child Care").first()
        assert speech
        assert speech.debate
        uris = [f"speech://{speech.pk}", f"debate://{speech.debate.key}"]

        async def read(session: Session) -> list[str]:
            return [(await session.read_resource(uri))[0].text for uri in uris]  # type: ignore[union-attr]

        text, outline = during(over_http(site), read)
        assert speech.text in text
        assert speech.pk in outline


class TestErrors:
    @pytest.mark.parametrize(
        ("tool", "arguments", "words"),
        [
            ("search_speeches", {"query": "a"}, "at least 2 characters"),
            ("search_speeches", {"query": "x" * 2001}, "at most 2000"),
            ("search_speeches", {"query": "housing", "date_from": "soon"}, "such as 2021-10-21"),
            ("search_speeches", {"query": "housing", "top_k": 51}, "1 to 50"),
            ("search_speeches", {"query": "housing", "chamber": "Althing"}, "No chamber is called"),
            ("search_speeches", {"query": "a\x00b"}, "NUL"),
            ("search_hansard", {"query": "housing", "limit": 0}, "1 to 50"),
            ("get_speech", {"speech_id": "nobody-1"}, "No speech has the id"),
            ("fetch_speech", {"speech_id": "x\x00"}, "No speech has the id"),
            ("fetch", {"id": "nobody-1"}, "No speech has the id"),
            ("get_division", {"division_id": "x"}, "No division has the id"),
            ("get_politician", {"politician": "Nobody Atall"}, "No member who speaks in the record"),
            ("search_debates", {"title": "a"}, "at least 2"),
            ("search_debates", {"title": "child", "cursor": "zz"}, "cursor"),
            ("verify_quote", {"quote": ""}, ""),
            ("ask_hansard", {"question": ""}, ""),
            ("ask_hansard", {"question": "Housing?", "filters": {"colour": "red"}}, "no filter colour"),
            ("ask_hansard", {"question": "Housing?", "filters": {"party": 5}}, "party"),
            ("search_speeches", {"query": "housing", "party": "Nope"}, "No party in the record is called"),
            ("search_speeches", {"query": "housing", "speaker": "Mr Nobodyhere"}, "No member who speaks in the record"),
            ("find_contributors", {"topic": "housing", "party": "Nope"}, "No party in the record"),
            ("list_divisions", {"politician": "nobody"}, "No politician has the id"),
            ("list_divisions", {"politician": "\x00"}, "No politician has the id"),
            ("ask_hansard", {"question": "Housing?", "filters": {"topics": [1]}}, "topics is a list of texts"),
            ("search_bylaws", {"scheme": "\x00", "query": "dog"}, "no such scheme"),
            ("search_speeches", {"query": "housing", "top_k": "many"}, "top_k: Input should be a valid integer"),
            ("ingest_speech", {"content": "{}"}, "scope “ingest”"),
            ("search_bylaws", {"scheme": "harbour-view", "query": "dog"}, "no such scheme"),
            ("ask_bylaws", {"scheme": "harbour-view", "question": "Can I keep a dog?"}, "no such scheme"),
        ],
    )
    def test_say_what_to_mend(self, site: str, tool: str, arguments: dict[str, Any], words: str) -> None:
        message = refusal_of(over_http(site), tool, **arguments)
        assert words in message
        assert "Traceback" not in message
        assert "SELECT" not in message
        assert len(message) < 600

    def test_a_wrong_type_and_an_unknown_tool_are_survived(self, connect: Connect) -> None:
        some = Speech.objects.filter(title="Child Care").values_list("pk", flat=True)[0]

        async def abuse(session: Session) -> Any:
            for tool, arguments in (
                ("search_speeches", {"query": 5, "top_k": "many"}),
                ("no_such_tool", {}),
                ("get_speech", {}),
            ):
                found = await session.call_tool(tool, arguments, raise_on_error=False)
                assert found.is_error
            return (await session.call_tool("get_speech", {"speech_id": some})).structured_content

        assert during(connect(), abuse)["speech_id"] == some

    def test_with_the_database_away(self, tmp_path: Path) -> None:
        away = os.environ["DATABASE_URL"].rpartition("/")[0] + "/no_such_database"
        code = (
            "import django; django.setup()\n"
            "from speeches.mcp.browse import get_division\n"
            "try: get_division('au-house-2021-10-26-1')\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        env = {**os.environ, "DATABASE_URL": away, "DJANGO_SETTINGS_MODULE": "hansard_site.settings"}
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        assert run.stdout.strip() == "ToolError The database is away for the moment. Try again in a minute."


class TestTransports:
    def test_stdout_holds_nothing_but_the_protocol(self) -> None:
        from tests.browser import test_database_url

        who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who}
        env = {**os.environ, "DATABASE_URL": test_database_url()}
        run = subprocess.run(
            [sys.executable, "manage.py", "mcp"], cwd=ROOT, env=env, input=json.dumps(hello) + "\n",
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        assert [line["id"] for line in lines] == [1]
        assert lines[0]["result"]["serverInfo"]["name"] == "Hansard"

    def test_two_clients_at_once(self, site: str) -> None:
        async def both() -> list[int]:
            async def one(query: str) -> int:
                async with over_http(site) as session:
                    return len((await session.call_tool("search_speeches", {"query": query})).data)

            return list(await asyncio.gather(one("childcare fees"), one("nuclear power")))

        assert asyncio.run(both()) == [10, 10]

    def test_a_client_that_is_killed_leaves_no_server_behind(self) -> None:
        from tests.browser import test_database_url

        env = {**os.environ, "DATABASE_URL": test_database_url()}
        pipe = [sys.executable, "manage.py", "mcp"]
        process = subprocess.Popen(
            pipe, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(3)
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=20) is not None

    def test_a_killed_client_and_a_cancelled_call_do_not_harm_the_others(self, site: str) -> None:
        killer = (
            "import asyncio, os, signal\n"
            "from tests.mcp_clients import over_http\n"
            "async def main():\n"
            f"    async with over_http({site!r}) as session:\n"
            "        asyncio.get_running_loop().call_later(0.1, os.kill, os.getpid(), signal.SIGKILL)\n"
            "        await session.call_tool('ask_hansard', {'question': 'What do members say about housing?'})\n"
            "asyncio.run(main())"
        )
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "hansard_site.settings"}
        killed = subprocess.run([sys.executable, "-c", killer], cwd=ROOT, env=env, capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL

        async def impatient(session: Session) -> int:
            with pytest.raises(Exception):  # noqa: B017
                await session.call_tool("ask_hansard", {"question": "What about energy prices?"}, timeout=0.01)
            return len((await session.call_tool("search_speeches", {"query": "energy prices"})).data)

        assert during(over_http(site), impatient) == 10


class TestDoor:
    def ask(self, site: str, path: str = "/mcp", **headers: str) -> tuple[int, dict[str, str], Any]:
        request = urllib.request.Request(
            site + path, headers=headers, method="POST" if path == "/mcp" else "GET", data=None
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status, dict(response.headers), json.loads(response.read())
        except urllib.error.HTTPError as error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read().decode()

    def test_an_unknown_key_is_told_where_to_look(self, site: str) -> None:
        status, headers, body = self.ask(site, Authorization="Bearer made-up")
        assert status == 401
        assert "resource_metadata=" in headers["www-authenticate"]
        assert "not known" in body

    def test_pages_of_other_origins_and_other_hosts_are_refused(self, site: str) -> None:
        assert self.ask(site, Origin="https://evil.example")[0] == 403
        assert self.ask(site, Origin="http://[")[0] == 403
        assert self.ask(site, Origin=site.replace("http", "ftp"))[0] == 403
        assert self.ask(site, Host="evil.example")[0] == 400
        assert self.ask(site, Host="[")[0] == 400
        assert self.ask(site, "/.well-known/oauth-protected-resource", Host="evil.example")[0] == 400

    def test_discovery_gets_a_clear_answer(self, site: str) -> None:
        status, _, body = self.ask(site, "/.well-known/oauth-protected-resource/mcp")
        assert (status, body["resource"], body["authorization_servers"]) == (200, f"{site}/mcp", [])
        status, _, text = self.ask(site, "/.well-known/oauth-authorization-server")
        assert status == 404
        assert "API key" in text


class TestIngestion:
    SPEECH = json.dumps(
        {
            "speeches": [
                {"speaker": "Una Testwell", "date": "2023-03-14", "chamber": "Senate", "text": "Quokkas deserve roads."}
            ]
        }
    )

    def test_a_file_below_the_folder_only(self, site: str, tmp_path: Path) -> None:
        (tmp_path / "outside.json").write_text(self.SPEECH)
        inside = tmp_path / "inside"
        inside.mkdir()
        message = refusal_of(over_stdio(inside, MCP_FOLDER=str(inside)), "ingest_speech", file_path="../outside.json")
        assert "Only files below" in message
        message = refusal_of(over_stdio(inside, MCP_FOLDER=str(inside)), "ingest_speech", file_path="missing.json")
        assert "cannot be read" in message

    def test_progress_is_told(self, site: str) -> None:
        told: list[str] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            told.append(message or "")

        async def bring(session: Session) -> Any:
            sample = {"file_path": "samples/parliament.json", "format": "json"}
            return (await session.call_tool("ingest_speech", sample, progress_handler=note)).structured_content

        counts = during(over_stdio(), bring)
        assert (counts["speeches_processed"], counts["duplicates_skipped"], counts["errors"]) == (0, 14, [])
        assert told == ["Reading", "Storing", "Embedding", "Done"]


class TestJourneys:
    def test_a_journalist_finds_quotes_on_housing_by_liberal_members(self, site: str) -> None:
        async def journey(session: Session) -> tuple[Any, Any, str]:
            prompt = await session.get_prompt("find_soundbites", {"topic": "housing affordability", "party": "Liberal"})
            asked = {"query": "housing affordability", "party": "Liberal"}
            hits = ((await session.call_tool("search_speeches", asked)).structured_content or {})["result"]
            speech = (await session.call_tool("get_speech", {"speech_id": hits[0]["speech_id"]})).structured_content
            return hits, speech, str(prompt.messages[0].content)

        hits, speech, prompt = during(over_http(site), journey)
        assert "search_speeches" in prompt
        assert all("Liberal" in hit["party"] for hit in hits)
        assert hits[0]["excerpt"] in speech["full_text"]
        assert speech["hansard_reference"]
        assert speech["source_url"].startswith("http")

    def test_an_analyst_compares_positions_over_a_time(self, site: str) -> None:
        for party in ("Labor", "Liberal"):
            hits = call_tool(
                over_http(site), "search_speeches", query="climate change", party=party,
                date_from="2021-10-01", date_to="2021-12-31",
            )  # fmt: skip
            assert hits
            assert all("2021-10-01" <= hit["date"] <= "2021-12-31" for hit in hits)
        people = call_tool(over_http(site), "find_contributors", topic="climate change", limit=5)
        facet = search(SearchRequest("climate change")).facets["speaker"]
        assert [one["passages"] for one in people] == [value.count for value in facet[:5]]
        assert [one["passages"] for one in people] == sorted((one["passages"] for one in people), reverse=True)
        assert (
            call_tool(over_http(site), "get_politician", politician=people[0]["politician"])["name"]
            == people[0]["speaker"]
        )

    def test_a_fact_checker_verifies_a_viral_quotation(self, site: str) -> None:
        said = "The latest data shows that childcare fees rose by 2.4 per cent over the 12 months to March 2021"
        exact = call_tool(over_http(site), "verify_quote", quote=said, speaker="Amanda Rishworth")
        assert exact["verdict"] == "verbatim"
        assert exact["best"]["url"].startswith(site)
        viral = call_tool(over_http(site), "verify_quote", quote=said.replace("2.4", "24"), speaker="Rishworth")
        assert viral["verdict"] == "altered"
        assert [change["kind"] for change in viral["diff"]] == ["number"]
        other = call_tool(over_http(site), "verify_quote", quote=said, speaker="Scott Morrison")
        assert other["verdict"] == "misattributed"

    def test_an_answer_keeps_its_citations(self, site: str) -> None:
        found = call_tool(
            over_http(site), "ask_hansard", question="What did Amanda Rishworth say about childcare fees?"
        )
        assert found["found"]
        numbers = {source["n"] for source in found["sources"]}
        assert all(set(sentence["citations"]) <= numbers for sentence in found["sentences"])
        assert (
            "Not found"
            in call_tool(over_http(site), "ask_hansard", question="What is the melting point of osmium?")["answer"]
        )
