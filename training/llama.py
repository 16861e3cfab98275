"""The better reader in torch, to train: a Llama (Touvron et al., 2023) that reads in both directions, with low-rank
adapters (LoRA; Hu et al., 2021). The product merges them and builds the same network in OpenVINO, in
`rag.clients.llama`."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn.functional import linear, rms_norm, scaled_dot_product_attention, silu

from rag.clients.building import Shape
from rag.clients.weights import Floats

_RANK, _LONGEST = 32, 512


class AdaptedMatrix(nn.Module):
    """A matrix that stays as it is, with an adapter that is trained."""

    def __init__(self, weight: Floats) -> None:
        super().__init__()
        outputs, inputs = weight.shape
        self.register_buffer("weight", torch.from_numpy(weight))
        self.down = nn.Parameter(torch.randn(_RANK, inputs) * inputs**-0.5)
        self.up = nn.Parameter(torch.zeros(outputs, _RANK))

    def forward(self, states: Tensor) -> Tensor:
        with torch.autocast(states.device.type, enabled=False):
            # One product with the sum takes less memory and fewer steps than two.
            weight = self.get_buffer("weight") + self.up @ self.down
        return linear(states, weight)


class Layer(nn.Module):
    """A layer with its weights by the names of `rag.clients.packed_smollm`."""

    def __init__(self, weights: Mapping[str, Floats], shape: Shape, name: str) -> None:
        super().__init__()
        self._shape = shape
        for part in ("query", "key", "value", "output", "gate", "wide", "narrow"):
            self.add_module(part, AdaptedMatrix(weights[f"{name}.{part}.weight"]))
        for part in ("before_attention", "before_wide"):
            self.register_buffer(part, torch.from_numpy(weights[f"{name}.{part}.weight"]))

    def forward(self, states: Tensor, turns: tuple[Tensor, Tensor], shown: Tensor) -> Tensor:
        calm = self._normalize(states, "before_attention")
        query, key = (_turn(self._heads(calm, part), turns) for part in ("query", "key"))
        value = self._heads(calm, "value")
        times = self._shape.heads // self._shape.shared_heads
        key, value = (one.repeat_interleave(times, dim=1) for one in (key, value))
        read = scaled_dot_product_attention(query, key, value, attn_mask=shown).transpose(1, 2).flatten(2)
        states = states + self.get_submodule("output")(read)
        calm = self._normalize(states, "before_wide")
        wide = silu(self.get_submodule("gate")(calm)) * self.get_submodule("wide")(calm)
        narrow: Tensor = self.get_submodule("narrow")(wide)
        return states + narrow

    def _normalize(self, states: Tensor, name: str) -> Tensor:
        scales = self.get_buffer(name)
        return rms_norm(states, scales.shape, scales, self._shape.epsilon)

    def _heads(self, states: Tensor, part: str) -> Tensor:
        """Returns queries, keys or values, of shape `(windows, heads, tokens, width of a head)`."""
        heads = self._shape.heads if part == "query" else self._shape.shared_heads
        made: Tensor = self.get_submodule(part)(states)
        return made.reshape(*made.shape[:2], heads, -1).transpose(1, 2)


class BetterReader(nn.Module):
    """Returns the logits of whether each sentence answers, of shape `(windows, sentences)`."""

    def __init__(self, weights: Mapping[str, Floats], shape: Shape) -> None:
        super().__init__()
        words = torch.from_numpy(weights["embeddings.word_embeddings.weight"])
        width = words.shape[1]
        self._epsilon = shape.epsilon
        self.register_buffer("words", words)
        self.register_buffer("norm", torch.from_numpy(weights["norm.weight"]))
        angles = _angles(width // shape.heads, shape.rotary_base)
        self.register_buffer("cosines", angles.cos())
        self.register_buffer("sines", angles.sin())
        self.kinds = nn.Embedding(2, width)
        nn.init.zeros_(self.kinds.weight)
        self.layers = nn.ModuleList(Layer(weights, shape, f"layers.{number}") for number in range(shape.layers))
        self.answers = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))

    def read(self, tokens: Tensor, kinds: Tensor, mask: Tensor, sentences: Tensor) -> Tensor:
        """Reads windows, given as the tensors of `layout.Inputs`."""
        states = self.get_buffer("words")[tokens] + self.kinds(kinds)
        length = tokens.shape[1]
        turns = self.get_buffer("cosines")[:length], self.get_buffer("sines")[:length]
        shown = mask[:, None, None, :].bool()
        for layer in self.layers:
            states = layer(states, turns, shown)
        norm = self.get_buffer("norm")
        states = rms_norm(states, norm.shape, norm, self._epsilon)
        own = sentences.to(states.dtype) @ states
        logits: Tensor = self.answers(torch.cat([own, states[:, :1].expand_as(own)], dim=-1)).squeeze(-1)
        return logits

    def parameter_groups(self, frozen: int) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
        """Returns the parameters of adapters and of what stands above and below them. No adapter of the lowest `frozen`
        layers learns."""
        for layer in self.layers[:frozen]:
            layer.requires_grad_(False)
        above = [*self.kinds.parameters(), *self.answers.parameters()]
        return [one for layer in self.layers[frozen:] for one in layer.parameters()], above


def _angles(width: int, base: float) -> Tensor:
    """Returns the angles by which each position turns each pair of numbers (Su et al., 2021), of shape `(positions,
    width)`."""
    speeds = base ** -(torch.arange(0, width, 2) / width)
    angles = torch.arange(_LONGEST)[:, None] * speeds
    return torch.cat([angles, angles], dim=-1)


def _turn(states: Tensor, turns: tuple[Tensor, Tensor]) -> Tensor:
    first, second = states.chunk(2, dim=-1)
    return states * turns[0] + torch.cat([-second, first], dim=-1) * turns[1]
