r"""The risk of the transformer on Gaussian functions in the plane, with features drawn from (79).

Beside ``theorem-1`` and its parts ``features`` and ``depth``: a class of integrable functions in two
dimensions, $b\exp(-2\|x-c\|^2)$ with $|b|\le1$ and c in the disc, its features drawn as in A.1, noise of
size $\frac14$, and the transformer of A.4, repaired. The risk lies below the bound (24) with the constant 1
at all sizes, by a factor of some hundreds: at these sizes the bound exceeds $C_{\mathcal F}^2$ and says
nothing, while the transformer learns all the same (``zero`` is the risk of the prediction 0). The printed
weights give a risk of $10^8$ (a mutant).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt

import torch
from torch import Generator, Tensor

from baselines.barron_features import Draws, Gaussians
from constructions.transformer import Transformer
from constructions.universal import Weights, balanced_tau, embed, universal_transformer
from lemmata import (
    Experiment,
    FigureRecord,
    Margin,
    Prompt,
    Series,
    at_most,
    choices,
    dims,
    lines,
    seeded,
    space,
)
from theorems.universal_approximation import PAPER

FAMILY = Gaussians(2, 1.0, 0.5)
SIGMA, STEEPNESS = 0.25, 8.0
LOG_COVER = 3 * log(2 * STEEPNESS**2)
"""As in the claim ``eq-23/size``, in the plane: three factors 2 / eps, with eps = 1 / tau^2."""


@dataclass(frozen=True)
class Sizes:
    N: int
    n: int
    L: int


def bound(s: Sizes) -> float:
    """The right side of (24) with the constant 1."""
    C = FAMILY.parameter
    slow = (sqrt(log(s.N) / s.N) + s.n / s.L) * C * (C + SIGMA)
    return slow + C * C * LOG_COVER / s.n


@dataclass(frozen=True)
class Risks:
    """Mean squared errors over some tasks, of the transformer and of the prediction 0."""

    transformer: float
    zero: float


def risks(s: Sizes, tasks: int, generator: Generator, weights: Weights = "repaired") -> Risks:
    """The risks on random tasks; the features are drawn once for all of them."""
    X = inputs(tasks, s.N + 1, generator)
    b, c = inputs(tasks, 1, generator)[:, 0, :1], inputs(tasks, 1, generator)[:, 0]
    f = torch.stack([FAMILY.value(X[k], b[k], c[k]) for k in range(tasks)])
    noise = torch.randint(0, 2, (tasks, s.N), generator=generator).double() * 2 - 1
    H = embed(X[:, :-1], f[:, :-1] + noise * SIGMA, X[:, -1], s.n)
    prediction = transformer(s, FAMILY.draw(s.n, generator), weights)(H)[:, -1, -1]
    error = (prediction - f[:, -1]).square().mean()
    return Risks(float(error), float(f[:, -1].square().mean()))


def inputs(tasks: int, count: int, generator: Generator) -> Tensor:
    """Even on the disc: ``(tasks, count, 2)``."""
    angle, share = torch.rand(2, tasks, count, generator=generator, dtype=torch.float64)
    direction = torch.stack([torch.cos(angle * 2 * torch.pi), torch.sin(angle * 2 * torch.pi)], -1)
    points: Tensor = direction * share.sqrt()[..., None] * (1 - 1e-9)
    return points


def transformer(s: Sizes, draws: Draws, weights: Weights) -> Transformer:
    """The transformer of A.4 for these features."""
    C = FAMILY.parameter
    return universal_transformer(
        draws.omega,
        draws.t,
        N=s.N,
        L=s.L,
        lam=sqrt(log(s.N) / s.N) * (C + SIGMA) / 64,
        tau_ff=STEEPNESS,
        tau=(balanced_tau(C / (2 * s.n)), balanced_tau(C)),
        weights=weights,
        inverse_step=2 * (s.n + 1),
    )


@dataclass(frozen=True)
class Configuration:
    N: int
    n: int
    L: int
    up: int
    """How often each size is taken times 4; it is divided by 4 once."""
    tasks: int
    replicates: int

    @property
    def middle(self) -> Sizes:
        return Sizes(self.N, self.n, self.L)


def ladders(s: Configuration) -> dict[str, list[Sizes]]:
    """The middle and what differs from it in one size."""
    factors = [4.0**k for k in range(-1, s.up + 1)]
    return {
        "N": [Sizes(int(s.N * k), s.n, s.L) for k in factors],
        "n": [Sizes(s.N, int(s.n * k), s.L) for k in factors],
        "L": [Sizes(s.N, s.n, int((s.L - 1) * k) + 1) for k in factors],
    }


gaussian = PAPER.claim(
    "Theorem 1, Gaussian functions",
    id="theorem-1/gaussian",
    origin="read",
    summary="The risk of the repaired transformer on Gaussian functions in the plane is below the bound (24), "
    "which exceeds C_F^2 at these sizes",
    at=lines(223, 227),
    kind=Experiment(),
    settings=space(
        Configuration,
        N=dims(8, 64),
        n=dims(4, 16),
        L=choices(33),
        up=dims(0, 1),
        tasks=dims(1, 16),
        replicates=dims(1, 8),
    ),
)


@gaussian.experiment(
    standard=Configuration(N=32, n=16, L=33, up=0, tasks=8, replicates=6),
    deep=Configuration(N=64, n=16, L=33, up=1, tasks=8, replicates=6),
    paper={"risk": "of the order of the bound (24), up to a universal constant"},
)
def measure(s: Configuration, seed: int) -> Prompt:
    """Risks along the ladders, ``(replicates, rungs)``; of the printed weights, and of the prediction 0."""

    def generator(replicate: int) -> Generator:
        return seeded(seed * 1000 + replicate)

    rungs = {size for ladder in ladders(s).values() for size in ladder}
    replicates = range(s.replicates)
    measured: dict[Sizes, list[Risks]] = {
        size: [risks(size, s.tasks, generator(k)) for k in replicates] for size in rungs
    }
    printed = [risks(s.middle, s.tasks, generator(k), "printed") for k in replicates]

    def column(rows: list[Risks]) -> Tensor:
        return torch.tensor([row.transformer for row in rows], dtype=torch.float64)

    table = {
        f"risk_{name}": torch.stack([column(measured[size]) for size in ladder], 1)
        for name, ladder in ladders(s).items()
    }
    zero = torch.tensor([[row.zero] for row in measured[s.middle]], dtype=torch.float64)
    return Prompt(**table, printed=column(printed)[:, None], zero=zero)


def all_risks(prompt: Prompt) -> Tensor:
    return torch.cat([prompt.risk_N, prompt.risk_n, prompt.risk_L], 1)


def all_bounds(s: Configuration) -> Tensor:
    """(24) with the constant 1 on the same rungs, ``(1, rungs)``."""
    rungs = [size for ladder in ladders(s).values() for size in ladder]
    return torch.tensor([[bound(size) for size in rungs]], dtype=torch.float64)


@gaussian.figure
def figures(s: Configuration, prompt: Prompt) -> list[FigureRecord]:
    """Risk against N, n and L beside the theoretical line."""
    records = []
    for name, rungs in ladders(s).items():
        x = [float(getattr(size, name)) for size in rungs]
        mean = getattr(prompt, f"risk_{name}").mean(0).tolist()
        zero = [float(prompt.zero.mean())] * len(x)
        series = (
            Series("transformer", x, mean),
            Series("prediction 0", x, zero),
            Series("(24)", x, [bound(size) for size in rungs], role="theory"),
        )
        records.append(
            FigureRecord(
                claim="",
                title=f"Risk on Gaussian functions against {name}",
                x_label=name,
                y_label="mean squared error",
                caption="Features drawn from (79), repaired transformer; (24) with the constant 1.",
                series=series,
                log_x=True,
                log_y=True,
            )
        )
    return records


@gaussian.printed(
    r"$\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\le\left(\sqrt{\frac{\log N}N}+\frac nL\right)C_{\mathcal F}("
    r"C_{\mathcal F}+\sigma)+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n$, (24) with the constant 1; "
    r"for $b\exp(-2\|x-c\|_2^2)$ in the plane, "
    r"the repaired transformer with $\eta=\frac1{2(n+1)}$ and temperatures as in lemma-7/precision, features "
    r"of steepness 8 drawn from (79), noise $\pm\frac14$, $\log|\mathcal "
    r"N_\varepsilon|=3\log128$ and $\lambda=\frac1{64}\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$; the mean "
    r"over 8 random functions with their examples, for 6 draws of the features, at $N=32$, $n=16$, $L=33$ and "
    r"with "
    r"one of them (of $L-1$) over 4 (profile deep: $N=64$, and one of them times 4 as well), where the right "
    r"side exceeds $C_{\mathcal "
    r"F}^2$, so that the prediction 0 would pass, too.",
    risk=all_risks,
    share=1,
)
def risk_on_gaussian_functions(
    s: Configuration, prompt: Prompt, risk: Callable[[Prompt], Tensor], share: int
) -> Margin:
    """The measured risks against the bound (24) on the same rungs."""
    error, limits = risk(prompt), all_bounds(s)
    allowed = limits[:, : error.shape[1]] / share
    constant = (all_risks(prompt) / limits).amax(1)
    return at_most(error, allowed).report(risk=prompt.risk_N[:, -1], zero=prompt.zero[:, 0], constant=constant)


gaussian.mutant("the printed weights", risk=lambda prompt: prompt.printed)
gaussian.mutant("a two-thousandth", share=2_000)
