r"""The optimal layer of Theorem 1 takes one step of (preconditioned) gradient descent.

The sentences after Theorem 1, with the literal forward pass (4) and weights (7) at (8), rescaled by any
$\gamma\neq0$: from $w_0=0$ the predicted label is $\langle x^{(n+1)},w_1\rangle$, where for $\Sigma=I$
$w_1=-\eta\nabla R_{w_\star}(0)$ with $\eta=1/(\frac{n-1}n+(d+2)\frac1n)$ (``gradient``), and in general
$w_1=\tilde A\nabla R_{w_\star}(0)$ with $\tilde A$ the upper block of $A$ (``preconditioned``; the text
repeats it after Lemma 2).
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.gradient import labels, least_squares_gradient
from constructions.gradient_descent import embed, one_layer, prediction
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, diag_embed, eye, full, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import identity, minimum
from theorems.preconditioned_gradient_descent.theorem_1.setting import Setting, printed_form, settings

Matrix = Callable[[Setting], Array]


@dataclass(frozen=True)
class Rescaled(Setting):
    """With the factor gamma by which the parameters (8) are rescaled."""

    gamma: float


def rescaled(anisotropic: bool) -> Space:
    """Any covariance but zero, or the identity, and any gamma but 0."""
    base = settings(anisotropic, 0.0, Rescaled, gamma=dyadics(-4, 4, of="(-inf, inf)"))
    return Space(base.holder, base.fields, where=lambda s: s.gamma != 0 and float(s.spectrum.sum()) > 0)


def data(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


def weights(s: Rescaled) -> Transformer:
    b, A = printed_form(s)
    return one_layer(b * s.gamma, A / s.gamma)


def multiple(extra: int) -> Matrix:
    return lambda s: -eye(s.d, s.spectrum) * s.n / (s.n - 1 + s.d + extra)


def adapted(n_weight: int, trace_weight: int = 1) -> Matrix:
    def matrix(s: Setting) -> Array:
        below = s.spectrum * (s.n + n_weight) + sum(s.spectrum, 0) * trace_weight
        return -(s.U @ diag_embed(1 / below) @ s.U.mT) * s.n

    return matrix


one_step = PAPER.claim(
    "after Theorem 1, isotropic",
    id="theorem-1/step/gradient",
    summary="For isotropic covariates the optimal layer takes one step of gradient descent.",
    origin="read",
    at=lines(140),
    pinned={"spectrum": "Sigma = I in the statement"},
    settings=rescaled(anisotropic=False),
    prompts=data,
    uses=[identity],
)
preconditioned = PAPER.claim(
    "after Theorem 1, non-isotropic",
    id="theorem-1/step/preconditioned",
    summary="The optimal layer takes one step of preconditioned gradient descent.",
    origin="read",
    at=lines(142),
    settings=rescaled(anisotropic=True),
    prompts=data,
    uses=[minimum],
)
one_step.construction(weights)
preconditioned.construction(weights)


@one_step.printed(
    r"For $\Sigma=I_d$ the layer with the parameters (8), rescaled by any $\gamma\ne0$, implements one step of "
    r"gradient descent, with step size $\eta=1/(\frac{n-1}{n}+(d+2)\frac1n)$: for all samples, $w_\star$ and "
    r"queries it "
    r"predicts $\langle x^{(n+1)},w_1\rangle$ with $w_1=-\eta\nabla R_{w_\star}(0)$, R of (10).",
    matrix=multiple(2),
)
@preconditioned.printed(
    r"For any $\Sigma=U\Lambda U^\top\ne0$ the layer with the parameters (8), rescaled by any $\gamma\ne0$, "
    r"implements one step of preconditioned gradient descent: for all samples, $w_\star$ and queries it "
    r"predicts $\langle x^{(n+1)},w_1\rangle$ with $w_1=A_0\nabla R_{w_\star}(0)$, R of (10), "
    r"$A_0=-U\operatorname{diag}(\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k})U^\top$.",
    matrix=adapted(1),
)
def one_step_from_zero(
    s: Rescaled, tf: Transformer, prompt: Prompt, answer: Callable[[Array], Array], matrix: Matrix
) -> Margin:
    """The optimal layer's prediction is that of one (preconditioned) gradient step from zero."""
    y = labels(prompt.X, prompt.w_star)
    gradient = least_squares_gradient(prompt.X, y, full(0, like=prompt.w_star))
    w_1 = (matrix(s) @ gradient[..., None])[..., 0]
    predicted = answer(prediction(tf.run(embed(prompt.X, y, prompt.query)))[-1])
    return equal(predicted, sum(w_1 * prompt.query, -1))


one_step.mutant("d + 1 in place of d + 2", matrix=multiple(1))
one_step.mutant("ascent", matrix=lambda s: -multiple(2)(s))
preconditioned.mutant("plain gradient descent", matrix=multiple(2))
preconditioned.mutant("n in place of n + 1", matrix=adapted(0))
preconditioned.mutant("twice the trace", matrix=adapted(1, 2))
