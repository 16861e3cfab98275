"""Opens the client for an embedding model's name."""

from functools import lru_cache
from pathlib import Path

from rag.clients.embedder import Embedder


@lru_cache(maxsize=4)
def open_embedder(name: str, cache_folder: Path, api_key: str = "", base_url: str = "") -> Embedder:
    """Returns this process's only client for a model: `openai:NAME` is remote, any other name runs here.

    Loads nothing until the first text is embedded.
    """
    if name.startswith("openai:"):
        from rag.clients.openai_embedder import OpenAIEmbedder

        return OpenAIEmbedder(name, api_key=api_key or "none", base_url=base_url or None)
    from rag.clients.local_embedder import LocalEmbedder

    return LocalEmbedder(name, cache_folder)
