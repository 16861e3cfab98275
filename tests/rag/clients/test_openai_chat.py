"""A chat endpoint over real HTTP: streamed, silent, broken, refused."""

import time

import pytest

from rag.clients.chat import ChatError, ChatLimits, Message, Usage
from rag.clients.openai_chat import OpenAIChat
from tests.chat_server import ChatServer

ASKED: list[Message] = [{"role": "user", "content": "What was said?"}]


def model(server: ChatServer, silence: float = 5.0) -> OpenAIChat:
    return OpenAIChat("tiny", server.url, "secret", ChatLimits(tokens=50, silence=silence))


def test_an_answer_comes_piece_by_piece_and_its_tokens_are_counted(chat_server: ChatServer) -> None:
    chat_server.says("Rates rose. [#1]", size=4)
    usage = Usage()
    assert list(model(chat_server).stream(ASKED, usage)) == ["Rate", "s ro", "se. ", "[#1]"]
    assert (usage.prompt, usage.completion) == (321, 45)
    (request,) = chat_server.requests
    assert (request["model"], request["max_tokens"], request["temperature"]) == ("tiny", 50, 0)


def test_an_endpoint_that_falls_silent_is_given_up(chat_server: ChatServer) -> None:
    chat_server.says("Rates rose.")
    chat_server.hang_after = 1
    started = time.monotonic()
    pieces = model(chat_server, silence=0.5).stream(ASKED, Usage())
    assert next(pieces) == "Rates r"
    with pytest.raises(ChatError, match="LLM_BASE_URL"):
        next(pieces)
    assert time.monotonic() - started < 5


def test_an_endpoint_that_breaks_off_is_an_error_and_not_asked_again(chat_server: ChatServer) -> None:
    chat_server.says("Rates rose and fell.")
    chat_server.break_after = 2
    with pytest.raises(ChatError, match="middle of its answer"):
        list(model(chat_server).stream(ASKED, Usage()))
    assert len(chat_server.requests) == 1


def test_a_connection_that_fails_is_tried_once_more(chat_server: ChatServer) -> None:
    chat_server.says("Rates rose.")
    chat_server.refuse_first = 1
    assert "".join(model(chat_server).stream(ASKED, Usage())) == "Rates rose."
    chat_server.refuse_first = 2
    with pytest.raises(ChatError):
        list(model(chat_server).stream(ASKED, Usage()))


def test_a_refusal_says_what_to_check(chat_server: ChatServer) -> None:
    chat_server.status = 404
    with pytest.raises(ChatError, match=r"no such model.*LLM_MODEL"):
        list(model(chat_server).stream(ASKED, Usage()))
