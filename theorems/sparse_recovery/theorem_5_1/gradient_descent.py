r"""Does plain gradient descent ($\theta=0$, $M=2\gamma I$) meet the bound of Theorem 5.1? From 48 d rows on.

Its error is $(I-\gamma G)^K\beta^*$, $G=\frac2{2n+1}X^\top X$, whose eigenvalues lie between
$(1\mp\sqrt{d/n})^2$ or so: for $n<5.8\,d$ it diverges. At $n\ge48\,d$ $(1+\sqrt{d/n})^2-1$ is at most 0.31,
below $\frac13$, as is $1-(1-\sqrt{d/n})^2=0.27$, and the roots of the rate are room for what random matrices
deviate. With $c=\frac78$ and $\delta=\frac12$: for $S = 1$, $N_0\approx37\log(d/\delta)$ is less than that and
thresholds matter; for $S = 3$ and the paper's $d = 20$, $N_0$ is 219 d (187 d at least, for every $\delta$), so
that they are not needed; from d of about 130 on ($S = 3$) $N_0$ is less than 48 d.
"""

from dataclasses import replace

from lemmata import FigureRecord, Probability, Series, choices, dims, mutants, printed, seeded, theorem
from lemmata.numbers import Number
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.measured import Instances, estimates, least, products, vectors
from theorems.sparse_recovery.theorem_5_1.network import Weights, scaled, weights_of_the_proof, within
from theorems.sparse_recovery.theorem_5_1.setting import (
    AS_PRINTED,
    CLOSE,
    Setting,
    as_printed,
    squared,
    up_to,
    with_c,
)


def plain(gamma: Number, K: int) -> Weights:
    r"""$M = 2 \gamma I$ and no thresholds."""
    return Weights(gamma * 2, [0] * K)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="plain gradient descent",
    origin="ours",
    kind=Probability(failure=lambda delta: delta),
    **(
        AS_PRINTED
        | with_c(0.25, 0.875, S=2)
        | dict(n=lambda N0, d: dims(max(N0, 48 * d), max(N0, 48 * d) + 400))
    ),
    construction=plain,
    examples=[vars(least(6, 1)) | dict(n=48 * 6), CLOSE | dict(gamma=1.25, c=0.75, N0=6), CLOSE],
)
@printed(
    r"For rows of independent signs, $\frac14\le c\le\frac78$, $\gamma\le1$, $n\ge N_0$ and $n\ge48d$, "
    r"gradient descent, which is (4.4) with $M=2\gamma I$ and $\theta=0$, meets the bound of Theorem 5.1 for "
    r"any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$: with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$."
)
@mutants(
    {
        "wherever n > d": dict(
            why="With few columns $N_0$ is so many rows that the difference is not seen.",
            d=dims(40, 40),  # so that N_0 is less than 5 d
            S=dims(1, 1),
            K=dims(3, 3),
            delta=choices(0.5),
            gamma=choices(1.0),
            n=lambda N0: dims(N0, N0),
            c=choices(0.875),
        ),
        "half the step": dict(construction=scaled(0.5)),
        "the square of the rate": dict(bound=squared),
        "steps up to 5/4": dict(gamma=up_to(1.25)),
    }
)
def meets_the_bound(b_beta, tf, X, beta_star, answer, bound=as_printed):
    """Gradient descent without thresholds meets the bound of Theorem 5.1 from 48 d rows on."""
    return within(tf, X, beta_star, answer, bound, b_beta)


@meets_the_bound.figure
def beside_the_network() -> list[FigureRecord]:
    """What a layer leaves of the error against n / d, with and without thresholds."""
    return [left_by_a_layer(least(200, 1), 6, 6), left_by_a_layer(least(20, 3), 9, 32)]


def left_by_a_layer(s: Setting, doublings: int, count: int) -> FigureRecord:
    """Geometric means over the layers, medians over instances."""
    ratios = [1.5 * 2**k for k in range(doublings)]
    left: dict[str, list[float]] = {"descent": [], "network": []}
    for ratio in ratios:
        longer, generator = replace(s, n=int(ratio * s.d)), seeded(0)
        beta = vectors(s, count, generator)
        b = Instances(products(longer.n, s.d, count, generator), beta, beta)
        for name, weights in (("descent", s.of(plain)), ("network", weights_of_the_proof(s))):
            share = (estimates(longer, weights, b)[:, -1] - beta).norm(dim=-1) / beta.norm(dim=-1)
            left[name].append(float(share.median()) ** (1 / s.K))
    spoken = [s.N0 * 2**k for k in range(doublings) if s.N0 * 2 ** (k - 1) <= ratios[-1] * s.d]
    return FigureRecord(
        title=f"Gradient descent and the network, $d={s.d}$, $S={s.S}$",
        x_label="rows for each column, $n/d$",
        y_label="left of the error by a layer",
        caption=f"Medians of {count} instances over {s.K} layers, $\\gamma={s.gamma:g}$. The bound begins at "
        f"$N_0={s.N0}={s.N0 / s.d:.1f}\\,d$ ($\\delta={s.delta:g}$, $c=\\frac78$). Gradient descent diverges "
        "above 1; many rows make it faster, and the network, whose thresholds fall by "
        f"$q={float(s.q):.2f}$ a layer, no longer.",
        series=(
            Series("gradient descent", ratios, left["descent"]),
            Series("network of the proof, made for $N_0$", ratios, left["network"]),
            Series(
                r"printed $e^{-\alpha_n}$",
                [n / s.d for n in spoken],
                [float(replace(s, n=n).printed_rate) for n in spoken],
                role="bound",
            ),
            Series(
                r"largest eigenvalue less 1, $(1+\sqrt{d/n})^2-1$",
                ratios,
                [(1 + ratio**-0.5) ** 2 - 1 for ratio in ratios],
                role="guide",
            ),
        ),
        log_x=True,
        log_y=True,
    )
