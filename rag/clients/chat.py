"""A streaming chat model: the interface, and one shared client per model and process."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol, TypedDict


class Message(TypedDict):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatError(RuntimeError):
    """The endpoint did not answer, or stopped midway. The message says what to check."""


@dataclass(slots=True)
class Usage:
    """The tokens of a request as the endpoint counts them; 0 if it does not count."""

    prompt: int = 0
    completion: int = 0


class ChatModel(Protocol):
    """A model that continues a conversation."""

    name: str

    def stream(self, messages: Sequence[Message], usage: Usage) -> Iterator[str]:
        """Yields the answer piece by piece and counts tokens into `usage`. Raises ChatError."""
        ...


@dataclass(frozen=True, slots=True)
class ChatLimits:
    """Limits of one answer: its tokens, the seconds that the endpoint may be silent, and the seconds for the whole
    answer."""

    tokens: int = 700
    silence: float = 30.0
    whole: float = 120.0


@lru_cache(maxsize=4)
def open_chat(name: str, base_url: str, api_key: str, limits: ChatLimits) -> ChatModel:
    """Returns this process's only client for a model. Creating one reads the certificates again, which takes 30 ms."""
    # Imported here to spare processes without a chat model half a second and 25 MB.
    from rag.clients.openai_chat import OpenAIChat

    return OpenAIChat(name, base_url, api_key, limits)
