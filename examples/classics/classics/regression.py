"""Least squares: double descent, and Kaczmarz's method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from classics import PAPER
from classics.functions import square
from lemmata import (
    Expectation,
    Experiment,
    FigureRecord,
    Margin,
    Prompt,
    Rate,
    Series,
    at_most,
    dims,
    gaussian,
    lines,
    reals,
    seeded,
    space,
)
from lemmata.numbers import Array, linalg, maximum, min, sum, trace


@dataclass(frozen=True)
class Features:
    """n examples with d independent N(0, 1) features."""

    n: int
    d: int


second_descent = PAPER.claim(
    "Statement 18",
    id="regression/second-descent",
    summary="Beyond the threshold the variance of minimum-norm least squares falls like n / d",
    at=lines(58, 60),
    kind=Rate(ladder=[Features(2, 2**k) for k in range(5, 11)], size=lambda s: s.d),
    settings=space(Features, n=dims(1, 2), d=dims(32, 1024)),
    prompts=lambda s: space(X=gaussian(s.n, s.d)),
)


@second_descent.printed(r"$\mathrm{tr}\,(XX^\top)^{-1}\lesssim\frac nd$ for $d\ge 16n$ features.", power=1)
def variance(s: Features, prompt: Prompt, power: int) -> Margin:
    """The variance of the interpolator of minimal norm, per unit of the noise's."""
    error = trace(linalg.inv(prompt.X @ prompt.X.mT))
    return at_most(error, error * 0 + s.n / s.d**power)


second_descent.mutant("like 1 / d^2", power=2)


@dataclass(frozen=True)
class Peak:
    """n examples, and how often everything is drawn."""

    n: int
    trials: int
    replicates: int


peak = PAPER.claim(
    "Statement 18",
    id="regression/double-descent",
    summary="The risk of minimum-norm least squares peaks where there are as many features as examples",
    at=lines(58, 60),
    kind=Experiment(),
    settings=space(Peak, n=dims(2, 100), trials=dims(1, 1000), replicates=dims(2, 100)),
)
SHARES = (1 / 4, 1 / 2, 1, 2, 4)


@peak.experiment(
    quick=Peak(n=16, trials=16, replicates=8),
    standard=Peak(n=32, trials=64, replicates=32),
    deep=Peak(n=100, trials=200, replicates=64),
)
def risks(s: Peak, seed: int) -> Prompt:
    """``log_risk`` (replicates, shares of n): the mean logarithm of the excess risk, for a signal of norm 1."""
    generator = seeded(seed)
    columns: list[Tensor] = []
    for share in SHARES:
        d = int(share * s.n)
        lead = (s.replicates, s.trials)
        X, w, noise = (
            torch.randn(*lead, *shape, generator=generator, dtype=torch.float64)
            for shape in ((s.n, d), (d, 1), (s.n, 1))
        )
        w = w / d**0.5
        estimate = torch.linalg.pinv(X) @ (X @ w + noise)
        columns.append((estimate - w).square().sum((-2, -1)).log().mean(-1))
    return Prompt(log_risk=torch.stack(columns, -1))


@peak.printed("At d = n the excess risk is at least twice that at d = n / 2 and at d = 2 n.", factor=2)
def highest_in_between(s: Peak, prompt: Prompt, factor: int) -> Margin:
    """The mean logarithm of the risk peaks in between (its mean does not exist there)."""
    below, at, beyond = prompt.log_risk[:, 1], prompt.log_risk[:, 2], prompt.log_risk[:, 3]
    higher = torch.tensor(float(factor)).log()
    return at_most(maximum(below, beyond) + higher, at).report(peak=(at - maximum(below, beyond)).exp())


peak.mutant("a hundred times", factor=100)


@peak.figure
def curve(s: Peak, prompt: Prompt) -> FigureRecord:
    """The risk along the number of features."""
    return FigureRecord(
        claim=peak.id,
        title="Double descent",
        x_label="features per example",
        y_label="excess risk",
        caption="The excess risk rises up to as many features as examples, and then falls again.",
        series=(Series("measured", list(SHARES), prompt.log_risk.mean(0).exp().tolist()),),
        log_y=True,
    )


@dataclass(frozen=True)
class System:
    """m equations in d unknowns."""

    m: int
    d: int


kaczmarz = PAPER.claim(
    "Statement 19",
    id="regression/kaczmarz",
    at=lines(62, 63),
    kind=Expectation(),
    settings=space(System, m=dims(1, 3), d=dims(1, 3)),
    prompts=lambda s: space(
        where=lambda p: bool((p.A.square().sum(-1) > 0).all()),  # no row is zero
        A=reals(s.m, s.d),
        error=reals(s.d),
    ),
)


@kaczmarz.printed(
    r"$\mathbb E\|x_1-x^*\|^2\le(1-\frac{\lambda_{\min}(A^\top A)}{\|A\|_F^2})\|x_0-x^*\|^2$ for rows chosen "
    r"uniformly.",
    defect="statement",
    because="A long row that is seldom chosen may be the one that matters.",
    chance=lambda s, rows: rows * 0 + 1 / s.m,
    times=1,
)
@kaczmarz.amended(
    r"$\mathbb E\|x_1-x^*\|^2\le(1-\frac{\lambda_{\min}(A^\top A)}{\|A\|_F^2})\|x_0-x^*\|^2$ for rows chosen "
    r"with chances $\frac{\|a_i\|^2}{\|A\|_F^2}$.",
    adds="chances in proportion to the squared norms",
    chance=lambda s, rows: rows / sum(rows, -1, keepdims=True),
    times=1,
)
def expected_error(s: System, prompt: Prompt, chance: Callable[[System, Array], Array], times: int) -> Margin:
    """A step of Kaczmarz's method lowers the mean squared error as the conditioning says."""
    A, error = prompt.A, prompt.error
    rows = square(A)  # (batch, m)
    products = (A @ error[:, :, None])[:, :, 0]
    after = error[:, None, :] - A * (products / rows)[:, :, None]  # (batch, m, d): by the row chosen
    mean = sum(chance(s, rows) * square(after), -1)
    share = times * min(linalg.eigvalsh(A.mT @ A), -1) / sum(rows, -1)
    return at_most(mean, (1 - share) * square(error))


kaczmarz.mutant("twice as fast", times=2)
