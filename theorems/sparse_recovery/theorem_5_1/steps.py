r"""The three thresholds of the step in Theorem 5.1, $\frac32$, $\frac{15}{11}$ and $\frac65$, are one formula.

At $d=S=K=1$, rows $\pm1$, nothing is random: a network of the form (4.4) estimates $\mathcal
S_\theta\left(\frac{mn}{2n+1}\beta^*\right)$ from n rows. With $o_n$ for that over $\beta^*$, $o_N\ge\rho o_1$,
$\rho=\frac{3N}{2N+1}$, where $o_1\ge0$ and $\theta\ge0$, so that $\rho|1-o_1|+|1-o_N|\ge\rho-1$: over the
lengths 1 to N no network leaves less than $\frac{\rho-1}{\rho+1}=\frac{N-1}{5N+1}$ of $\beta^*$ at the worst
one. The printed bounds tend to $1-\frac23\gamma$ as $\delta$ tends to 1, which is that number at $\gamma_N$:
the $\frac32$ of the paper, the $\frac{15}{11}$ of `theorem-5.1`, and for long prompts the $\frac65$ at which
the network of the proof fails as well (`theorem-5.1/construction`).

Several layers with different m leave less together: without thresholds, Chebyshev's polynomials leave at most
$1/T_K\left(\frac{5N+1}{N-1}\right)$, so that K layers may serve steps up to 1.34 ($K = 12$) for every N. At
$\frac32$ the printed bound tends to 0, and without thresholds no K layers serve $K + 1$ lengths.
"""

from math import acosh, cosh

import torch

from baselines.proximal import soft_threshold_by_sign
from lemmata import FigureRecord, Series, at_least, box, dims, mutants, printed, reals, theorem
from lemmata.numbers import Array, Number, abs, max, stack
from theorems.sparse_recovery import PAPER


def limit(N: int) -> Number:
    r"""$\gamma_N$, the largest step that one network serves from 1 to N rows."""
    return (6 * N + 3) / (5 * N + 1)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="the largest step",
    origin="ours",
    N=dims(1, 12),
    beta_star=reals(),
    m=reals(),
    theta=box(low=0.0, high=4.0, of="[0, inf)"),
    examples=[dict(N=2), dict(N=40)],
)
@printed(
    r"At $d=S=K=1$ and rows $\pm1$ the largest of the errors $|\beta^{(2)}_{2n+1}-\beta^*|$ over "
    r"$n=1,\dots,N$ is at least $\left(1-\frac23\gamma_N\right)|\beta^*|=\frac{N-1}{5N+1}|\beta^*|$, "
    r"$\gamma_N=\frac{3(2N+1)}{5N+1}$, for every network of the form (4.4), $M=m$, with "
    r"$\theta\ge0$, and equal to it for $m=2\gamma_N$, $\theta=0$. ($\gamma_1=\frac32$, "
    r"$\gamma_2=\frac{15}{11}$, $\gamma_N\to\frac65$: what the printed bound is where its roots vanish.)"
)
@mutants(
    {
        "a tenth more": dict(
            left=lambda N: (1 - limit(N) * 2 / 3) * 11 / 10,
            theta=box(low=0.0, high=0.0, of="[0, inf)"),
            why="without thresholds, since the best networks have none",
        ),
        "M = 5/2 for all lengths": dict(best=2.5),
        "negative thresholds": dict(theta=box(low=-1.0, high=4.0)),
    }
)
def least_largest_error(
    N, beta_star, m, theta, left=lambda N: 1 - limit(N) * 2 / 3, best=lambda N: 2 * limit(N)
):
    """One formula gives the steps 3/2, 15/11 and 6/5: the largest that one network serves from 1 to N rows."""

    def worst(slope: Number, theta: Number) -> Array:
        outputs = [soft_threshold_by_sign(beta_star * slope * n / (2 * n + 1), theta) for n in range(1, N + 1)]
        return max(abs(stack(outputs) - beta_star))

    share = abs(beta_star) * left
    return at_least([worst(m, theta), share], [share, worst(best, 0)])


@least_largest_error.figure
def largest_steps() -> FigureRecord:
    """The largest step against the longest length, found by search, beside the formula."""
    lengths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]
    x = [float(n) for n in lengths]

    def layers(K: int) -> list[float]:
        """1 - 2 gamma/3 is the K-th root of what Chebyshev's polynomial leaves."""
        left = [1 / cosh(K * acosh((5 * n + 1) / (n - 1))) if n > 1 else 0.0 for n in lengths]
        return [1.5 * (1 - share ** (1 / K)) for share in left]

    m = torch.arange(1, 4_000, dtype=torch.float64) / 1_000
    found = []
    for N in lengths:
        n = torch.arange(1, N + 1, dtype=torch.float64)[:, None]
        found.append(1.5 * (1 - float((1 - m * n / (2 * n + 1)).abs().amax(0).min())))
    return FigureRecord(
        title="The largest step that one network serves",
        x_label="longest prompt $N$",
        y_label=r"step $\gamma$",
        caption=r"$d=S=1$, rows $\pm1$, $\delta\to1$. For one layer: the best of 4000 slopes m, and "
        r"$\gamma_N=\frac{3(2N+1)}{5N+1}$, which is $\frac32$ for one length, $\frac{15}{11}=1.364$ for two, "
        r"and tends to $\frac65$. Twelve layers with steps of their own (Chebyshev's, no thresholds) serve "
        f"{layers(12)[-1]:.3f} at $N={lengths[-1]}$. With d ≥ 2 the thresholds take their share, and 1 is "
        r"what Theorem 5.1 as amended has for $c\le\frac78$.",
        series=(
            Series("found, one layer", x, found, role="points"),
            Series(r"$\gamma_N$", x, [limit(n) for n in lengths], role="theory"),
            Series("twelve layers, at least", x, layers(12), role="guide"),
            Series("the paper's 3/2", x, [1.5] * len(x), role="guide"),
            Series("as amended, for any d and S", x, [1.0] * len(x), role="guide"),
        ),
        log_x=True,
    )
