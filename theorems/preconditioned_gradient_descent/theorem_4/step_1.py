r"""Step 1 of the proof of Theorem 4 (B.2): one layer at a time, and the slope as a mean, (28).

(27) is (25) for a direction that moves one layer, and claimed with it. That the slope is the sum of those of
the layers is ``theorem-5/step-1/layers``, which also moves B. G, set up at the end of this step, is that of
B.3.

(28) moves $X_0$ by $U_\Sigma$ and derives under the mean; it is checked for every U, and so for the mean over
U, with the slope of the exact loss on the left and sums over literal prompts on the right. That is the chain
from its first side to its last.
"""

from collections.abc import Callable
from fractions import Fraction

from baselines.in_context_loss import slope
from lemmata import Expectation, Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, broadcast_to, constant, full, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.dual import Dual
from theorems.preconditioned_gradient_descent.equivariance import InSWithoutB, Setting
from theorems.preconditioned_gradient_descent.equivariance import settings as layers
from theorems.preconditioned_gradient_descent.layers import last, model
from theorems.preconditioned_gradient_descent.normal_means import with_query


def few() -> Space:
    """Few numbers and layers, for means over literal prompts."""
    base = layers(InSWithoutB, d=(1, 4), layers=3)
    return Space(base.holder, base.fields, where=lambda s: s.d * s.n + s.k <= 4)


def directions(s: InSWithoutB) -> Space:
    """A direction C, which is R_j."""
    return space(C=drawn(s.d, s.d))


def half_slope(s: Setting, G: Dual) -> Array:
    """Tr((I - M) G^T Sigma^-1 (dG / dt) (I - M)): half of the slope of a prompt's loss."""
    query = last(s.n, G.value)
    return trace(query @ G.value.mT @ s.power(-2) @ G.slope @ query)


eq_28 = PAPER.claim(
    "(28)",
    id="theorem-4/step-1/eq-28",
    summary="The slope is a mean over transformed prompts in terms of G.",
    rank="step",
    origin="read",
    at=lines(833, 850),
    kind=Expectation(),
    settings=few(),
    prompts=directions,
    batch=16,  # each of them means hundreds of literal prompts
)


@eq_28.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, f the "
    r"loss (23) with the weights (9) of the layers $0,\dots,k$ (here $dn+k\le4$), the factor "
    r"$\frac1n$ of (4) absorbed into $A_i$, and $G(X)=X\prod_{i=0}^k(I+MX^\top A_iX)$ (defined with a minus, "
    r"used with this plus). If $A\in\mathcal S$, for any $R_j$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with "
    r"orthogonal $U$, with $A(tR_j,j)$ for A with $A_j+tR_j$ in the place of $A_j$, at $t=0$: $\frac "
    r"d{dt}f(A(tR_j,j))=2\mathbf E_{X_0,U}[\operatorname{Tr}((I-M)G(U_\Sigma X_0,A_j)^\top\Sigma^{-1}\frac "
    r"d{dt}G(U_\Sigma X_0,A_j+tR_j)(I-M))]$ (for every $U$, and so in the mean over $U$).",
    factor=2,
    transform=lambda s: s.U_Sigma,
)
def slope_as_a_mean(
    s: InSWithoutB, prompt: Prompt, factor: Fraction | int, transform: Callable[[InSWithoutB], Array]
) -> Margin:
    """The slope of the loss in terms of G at the transformed covariates."""
    law = with_query(s.n * s.d, 2 * s.k + 2, s.d)  # each layer has degree 2 in the samples, and is squared
    count, batch = len(law.points), len(prompt)
    g = constant(law.points, s.root).reshape(1, count, s.n + 1, s.d).mT
    X = transform(s) @ s.power(1) @ g  # for x ~ N(0, Sigma)
    X = broadcast_to(X, (batch, *X.shape[1:])).reshape(batch * count, s.d, s.n + 1)
    C = broadcast_to(prompt.C[:, None], (batch, count, s.d, s.d)).reshape(batch * count, s.d, s.d)
    mean = law.mean(half_slope(s, model(s, "A", C).G(X)).reshape(batch, count).mT)[0]
    # The factor 1 / n of (4) is in the A of the proof, not in that of the loss.
    R = one_layer(prompt.C, s.j, s.k + 1) * s.n
    along_R = slope((s.A * s.n)[None], R, s.power(2), s.n, task="inverse", symmetric=False)
    return equal(along_R, mean * factor)


def one_layer(C: Array, j: int, layers: int) -> Array:
    """C in layer j, and 0 in the others: ``(batch, layers, d, d)``."""
    return stack([C if i == j else full(0, like=C) for i in range(layers)], 1)


eq_28.mutant("without the factor 2", factor=1)
eq_28.mutant("a tenth more", factor=Fraction(11, 5))
eq_28.mutant("covariates that are stretched", transform=lambda s: s.U_Sigma * 2)
