"""A chat model that streams: the interface, and the one client of each model that this process asks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol, TypedDict


class Message(TypedDict):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatError(RuntimeError):
    """The endpoint did not answer, or stopped in the middle; the message says what to check."""


@dataclass(slots=True)
class Usage:
    """Tokens of a request, as the endpoint counts them; 0 where it does not."""

    prompt: int = 0
    completion: int = 0


class ChatModel(Protocol):
    """A model that continues a conversation."""

    name: str

    def stream(self, messages: Sequence[Message], usage: Usage) -> Iterator[str]:
        """The answer piece by piece, tokens counted into `usage`. Raises ChatError."""
        ...


@dataclass(frozen=True, slots=True)
class ChatLimits:
    """How long one answer may be, and how long the endpoint may be silent and speak in all, in seconds."""

    tokens: int = 700
    silence: float = 30.0
    whole: float = 120.0


@lru_cache(maxsize=4)
def open_chat(name: str, base_url: str, api_key: str, limits: ChatLimits) -> ChatModel:
    """The one client of this process for a model: making one reads the certificates anew, 30 ms."""
    # Half a second and 25 MB that a process without a chat model does not pay.
    from rag.clients.openai_chat import OpenAIChat

    return OpenAIChat(name, base_url, api_key, limits)
