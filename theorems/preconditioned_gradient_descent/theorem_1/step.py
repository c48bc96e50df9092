"""The optimal layer of Theorem 1 takes one step of (preconditioned) gradient descent.

The text repeats the second sentence (``preconditioned``) after Lemma 2.
"""

from typing import Any

from constructions.gradient_descent import one_layer
from constructions.transformer import Transformer
from lemmata import Margin, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, diag, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import gradient, query_entries
from theorems.preconditioned_gradient_descent.theorem_1 import (
    ANY_COVARIANCE,
    ONES,
    below,
    identity,
    minimum,
    optimum,
)


def rescaled(n: int, spectrum: Array, U: Array, gamma: float) -> Transformer:
    """The layer with the parameters (8), rescaled by gamma."""
    b, A = optimum(U, below(n, spectrum))
    return one_layer(b * gamma, A / gamma)


ON_PROMPTS: dict[str, Any] = ANY_COVARIANCE | {
    "given": ["spectrum", "tilt"],
    "where": lambda spectrum, gamma: gamma != 0 and sum(spectrum) > 0,
    "gamma": dyadics(-4, 4, of="(-inf, inf)"),  # the factor by which the parameters (8) are rescaled
    "X": reals("n", "d"),
    "w_star": reals("d"),
    "query": reals("d"),
    "construction": rescaled,
}


def step_from_zero(X: Array, w_star: Array, query: Array, predicted: Array, matrix: Array) -> Margin:
    """The prediction is that of one (preconditioned) gradient step from zero."""
    return equal(predicted, matrix @ gradient(X, 0 * w_star, w_star) @ query)


@theorem(
    PAPER,
    "after Theorem 1, isotropic",
    id="theorem-1/step/gradient",
    origin="read",
    at=lines(140),
    uses=[identity],
    pinned={"spectrum": r"$\Sigma = I$ in the statement"},
    **ON_PROMPTS | ONES,
)
@printed(
    r"For $\Sigma=I_d$ the layer with the parameters (8), rescaled by any $\gamma\ne0$, implements one step "
    r"of gradient descent, with step size $\eta=1/(\frac{n-1}{n}+(d+2)\frac1n)$: for all samples, $w_\star$ "
    r"and queries it predicts $\langle x^{(n+1)},w_1\rangle$ with $w_1=-\eta\nabla R_{w_\star}(0)$, R of (10)."
)
@mutants(
    {
        "d + 1 in place of d + 2": dict(matrix=lambda n, d: -eye(d) * n / (n - 1 + d + 1)),
        "ascent": dict(matrix=lambda n, d: eye(d) * n / (n - 1 + d + 2)),
    }
)
def one_step(X, w_star, query, tf, answer, matrix=lambda n, d: -eye(d) * n / (n - 1 + d + 2)):
    """For isotropic covariates the optimal layer takes one step of gradient descent."""
    return step_from_zero(X, w_star, query, answer(-query_entries(tf, X, w_star, query)[-1]), matrix)


@theorem(
    PAPER,
    "after Theorem 1, non-isotropic",
    id="theorem-1/step/preconditioned",
    origin="read",
    at=lines(142),
    uses=[minimum],
    **ON_PROMPTS,
)
@printed(
    r"For any $\Sigma=U\Lambda U^\top\ne0$ the layer with the parameters (8), rescaled by any $\gamma\ne0$, "
    r"implements one step of preconditioned gradient descent: for all samples, $w_\star$ and queries it "
    r"predicts $\langle x^{(n+1)},w_1\rangle$ with $w_1=A_0\nabla R_{w_\star}(0)$, R of (10), "
    r"$A_0=-U\operatorname{diag}(\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k})U^\top$."
)
@mutants(
    {
        "plain gradient descent": dict(matrix=lambda n, d: -eye(d) * n / (n - 1 + d + 2)),
        "n in place of n + 1": dict(
            matrix=lambda n, U, spectrum: -U @ diag(n / (spectrum * n + sum(spectrum))) @ U.T
        ),
        "twice the trace": dict(
            matrix=lambda n, U, spectrum: -U @ diag(n / (spectrum * (n + 1) + 2 * sum(spectrum))) @ U.T
        ),
    }
)
def preconditioned(
    X, w_star, query, tf, answer, matrix=lambda n, U, spectrum: -U @ diag(1 / below(n, spectrum)) @ U.T
):
    """The optimal layer takes one step of preconditioned gradient descent."""
    return step_from_zero(X, w_star, query, answer(-query_entries(tf, X, w_star, query)[-1]), matrix)
