"""The reader as torch trains it: an encoder over a question and a passage, and a score for each of its sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from training.examples import Example

LONGEST = 288
_LONGEST_QUESTION, _LONGEST_HEADER = 64, 48


@dataclass(slots=True)
class Batch:
    """Token ids of shape `(passages, tokens)`, which kind each is, and for each sentence of each passage the share of
    its tokens' states that make it up, of shape `(passages, sentences, tokens)`."""

    tokens: Tensor
    kinds: Tensor
    mask: Tensor
    sentences: Tensor
    # 1 for a sentence that answers, 0 for one that does not, -1 for none.
    answers: Tensor
    # 1 for a passage that proves a claim, 0 for one that does not, -1 for a question.
    supported: Tensor


class Reader(nn.Module):
    """Scores of shape `(passages, sentences)`, whether each sentence answers, and of shape `(passages,)`, whether the
    passage proves the claim. Both are logits."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.answers = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))
        self.supports = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))

    def forward(self, tokens: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        states = self.encoder(input_ids=tokens, token_type_ids=kinds, attention_mask=mask).last_hidden_state
        first = states[:, :1]
        own = sentences.to(states.dtype) @ states
        read = torch.cat([own, first.expand_as(own)], dim=-1)
        whole = torch.cat([own.sum(1) / sentences.sum((1, 2)).clamp(min=1)[:, None].to(own.dtype), first[:, 0]], dim=-1)
        return self.answers(read).squeeze(-1), self.supports(whole).squeeze(-1)


class Tokens:
    """Examples as token ids, by a tokenizer of the `tokenizers` library."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._first, self._between = tokenizer.cls_token_id, tokenizer.sep_token_id
        self.padding = tokenizer.pad_token_id

    def of(self, example: Example) -> tuple[list[int], list[int], list[tuple[int, int]]]:
        """Token ids, how many belong to the question, and where each sentence lies; a sentence that is cut off has no
        tokens."""
        question = self._ids(example.question)[:_LONGEST_QUESTION]
        ids = [self._first, *question, self._between]
        asked = len(ids)
        if example.header:
            ids += [*self._ids(example.header)[:_LONGEST_HEADER], self._between]
        places = []
        for sentence in example.sentences:
            own = self._ids(sentence)[: max(0, LONGEST - 1 - len(ids))]
            places.append((len(ids), len(ids) + len(own)))
            ids += own
        ids.append(self._between)
        return ids, [0] * asked + [1] * (len(ids) - asked), places

    def _ids(self, text: str) -> list[int]:
        found: list[int] = self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
        return found

    def batch(self, examples: Sequence[Example]) -> Batch:
        """Examples side by side, each padded to the longest."""
        read = [self.of(example) for example in examples]
        width, most = max(len(ids) for ids, _, _ in read), max(len(places) for _, _, places in read)
        tokens = torch.full((len(read), width), self.padding)
        kinds, mask = torch.zeros_like(tokens), torch.zeros_like(tokens)
        sentences = torch.zeros(len(read), most, width)
        answers, supported = torch.full((len(read), most), -1.0), torch.full((len(read),), -1.0)
        for row, (example, (ids, own_kinds, places)) in enumerate(zip(examples, read, strict=True)):
            tokens[row, : len(ids)] = torch.tensor(ids)
            kinds[row, : len(ids)] = torch.tensor(own_kinds)
            mask[row, : len(ids)] = 1
            for place, (start, end) in enumerate(places):
                if end > start:
                    sentences[row, place, start:end] = 1 / (end - start)
                    if example.supported is None:
                        answers[row, place] = float(place in example.answers)
            if example.supported is not None:
                supported[row] = float(example.supported)
        return Batch(tokens, kinds, mask, sentences, answers, supported)


def batches_of(examples: Iterable[Example], tokens: Tokens, most: int) -> list[list[Example]]:
    """Batches of at most `most` tokens, padding counted, of examples of like length."""
    lengths = [(len(tokens.of(example)[0]), place, example) for place, example in enumerate(examples)]
    batches: list[list[Example]] = []
    for length, _, example in sorted(lengths, key=lambda one: one[:2]):
        if not batches or (len(batches[-1]) + 1) * length > most:
            batches.append([])
        batches[-1].append(example)
    return batches
