r"""Section 6.1, first observation: how the covariates move at the critical points of Theorem 5.

"The update to $X_k$ is $X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k\approx X_{k+1}=X_k(I-|a_kb_k|MX_k^\top X_k)$" (the
second "$X_{k+1}=$" is left out below). Only appendix B says that the factor $\frac1n$ is left out (``update``).
The text is about weights at the end of training; S does not ask for $a_kb_k\le0$. With $+a_kb_k$ for
$-|a_kb_k|$ the amended line is right on all of S. The second observation is ``figure-4/magnitudes``, and
``theorem-5/conditioning`` for its reason.
"""

from collections.abc import Callable
from typing import Any

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, amended, at_most, box, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, abs, concat, diag, diag_embed, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import embed
from theorems.preconditioned_gradient_descent.layers import mask
from theorems.preconditioned_gradient_descent.theorem_5 import theorem_5


def layer(d: int, spectrum: Array, a: float, b: float) -> Transformer:
    """The layer of S with these numbers."""
    return preconditioned_gd_transformer((diag_embed(1 / spectrum) * a)[None], (eye(d, spectrum) * b)[None])


ON_S: dict[str, Any] = {
    "at": lines(301),
    "uses": [theorem_5],
    "given": ["spectrum"],
    "d": dims(1, 3),
    "n": dims(1, 3),
    "spectrum": box("d", low=0.25, high=4.0, of="(0, inf)"),  # of $\Sigma$, which is diagonal
    "a": dyadics(-2, 2, of="(-inf, inf)"),  # $a_k$
    "b": dyadics(-2, 2, of="(-inf, inf)"),  # $b_k$
    "X": reals("n", "d"),
    "query": reals("d"),
    "construction": layer,
}
WRONG: dict[str, Any] = {
    "Sigma itself": dict(inner=lambda spectrum: diag(spectrum)),
    "twice the inverse": dict(inner=lambda spectrum: 2 * diag(1 / spectrum)),
    "over n + 1": dict(number=lambda a, b, n: a * b / (n + 1)),
}


def steps(n: int, d: int, X: Array, query: Array, tf: Transformer, inner: Array) -> tuple[Array, Array]:
    """What the layer adds to X, and X M X^T times ``inner`` times X."""
    after = tf(embed(X, 0 * X[:, 0], query))[:d]  # the labels do not matter to the covariates
    X = concat([X, query[None]]).T
    return after - X, X @ mask(n) @ X.T @ inner @ X


def within_half(step: Array, stated: Array) -> Margin:
    """The stated step is off by at most half of the step."""
    return at_most(4 * sum((step - stated) ** 2), sum(step**2))


@theorem(
    PAPER,
    "6.1, first observation",
    id="section-6.1/observation-1",
    rank="step",
    origin="read",
    where=lambda a, b: a * b <= 0,
    **ON_S,
)
@printed(
    r"For the layer (4) at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ (a point of $\mathcal S$), diagonal "
    r"$\Sigma\succ0$ (any $\Sigma\succ0$ is, in its eigenbasis) and every $X_k$ (samples and query), with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$, and with $a_kb_k\le0$: $X_{k+1}\approx "
    r"X_k(I-\frac1n|a_kb_k|MX_k^\top X_k)$ (with the $\frac1n$ of (4), which the text leaves out), read as: "
    "the step $X_{k+1}-X_k$ is off by at most half of its own Frobenius norm.",
    defect="statement",
    because=r"The preconditioner is missing: for $\Sigma = c I$ the printed step is c times as long, so that "
    r"no share of the step bounds the error for every $\Sigma$.",
    fails_where=lambda a, b, spectrum: (
        a * b != 0 and (sum((spectrum - spectrum[0]) ** 2) > 0 or abs(spectrum[0] - 1) > 1 / 2)
    ),
)
@amended(
    r"For the layer (4) at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ (a point of $\mathcal S$), diagonal "
    r"$\Sigma\succ0$ (any $\Sigma\succ0$ is, in its eigenbasis) and every $X_k$ (samples and query), with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$, and with $a_kb_k\le0$: "
    r"$X_{k+1}=X_k(I-\frac1n|a_kb_k|MX_k^\top\Sigma^{-1}X_k)$.",
    adds=r"the inverse of $\Sigma$ in the step, and the equality",
    inner=lambda spectrum: diag(1 / spectrum),
    conclusion=equal,
)
@mutants(WRONG)
def observation(
    n,
    d,
    X,
    query,
    tf,
    inner=lambda d: eye(d),
    number=lambda a, b, n: -abs(a * b) / n,
    conclusion: Callable[[Array, Array], Margin] = within_half,
):
    """A layer moves the covariates by about their product with the masked Gram matrix."""
    step, stated = steps(n, d, X, query, tf, inner)
    return conclusion(step, stated * number)


@theorem(PAPER, "6.1, first observation, update", id="section-6.1/observation-1/update", rank="slip", **ON_S)
@printed(
    r"For the layer (4) at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ (a point of $\mathcal S$), diagonal $\Sigma\succ0$ "
    r"(any $\Sigma\succ0$ is, in its eigenbasis) and every $X_k$ (samples and query), with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$, the update is $X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k$.",
    defect="typo",
    because="The factor 1/n of (4) is missing.",
    fails_where=lambda n, a, b: n > 1 and a * b != 0,
)
@amended(
    r"For the layer (4) at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ (a point of $\mathcal S$), diagonal $\Sigma\succ0$ "
    r"(any $\Sigma\succ0$ is, in its eigenbasis) and every $X_k$ (samples and query), with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$, the update is $X_{k+1}=X_k+\frac1nB_kX_kMX_k^\top A_kX_k$.",
    adds="the factor 1/n",
    number=lambda a, b, n: a * b / n,
)
@mutants(WRONG)
def update(n, d, X, query, tf, inner=lambda spectrum: diag(1 / spectrum), number=lambda a, b: a * b):
    """A layer moves the covariates without a factor 1/n."""
    step, stated = steps(n, d, X, query, tf, inner)
    return equal(step, stated * number)
