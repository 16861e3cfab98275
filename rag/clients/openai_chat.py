"""Chat models behind an OpenAI-compatible endpoint (OpenAI, Ollama, vLLM, llama.cpp's server)."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

import httpx
import openai

from rag.clients.chat import ChatError, ChatLimits, Message, Usage

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam


class OpenAIChat:
    """A model behind an OpenAI-compatible endpoint. A failed connection is retried once. An answer that breaks off is
    not, because part of it was already read."""

    def __init__(self, name: str, base_url: str, api_key: str, limits: ChatLimits) -> None:
        self.name = name
        self._limits = limits
        self._client = openai.OpenAI(
            api_key=api_key or "none", base_url=base_url or None, timeout=limits.silence, max_retries=0
        )

    def stream(self, messages: Sequence[Message], usage: Usage) -> Iterator[str]:
        try:
            yield from self._pieces(messages, usage)
        # The library raises its own errors, but passes connection errors through once a stream has begun.
        except (openai.OpenAIError, httpx.HTTPError, OSError) as error:
            raise ChatError(
                f"The chat model did not answer to the end ({error or type(error).__name__}). Check LLM_BASE_URL, "
                f"LLM_API_KEY and LLM_MODEL, and whether the endpoint is up."
            ) from error

    def _pieces(self, messages: Sequence[Message], usage: Usage) -> Iterator[str]:
        finished, deadline = False, time.monotonic() + self._limits.whole
        with self._open_stream(messages) as events:
            for event in events:
                if time.monotonic() > deadline:
                    raise ChatError(f"{self.name} did not end its answer within {self._limits.whole:.0f} seconds.")
                if event.usage:
                    usage.prompt, usage.completion = event.usage.prompt_tokens, event.usage.completion_tokens
                for choice in event.choices:
                    finished = finished or choice.finish_reason is not None
                    if choice.delta.content:
                        yield choice.delta.content
        if not finished:
            raise ChatError(f"{self.name} hung up in the middle of its answer. Check whether the endpoint is up.")

    def _open_stream(self, messages: Sequence[Message]) -> "openai.Stream[openai.types.chat.ChatCompletionChunk]":
        for attempt in (1, 2):
            try:
                return self._client.chat.completions.create(
                    model=self.name,
                    messages=cast("list[ChatCompletionMessageParam]", list(messages)),
                    stream=True,
                    stream_options={"include_usage": True},
                    max_tokens=self._limits.tokens,
                    temperature=0,
                )
            except openai.APITimeoutError:
                raise
            except openai.APIConnectionError:
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")
