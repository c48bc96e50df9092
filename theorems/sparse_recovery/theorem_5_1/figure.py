"""Plots of Theorem 5.1: errors layer by layer beside the bound, and the network beside the Lasso."""

import torch
from torch import Tensor

from baselines.lasso import lasso_batched, objective
from lemmata import FigureRecord, Series, signs, sparse
from theorems.sparse_recovery.theorem_5_1.measured import QUICK, SIZES, by_layer, distances, falling, powers
from theorems.sparse_recovery.theorem_5_1.network import path, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import EXAMPLE, rate_of_length


def errors_by_layer(distance: Tensor | None = None) -> FigureRecord:
    """The distance to beta* after each layer, beside the printed bound and that of the construction."""
    s = SIZES[-1]
    errors = (distances(QUICK, 0)["distance"] if distance is None else distance)[:, -1]
    q, printed = float(s.q), float(s.printed_rate)
    above = int((errors > powers(printed, s.K)).any(-1).sum())
    return FigureRecord(
        title="Error after each layer",
        x_label="layers $K$",
        y_label=r"distance to $\beta^*$, in units of $b_\beta$",
        caption=f"{errors[..., 0].numel()} instances with $d={s.d}$, $S={s.S}$, $\\gamma={s.gamma:g}$, "
        f"Rademacher rows and $n=N_0={s.n}$, the least that the theorem allows for $c=7/8$ and "
        f"$\\delta={s.delta:g}$. With each layer the printed bound falls to {printed:.3f} of what it was, that "
        f"of the construction to {q:.3f}. Above the printed one lie {above} of the instances, where a share of "
        f"{s.delta:g} may.",
        series=(
            *by_layer(errors),
            falling(r"$b_\beta e^{-\alpha_nK}$, printed", printed, s.K),
            falling(r"$b_\beta q^K$, of the construction", q, s.K),
        ),
        log_y=True,
    )


STEPS = [k / 32 for k in range(1, 49)]


def bounds_that_vanish() -> FigureRecord:
    """The two printed bounds of the certificate against the step size: below 1 no network meets both."""
    series = []
    for r, name in ((2.0**-3, "1/8"), (2.0**-5, "1/32"), (2.0**-20, "2^{-20}")):
        sums = [float(rate_of_length(gamma, r, 1) * 6 + rate_of_length(gamma, r, 2) * 5) for gamma in STEPS]
        series.append(Series(rf"printed bounds, $\sqrt{{\log(1/\delta)/c}}={name}$", STEPS, sums, role="bound"))
    return FigureRecord(
        title="Two lengths of the prompt that no step size serves",
        x_label=r"step $\gamma$",
        y_label=r"$6e^{-\alpha_1}+5e^{-\alpha_2}$",
        caption=r"$d=S=K=1$, rows $\pm1$: whatever M and $\theta\ge0$ are, six times the error of a network "
        r"of the form (4.4) at $n=1$ and five times that at $n=2$ add up to at least $|\beta^*|=1$. Below that "
        r"line the printed bounds "
        r"contradict it: for $\gamma>\frac{15}{11}$ as $\delta$ tends to 1, for every $c$.",
        series=(Series("what every network misses, at least", [STEPS[0], STEPS[-1]], [1.0, 1.0]), *series),
    )


def left_by_a_layer() -> FigureRecord:
    """What a layer of the proof leaves of the error, against the step size, beside the printed rate."""
    series = [
        Series(f"left by a layer, $n={n}$", STEPS, [abs(1 - gamma * 2 * n / (2 * n + 1)) for gamma in STEPS])
        for n in (1, 4, 200)
    ]
    printed = [1 - 2 * gamma / 3 for gamma in STEPS]
    return FigureRecord(
        title="What a layer leaves of the error",
        x_label=r"step $\gamma$",
        y_label=r"$|\beta^{(k+1)}-\beta^*|/|\beta^{(k)}-\beta^*|$",
        caption=r"$d=S=1$, rows $\pm1$, the network of the proof: nothing is random. The printed rate is "
        r"drawn for $\delta$ near 1, where it is smallest. A long prompt overshoots for $\gamma>1$ and is "
        r"above the printed rate from $\gamma=\frac65$ on.",
        series=(*series, Series(r"printed rate $1-\frac23\gamma$", STEPS, printed, role="bound")),
    )


def plots() -> list[FigureRecord]:
    """What the page of the theorem shows."""
    return [errors_by_layer(), bounds_that_vanish()]


LASSO_INSTANCES = 50
SHARE = 1 / 64
"""The penalty as a share of the smallest one whose solution is zero."""


def problems() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """X ``(50, n, d)``, y ``(50, n)``, beta* ``(50, d)`` and penalties ``(50,)``."""
    generator = torch.Generator().manual_seed(0)
    X = signs(EXAMPLE.n, EXAMPLE.d).sample(generator, LASSO_INSTANCES)
    beta_star = sparse(EXAMPLE.d, EXAMPLE.S, 1.0).sample(generator, LASSO_INSTANCES)
    beta_star = beta_star[beta_star.abs().sum(-1) > 0]
    X = X[: len(beta_star)]
    y = (X @ beta_star[..., None])[..., 0]
    return X, y, beta_star, (X.mT @ y[..., None]).abs().amax((1, 2)) * SHARE


def beside_the_lasso() -> FigureRecord:
    """Medians over instances, layer by layer; the Lasso's optimum by its duality gap."""
    X, y, beta_star, alpha = problems()
    lasso = lasso_batched(X, y, alpha)
    optimum = objective(X, y, alpha, lasso.value)
    estimates = path(weights_of_the_proof(EXAMPLE), X, beta_star)
    lines: dict[str, list[float]] = {
        "objective above the optimum, relative": [
            float(((objective(X, y, alpha, beta) - optimum) / optimum).median()) for beta in estimates
        ],
        "distance to the Lasso solution": [
            float((beta - lasso.value).norm(dim=-1).median()) for beta in estimates
        ],
        r"distance to $\beta^*$": [float((b - beta_star).norm(dim=-1).median()) for b in estimates],
    }
    gap = float((lasso.error / optimum).max())
    layers = [float(k) for k in range(len(estimates))]
    return FigureRecord(
        title="Beside the Lasso",
        x_label="layers $K$",
        y_label="median",
        caption=f"{len(X)} instances with $d={EXAMPLE.d}$, $n={EXAMPLE.n}$, $S={EXAMPLE.S}$; penalty "
        f"{SHARE:.3g} of the smallest with solution zero. The network aims at $\\beta^*$, not at the Lasso, "
        "so that its objective and its distance to the Lasso solution stay above zero. The optimum is "
        f"certified by a duality gap of at most {gap:.1g} of it (a test has cvxpy agree).",
        series=tuple(Series(name, layers, values) for name, values in lines.items()),
        log_y=True,
    )
