"""The reader in torch: an encoder over a window, a score for each of its sentences, and one for a claim."""

from typing import Any

import torch
from torch import Tensor, nn

from rag.clients.encoding import states_of


class ReaderModel(nn.Module):
    """Returns two sets of logits: whether each sentence answers, of shape `(windows, sentences)`, and whether the
    passage proves a claim put in place of the question, of shape `(windows,)`. Takes `layout.Inputs` with the tokens
    embedded."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.answers = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))
        self.supports = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))

    def read(self, tokens: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        """Does the same for tokens that are not embedded yet."""
        read: tuple[Tensor, Tensor] = self(self.encoder.embeddings.word_embeddings(tokens), kinds, mask, sentences)
        return read

    def forward(self, embedded: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        states = states_of(self.encoder, embedded, kinds, mask)
        first = states[:, :1]
        own = sentences.to(states.dtype) @ states
        read = torch.cat([own, first.expand_as(own)], dim=-1)
        whole = torch.cat([own.sum(1) / sentences.sum((1, 2)).clamp(min=1)[:, None].to(own.dtype), first[:, 0]], dim=-1)
        return self.answers(read).squeeze(-1), self.supports(whole).squeeze(-1)
