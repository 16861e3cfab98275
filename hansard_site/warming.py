"""Loads the models before the first question has to wait for them."""

import logging

from django.db import connection


def load_models() -> None:
    """Loads the models for queries and sentences, and opens the chat model's client. Without the embedding model the
    site searches by words only, and logs that."""
    from rag.answering.model_settings import configured_chat
    from rag.chunks.models import EmbeddingModel
    from rag.clients.embedder import EmbedderError
    from rag.retrieval.embedding import configured_embedder

    try:
        configured_embedder().embed_query("ready")
        configured_embedder().embed_passages(["ready"])
        # The multilingual model is only active once something is embedded with it.
        for model in EmbeddingModel.objects.filter(active=True, multilingual=True):
            configured_embedder(model.name).embed_query("ready")
        configured_chat()
    except EmbedderError as error:
        logging.getLogger(__name__).warning("Searching by words only until this is mended: %s", error)
    finally:
        connection.close()
