r"""Step 1 of the proof of Theorem 4 (B.2): the slope is the sum over the layers, so that (27) gives (25).

$\frac d{dt}f(A+tR)=\sum_j\frac d{dt}f(A(tR_j,j))$ at $t=0$, at any A, in S or not; slopes of the exact loss.
G, set up at the end of this step, is that of B.3: ``theorem_5/step_1``.

(28) moves $X_0$ by $U_\Sigma$ and derives under the mean; it is checked for every U, and so for the mean over
U, with the slope of the exact loss on the left and sums over literal prompts on the right. That is the chain
from its first side to its last.
"""

from collections.abc import Callable
from fractions import Fraction

from baselines.in_context_loss import slope
from lemmata import Expectation, Margin, Prompt, Space, at_most, equal, lines, space
from lemmata.numbers import Array, broadcast_to, concatenate, constant, eye, full, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.equivariance import InSWithoutB
from theorems.preconditioned_gradient_descent.equivariance import settings as layers
from theorems.preconditioned_gradient_descent.layers import model
from theorems.preconditioned_gradient_descent.normal_means import with_query
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import LAW, SPACES, in_S, slope_in_S
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import directions, half_slope


def one_by_one(s: Setting, R: Array) -> Array:
    """For each layer the direction that moves this layer alone: ``(batch, L, L, d, d)``."""
    return R[:, None] * eye(s.L, R)[:, :, None, None]


layerwise = PAPER.claim(
    "(27)",
    id="theorem-4/step-1/eq-27",
    summary="In each layer alone, S has a direction along which the loss falls at least as fast.",
    rank="step",
    origin="read",
    at=lines(815, 819),
    **SPACES,
)
layerwise.printed(
    LAW + r"Let $A(tC,j)$ be A with $A_j+tC$ for $A_j$. For every $j$ and $R_j$ there is "
    r"$\tilde R_j=r_j\Sigma^{-1}$, with the $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$ of "
    r"Step 3, such that, at "
    r"$t=0$, $\frac{d}{dt}f(A(t\tilde R_j,j))\le\frac{d}{dt}f(A(tR_j,j))$.",
    tilde=in_S,
    task="inverse",
    layers=one_by_one,
    conclusion=at_most,
)(slope_in_S)
layerwise.mutant("a hundredth more", tilde=lambda s, R: in_S(s, R) * 101 / 100)
layerwise.mutant("d + 1 times as much", tilde=lambda s, R: in_S(s, R) * (s.d + 1))
layerwise.mutant("isotropic w", task="identity")


def anywhere(s: Setting) -> Space:
    """A point and a direction, in S or not."""
    return space(A=drawn(s.L, s.d, s.d), R=drawn(s.L, s.d, s.d))


by_layers = PAPER.claim(
    "below (27)",
    id="theorem-4/step-1/layers",
    summary="For the sparse weights the slope is the sum of the slopes of the layers.",
    rank="step",
    at=lines(821),
    kind=Expectation(),
    settings=settings(d=2, n=3, L=3, largest=64.0),
    prompts=anywhere,
)
Parts = Callable[[Setting, Array], Array]


@by_layers.printed(
    r"Let $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the "
    r"loss (5) with the weights (9) of the layers $0,\dots,k$ that it sees ($k=L-1$, any L), whose "
    r"matrices need not be symmetric. At any $A_i$ and along any $R_i$, with $A(tR_j,j)$ for A with "
    r"$A_j+tR_j$ in the place of "
    r"$A_j$, at $t=0$: $\frac d{dt}f(A+tR)=\sum_{j=0}^k\frac d{dt}f(A(tR_j,j))$.",
    parts=one_by_one,
)
def sum_over_layers(s: Setting, prompt: Prompt, parts: Parts) -> Margin:
    """The slope of the loss is the sum of those of the layers."""
    directions = concatenate([prompt.R[:, None], parts(s, prompt.R)], 1)
    slopes = slope(prompt.A[:, None], directions, s.Sigma, s.n, task="inverse", symmetric=False)
    return equal(slopes[:, 0], sum(slopes[:, 1:], 1))


by_layers.mutant("the last layer is left out", parts=lambda s, R: one_by_one(s, R)[:, :-1])
by_layers.mutant("twice", parts=lambda s, R: one_by_one(s, R) * 2)
by_layers.mutant("a tenth more", parts=lambda s, R: one_by_one(s, R) * 11 / 10)


def few() -> Space:
    """Few numbers and layers, for means over literal prompts."""
    base = layers(InSWithoutB, d=(1, 2), layers=2)
    return Space(base.holder, base.fields, where=lambda s: s.d * s.n <= 2 and s.k <= 1)


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
    r"Let $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, f the loss "
    r"(23) with the weights (9) of the layers $0,\dots,k$ (here $k\le1$ and $dn\le2$), the factor "
    r"$\frac1n$ of (4) absorbed into $A_i$, and $G(X)=X\prod_{i=0}^k(I+MX^\top A_iX)$ (defined with a minus, "
    r"used with this plus). If $A\in\mathcal S$, for any "
    r"$R_j$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with orthogonal $U$, with $A(tR_j,j)$ for A with "
    r"$A_j+tR_j$ in the place of $A_j$, at $t=0$: $\frac d{dt}f(A(tR_j,j))="
    r"2\mathbf E_{X_0,U}[\operatorname{Tr}((I-M)G(U_\Sigma X_0,A_j)^\top\Sigma^{-1}"
    r"\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)(I-M))]$ (for every $U$, and so in the mean over $U$).",
    factor=2,
    transform=lambda s: s.U_Sigma,
)
def slope_as_a_mean(
    s: InSWithoutB, prompt: Prompt, factor: Fraction | int, transform: Callable[[InSWithoutB], Array]
) -> Margin:
    """The slope of the loss in terms of G at the transformed covariates."""
    law = with_query(s.n * s.d, 5, s.d)
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
