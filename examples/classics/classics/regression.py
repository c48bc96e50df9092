"""Least squares: double descent, and Kaczmarz's method."""

from __future__ import annotations

import torch
from torch import Tensor

from classics import PAPER
from lemmata import (
    Expectation,
    Experiment,
    FigureRecord,
    Rate,
    Series,
    amended,
    at_most,
    dims,
    gaussian,
    lines,
    mutants,
    printed,
    reals,
    seeded,
    theorem,
)
from lemmata.numbers import exp, linalg, log, maximum, min, sum, trace


@theorem(
    PAPER,
    "Statement 18",
    id="regression/second-descent",
    summary="Beyond the threshold the variance of minimum-norm least squares falls like n / d",
    at=lines(58, 60),
    kind=Rate(ladder=[dict(n=2, d=2**k) for k in range(5, 11)], size=lambda d: d),
    n=dims(1, 2),
    d=dims(32, 1024),
    X=gaussian("n", "d"),
)
@printed(r"$\mathrm{tr}\,(XX^\top)^{-1}\lesssim\frac nd$ for $d\ge 16n$ features.")
@mutants(**{"like 1 / d^2": dict(power=2)})
def second_descent(n, d, X, power=1):
    """The variance of the interpolator of minimal norm, per unit of the noise's."""
    return at_most(trace(linalg.inv(X @ X.T)), n / d**power)


SHARES = (1 / 4, 1 / 2, 1, 2, 4)


def risks(n: int, trials: int, replicates: int, seed: int) -> dict[str, Tensor]:
    """``log_risk`` (replicates, shares of n): the mean logarithm of the excess risk, for a signal of norm 1."""
    generator = seeded(seed)
    columns: list[Tensor] = []
    for share in SHARES:
        d = int(share * n)
        X, w, noise = (
            torch.randn(replicates, trials, *shape, generator=generator, dtype=torch.float64)
            for shape in ((n, d), (d, 1), (n, 1))
        )
        w = w / d**0.5
        estimate = torch.linalg.pinv(X) @ (X @ w + noise)
        columns.append((estimate - w).square().sum((-2, -1)).log().mean(-1))
    return {"log_risk": torch.stack(columns, -1)}


@theorem(
    PAPER,
    "Statement 18",
    id="regression/double-descent",
    summary="The risk of minimum-norm least squares peaks where there are as many features as examples",
    at=lines(58, 60),
    kind=Experiment(
        risks,
        quick=dict(n=16, trials=16, replicates=8),
        standard=dict(n=32, trials=64, replicates=32),
        deep=dict(n=100, trials=200, replicates=64),
    ),
)
@printed("At d = n the excess risk is at least twice that at d = n / 2 and at d = 2 n.")
@mutants(a_hundred_times=dict(factor=100))
def peak(log_risk, factor=2):
    """The mean logarithm of the risk peaks in between (its mean does not exist there)."""
    _, below, at, beyond, _ = log_risk
    higher = maximum(below, beyond)
    return at_most(higher + log(factor), at).report(peak=exp(at - higher))


@peak.figure
def curve(log_risk: Tensor) -> FigureRecord:
    """The risk along the number of features."""
    return FigureRecord(
        claim=peak.id,
        title="Double descent",
        x_label="features per example",
        y_label="excess risk",
        caption="The excess risk rises up to as many features as examples, and then falls again.",
        series=(Series("measured", list(SHARES), log_risk.mean(0).exp().tolist()),),
        log_y=True,
    )


@theorem(
    PAPER,
    "Statement 19",
    id="regression/kaczmarz",
    at=lines(62, 63),
    kind=Expectation(),
    m=dims(1, 3),
    d=dims(1, 3),
    A=reals("m", "d"),
    error=reals("d"),
    where=lambda A: min(sum(A * A, 1)) > 0,  # no row is zero
)
@printed(
    r"$\mathbb E\|x_1-x^*\|^2\le(1-\frac{\lambda_{\min}(A^\top A)}{\|A\|_F^2})\|x_0-x^*\|^2$ for rows chosen "
    r"uniformly.",
    defect="statement",
    because="A long row that is seldom chosen may be the one that matters.",
    chance=lambda m: 1 / m,
)
@amended(
    r"$\mathbb E\|x_1-x^*\|^2\le(1-\frac{\lambda_{\min}(A^\top A)}{\|A\|_F^2})\|x_0-x^*\|^2$ for rows chosen "
    r"with chances $\frac{\|a_i\|^2}{\|A\|_F^2}$.",
    adds="chances in proportion to the squared norms",
    chance=lambda A: sum(A * A, 1) / sum(A * A),
)
@mutants(twice_as_fast=dict(times=2))
def kaczmarz(A, error, chance, times=1):
    """A step of Kaczmarz's method lowers the mean squared error as the conditioning says."""
    step = A @ error / sum(A * A, 1)  # along the row chosen
    after = error - step[:, None] * A  # (m, d): by the row chosen
    share = min(linalg.eigvalsh(A.T @ A)) / sum(A * A)
    return at_most(sum(chance * sum(after**2, 1)), (1 - times * share) * (error @ error))
