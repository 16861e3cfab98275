"""An encoder as torch has it, over words that are embedded already."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from rag.clients.wheels import DIMENSIONS

# Inputs to trace the model with.
EXAMPLE = (np.ones((2, 8, DIMENSIONS), np.float32), *(np.ones((2, 8), np.int64),) * 2)


class EncoderModel(nn.Module):
    """The states of the tokens, of shape `(texts, tokens, width)`. The inputs are the tokens' embeddings, of the same
    shape, and their kinds and mask, of shape `(texts, tokens)`."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, embedded: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        return states_of(self.encoder, embedded, kinds, mask)


def states_of(encoder: Any, embedded: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
    """What an encoder makes of embedded tokens."""
    # In four dimensions the mask is taken as it is; what transformers would make of fewer cannot be traced.
    hidden = (1.0 - mask[:, None, None, :].to(embedded.dtype)) * torch.finfo(torch.bfloat16).min
    states: Tensor = encoder(inputs_embeds=embedded, token_type_ids=kinds, attention_mask=hidden).last_hidden_state
    return states
