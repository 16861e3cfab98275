"""Which requests the gate lets in, as which client, and which it turns away."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from hansard_site.gate import Gate, Message, Receive, Scope, Send


class Inside:
    """An application that keeps the scope of each request, reads the body, and answers once `may_answer` is set."""

    def __init__(self) -> None:
        self.asked: list[Scope] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(scope)
        while (await receive()).get("more_body"):
            pass
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})


async def _ask(
    gate: Gate,
    path: str = "/",
    headers: dict[str, str] | None = None,
    body: tuple[bytes, ...] = (b"",),
    *,
    ends: bool = True,
) -> tuple[int, dict[str, str], bytes]:
    """Sends a request with its body in pieces, which `ends` or not. Returns the answer's status, headers and body."""
    pieces = [{"body": piece, "more_body": not ends or number < len(body)} for number, piece in enumerate(body, 1)]
    said: list[Message] = []

    async def receive() -> Message:
        if not pieces:
            await asyncio.sleep(60)
        return {"type": "http.request", **pieces.pop(0)}

    async def send(message: Message) -> None:
        said.append(message)

    raw = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {"type": "http", "path": path, "headers": raw, "client": ("10.0.0.1", 5), "scheme": "http"}
    await gate(scope, receive, send)
    told = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return said[0]["status"], told, b"".join(one.get("body", b"") for one in said[1:])


FORWARDED = {"X-Forwarded-For": "1.1.1.1, 9.9.9.9", "X-Forwarded-Proto": "https"}


class TestTheClient:
    def _seen(self, headers: dict[str, str]) -> tuple[Any, Any]:
        inside = Inside()
        asyncio.run(_ask(Gate(inside), headers=headers))
        return inside.asked[0]["client"][0], inside.asked[0]["scheme"]

    @override_settings(BEHIND_PROXY=True)
    def test_behind_a_proxy_it_is_whom_the_proxy_itself_saw(self) -> None:
        assert self._seen(FORWARDED) == ("9.9.9.9", "https")
        assert self._seen({}) == ("10.0.0.1", "http")
        assert self._seen({"X-Forwarded-Proto": "gopher"}) == ("10.0.0.1", "http")

    @override_settings(BEHIND_PROXY=True)
    @pytest.mark.parametrize(
        ("written", "meant"),
        [("9.9.9.9:4711", "9.9.9.9"), ("[2001:db8::7]:47", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"),
         ("nonsense", "10.0.0.1")],
    )  # fmt: skip
    def test_an_address_is_read_as_proxies_write_it(self, written: str, meant: str) -> None:
        assert self._seen({"X-Forwarded-For": written})[0] == meant

    @override_settings(BEHIND_PROXY=False)
    def test_without_one_nobody_names_another_address(self) -> None:
        assert self._seen(FORWARDED) == ("10.0.0.1", "http")


class TestAFullHouse:
    @override_settings(REQUESTS_AT_ONCE=1)
    def test_one_too_many_is_told_when_to_come_back(self) -> None:
        async def crowd() -> list[tuple[int, dict[str, str], bytes]]:
            inside = Inside()
            inside.may_answer.clear()
            gate = Gate(inside)
            first = asyncio.create_task(_ask(gate))
            await asyncio.sleep(0)
            turned_away = [await _ask(gate, "/api/v1/search"), await _ask(gate, "/chat")]
            inside.may_answer.set()
            return [*turned_away, await first, await _ask(gate)]

        program, reader, first, later = asyncio.run(crowd())
        assert (program[0], program[1]["content-type"], program[1]["retry-after"]) == (
            503,
            "application/problem+json",
            "2",
        )
        assert json.loads(program[2])["status"] == 503
        assert (reader[0], reader[1]["retry-after"]) == (503, "2")
        assert b"Too many people" in reader[2]
        assert (first[0], later[0]) == (200, 200)

    @override_settings(REQUESTS_AT_ONCE=0)
    def test_health_is_always_told(self) -> None:
        assert asyncio.run(_ask(Gate(Inside()), "/healthz"))[0] == 200


class TestLongBodies:
    @pytest.fixture(autouse=True)
    def _small(self) -> Iterator[None]:
        with override_settings(UPLOAD_LIMIT_BYTES=2 << 20):
            yield

    def test_one_that_says_so_is_not_read(self) -> None:
        inside = Inside()
        status, _, body = asyncio.run(_ask(Gate(inside), "/api/v1/ask", {"Content-Length": str(60 << 20)}))
        assert (status, json.loads(body)["detail"]) == (413, "At most 3 MB can be sent here at once.")
        assert not inside.asked

    @pytest.mark.parametrize(
        ("path", "cookie", "status"),
        [("/verify", "sessionid=x", 413), ("/admin/files", "", 413), ("/admin/files", "sessionid=x", 200)],
    )
    def test_one_that_goes_on_is_cut_where_the_limit_is(self, path: str, cookie: str, status: int) -> None:
        pieces = tuple(b"x" * (1 << 20) for _ in range(5))
        assert asyncio.run(_ask(Gate(Inside()), path, {"Cookie": cookie}, pieces))[0] == status

    @override_settings(REQUESTS_AT_ONCE=1)
    def test_one_that_falls_silent_takes_nobodys_place_and_is_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hansard_site.gate._SILENT", 0.2)

        async def beside_one_another() -> tuple[int, int]:
            gate = Gate(Inside())
            silent = asyncio.create_task(_ask(gate, "/verify", body=(b"begun",), ends=False))
            await asyncio.sleep(0.05)
            served = await _ask(gate)
            return served[0], (await silent)[0]

        assert asyncio.run(beside_one_another()) == (200, 408)
