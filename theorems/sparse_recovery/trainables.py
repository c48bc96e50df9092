"""What ``lemmata train`` can train for section 6 of Liu et al. 2025: every configuration in one place.

The first scale of each is the one that ships as a checkpoint. ``small`` and ``reduced`` end within
minutes on a CPU; ``full`` is meant for one H100 and has not been run on a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import torch
from torch import Generator, Tensor, nn

from baselines.analytic_weights import coherence_weights
from baselines.learned import Alista, Lista, ListaCp, ListaVm
from constructions.trained import Gpt2, Readout, SmallTransformer
from lemmata.training import Recipe, Trainable, generator
from theorems.sparse_recovery.instances_trained import Batch, Problem, draw, matrices

HELD_OUT = 2_000
"""Instances on which the curve is scored."""


# -- unrolled solvers --------------------------------------------------------------------------------


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


FIXED = Unrolled()
META = replace(FIXED, matrices=32, signals=4)
FULL = Recipe(3_400, learning_rate=2e-3, points=340)  # a point an "epoch" of figures 2 and 3


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
    found: Tensor = model.get_buffer("fixed")
    return found


def _with_matrix(model: nn.Module, X: Tensor) -> nn.Module:
    model.register_buffer("fixed", X)  # in the checkpoint: the matrix is part of what was learned
    return model


def _alista(c: Unrolled, seed: int) -> nn.Module:
    X = fixed_matrix(c, seed)
    return _with_matrix(Alista(coherence_weights(X.double()).value.float(), c.K), X)


def _unrolled(
    summary: str, build: Callable[[Unrolled, int], nn.Module], small: Unrolled
) -> Trainable:
    varying, each = (100, 500) if small.matrices else (0, 50_000)
    full = replace(small, recipe=FULL, matrices=varying, signals=each)
    return Trainable(summary, {"small": small, "full": full}, build, signals, signal_errors)


def _from_ista(kind: type[Lista] | type[ListaCp]) -> Callable[[Unrolled, int], nn.Module]:
    def build(c: Unrolled, seed: int) -> nn.Module:
        X = fixed_matrix(c, seed)
        return _with_matrix(kind(X, c.K), X)

    return build


lista = _unrolled("LISTA, on one X", _from_ista(Lista), FIXED)
lista_meta = _unrolled("LISTA, on varying X", _from_ista(Lista), META)
lista_cp = _unrolled("LISTA-CP (4.1), on one X", _from_ista(ListaCp), FIXED)
lista_cp_meta = _unrolled("LISTA-CP (4.1), on varying X", _from_ista(ListaCp), META)
alista = _unrolled("ALISTA: analytic weights, learned steps, on one X", _alista, FIXED)
lista_vm = _unrolled(
    "LISTA-VM (4.4), on varying X", lambda c, seed: ListaVm(c.problem.d, c.K), META
)
lista_vm_ss = _unrolled(
    "LISTA-VM with the support known (section 6, --set support=10)",
    lambda c, seed: ListaVm(c.problem.d, c.K, support=c.problem.support),
    replace(META, problem=Problem(support=10)),
)


# -- transformers ------------------------------------------------------------------------------------


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


REDUCED = Problem(d=8, N=5, S=2, support=8)
"""So small that a transformer learns it on a CPU in minutes."""
PAPER_STEPS = Recipe(1_000_000, learning_rate=1e-4, clip=1.0, precision="tf32", points=200)
H100 = Recipe(200_000, learning_rate=5e-4, clip=1.0, precision="tf32", points=200)


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


def _small(c: InContext, seed: int) -> nn.Module:
    weights = generator("cpu", seed, "weights")
    return SmallTransformer(c.problem.d, c.layers, c.heads, c.readout, weights)


def _gpt2(c: InContext, seed: int) -> nn.Module:
    return Gpt2(c.problem.d, c.problem.N, c.layers, c.width, c.heads, seed)


small_tf = Trainable(
    "Small TF (--set readout=linear|query|constructed, support=10)",
    {
        "reduced": InContext(REDUCED, Recipe(6_000, learning_rate=2e-3), layers=4, heads=2),
        "full": InContext(Problem(), H100, layers=12, heads=4, batch=1024),
        "paper": InContext(Problem(), PAPER_STEPS, layers=12, heads=4, labels="last"),
    },
    _small,
    labels,
    label_errors,
)
gpt2 = Trainable(
    "GPT-2-style model (transformers)",
    {
        "reduced": InContext(REDUCED, Recipe(6_000, learning_rate=1e-3), 3, heads=4, width=32),
        "full": InContext(
            Problem(), replace(H100, precision="bfloat16"), 12, heads=8, width=256, batch=1024
        ),
        "paper": InContext(Problem(), PAPER_STEPS, 12, heads=8, width=256, labels="last"),
    },
    _gpt2,
    labels,
    label_errors,
)
