"""The model as torch has it: an encoder over a window, a score for each of its sentences, and one for a claim."""

from typing import Any

import torch
from torch import Tensor, nn


class ReaderModel(nn.Module):
    """Logits of shape `(windows, sentences)`, whether each sentence answers, and of shape `(windows,)`, whether the
    passage proves the claim that stands in place of a question. The inputs are those of `layout.Inputs`."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.answers = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))
        self.supports = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))

    def forward(self, tokens: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        # In four dimensions the mask is taken as it is; what transformers would make of fewer cannot be traced.
        hidden = (1.0 - mask[:, None, None, :].to(sentences.dtype)) * torch.finfo(torch.bfloat16).min
        states = self.encoder(input_ids=tokens, token_type_ids=kinds, attention_mask=hidden).last_hidden_state
        first = states[:, :1]
        own = sentences.to(states.dtype) @ states
        read = torch.cat([own, first.expand_as(own)], dim=-1)
        whole = torch.cat([own.sum(1) / sentences.sum((1, 2)).clamp(min=1)[:, None].to(own.dtype), first[:, 0]], dim=-1)
        return self.answers(read).squeeze(-1), self.supports(whole).squeeze(-1)
