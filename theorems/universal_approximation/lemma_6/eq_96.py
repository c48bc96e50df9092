r"""The noise term of Lemma 6: (91) defines it without $\frac1N$, (96) bounds it with it, appendix A.2.1.

``lemma-6/eq-96/noise`` is on the bound on $\|\frac1N\sum_iz_i\phi_i\|_\infty$ that (96) and (84) use. For n
given features Hoeffding's inequality and the union bound give $\log(nN)$ for $\log N$. In a fixed dimension d
that can be done for all features (29) at once: a ramp is a mean of half-spaces, and these meet N inputs in at
most $4N^d$ ways, so that $(d+1)\log N$ does, whatever n. With it (37) and (84) survive as amended if their
constants may depend on d.
"""

import torch
from torch import Tensor

from lemmata import (
    Probability,
    amended,
    at_least,
    at_most,
    choices,
    dims,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    signs,
    theorem,
)
from lemmata.numbers import Array, abs, cumsum, log, max, maximum, over_batches, sqrt, values
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(91) and (96)",
    rank="slip",
    at=lines(773, 811),
    N=dims(1, 4),
    z=reals("N"),
    r=reals("N"),
    v=reals("N"),
)
@printed(
    r"$\mathcal E_3=2\left|\sum_iz_i(f(x_i)-\phi_i^\top\rho)\right|\le2\left|\frac1N\sum_iz_ir_i\right|+2\left|"
    r"\frac1N\sum_iz_iv_i\right|$ for $r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$.",
    defect="typo",
    because=r"The factor 1/N is missing in (91), so that it can fail for $N \ge 2$.",
    fails_where=lambda N: N >= 2,
)
@amended(
    r"$\frac2N\left|\sum_iz_i(f(x_i)-\phi_i^\top\rho)\right|\le2\left|\frac1N\sum_iz_ir_i\right|+2\left|"
    r"\frac1N\sum_iz_iv_i\right|$ for $r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$.",
    adds="the factor 1/N",
    count=lambda N: N,
)
@mutants(the_move_alone=dict(error=0), the_error_alone=dict(move=0))
def noise_term(N, z, r, v, count=1, error=1, move=1):
    """The noise term splits into that of the discretisation error and that of the move, each averaged."""
    return at_most(2 * abs(z @ (r - v)) / count, 2 * (abs(z @ r) * error + abs(z @ v) * move) / N)


def beginnings(points: Array, d: int) -> Tensor:
    """The orders of points along all directions, ``(orders, points)``: half-spaces are what they begin with.

    In the plane the order changes where the projections of two points coincide: one direction between any two
    such turns.
    """
    x = values(points)
    if d == 1:
        return x[:, 0].argsort()[None]
    i = torch.triu_indices(len(x), len(x), 1)
    apart = x[i[0]] - x[i[1]]
    turns = torch.atan2(apart[:, 0], -apart[:, 1]).remainder(torch.pi).sort().values
    between = (turns + torch.cat([turns[1:], turns[:1] + torch.pi])) / 2
    return (x @ torch.stack([between.cos(), between.sin()])).argsort(0).mT


@theorem(
    PAPER,
    "before (96), in a fixed dimension",
    id="lemma-6/eq-96/noise",
    rank="step",
    origin="ours",
    at=lines(827, 829),
    kind=Probability(failure=lambda N: float(N) ** -11),
    given=["inputs"],
    N=choices(16, 64, 256),
    d=lambda N: dims(1, 2 if N <= 16 else 1),
    inputs=in_ball("N", "d", radius=1),
    z=signs("N"),
)
@printed(
    r"For given inputs in $\mathbb R^d$ and random signs $z_i$ of size $\sigma$: $\left|\frac1N\sum_{x_i\in "
    r"H}z_i\right|\le\sigma\sqrt{\frac{2(d+11)\log N+2\log8}N}$ for all half-spaces H at once, with "
    r"probability at least $1-N^{-11}$; drawn with $\sigma=1$, since both sides are multiples of it, and "
    r"$d\le2$, where all H are tried ($d=2$ at $N=16$ alone; the level is below 1 at $N=256$). A ramp is a "
    r"mean of half-spaces, so that $\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$ is no larger for all "
    "features (29) at once, of any number, direction, offset and steepness, and the constant 1 (argued, not "
    "checked).",
    slack="The union bound is for probabilities of $N^{-11}$, which no draw sees.",
)
@mutants(
    {
        "a twentieth of the root of log N / N": dict(level=lambda N: sqrt(log(N) / N) / 20),
        "a rate 1/N": dict(level=lambda N: 1 / N),
    }
)
def features_do_not_see_the_noise(
    N, d, inputs, z, level=lambda N, d: sqrt((log(N) * (d + 11) + log(8)) * 2 / N)
):
    r"""No feature is much correlated with random signs, at the rate of the root of $d \log N$ over N."""
    ordered = over_batches(lambda x, z: z[:, beginnings(x[0], d)])(inputs, z)  # (orders, N)
    beginning = cumsum(ordered, 1)
    # A ramp is a mean of half-spaces: of beginnings and ends. No average of signs is above 1.
    largest = max(maximum(abs(beginning), abs(beginning[:, -1:] - beginning)))
    return at_least(level, largest / N).trivial_where(level - 1)
