"""A process has one client for each chat model, key and limits."""

from rag.clients.chat import ChatLimits, open_chat


def test_one_client_a_model_and_its_limits() -> None:
    chat = open_chat("tiny", "http://127.0.0.1:9/v1", "secret", ChatLimits(tokens=50))
    assert open_chat("tiny", "http://127.0.0.1:9/v1", "secret", ChatLimits(tokens=50)) is chat
    assert open_chat("tiny", "http://127.0.0.1:9/v1", "another", ChatLimits(tokens=50)) is not chat
    assert open_chat("tiny", "http://127.0.0.1:9/v1", "secret", ChatLimits(tokens=60)) is not chat
