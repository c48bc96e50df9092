r"""How slowly ISTA converges at most (section 4.2).

"For any $\beta^*$ and any $X$, ISTA converges at a sublinear rate (Beck and Teboulle 2009)": as an upper bound
it is their Theorem 3.1, $\mathcal L(\beta^{(k+1)})-\mathcal L(z)\le\frac L{2k}\|z\|^2$ for every $z$ (start 0),
$L$ at least the largest eigenvalue of $X^\top X$. It holds. (In one dimension it is linear:
`section-4.2/ista-linear`.)
"""

from collections.abc import Callable

from baselines.proximal import soft_threshold
from lemmata import at_most, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import (
    Array,
    Matrix,
    Number,
    Vector,
    abs,
    constant,
    max,
    maximum,
    minimum,
    stack,
    sum,
    zeros,
)
from theorems.sparse_recovery import PAPER


def objective(X: Matrix, y: Vector, alpha: Number, beta: Vector) -> Array:
    """The Lasso's loss of section 4.1."""
    residual = X @ beta - y
    return residual @ residual / 2 + sum(abs(beta)) * alpha


@theorem(
    PAPER,
    "section 4.2, ISTA",
    rank="step",
    origin="read",
    at=lines(121),
    d=dims(1, 3),
    N=dims(1, 3),
    steps=dims(1, 12),
    alpha=dyadics(0, 2, of="[0, inf)"),
    scale=dyadics(1, 4, of="[1, inf)"),  # L over a number that is at least the largest eigenvalue
    X=reals("N", "d"),
    beta_star=reals("d"),
    z=reals("d"),
    examples=[dict(d=1, N=1, steps=48, alpha=0.0, scale=64.0), dict(d=1, N=1, steps=1, alpha=0.0, scale=1.0)],
)
@printed(
    r"ISTA for $\mathcal L(\beta)=\frac12\|y-X\beta\|^2+\alpha\|\beta\|_1$, $\alpha\ge0$, $y=X\beta^*$, from "
    r"0 with $L\ge\lambda_{\max}(X^\top X)$, $L>0$: $\mathcal L(\beta^{(k+1)})-\mathcal L(z)\le\frac "
    r"L{2k}\|z\|_2^2$ for all $z$, $X$, $\beta^*$ and $k\ge1$ (so the objective converges at the rate $1/k$; "
    "'sublinear' is read as an upper bound).",
    slack="The worst found is half of it, $L |z|^2/(4k)$, which one coordinate with a small eigenvalue "
    r"nearly has at $z = 2 \beta^{(k+1)}$; the constant is that of Beck and Teboulle's theorem.",
)
@mutants(
    {
        "FISTA's rate, 2 L |z|^2 / (k + 1)^2": dict(rate=lambda k: (k + 1) ** 2 / 2),
        "a third of it": dict(rate=lambda k: 6 * k),
        "a step four times too long": dict(times=4),
        "a step three times too long": dict(times=3),
    }
)
def objective_falls(
    d, steps, alpha, scale, X, beta_star, z, answer, times=1, rate: Callable[[int], float] = lambda k: 2 * k
):
    """After k steps from 0 ISTA's objective exceeds that of any vector z by at most $L |z|^2/(2k)$."""
    y, gram = X @ beta_star, X.T @ X
    # The largest eigenvalue is at most the trace, and at most the largest row sum.
    L = scale * maximum(minimum(sum(X * X), max(sum(abs(gram), 1))), 1 / 64)
    best, beta, excess = objective(X, y, alpha, z), zeros(d), []
    for _ in range(steps):
        beta = soft_threshold(beta - X.T @ (X @ beta - y) / (L / times), alpha / (L / times))
        excess.append(objective(X, y, alpha, answer(beta)) - best)
    k, bound = constant([rate(k) for k in range(1, steps + 1)]), L * (z @ z)
    null = y @ y / 2 - best  # the excess of the start, 0
    return at_most(stack(excess) * k, bound).trivial_where(bound - null * k)
