"""The tagger in torch: an encoder over a question, a label for each word, and classes for the whole."""

from typing import Any

import torch
from torch import Tensor, nn

from rag.clients.encoding import states_of
from rag.clients.tagger.layout import KNOWN


class TaggerModel(nn.Module):
    """Returns the logits of each word's labels, of shape `(questions, words, labels)`, and of each question's classes,
    of shape `(questions, classes)`. Takes `layout.Inputs` with the tokens embedded."""

    def __init__(self, encoder: Any, labels: int, classes: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.known = nn.Embedding(2 * len(KNOWN), width)
        nn.init.zeros_(self.known.weight)
        self.labels = nn.Sequential(nn.Dropout(dropout), nn.Linear(width, labels))
        self.classes = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(dropout), nn.Linear(width, classes)
        )

    def read(self, tokens: Tensor, kinds: Tensor, mask: Tensor, known: Tensor, words: Tensor) -> tuple[Tensor, Tensor]:
        """Does the same for tokens that are not embedded yet."""
        embedded = self.encoder.embeddings.word_embeddings(tokens)
        read: tuple[Tensor, Tensor] = self(embedded, kinds, mask, known, words)
        return read

    def forward(
        self, embedded: Tensor, kinds: Tensor, mask: Tensor, known: Tensor, words: Tensor
    ) -> tuple[Tensor, Tensor]:
        states = states_of(self.encoder, embedded + self.known(known), kinds, mask)
        own = (mask * kinds)[:, :, None].to(states.dtype)
        whole = torch.cat([states[:, 0], (states * own).sum(1) / own.sum(1).clamp(min=1)], dim=-1)
        return self.labels(words.to(states.dtype) @ states), self.classes(whole)
