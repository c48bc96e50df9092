r"""(6) and (15): the loss of one layer, rewritten.

(6) rewrites the loss (5) of one layer and loses the square: the mean of the residual itself is 0 for
centred data. (Appendix A.1 "recalls" it with the square.) ``eq-15`` are the three forms of (15), with
$b^\top$ the last row of P and A the first d columns of Q. The expectation is a sum over literal prompts
with diagonal $\Sigma$; $\mathbf E[\cdot]^2$ squares inside.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_one_layer import (
    ON_PROMPTS,
    Population,
    Setting,
    loss,
    on_the_network,
    population,
)

eq_6 = on_the_network(PAPER.claim("(6)", slug="loss-one-layer", **ON_PROMPTS))
eq_15 = on_the_network(PAPER.claim("(15)", slug="loss-one-layer-eq-15", **ON_PROMPTS))


def attention(s: Setting, Z: Array, kept: int) -> Array:
    """(3), P Z M (Z^T Q Z), with the first ``kept`` tokens unmasked."""
    masked = concatenate([Z[..., :kept], Z[..., kept:] * 0], -1)
    return s.P @ masked @ (Z.mT @ s.Q @ Z)


@eq_6.printed(
    r"The loss (5) is $\mathbf E[[Z_0+\frac1n\mathrm{Attn}_{P,Q}(Z_0)]_{d+1,n+1}+w_\star^\top x^{(n+1)}]$.",
    expect="refuted",
    defect="typo",
    because="The square of (5) is lost: this mean is 0.",
    power=1,
    kept=lambda s: s.n,
)
@eq_6.amended(
    r"The loss (5) is $\mathbf E[[Z_0+\frac1n\mathrm{Attn}_{P,Q}(Z_0)]_{d+1,n+1}+w_\star^\top x^{(n+1)}]^2$.",
    power=2,
    kept=lambda s: s.n,
)
def loss_rewritten(
    s: Setting, tf: Transformer, prompt: Prompt, power: int, kept: Callable[[Setting], int]
) -> Margin:
    """The loss of one layer, written out."""
    m = population(s, prompt.root)
    Z_1 = m.Z + attention(s, m.Z, kept(s)) / s.n
    return equal(loss(tf, m), m.mean((Z_1[:, -1, -1] + m.truth) ** power))


@eq_15.printed(
    r"$f(b,A)=\mathbf E[b^\top\frac1n\sum_iz^{(i)}z^{(i)\top}Ax^{(n+1)}+w_\star^\top x^{(n+1)}]^2"
    r"=\mathbf E[b^\top CAx^{(n+1)}+w_\star^\top x^{(n+1)}]^2=\mathbf E[(b^\top CA+w_\star^\top)x^{(n+1)}]^2$.",
    row=-1,
    over=lambda s: s.n,
)
def three_forms(
    s: Setting, tf: Transformer, prompt: Prompt, row: int, over: Callable[[Setting], int]
) -> Margin:
    """The loss of one layer in terms of b, A and C."""
    m: Population = population(s, prompt.root)
    z, x = m.Z[..., : s.n], m.Z[:, : s.d, -1:]
    b, A = s.P[row], s.Q[:, : s.d]
    C = z @ z.mT / over(s)
    first = sum((b[None] @ z) * (z.mT @ A @ x).mT, -1)[:, 0] / over(s) + m.truth
    second = (b[None] @ C @ A @ x)[:, 0, 0] + m.truth
    third = ((b[None] @ C @ A + m.w[:, None]) @ x)[:, 0, 0]
    found = loss(tf, m)
    forms = [m.mean(v * v) for v in (first, second, third)]
    return equal(stack([found] * 3, 1), stack(forms, 1))


eq_6.mutant("without the mask", kept=lambda s: s.n + 1)
eq_6.mutant("a mask on another sample", kept=lambda s: s.n - 1)
eq_6.mutant("the fourth power", power=4)
eq_15.mutant("the first row of P", row=0)
eq_15.mutant("C over n + 1", over=lambda s: s.n + 1)
