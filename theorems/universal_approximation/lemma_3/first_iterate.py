r"""The first inexact iterate, after (102), appendix A.3: the error comes after the thresholding.

The bound on $\|\rho_1\|_1$ puts the error $e_1$ inside of the thresholding, whereas (38b) adds it
afterwards; it also sums over $n$ of the $n+1$ entries. With $f=0$ and no noise all labels are 0, and
$\rho_1=e_1$: for every $\lambda>0$ and every $e_1\ne0$ the bound fails, with probability 1, whatever N is.
"""

from collections.abc import Callable

from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import Number, Vector, abs, max, relu, sum, zeros
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, l1, step


def outside(top: Number, e: Vector) -> Number:
    return sum(relu(top) + abs(e))


@theorem(
    PAPER,
    "after (102)",
    rank="step",
    at=lines(896, 899),
    pinned={"y": "$f = 0$ and no noise: nothing is random, so that what fails does so with probability 1"},
    n=dims(1, 4),
    N=dims(1, 4),
    lam=dyadics(0, 2, of="[0, inf)"),
    features=box("N", "n", low=-1, high=1),
    y=reals("N"),
    e=reals("n + 1"),
)
@printed(
    r"With probability at least $1-O(N^{-20})$, for $\rho_1=\mathsf{ST}_{\lambda\eta}\left(\frac{2"
    r"\eta}N\sum_iy_i\phi_i\right)+e_1$, which is (38b) from $\rho_0=0$, $\eta=\frac1{2n}$ and "
    r"$\lambda\ge2c\rate\sigma$: $\|\rho_1\|_1\le\sum_{k=1}^n\max\left\{\left\|\frac{2"
    r"\eta}N\sum_iy_i\phi_i\right\|_\infty+|e_{1,k}|-\lambda\eta,0\right\}$; refuted for $f=0$ and $z=0$, "
    r"where nothing is random and $\sigma$ is as small as one likes.",
    defect="proof-step",
    because="(38b) adds the error after the thresholding, and there are $n + 1$ entries: for $f = 0$, $z = 0$ "
    "and a positive penalty it fails for every error but 0.",
    fails_where=lambda e: l1(e) > 0,
    lam=dyadics(0.125, 2, of="(0, inf)"),
    features=box("N", "n", low=0, high=1),
    y=box("N", low=0, high=0),
    bound=lambda top, e: sum(relu(top + abs(e[:-1]))),
)
@amended(
    r"For any $y$, features in $[-1,1]$, $\rho_1=\mathsf{ST}_{\lambda\eta}\left(\frac{2"
    r"\eta}N\sum_iy_i\phi_i\right)+e_1$, $\eta=\frac1{2n}$ and $\lambda\ge0$: $\|\rho_1\|_1\le\sum_{k=1}^{n+1}"
    r"\left(\max\left\{\left\|\frac{2\eta}N\sum_iy_i\phi_i\right\|_\infty-\lambda\eta,0\right\}+|e_{1,k}|"
    r"\right)$.",
    because="The error stands outside, and all entries are summed.",
    adds="the error outside of the thresholding, all $n + 1$ entries, every sample",
    bound=outside,
)
@mutants(
    the_last_entry_left_out=dict(bound=lambda top, e: outside(top, e[:-1])),
    no_error=dict(bound=lambda top, e: outside(top, 0 * e)),
)
def first_iterate(n, N, lam, features, y, e, bound: Callable[[Number, Vector], Number]):
    """The first inexact iterate is bounded by its correlations and its error, thresholded together."""
    phi = design(features)
    top = max(abs(y @ phi)) / (N * n) - lam / (2 * n)
    return at_most(l1(step(phi, y, lam, zeros(n + 1), 2 * n) + e), bound(top, e))
