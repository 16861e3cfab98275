"""Imports this application's models for Django."""

from rag.chunks.models import EmbeddingModel
from rag.keys.models import ApiKey

__all__ = ["ApiKey", "EmbeddingModel"]
