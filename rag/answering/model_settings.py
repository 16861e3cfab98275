"""The chat model, the readers and the entailment model that the settings name."""

from django.conf import settings

from rag.answering.check import Entails
from rag.clients.chat import ChatLimits, ChatModel, open_chat
from rag.clients.reader.local import LocalReader, open_local
from rag.clients.reader.two_stage import AGAIN, TwoReaders, open_reader
from rag.clients.support import open_support
from rag.clients.trained import encoder_of


def configured_chat() -> ChatModel | None:
    """Returns the chat model of LLM_MODEL. None if unset; answers are then verbatim sentences."""
    if not settings.LLM_MODEL:
        return None
    limits = ChatLimits(settings.LLM_MAX_TOKENS, settings.LLM_TIMEOUT_SECONDS)
    return open_chat(settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY, limits)


def configured_reader(language: str, again: int = AGAIN) -> TwoReaders:
    """Returns the reader of a language, which reads the `again` likeliest sentences twice."""
    return open_reader(language, settings.DATA_FOLDER / "models", again)


def configured_quick_reader(language: str) -> LocalReader:
    """Returns the reader that reads a language first, or alone."""
    return open_local(encoder_of(language), settings.DATA_FOLDER / "models")


def configured_support() -> Entails | None:
    """Returns the entailment model of SUPPORT_MODEL; None if unset."""
    return open_support(settings.SUPPORT_MODEL).entailment if settings.SUPPORT_MODEL else None
