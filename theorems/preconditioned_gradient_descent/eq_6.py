r"""(6): the in-context loss of one layer, written out, has lost its square.

(6) rewrites the loss (5) of one layer; the mean of the residual itself is 0 for centred data.
(Appendix A.1 "recalls" it with the square.) The expectation is a sum over literal prompts with diagonal
$\Sigma$, drawn at $dn\le4$, of a finite signed law with the Gaussian moments that are needed;
$\mathbf E[\cdot]^2$ squares inside.
"""

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, full
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.one_layer import ON_PROMPTS, Setting, loss, network, population

eq_6 = PAPER.claim(
    "(6)",
    id="eq-6",
    summary="The loss of one layer, written out, is the mean of the residual.",
    rank="slip",
    possible_extraction=True,
    at=lines(102, 106),
    **ON_PROMPTS,
)
eq_6.construction(network)


def attention(s: Setting, Z: Array, tokens: int) -> Array:
    """(3), P Z M (Z^T Q Z), with the first ``tokens`` tokens unmasked."""
    masked = concatenate([Z[..., :tokens], full(0, like=Z[..., tokens:])], -1)
    return s.P @ masked @ (Z.mT @ s.Q @ Z)


LAW = (
    r"For one layer with any P and Q, and independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where "
    r"section 3 has any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, "
    r"drawn by the roots of its entries: a rotation of the covariates goes into P and Q), the loss (5) is "
)


@eq_6.printed(
    LAW + r"$\mathbf E\left[[Z_0+\frac1n\mathrm{Attn}_{P,Q}(Z_0)]_{d+1,n+1}+w_\star^\top x^{(n+1)}\right]$ "
    r"(Attn is (3)).",
    defect="typo",
    because="The square of (5) is lost: this mean is 0, and the loss is not (unless Sigma is 0).",
    fails_where=lambda s, prompt: bool((prompt.root != 0).any()),
    power=1,
    tokens=lambda s: s.n,
)
@eq_6.amended(
    LAW + r"$\mathbf E\left[\left([Z_0+\frac1n\mathrm{Attn}_{P,Q}(Z_0)]_{d+1,n+1}"
    r"+w_\star^\top x^{(n+1)}\right)^2\right]$ (Attn is (3)).",
    adds="the square",
    power=2,
    tokens=lambda s: s.n,
)
def loss_rewritten(
    s: Setting, tf: Transformer, prompt: Prompt, power: int, tokens: Callable[[Setting], int]
) -> Margin:
    """The loss of one layer, written out."""
    m = population(s, prompt.root)
    Z_1 = m.Z + attention(s, m.Z, tokens(s)) / s.n
    return equal(loss(tf, m), m.mean((Z_1[:, -1, -1] + m.truth) ** power))


eq_6.mutant("without the mask", tokens=lambda s: s.n + 1)
eq_6.mutant("a mask on the last sample as well", tokens=lambda s: s.n - 1)
eq_6.mutant("the fourth power", power=4)
