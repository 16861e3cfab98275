"""A torch encoder that takes embedded words."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from rag.clients.wheels import DIMENSIONS

# Inputs for tracing the model.
EXAMPLE = (np.ones((2, 8, DIMENSIONS), np.float32), *(np.ones((2, 8), np.int64),) * 2)


class EncoderModel(nn.Module):
    """Returns the states of the tokens, of shape `(texts, tokens, width)`. Takes the tokens' embeddings, of the same
    shape, and their kinds and mask, of shape `(texts, tokens)`."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, embedded: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        return states_of(self.encoder, embedded, kinds, mask)


def states_of(encoder: Any, embedded: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
    """Runs an encoder on embedded tokens."""
    # A mask with four dimensions is used as it is. What transformers makes of fewer dimensions cannot be traced.
    hidden = (1.0 - mask[:, None, None, :].to(embedded.dtype)) * torch.finfo(torch.bfloat16).min
    states: Tensor = encoder(inputs_embeds=embedded, token_type_ids=kinds, attention_mask=hidden).last_hidden_state
    return states
