"""Loading the models before somebody asks and waits for them."""

import logging

from django.db import connection


def load_models() -> None:
    """Load the copies for queries and for sentences, and open the chat model's client; without the embedding model
    the site searches by words, and says so."""
    from rag.answering.configured import configured_chat
    from rag.chunks.models import EmbeddingModel
    from rag.clients.embedder import EmbedderError
    from rag.retrieval.embedding import configured_embedder

    try:
        configured_embedder().embed_query("ready")
        configured_embedder().embed_passages(["ready"])
        # The multilingual model is only there once something is embedded with it.
        for model in EmbeddingModel.objects.filter(active=True, multilingual=True):
            configured_embedder(model.name).embed_query("ready")
        configured_chat()
    except EmbedderError as error:
        logging.getLogger(__name__).warning("Searching by words only until this is mended: %s", error)
    finally:
        connection.close()
