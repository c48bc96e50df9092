r"""Theorem 1: the closed form (8) minimises the in-context loss of one linear attention layer.

The loss (5) (squared; (6) has lost the square) is not sampled: it is a polynomial in $b$ and $A$ whose
coefficients are moments of a Wishart matrix. $\Sigma$ may be singular, but not zero: there (8) divides by 0
(and everything is a minimum). Competitors are any $(b,A)$ and points near (8) in any direction (a formula that
is nearly right loses against these).

``gram``: the covariance "is also close to the Gram matrix formed from the samples". Read with $\frac1nXX^\top$,
and with $\Sigma$ for "which" (of $\Sigma^{-1}$, or without the factor, the sentence would be false; that
section 5.2 forgets the factor is ``section-5.2/inverse``).
"""

from collections.abc import Callable
from typing import Any

from baselines import gaussian_moments
from lemmata import Expectation, at_least, box, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, diag, diag_embed, eye, over_batches, rotation, sum, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn, reflections
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, law


def covariance(U: Array, spectrum: Array) -> Array:
    r"""$\Sigma=U\Lambda U^\top$, symmetric to the last digit."""
    matrix = U @ diag_embed(spectrum) @ U.mT
    return (matrix + matrix.mT) / 2


ROTATION: dict[str, Any] = {
    "tilt": lambda d: reals(reflections(d), d - 1),  # the reflections whose product is U
    "U": lambda tilt: rotation(tilt),
}
ANY_COVARIANCE: dict[str, Any] = {  # but zero, where (8) divides by zero
    "given": ["spectrum"],
    "where": lambda spectrum: spectrum.sum(0) > 0,
    "d": dims(1, 5),
    "n": dims(1, 20),
    "spectrum": box("d", low=0.0, high=4.0, of="[0, inf)"),  # the eigenvalues of $\Sigma$
    **ROTATION,
    "Sigma": covariance,
}
POSITIVE: dict[str, Any] = {"spectrum": box("d", low=0.125, high=4.0, of="(0, inf)")}
ONES: dict[str, Any] = {"spectrum": box("d", low=1.0, high=1.0)}


def below(n: int, spectrum: Array) -> Array:
    r"""The denominators of (8), $\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k$."""
    return (spectrum * (n + 1) + spectrum.sum(0)) / n


def optimum(U: Array, below: Array) -> tuple[Array, Array]:
    """(8), b and A, with denominators; also of arrays of the engine."""
    d = len(U)
    A = concat([-(U @ diag_embed(1 / below) @ U.mT), zeros((1, d), U)], 0)
    return eye(d + 1, U)[-1], A


def f(b: Array, A: Array, Sigma: Array, n: int) -> Array:
    r"""The exact loss (5) of one layer with the parametrisation (7); $\Sigma$ is given."""
    return over_batches(gaussian_moments.in_context_loss, given=["Sigma"])(b, A, Sigma=Sigma, n=n)


WRONG: dict[str, Any] = {
    "n in place of n + 1": lambda n, spectrum: (spectrum * n + spectrum.sum(0)) / n,
    "half of A": lambda n, spectrum: 2 * below(n, spectrum),
    "nine tenths of A": lambda n, spectrum: below(n, spectrum) * 10 / 9,
    "the trace is not divided by n": lambda n, spectrum: (spectrum * (n + 1) + spectrum.sum(0) * n) / n,
}
DIVIDING: dict[str, Any] = {
    "the trace is left out": lambda n, spectrum: spectrum * (n + 1) / n,
    "d lambda_i for the trace": lambda n, spectrum: spectrum * (n + 1 + len(spectrum)) / n,
}
MUTANTS: dict[str, Any] = {name: dict(denominators=wrong) for name, wrong in WRONG.items()} | {
    name: dict(
        denominators=wrong,
        why="It divides by each eigenvalue, so that the covariance may not be singular.",
        **POSITIVE,
    )
    for name, wrong in DIVIDING.items()
}


