r"""Lemma 1 in the plane: the best coefficients for a function that the weights (80) miss altogether.

A class of K sines in different directions, n frequencies drawn from (79), and the function that lives on those
that were not drawn, with the signs that make it large at one input: (80) gives 0 for all its coefficients. The
best ones solve a linear program (over a net of inputs); that their error is below (27) is what the minimax
argument of the claim ``lemma-1`` wants. The cover has at least $\tau^4$ elements for $\varepsilon=\tau^{-2}$,
by volume.
"""

from dataclasses import dataclass
from math import log, pi, sqrt

import numpy as np
import torch
from scipy.optimize import linprog
from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import Cosines
from lemmata import Experiment, FigureRecord, Series, at_most, lines, mutants, printed, seeded, theorem
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Configuration:
    n: int
    terms_per_feature: int
    inputs: int
    tau: int
    replicates: int


def largest_errors(s: Configuration, generator: Generator) -> tuple[float, float]:
    """Largest errors over the net, over C_F: with the weights (80), and with the best ones."""
    K = s.n * s.terms_per_feature
    angle, length, radius, turn = torch.rand(4, max(K, s.inputs), generator=generator).double()
    omega = torch.stack([torch.cos(angle * 2 * pi), torch.sin(angle * 2 * pi)], -1)[:K]
    omega = omega * (1 + length[:K, None] / 2)
    family = Cosines(omega, 1 / (K * omega.norm(dim=-1)))
    draws = family.draw(s.n, generator)
    x = torch.stack([torch.cos(turn * 2 * pi), torch.sin(turn * 2 * pi)], -1)[: s.inputs]
    x = x * radius[: s.inputs, None].sqrt()
    x[0] = torch.tensor([1.0, 0.0])
    theta = torch.full((K,), -pi / 2, dtype=torch.float64)
    # f lives on the frequencies that were not drawn, with the signs that make it large at x[0]; f(0) = 0.
    b = family.B * torch.sin(omega @ x[0]).sign()
    b[draws.term] = 0
    f = family.value(x, b, theta)
    ramps = phi((x @ (draws.omega / draws.omega.norm(dim=-1, keepdim=True)).mT - draws.t) * s.tau)
    with_80 = ramps @ family.weights(draws, b, theta) / s.n
    best = best_error(ramps, f, family.total / s.n)
    return float((f - with_80).abs().max()) / family.moment, best / family.moment


def best_error(ramps: Tensor, f: Tensor, limit: float) -> float:
    """The least largest error of coefficients of size at most ``limit``."""
    design, values = ramps.numpy(), f.numpy()
    side = np.ones((len(values), 1))
    rows = np.block([[design, -side], [-design, -side]])
    n = design.shape[1]
    solution = linprog(
        np.r_[np.zeros(n), 1.0],
        A_ub=rows,
        b_ub=np.r_[values, -values],
        bounds=[(-limit, limit)] * n + [(0, None)],
    )
    return float(np.abs(values - design @ np.clip(solution.x[:n], -limit, limit)).max())


def run(s: Configuration, seed: int) -> dict[str, Tensor]:
    pairs = [largest_errors(s, seeded(seed * 1000 + k)) for k in range(s.replicates)]
    return dict(
        weights_80=torch.tensor([a for a, _ in pairs]).double(),
        best=torch.tensor([b for _, b in pairs]).double(),
    )


QUICK = Configuration(n=128, terms_per_feature=8, inputs=200, tau=32, replicates=6)


def bound(n: int, tau: int) -> float:
    r"""(27) over $C_F$ with $\varepsilon = 1/\tau^2$, and at least $\tau^4$ elements in the cover."""
    return 2 / tau + sqrt(4 * log(tau) / n)


@theorem(
    PAPER,
    "Lemma 1, (27) in the plane",
    rank="step",
    origin="read",
    at=lines(291, 297),
    kind=Experiment(
        run,
        quick=QUICK,
        standard=QUICK,
        deep=Configuration(n=256, terms_per_feature=8, inputs=400, tau=32, replicates=8),
        paper={"error": "at most a universal constant times the bound, for every f and every x"},
    ),
)
@printed(
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_{f,i}\phi_i(x)\right|\le C_{\mathcal F}\left(\frac2\tau+\sqrt{\frac{4"
    r"\log\tau}n}\right)$, which is (27) with $\varepsilon=\tau^{-2}$ and $|\mathcal N_\varepsilon|"
    r"\ge\tau^4$, for some coefficients $|\rho_{f,i}|\le\Gamma_{\mathcal F}$ and all $x$ of 200 inputs in the "
    "disc, $e_1$ and random ones; here for sums of $8n$ sines in random directions, $f$ on those that were "
    r"not drawn, with $f(0)=0$, $n=128$, $\tau=32$, in the mean of six draws (profile deep: $n=256$, 400 "
    "inputs, eight draws)."
)
@mutants({"the weights (80)": dict(error=lambda weights_80: weights_80), "a twentieth": dict(share=20)})
def best_coefficients(n, tau, best, weights_80, error=lambda best: best, share=1):
    """In the plane some coefficients serve a function that the weights (80) miss altogether."""
    return at_most(error, bound(n, tau) / share).report(error=best, error_of_80=weights_80)


@best_coefficients.figure
def errors(s: Configuration, best: Tensor, weights_80: Tensor) -> FigureRecord:
    """Both errors, replicate by replicate."""
    x = [float(k) for k in range(1, len(best) + 1)]
    return FigureRecord(
        title=f"Feature error in the plane, $n={s.n}$",
        x_label="replicate",
        y_label="largest error over $C_F$",
        caption="In each replicate a function on the frequencies that were not drawn there.",
        series=(
            Series("weights (80)", x, weights_80.tolist()),
            Series("best coefficients", x, best.tolist()),
            Series("(27) with constant 1", x, [bound(s.n, s.tau)] * len(x), role="bound"),
        ),
    )
