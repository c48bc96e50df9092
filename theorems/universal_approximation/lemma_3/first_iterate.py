r"""The first inexact iterate, after (102), appendix A.3: the error comes after the thresholding.

The bound on $\|\rho_1\|_1$ puts the error $e_1$ inside of the thresholding, whereas (38b) adds it
afterwards; it also sums over $n$ of the $n+1$ entries. With $f=0$ and no noise all labels are 0, and
$\rho_1=e_1$: for every $\lambda>0$ and every $e_1\ne0$ the bound fails, with probability 1, whatever N is.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, amax, full, relu, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import correlations, design, l1
from theorems.universal_approximation.lemma_3.step import Setting, settings, step

penalised = space(Setting, n=dims(1, 4), N=dims(1, 4), lam=dyadics(0.125, 2, of="(0, inf)"))


def labels_are_zero(s: Setting) -> Space:
    """Features, the labels of f = 0 without noise, and the error after the first step."""
    return space(features=box(s.N, s.n, low=0.0, high=1.0), y=box(s.N, low=0.0, high=0.0), e=reals(s.n + 1))


def first_errors(s: Setting) -> Space:
    """Features, any labels, and the error after the first step."""
    return space(features=box(s.N, s.n, low=-1.0, high=1.0), y=reals(s.N), e=reals(s.n + 1))


start = PAPER.claim(
    "after (102)",
    id="lemma-3/first-iterate",
    rank="step",
    summary="The first inexact iterate is bounded by its correlations and its error, thresholded together",
    at=lines(896, 899),
    settings=settings,
    prompts=first_errors,
    pinned={"y": "f = 0 and no noise: nothing is random, so that what fails does so with probability 1"},
)
Bound = Callable[[Array, Array], Array]


def inside(top: Array, e: Array) -> Array:
    return sum(relu(top[:, None] + absolute(e[:, :-1])), -1)


def outside(top: Array, e: Array) -> Array:
    return sum(relu(top[:, None]) + absolute(e), -1)


@start.printed(
    r"With probability at least $1-O(N^{-20})$, for $\rho_1=\mathsf{ST}_{\lambda\eta}\left(\frac{2\eta}N\sum_i"
    r"y_i\phi_i\right)+e_1$, which is (38b) from $\rho_0=0$, $\eta=\frac1{2n}$ and "
    r"$\lambda\ge2c\sqrt{\frac{\log N}N}\sigma$: "
    r"$\|\rho_1\|_1\le\sum_{k=1}^n\max\left\{\left\|\frac{2\eta}N\sum_iy_i\phi_i\right\|_\infty+|e_{1,k}|-"
    r"\lambda\eta,0\right\}$; refuted for $f=0$ and $z=0$, where nothing is random and $\sigma$ is as small as "
    r"one likes.",
    defect="proof-step",
    because="(38b) adds the error after the thresholding, and there are n + 1 entries: for f = 0, z = 0 and a "
    "positive penalty it fails for every error but 0.",
    fails_where=lambda s, prompt: bool(prompt.e.any()),
    settings=penalised,
    prompts=labels_are_zero,
    bound=inside,
)
@start.amended(
    r"For any $y$, features in $[-1,1]$, $\rho_1=\mathsf{ST}_{\lambda\eta}\left(\frac{2\eta}N\sum_iy_i\phi_i"
    r"\right)+e_1$, $\eta=\frac1{2n}$ and $\lambda\ge0$: "
    r"$\|\rho_1\|_1\le\sum_{k=1}^{n+1}\left(\max\left\{\left\|\frac{2\eta}N\sum_iy_i\phi_i\right\|_\infty-"
    r"\lambda\eta,0\right\}+|e_{1,k}|\right)$.",
    because="The error stands outside, and all entries are summed.",
    adds="the error outside of the thresholding, all n + 1 entries, every sample",
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
