r"""The rate $n^{-1/5}$ is what one gets if the number of iterations is forgotten.

Corollary 10 says that optimising its bound over $\epsilon_0,\epsilon$ gives $L_{PCA}\lesssim n^{-1/5}$, "given
that the parameters and the dimension are of constant scales". That step is tested, the optimised bound; a worse
bound refutes no rate of $L_{PCA}$ itself, which the bare id is about. The bound is, up to constants and
logarithms, $\tau\epsilon+\epsilon_0^{q}+(n\epsilon_0\epsilon^2)^{-1/2}$ with $\tau\approx1/\epsilon_0$; $q=1$
as the line stands, $q=\frac12$ with the bracket of Theorem 7 (part ``theorem-7``). ($k\ge2$: at $k=1$ the
second term is an empty sum.)

*Symbolically*: with $\epsilon_0=n^{-\alpha},\epsilon=n^{-\beta}$ the exponents are $\beta-\alpha$, $q\alpha$
and $\frac12(1-\alpha-2\beta)$. The weights $(1,\frac3{2q},1)$ eliminate $\alpha,\beta$ and leave $\frac12$: the
smallest exponent is at most $\frac12/(2+\frac3{2q})$, 1/7 for $q=1$ and 1/10 for $q=\frac12$, and equality is
reached. With $\tau$ counted as a constant in the first term (though not in the depth) it would be
$\frac12/(2+\frac1{2q})$, which is the printed 1/5 for $q=1$.

*Certificate* at finite n: by the weighted inequality of means the three terms sum to at least $n^{-r}$ with
this r, whatever $\epsilon_0,\epsilon\le1$ are, which exceeds $Cn^{-1/5}$ for large n, for every C. Part
``least``, beyond the paper, is this inequality for $q=1$; it proves that the constant of
:mod:`theorems.pca.corollary_10.rate_optimised` grows without end, like $n^{1/5-1/7}$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata import Margin, at_least, at_most, lines, scales, some, space
from lemmata.numbers import Array, exp, log
from theorems.pca import PAPER
from theorems.pca.corollary_10.logarithm import formula


@dataclass(frozen=True)
class Samples:
    n: float


@dataclass(frozen=True)
class Setting(Samples):
    """Samples, and the constant."""

    C: float


@dataclass(frozen=True)
class Accuracies:
    n: float
    eps0: float
    eps: float


def large(C: float) -> Setting:
    """So many samples that the bound exceeds C n^(-1/5)."""
    # n^(1/5 - 1/7) exceeds C from n = C^(35/2) on, and n^(1/5 - 1/10) from C^10 on.
    return Setting(2 * max(C, 1.0) ** 18, C)


N = scales(0, 330, of="[1, inf)")
settings = space(Setting, n=N, C=some(scales(-4, 8), weaker="larger", fails_at=large))
LARGE = [large(2.0**8), Setting(2.0**299, 1.0)]

rate = PAPER.claim(
    "Corollary 10, rate of its bound",
    id="corollary-10/rate",
    origin="read",
    at=lines(280),
    summary="At the best accuracies the corollary's bound is of the order n^(-1/5)",
    settings=settings,
    uses=[formula],
    examples=LARGE,
)
bracket = PAPER.claim(
    "Corollary 10, rate of its bound with the bracket of Theorem 7",
    id="corollary-10/rate/theorem-7",
    origin="read",
    at=lines(280),
    summary="At the best accuracies the corollary's bound, with the second term of Theorem 7, is of the "
    "order n^(-1/5)",
    settings=settings,
    uses=[formula],
    examples=LARGE,
)
least = PAPER.claim(
    "Corollary 10, least value of its bound",
    id="corollary-10/rate/least",
    origin="ours",
    summary="However the two accuracies are chosen, the corollary's bound is at least n^(-1/7)",
    settings=space(
        Accuracies,
        n=scales(1, 300, of="[1, inf)"),
        eps0=scales(-60, 0, of="(0, 1]"),
        eps=scales(-120, 0, of="(0, 1]"),
    ),
    # The exponents 1/7 and 2/7, at which the three terms are equal.
    examples=[Accuracies(2.0**280, 2.0**-40, 2.0**-80)],
    proves_growth_of="pca/corollary-10/rate-optimised",
)
Side = Callable[[Any], Array]


def best_rate(q: Fraction, tau_grows: bool = True) -> Fraction:
    """The largest r with exponents (beta - alpha, q alpha, (1 - alpha - 2 beta) / 2) all >= r.

    The weights (1, w, 1) eliminate beta; alpha asks for ``w q = 3/2`` (``1/2`` if tau is constant).
    """
    alpha = Fraction(3, 2) if tau_grows else Fraction(1, 2)
    return Fraction(1, 2) / (2 + alpha / q)


def power(n: Array, r: Fraction) -> Array:
    """``n^-r``."""
    return exp(-log(n) * r.numerator / r.denominator)


def decay(r: Fraction) -> Side:
    """``n^-r``."""
    return lambda s: power(s.n, r)


def logarithmic(q: Fraction, r: Fraction) -> Side:
    """``3/2 (ell + 1) n^-r`` with the logarithm ``ell`` at the best exponents."""
    return lambda s: power(s.n, r) * (ell(s, q) + 1) * 3 / 2


def ell(s: Samples, q: Fraction) -> Array:
    """``alpha ln n + 1``, alpha being the best exponent of ``eps_0``."""
    alpha = best_rate(q) / q
    return log(s.n) * alpha.numerator / alpha.denominator + 1


def at_the_best(q: Fraction) -> Side:
    """The bound at the best exponents, with the logarithm in tau and in the last term."""

    def bound(s: Samples) -> Array:
        r = best_rate(q)
        alpha, beta = r / q, r / q + r
        logarithm = ell(s, q)
        size, eps0, eps = log(s.n), power(s.n, alpha), power(s.n, beta)
        last = exp((-size + log(logarithm) - log(eps0) - log(eps) * 2) / 2)
        return logarithm / eps0 * eps + power(s.n, q * alpha) + last

    return bound


def bound_decays(s: Samples, left: Side, right: Side) -> Margin:
    """The optimised bound decays at the stated rate."""
    return at_most(left(s), right(s))


def terms(q: str) -> str:
    """The three terms of the bound, without logarithms."""
    return rf"\frac{{\epsilon}}{{\epsilon_0}}+\epsilon_0{q}+\frac1{{\sqrt{{n\epsilon_0\epsilon^2}}}}"


def with_logarithm(q: str) -> str:
    """The same with ``tau = ell / eps_0``, and ell in the last term."""
    return rf"\frac{{\ell\epsilon}}{{\epsilon_0}}+\epsilon_0{q}+\sqrt{{\frac{{\ell}}{{n\epsilon_0\epsilon^2}}}}"


for claim, q, power_of, with_second, constant in (
    (rate, Fraction(1), "", "", "1/5 comes out if tau is counted as a constant"),
    (
        bracket,
        Fraction(1, 2),
        "^{1/2}",
        ", its second term that of Theorem 7,",
        "even a constant tau would give 1/6",
    ),
):
    r = best_rate(q)
    alpha, beta = r / q, r / q + r
    claim.printed(
        r"For $k\ge2$ there is a C with $\min_{\epsilon_0,\epsilon\in(0,1]}\left("
        + terms(power_of)
        + rf"\right)\le Cn^{{-1/5}}$ for all $n\ge1$ (the corollary's bound{with_second} with "
        r"$\tau=1/\epsilon_0$ and all other factors 1).",
        defect="proof-step",
        because="The bound, of which alone this speaks, is no better: "
        f"with tau of order 1/eps_0 the minimum is at least n^(-{r}), by the inequality of means, "
        f"which exceeds C n^(-1/5) for large n, whatever C is; {constant}.",
        left=decay(r),  # no choice of the two accuracies makes the bound smaller
        right=lambda s: decay(Fraction(1, 5))(s) * s.C,
    )(bound_decays)
    claim.amended(
        rf"At $\epsilon_0=n^{{-{alpha.numerator}/{alpha.denominator}}}$, "
        rf"$\epsilon=n^{{-{beta.numerator}/{beta.denominator}}}$ and "
        rf"$\ell=\frac{{{alpha.numerator}}}{{{alpha.denominator}}}\ln n+1$: $"
        + with_logarithm(power_of)
        + rf"\le\frac32(\ell+1)n^{{-{r.numerator}/{r.denominator}}}$ for all $n\ge1$.",
        adds=f"the rate n^(-{r}) log n, at accuracies that are said",
        settings=space(Samples, n=N),
        left=at_the_best(q),
        right=logarithmic(q, r),
    )(bound_decays)
    claim.mutant("the printed rate", right=logarithmic(q, Fraction(1, 5)))
    claim.mutant("a rate faster by 1/20", right=logarithmic(q, r + Fraction(1, 20)))
    claim.mutant("5/4 for 3/2", right=lambda s, q=q, r=r: logarithmic(q, r)(s) * 5 / 6)


def root(x: Array, degree: int) -> Array:
    """The root of a positive number."""
    return exp(log(x) / degree)


@least.printed(
    r"For all $n\ge1$ and $\epsilon_0,\epsilon\in(0,1]$: $\frac{\epsilon}{\epsilon_0}+\epsilon_0+"
    r"\frac1{\sqrt{n\epsilon_0\epsilon^2}}\ge n^{-1/7}$.",
    degree=7,
    second=1,
)
def bounded_below(s: Accuracies, degree: int, second: int) -> Margin:
    """However the two accuracies are chosen, the bound is at least n^(-1/7)."""
    # The largest term is at least the geometric mean with the weights 2/7, 3/7, 2/7, in which
    # the accuracies cancel.
    last = root(s.n * s.eps0 * s.eps * s.eps, 2)
    return at_least(s.eps / s.eps0 + s.eps0 * second + 1 / last, 1 / root(s.n, degree))


least.mutant("a slower rate", degree=9)
least.mutant("no second term", second=0)
