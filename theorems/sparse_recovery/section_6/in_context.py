"""Transformers trained in context: what a configuration says, the loss, and what is trained."""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Generator, Tensor, nn

from baselines.training.trainer import Recipe, generator
from constructions.trained import Gpt2, Readout, SmallTransformer
from theorems.sparse_recovery.section_6.problem import HELD_OUT, Problem, draw


@dataclass(frozen=True)
class InContext:
    """A transformer trained in context; its loss is of the last label (the paper's) or of every one."""

    problem: Problem
    recipe: Recipe
    layers: int
    heads: int
    width: int = 0
    """Of GPT-2; Small TF has D = 2 d + 2."""
    batch: int = 64
    readout: Readout = "query"
    labels: Literal["last", "every"] = "every"

    def __post_init__(self) -> None:
        if self.labels not in ("last", "every"):
            raise ValueError(f"labels is {self.labels!r}; expected last or every")


def labels(model: nn.Module, c: InContext, g: Generator) -> Tensor:
    """The label prediction loss, of the last label or averaged over all of them."""
    b = draw(c.problem, g, c.batch)
    errors = (model(b.X, b.y, b.query) - torch.cat([b.y, b.label[:, None]], 1)).square()
    loss: Tensor = errors[:, -1].mean() if c.labels == "last" else errors.mean()
    return loss


def label_errors(model: nn.Module, c: InContext, g: Generator) -> Tensor:
    """Squared errors of the last label on held-out instances."""
    b = draw(c.problem, g, HELD_OUT)
    predicted: Tensor = model(b.X, b.y, b.query)[:, -1]
    return (predicted - b.label).square()


def small_transformer(c: InContext, seed: int) -> nn.Module:
    weights = generator("cpu", seed, "weights")
    return SmallTransformer(c.problem.d, c.layers, c.heads, c.readout, weights)


def gpt2_style(c: InContext, seed: int) -> nn.Module:
    return Gpt2(c.problem.d, c.problem.N, c.layers, c.width, c.heads, seed)
