"""Where Django looks for this application's models."""

from rag.chunks.models import EmbeddingModel
from rag.keys.models import ApiKey

__all__ = ["ApiKey", "EmbeddingModel"]
