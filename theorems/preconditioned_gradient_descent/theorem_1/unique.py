r"""Section 1: "a complete characterization of the unique global optimum of a single-layer transformer".

For $d=1$ the second curve of minima, $b=(\gamma,0)$ with the number of A in its second row, is there by the
argument of ``lemma-6/unique``. What is unique for every d are the symmetric parts of $ba_j^\top$ (the bare id).
The sharp factor for 7/4 is $6-3\sqrt2=1.757\dots$, met at $d=n=1$ (``skewed``).
"""

from collections.abc import Callable
from typing import Any

from lemmata import Expectation, amended, at_least, box, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import Array, diag, eye, min, outer, sign, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.theorem_1 import below, f, minimum, optimum

Point = tuple[Array, Array]
COMPETITORS: dict[str, Any] = {
    "at": lines(27),
    "kind": Expectation(),
    "uses": [minimum],
    "given": ["lam"],
    "d": dims(1, 3),
    "n": dims(1, 4),
    "lam": box("d", low=0.125, high=4, of="(0, inf)"),  # the eigenvalues of $\Sigma$
    "b": drawn("d + 1"),
    "A": drawn("d + 1", "d"),
    "gamma": dyadics(1.25, 4, of="(0, inf)"),
}


def closed_form(n: int, lam: Array) -> Point:
    """(8) for a diagonal covariance."""
    return optimum(eye(len(lam)), below(n, lam))


def skewed(b: Array, A: Array) -> Point:
    r"""Away from (8) along $(Y, y) = (1 + \sqrt{2}, -1)$, the direction in which the loss grows slowest.

    For d = 1, where b is (-1, 1) and A is (1 + 1 / sqrt(2), 1 / sqrt(2)) times its number in (8).
    """
    first = eye(len(b))[0]
    return b - first, A + outer(first + b, A[0]) * 12 / 17


def swapped(b: Array, A: Array) -> Point:
    """The roles of y and the first covariate exchanged: for $d = 1$ another minimum."""
    d = len(b) - 1
    order = [d, *range(1, d), 0]
    return b[order], A[order]


def competitors(n: int, lam: Array, b: Array, A: Array, gamma: Array) -> list[Point]:
    """Any point, and rescalings of (8), of its exchange and of :func:`skewed`."""
    best = closed_form(n, lam)
    return [(b, A), *((x * gamma, X / gamma) for x, X in (best, swapped(*best), skewed(*best)))]


def itself(b: Array, A: Array, n: int, lam: Array) -> Array:
    """The squared distance from (8)."""
    best_b, best_A = closed_form(n, lam)
    return sum((b - best_b) ** 2) + sum((A - best_A) ** 2)


def whole_products(b: Array, A: Array, n: int, lam: Array, share: int = 1) -> Array:
    r"""The squared distances of all $b a_j^\top$ from $X_j$: zero at (8) and its rescalings alone."""
    best_b, best_A = closed_form(n, lam)
    return sum((b[:, None, None] * A - best_b[:, None, None] * best_A / share) ** 2)


def products(b: Array, A: Array, n: int, lam: Array, symmetric: bool = True) -> Array:
    r"""The squared distances of the (symmetric parts of) $b a_j^\top$ from $X_j$, weighted."""
    best_b, best_A = closed_form(n, lam)
    total: Array = 0
    for j in range(len(lam)):
        gap = outer(b, A[:, j]) - outer(best_b, best_A[:, j])
        part = (gap + gap.T) / 2 if symmetric else gap
        total = total + sum(part**2) * lam[j]
    return total * min(lam) ** 2 * 7 / (4 * n)


Bound = Callable[[Array, Array, int, Array], Array]


@theorem(PAPER, "Section 1, how the loss grows", origin="ours", rank="step", **COMPETITORS)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma=\operatorname{diag}(\lambda_1,\dots,\lambda_d)"
    r"\succ0$ (any $\Sigma\succ0$ in its eigenbasis), $w_\star\sim N(0,I)$, f the loss of one layer with the "
    r"parametrisation (7), $f_\star$ its minimum, and $a_j$ the columns of A. The symmetric parts of "
    r"$ba_j^\top$ are unique: with $X_j$ for $ba_j^\top$ at (8), $f(b,A)\ge "
    r"f_\star+\frac{7\lambda_{\min}^2}{4n}\sum_j\lambda_j\|\operatorname{sym}(ba_j^\top-X_j)\|_F^2$."
)
@mutants(
    the_products_themselves=dict(bound=lambda b, A, n, lam: products(b, A, n, lam, symmetric=False)),
    a_fifth_steeper=dict(bound=lambda b, A, n, lam: products(b, A, n, lam) * 6 / 5),
)
def grows_away_from_the_optimum(n, lam, b, A, gamma, bound: Bound = products):
    """The loss grows away from its global optimum."""
    least = f(*closed_form(n, lam), diag(lam), n)
    # A sixteenth keeps the competitors away from the minima themselves.
    points = [(b, A + 0.0625) for b, A in competitors(n, lam, b, A, gamma)]
    above = [f(b, A, diag(lam), n) - least for b, A in points]
    return at_least(above, [bound(b, A, n, lam) for b, A in points])


@theorem(
    PAPER,
    "Section 1, unique global optimum, rescaled",
    id="theorem-1/unique/rescaled",
    origin="read",
    **COMPETITORS,
)
@printed(
    "We provide a complete characterization of the unique global optimum of a single-layer transformer with "
    "linear attentions.",
    open="The introduction does not say up to what the optimum is unique: Theorem 1 has its rescalings, too. "
    "For $d = 1$ covariate and label can also change roles, $b = (1, 0)$, $A = (0, a)$.",
)
@amended(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma=\operatorname{diag}(\lambda_1,\dots,\lambda_d)"
    r"\succ0$ (any $\Sigma\succ0$ in its eigenbasis), $w_\star\sim N(0,I)$, f the loss of one layer with the "
    r"parametrisation (7), $f_\star$ its minimum, and $a_j$ the columns of A. For $d\ge2$, (8) is unique up to "
    r"rescaling: $f(b,A)>f_\star$ wherever some $ba_j^\top$ is not its value at (8).",
    adds=r"$d \ge 2$",
    d=dims(2, 3),
)
@mutants(
    without_the_rescalings=dict(apart=itself),
    half_of_the_products=dict(apart=lambda b, A, n, lam: whole_products(b, A, n, lam, 2)),
)
def rescaled(n, lam, b, A, gamma, apart: Bound = whole_products):
    """Up to rescaling, (8) is the only global optimum of one layer."""
    least, points = f(*closed_form(n, lam), diag(lam), n), competitors(n, lam, b, A, gamma)
    above = [sign(f(b, A, diag(lam), n) - least) for b, A in points]
    return at_least(above, [sign(apart(b, A, n, lam)) for b, A in points])
