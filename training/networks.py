"""The quick readers and the tagger in torch, to train. The product builds the same networks in OpenVINO, in
`rag.clients.reader.network` and `rag.clients.tagger.network`."""

from typing import Any

import torch
from torch import Tensor, nn

from rag.clients.tagger.layout import KNOWN


class ReaderModel(nn.Module):
    """Returns the logits of whether each sentence answers, of shape `(windows, sentences)`. Takes `layout.Inputs` with
    the tokens embedded."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.answers = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))

    def read(self, tokens: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> Tensor:
        """Does the same for tokens that are not embedded yet."""
        read: Tensor = self(self.encoder.embeddings.word_embeddings(tokens), kinds, mask, sentences)
        return read

    def forward(self, embedded: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> Tensor:
        states = states_of(self.encoder, embedded, kinds, mask)
        own = sentences.to(states.dtype) @ states
        logits: Tensor = self.answers(torch.cat([own, states[:, :1].expand_as(own)], dim=-1)).squeeze(-1)
        return logits

    def parameter_groups(self, frozen: int) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
        """Returns the encoder's parameters that learn, and the head's. The word embeddings and the lowest `frozen`
        layers stay fixed."""
        for fixed in (self.encoder.embeddings, *self.encoder.encoder.layer[:frozen]):
            fixed.requires_grad_(False)
        return [one for one in self.encoder.parameters() if one.requires_grad], list(self.answers.parameters())


class TaggerModel(nn.Module):
    """Returns the logits of each word's labels, of shape `(questions, words, labels)`, and of each question's classes,
    of shape `(questions, classes)`. Takes `layout.Inputs` with the tokens embedded."""

    def __init__(self, encoder: Any, labels: int, classes: int, dropout: float = 0.0, hidden: int = 0) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.known = nn.Embedding(2 * len(KNOWN), width)
        nn.init.zeros_(self.known.weight)
        self.labels = nn.Sequential(nn.Dropout(dropout), nn.Linear(width, labels))
        self.classes = class_head(2 * width, hidden or width, classes, dropout)

    def read(self, tokens: Tensor, kinds: Tensor, mask: Tensor, known: Tensor, words: Tensor) -> tuple[Tensor, Tensor]:
        """Does the same for tokens that are not embedded yet."""
        embedded = self.encoder.embeddings.word_embeddings(tokens)
        read: tuple[Tensor, Tensor] = self(embedded, kinds, mask, known, words)
        return read

    def forward(
        self, embedded: Tensor, kinds: Tensor, mask: Tensor, known: Tensor, words: Tensor
    ) -> tuple[Tensor, Tensor]:
        states = states_of(self.encoder, embedded + self.known(known), kinds, mask)
        return self.labels(words.to(states.dtype) @ states), self.classes(_summarize(states, kinds, mask))

    def summaries(self, tokens: Tensor, kinds: Tensor, mask: Tensor, known: Tensor) -> Tensor:
        """Returns what the classes are read from, of shape `(questions, 2 * width)`."""
        embedded = self.encoder.embeddings.word_embeddings(tokens) + self.known(known)
        return _summarize(states_of(self.encoder, embedded, kinds, mask), kinds, mask)


def class_head(width: int, hidden: int, classes: int, dropout: float = 0.0) -> nn.Sequential:
    """Returns the part of a tagger that reads a question's classes, with new weights."""
    return nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, classes))


def _summarize(states: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
    """The state of the first token, and the mean of a question's own tokens."""
    own = (mask * kinds)[:, :, None].to(states.dtype)
    return torch.cat([states[:, 0], (states * own).sum(1) / own.sum(1).clamp(min=1)], dim=-1)


def states_of(encoder: Any, embedded: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
    """Runs an encoder on embedded tokens."""
    # A mask with four dimensions is used as it is, as the product's graph does.
    hidden = (1.0 - mask[:, None, None, :].to(embedded.dtype)) * torch.finfo(torch.bfloat16).min
    states: Tensor = encoder(inputs_embeds=embedded, token_type_ids=kinds, attention_mask=hidden).last_hidden_state
    return states
