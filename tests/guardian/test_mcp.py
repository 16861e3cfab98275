"""The bylaws' tools for assistants: only a scheme's own key opens them, and errors reveal nothing of other schemes."""

import asyncio
from typing import Any

import pytest

from tests.mcp_clients import Session, call_tool, during, over_http, over_stdio, refusal_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("db")]
NOT_FOUND = "There is no such scheme, or this key is not for it. Bylaws need an API key of their own scheme."


@pytest.fixture
def keys(site: str, settled: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = settled["keys"]
    return found


def test_the_own_key_reads_the_own_sections(site: str, keys: dict[str, str]) -> None:
    own = call_tool(over_http(site, keys["read_key"]), "search_bylaws", scheme="harbour-view", query="dog")
    assert own
    assert {one["file_name"] for one in own} == {"harbour.pdf"}
    other = call_tool(over_http(site, keys["strangers_key"]), "search_bylaws", scheme="meadow-court", query="dog")
    assert {one["file_name"] for one in other} == {"meadow.pdf"}


def test_an_answer_cites_sections_and_is_no_legal_advice(site: str, keys: dict[str, str]) -> None:
    found = call_tool(over_http(site, keys["key"]), "ask_bylaws", scheme="harbour-view", question="Can I keep a dog?")
    assert found["found"]
    assert all(source["page"] >= 1 and source["section"] for source in found["sources"])
    assert "not legal advice" in found["disclaimer"]


@pytest.mark.parametrize("key", ["", "strangers_key", "records_key"])
@pytest.mark.parametrize("scheme", ["harbour-view", "no-such-scheme", "../meadow-court", ""])
def test_whoever_else_asks_hears_the_same(site: str, keys: dict[str, str], key: str, scheme: str) -> None:
    token = keys[key] if key else ""
    for tool, said in (("search_bylaws", {"query": "dog"}), ("ask_bylaws", {"question": "Can I keep a dog?"})):
        assert refusal_of(over_http(site, token), tool, scheme=scheme, **said) == NOT_FOUND


def test_the_resource_is_behind_the_same_door(site: str, keys: dict[str, str]) -> None:
    async def read(session: Session) -> str:
        return str((await session.read_resource("bylaw://harbour-view"))[0].text)  # type: ignore[union-attr]

    assert "legal advice" in during(over_http(site, keys["read_key"]), read)
    for token in ("", keys["strangers_key"], keys["records_key"]):
        with pytest.raises(Exception, match="no such scheme"):
            during(over_http(site, token), read)


def test_a_schemes_key_brings_nothing_into_the_record(site: str, keys: dict[str, str]) -> None:
    assert "scope “ingest”" in refusal_of(over_http(site, keys["key"]), "ingest_speech", content='{"speeches": []}')


def test_on_stdio_the_key_comes_from_the_environment(keys: dict[str, str]) -> None:
    own = call_tool(over_stdio(MCP_KEY=keys["read_key"]), "search_bylaws", scheme="harbour-view", query="dog")
    assert {one["file_name"] for one in own} == {"harbour.pdf"}
    assert refusal_of(over_stdio(), "search_bylaws", scheme="harbour-view", query="dog") == NOT_FOUND


def test_two_schemes_asked_at_once_are_kept_apart(site: str, keys: dict[str, str]) -> None:
    async def own(token: str, scheme: str) -> set[str]:
        async with over_http(site, token) as session:
            found = await session.call_tool("search_bylaws", {"scheme": scheme, "query": "animals and noise"})
            return {one["file_name"] for one in (found.structured_content or {})["result"]}

    async def many() -> list[set[str]]:
        asked = [(keys["read_key"], "harbour-view"), (keys["strangers_key"], "meadow-court")] * 8
        return list(await asyncio.gather(*(own(token, scheme) for token, scheme in asked)))

    assert asyncio.run(many()) == [{"harbour.pdf"}, {"meadow.pdf"}] * 8
