r"""The first inexact iterate, after (102), appendix A.3: the error comes after the thresholding.

The bound on $\|\rho_1\|_1$ puts the error $e_1$ inside of the thresholding, whereas (38) adds it
afterwards; it also sums over $n$ of the $n+1$ entries: labels that are all zero and an error below the
threshold refute it.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, Space, at_most, box, lines, reals, space
from lemmata.numbers import Array, absolute, amax, full, relu, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import correlations, design, l1
from theorems.universal_approximation.lemma_3.step import Setting, settings, step


def first_errors(s: Setting) -> Space:
    """Features, labels, and the error after the first step."""
    return space(features=box(s.N, s.n, low=-1.0, high=1.0), y=reals(s.N), e=reals(s.n + 1))


start = PAPER.claim(
    "after (102)",
    id="lemma-3/first-iterate",
    rank="step",
    summary="The first inexact iterate is bounded by its correlations and its error, thresholded together",
    at=lines(896, 899),
    settings=settings,
    prompts=first_errors,
)
Bound = Callable[[Array, Array], Array]


def inside(top: Array, e: Array) -> Array:
    return sum(relu(top[:, None] + absolute(e[:, :-1])), -1)


def outside(top: Array, e: Array) -> Array:
    return sum(relu(top[:, None]) + absolute(e), -1)


@start.printed(
    r"For features in $[-1,1]$, $\rho_0=0$ and $\eta=\frac1{2n}$: "
    r"$\|\rho_1\|_1\le\sum_{k=1}^n\max\left\{\left\|\frac{2\eta}N\sum_iy_i\phi_i\right\|_\infty+|e_{1,k}|-"
    r"\lambda\eta,0\right\}$.",
    defect="proof-step",
    because="(38) adds the error after the thresholding, and there are n + 1 entries.",
    bound=inside,
)
@start.amended(
    r"For features in $[-1,1]$, $\rho_0=0$ and $\eta=\frac1{2n}$: "
    r"$\|\rho_1\|_1\le\sum_{k=1}^{n+1}\left(\max\left\{\left\|\frac{2\eta}N\sum_iy_i\phi_i\right\|_\infty-"
    r"\lambda\eta,0\right\}+|e_{1,k}|\right)$.",
    because="The error stands outside, and all entries are summed.",
    adds="the error outside of the thresholding, all n + 1 entries",
    bound=outside,
)
def first_iterate(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The l1 norm of the first inexact iterate."""
    phi, e = design(prompt.features), prompt.e
    rho = step(lambda s: s.n)(s, phi, prompt.y, full(0, like=e)) + e
    top = amax(absolute(correlations(phi, prompt.y)), -1) / s.N / s.n - s.lam / (2 * s.n)
    return at_most(l1(rho), bound(top, e))


start.mutant("the last entry left out", bound=lambda top, e: outside(top, e[:, :-1]))
start.mutant("no error", bound=lambda top, e: outside(top, full(0, like=e)))