@theorem(
    PAPER,
    "Theorem 1",
    rank="headline",
    at=lines(125, 132),
    kind=Expectation(),
    **ANY_COVARIANCE,
    b=drawn("d + 1"),
    A=drawn("d + 1", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma=U\Lambda U^\top\ne0$ with "
    r"$\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$, $w_\star\sim N(0,I_d)$, and f the loss (5) of "
    r"one layer with the parametrisation (7). Then $b^\top=[0\;\dots\;0\;1],\quad "
    r"A=-\begin{bmatrix}U\operatorname{diag}\left(\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k}"
    r"\right)U^\top\\0\end{bmatrix}$ is a global minimum of $f(b,A)$ over $b\in\mathbb R^{d+1}$, $A\in\mathbb "
    r"R^{(d+1)\times d}$."
)
@mutants(MUTANTS)
def minimum(n, U, Sigma, b, A, denominators=below):
    """No choice of b and A has a smaller in-context loss of one layer than (8)."""
    best_b, best_A = optimum(U, denominators)
    near = [(best_b + b / step, best_A + A / step) for step in (4, 32, 256)]
    return at_least([f(*other, Sigma, n) for other in ((b, A), *near)], f(best_b, best_A, Sigma, n))


@theorem(
    PAPER,
    "Theorem 1, rescalings",
    id="theorem-1/rescaling",
    at=lines(132),
    kind=Expectation(),
    uses=[minimum],
    **ANY_COVARIANCE,
    gamma=dyadics(0.125, 4, of="(0, inf)"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma=U\Lambda U^\top\ne0$ with "
    r"$\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$, $w_\star\sim N(0,I_d)$, and f the loss (5) of "
    r"one layer with the parametrisation (7). With $b^\top=[0\;\dots\;0\;1],\quad "
    r"A=-\begin{bmatrix}U\operatorname{diag}\left(\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k}"
    r"\right)U^\top\\0\end{bmatrix}$, the loss of $(\gamma b,\gamma^{-1}A)$ is that of $(b,A)$, for every "
    r"$\gamma\ne0$ (drawn are the positive ones, and tried with both signs). (That it is the smallest, so that "
    r"also $(\gamma b,\gamma^{-1}A)$ is a global minimum, is what theorem-1 says of $(b,A)$.)"
)
@mutants(
    A_times_gamma=dict(scaled=lambda A, gamma: A * gamma),
    A_unchanged=dict(scaled=lambda A, gamma: A),
    A_over_the_square_of_gamma=dict(scaled=lambda A, gamma: A / gamma / gamma),
)
def rescaling(
    n, spectrum, U, Sigma, gamma, scaled: Callable[[Array, Array], Array] = lambda A, gamma: A / gamma
):
    """Rescaling (8) by any factor but zero leaves its loss as it is."""
    b, A = optimum(U, below(n, spectrum))
    return equal([f(b * g, scaled(A, g), Sigma, n) for g in (gamma, -gamma)], f(b, A, Sigma, n))


@theorem(
    PAPER,
    "after Theorem 1",
    id="theorem-1/isotropic",
    at=lines(134, 138),
    uses=[minimum],
    pinned={"spectrum": r"$\Sigma = I$ in the statement"},
    **ANY_COVARIANCE | ONES,
)
@printed(
    r"For $\Sigma=I_d$ the optimal A of (8) is $-\frac{1}{\frac{n-1}{n}+(d+2)\frac1n}\begin{bmatrix}I_d\\0"
    r"\end{bmatrix}$."
)
@mutants(
    {
        "Sigma is not the identity": POSITIVE,
        "d in place of d + 2": dict(extra=0),
        "n in place of n - 1": dict(extra=3),
    }
)
def identity(d, n, spectrum, U, extra=2):
    """For isotropic covariates the optimal A of (8) is a multiple of the identity."""
    A = -concat([eye(d), zeros((1, d))]) * n / (n - 1 + d + extra)
    return equal(A, optimum(U, below(n, spectrum))[1])


@theorem(
    PAPER,
    "Theorem 1, gradient",
    id="theorem-1/critical-point",
    origin="ours",
    kind=Expectation(),
    uses=[minimum],
    **ANY_COVARIANCE,
    b=drawn("d + 1"),
    A=drawn("d + 1", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma=U\Lambda U^\top\ne0$ with "
    r"$\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$, $w_\star\sim N(0,I_d)$, and f the loss (5) of "
    r"one layer with the parametrisation (7). The gradient of $f$ vanishes at $b^\top=[0\;\dots\;0\;1],\quad "
    r"A=-\begin{bmatrix}U\operatorname{diag}\left(\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k}"
    r"\right)U^\top\\0\end{bmatrix}$."
)
@mutants(MUTANTS)
def critical(n, U, Sigma, b, A, denominators=below):
    """The gradient of the loss of one layer is exactly zero at (8)."""
    best_b, best_A = optimum(U, denominators)

    def p(t: int) -> Array:
        """The loss along a line, a polynomial of degree 4."""
        return f(best_b + t * b, best_A + t * A, Sigma, n)

    # 8 p(1) + p(-2) - 8 p(-1) - p(2) is 12 p'(0).
    return equal(8 * p(1) + p(-2), 8 * p(-1) + p(2))


@theorem(
    PAPER,
    "after Theorem 1, Gram matrix",
    id="theorem-1/gram",
    rank="step",
    origin="read",
    at=lines(144),
    kind=Expectation(),
    d=dims(1, 2),
    n=dims(1, 3),
    root=GENERAL["root"],  # of the eigenvalues of $\Sigma$
)
@printed(
    r"For n independent $x^{(i)}\sim N(0,\Sigma)$ and $X=[x^{(1)}\dots x^{(n)}]$ ($\Sigma$ diagonal, drawn by "
    r"the roots of its entries: turning the $x^{(i)}$ turns $XX^\top$ and $\Sigma$ alike): the Gram matrix "
    r"$\frac1nXX^\top$ is close to $\Sigma$ for large n, read as: $\mathbf "
    r"E\|\frac1nXX^\top-\Sigma\|_F^2=\frac1n(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)$."
)
@mutants(
    {
        "without the factor 1/n": dict(over=1),
        "over n squared": dict(over=lambda n: n * n),
        "the square of the trace alone": dict(size=lambda root: sum(root**2) ** 2),
        "twice the trace of the square": dict(size=lambda root: 2 * sum(root**4)),
    }
)
def gram(d, n, root, over=lambda n: n, size=lambda root: sum(root**4) + sum(root**2) ** 2):
    """The mean squared distance of the Gram matrix of the samples from their covariance falls as 1/n."""
    m = law(n, d, root, 3)
    gap = m.x.mT @ m.x / over - diag(root**2)
    return equal(m.mean(sum(gap**2, (-2, -1))), size / n)
