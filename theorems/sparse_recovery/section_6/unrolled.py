"""Unrolled solvers in training: what a configuration says, the loss, and what is trained."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Generator, Tensor, nn

from baselines.analytic_weights import coherence_weights
from baselines.learned import Alista, Lista, ListaCp
from baselines.training.trainer import Recipe, generator
from theorems.sparse_recovery.section_6.problem import HELD_OUT, Batch, Problem, draw, matrices


@dataclass(frozen=True)
class Unrolled:
    """An unrolled solver of K layers; a step sees ``matrices`` measurements with ``signals`` vectors each.

    ``matrices = 0`` is the paper's training on one fixed X, which the seed decides; the paper's meta-training
    has 100 measurements with 500 vectors each.
    """

    problem: Problem = field(default_factory=Problem)
    recipe: Recipe = field(default_factory=lambda: Recipe(2_000, learning_rate=2e-3, points=30))
    K: int = 12
    matrices: int = 0
    signals: int = 128
    scalar: int = 0  # 1: LISTA-VM with one number for each M


def fixed_matrix(c: Unrolled, seed: int) -> Tensor:
    """The one X ``(N, d)`` of a training, float32; meta-training starts from it, too."""
    return matrices(c.problem, generator("cpu", seed, "the matrix"), 1, torch.float32)[0]


def signals(model: nn.Module, c: Unrolled, g: Generator) -> Tensor:
    """The sparse vector prediction loss of section 6."""
    if c.matrices:
        X = matrices(c.problem, g, c.matrices, torch.float32).repeat_interleave(c.signals, 0)
    else:
        X = _trained_on(model).expand(c.signals, -1, -1)
    return _errors(model, draw(c.problem, g, X)).mean()


def signal_errors(model: nn.Module, c: Unrolled, g: Generator) -> Tensor:
    """Squared errors of beta on held-out instances of the kind that was trained on."""
    if c.matrices:
        return _errors(model, draw(c.problem, g, HELD_OUT))
    return _errors(model, draw(c.problem, g, _trained_on(model).expand(HELD_OUT, -1, -1)))


def _errors(model: nn.Module, b: Batch) -> Tensor:
    errors: Tensor = (model(b.X, b.y)[-1] - b.beta).square().sum(-1)
    return errors


def _trained_on(model: nn.Module) -> Tensor:
    matrix: Tensor = model.get_buffer("fixed")
    return matrix


def _with_matrix(model: nn.Module, X: Tensor) -> nn.Module:
    model.register_buffer("fixed", X)  # in the checkpoint: the matrix is part of what was learned
    return model


def analytic(c: Unrolled, seed: int) -> nn.Module:
    X = fixed_matrix(c, seed)
    return _with_matrix(Alista(coherence_weights(X.double()).value.float(), c.K), X)


def from_ista(kind: type[Lista] | type[ListaCp]) -> Callable[[Unrolled, int], nn.Module]:
    def build(c: Unrolled, seed: int) -> nn.Module:
        X = fixed_matrix(c, seed)
        return _with_matrix(kind(X, c.K), X)

    return build
