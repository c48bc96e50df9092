r"""(15) in A.1: the loss of one layer in terms of b, A and C; before it, the last column of $Z_1$.

$b^\top$ is the last row of P and A holds the first d columns of Q. The expectation is a sum over literal
prompts with diagonal $\Sigma$, at $dn\le4$, of a finite signed law with the Gaussian moments that
are needed; $\mathbf E[\cdot]^2$ squares inside.
"""

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, dims, equal, lines, space
from lemmata.numbers import stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import prompts, run
from theorems.preconditioned_gradient_descent.one_layer import (
    ON_PROMPTS,
    Setting,
    loss,
    network,
    population,
    square,
)

token = PAPER.claim(
    "before (15)",
    id="eq-15/last-token",
    summary="One layer adds to the last token a sum over the n samples.",
    rank="step",
    at=lines(381, 387),
    settings=space(Setting, d=dims(1, 5), n=dims(1, 8), P=square, Q=square),
    prompts=prompts,
)
token.construction(network)


@token.printed(
    r"For one layer with any $P$ and $Q$, and every prompt with the columns $z^{(i)}$ (1), the last "
    r"column of $Z_1$ is $z^{(n+1)}+\frac1n\sum_{i=1}^nPz^{(i)}(z^{(i)\top}Qz^{(n+1)})"
    r"=\binom{x^{(n+1)}}0+\frac1nP\sum_iz^{(i)}z^{(i)\top}Q\binom{x^{(n+1)}}0$.",
    tokens=lambda s: s.n,
)
def last_column(s: Setting, tf: Transformer, prompt: Prompt, tokens: Callable[[Setting], int]) -> Margin:
    """The last token after one layer."""
    Z, literal = run(tf, prompt)
    z, last = Z[..., : tokens(s)], Z[..., -1:]
    first = last + sum((s.P @ z) * (z.mT @ s.Q @ last).mT, -1)[..., None] / s.n
    second = last + s.P @ (z @ z.mT) @ s.Q @ last / s.n
    pairs = stack([literal[..., -1:]] * 2, 1), stack([first, second], 1)
    return equal(*(side.reshape(len(prompt), -1) for side in pairs))


token.mutant("the query's token, too", tokens=lambda s: s.n + 1)
token.mutant("a sample less", tokens=lambda s: max(s.n - 1, 1))

eq_15 = PAPER.claim(
    "(15)",
    id="eq-15",
    summary="The loss of one layer depends on b and A alone, and is the mean square of b^T C A x + w^T x in "
    "three equal forms.",
    rank="step",
    at=lines(387, 394),
    **ON_PROMPTS,
)
eq_15.construction(network)


@eq_15.printed(
    r"For one layer with any $P$ and $Q$, $b^\top$ the last row of $P$, $A$ the first $d$ columns of $Q$, "
    r"$z^{(i)}$ the columns of (1), $C=\frac1n\sum_{i=1}^nz^{(i)}z^{(i)\top}$, "
    r"$x^{(i)}\sim N(0,\Sigma)$, $w_\star\sim N(0,I)$, all independent "
    r"($\Sigma=\operatorname{diag}(\mathrm{root}_i^2)$: a rotation of the covariates goes into $P$ and $Q$): "
    r"$f(b,A)=\mathbf E\left[(b^\top\frac1n\sum_iz^{(i)}z^{(i)\top}Ax^{(n+1)}+w_\star^\top x^{(n+1)})^2\right]"
    r"=\mathbf E\left[(b^\top CAx^{(n+1)}+w_\star^\top x^{(n+1)})^2\right]"
    r"=\mathbf E\left[((b^\top CA+w_\star^\top)x^{(n+1)})^2\right]$.",
    row=-1,
    over=lambda s: s.n,
)
def three_forms(
    s: Setting, tf: Transformer, prompt: Prompt, row: int, over: Callable[[Setting], int]
) -> Margin:
    """The loss of one layer in terms of b, A and C."""
    m = population(s, prompt.root)
    z, x = m.Z[..., : s.n], m.Z[:, : s.d, -1:]
    b, A = s.P[row], s.Q[:, : s.d]
    C = z @ z.mT / over(s)
    first = sum((b[None] @ z) * (z.mT @ A @ x).mT, -1)[:, 0] / over(s) + m.truth
    second = (b[None] @ C @ A @ x)[:, 0, 0] + m.truth
    third = ((b[None] @ C @ A + m.w[:, None]) @ x)[:, 0, 0]
    forms = [m.mean(residual * residual) for residual in (first, second, third)]
    return equal(loss(tf, m)[:, None], stack(forms, 1))


eq_15.mutant("the first row of P", row=0)
eq_15.mutant("C over n + 1", over=lambda s: s.n + 1)
