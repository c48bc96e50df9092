r"""Step 1 of the proof of Theorem 5 (B.3): one layer at a time, (36) and (37); the loss by G, (38).

``layers``: the slope is the sum of those in every $A_j$ and every $B_j$, at any A and B, in S or not; so
(36) and (37) give (34). (36) moves A alone, which (34) has. ``eq-37``: above it the text prints
$\tilde S_j=s_j\Sigma^{-1}$, which is no direction of S and fails with its own $s_j$ (some other factor would
do, so that its mere existence is not refuted).

Then the set-up, which B.2 has as well, without B:

- ``outer-product``, from (23) or (32): $Y_{k+1}^\top Y_{k+1}=G^\top w_\star w_\star^\top G$, printed as
  $G^\top w_\star^\top w_\star G$, which is $\|w_\star\|^2G^\top G$. The display is one of means: with
  $\Sigma=I$ the printed one is d times the loss. As printed both means are sums over literal prompts (one
  layer, $w_\star=\Sigma^{-1/2}e_i$, since both sides are quadratic forms in $w_\star$); the amended identity
  holds for every prompt and number of layers.
- ``g``: G is defined with $I-MX_i^\top A_iX_i$, where (22), (29), (31) and (44) have a plus. (In step 5 it is
  defined again, with a plus, a product that runs up to i where k is meant, and an argument C that appears as
  $\bar A_j=A_j+tC$ and as $A_j=C$: the same G, so that there is no claim about it.)
- What $U_\Sigma$ preserves is part of ``theorem-4/step-3/average``, (38) at its last line of
  ``theorem-5/step-4/chain``. (28), the same without B, is checked with
  its means: ``theorem-4/step-1/eq-28``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.in_context_loss import slope
from lemmata import (
    Expectation,
    ForAll,
    Margin,
    Prompt,
    Space,
    at_most,
    box,
    dims,
    equal,
    lines,
    reals,
    space,
    symmetric,
)
from lemmata.numbers import Array, concatenate, constant, diag_embed, eye, full, stack, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting as Point
from theorems.preconditioned_gradient_descent.critical_points import settings as points
from theorems.preconditioned_gradient_descent.critical_points import times
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.equivariance import LAYERS, PRODUCT, Layers, any_layers, with_task
from theorems.preconditioned_gradient_descent.layers import last, mask, model
from theorems.preconditioned_gradient_descent.lemma_9 import eq_54
from theorems.preconditioned_gradient_descent.normal_means import with_query
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import LAW, Direction, multiples, slopes_at

Parts = Callable[[Point, Array], Array]


def one_by_one(s: Point, R: Array) -> Array:
    """For each layer the direction that moves this layer alone: ``(batch, L, L, d, d)``."""
    return R[:, None] * eye(s.L, R)[:, :, None, None]


def anywhere_with_B(s: Point) -> Space:
    """A point and a direction, in S or not."""
    return space(A=drawn(s.L, s.d, s.d), R=drawn(s.L, s.d, s.d), B=drawn(s.L, s.d, s.d), S=drawn(s.L, s.d, s.d))


by_layers = PAPER.claim(
    "B.3, step 1",
    id="theorem-5/step-1/layers",
    summary="The slope is the sum of the slopes in every A and every B.",
    rank="step",
    at=lines(1004),
    kind=Expectation(),
    settings=points(d=3, n=6, L=2, largest=64.0),
    prompts=anywhere_with_B,
)


@by_layers.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the "
    r"loss (5) with the weights (13), whose $A_i$ need not be symmetric. At any A and B and along any R and S, "
    r"with $A(tR_j,j)$ for A with $A_j+tR_j$ in the place of $A_j$, and $B(tS_j,j)$ likewise, at $t=0$: $\frac "
    r"d{dt}f(A+tR,B+tS)=\sum_j\frac d{dt}f(A(tR_j,j),B)+\sum_j\frac d{dt}f(A,B(tS_j,j))$.",
    parts=one_by_one,
)
def sum_over_layers_of_both(s: Point, prompt: Prompt, parts: Parts) -> Margin:
    """The slope of the loss is the sum of those of all matrices."""
    R, S = parts(s, prompt.R), parts(s, prompt.S)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision, "symmetric": False}
    slopes = slope(
        prompt.A[:, None],
        concatenate([prompt.R[:, None], R, full(0, like=S)], 1),
        s.Sigma,
        s.n,
        B=prompt.B[:, None],
        S=concatenate([prompt.S[:, None], full(0, like=R), S], 1),
        **law,
    )
    return equal(slopes[:, 0], sum(slopes[:, 1:], 1))


by_layers.mutant("the last layer is left out", parts=lambda s, R: one_by_one(s, R)[:, :-1])
by_layers.mutant("twice", parts=lambda s, R: one_by_one(s, R) * 2)
by_layers.mutant("a tenth more", parts=lambda s, R: one_by_one(s, R) * 11 / 10)


def direction_in_B(s: Point) -> Space:
    """A point of S, and a direction in B."""
    return space(a=reals(s.L), b=reals(s.L), S=reals(s.L, s.d, s.d))


eq_37 = PAPER.claim(
    "(37), direction",
    id="theorem-5/step-1/eq-37",
    summary="As one B moves, the loss falls at least as fast along the inverse covariance, times the trace of "
    "a direction over d, as along that direction.",
    rank="slip",
    origin="read",
    at=lines(991, 1002),
    kind=Expectation(),
    settings=points(d=3, n=6, L=2, first=2, largest=64.0),  # B of the last layer has no influence
    pinned={"L": "with one layer B has no influence; for three or more see theorem-5/step-4/chain"},
    prompts=direction_in_B,
)
FOR_ALL_J = LAW + r"For all j and $S_j$, with $B(tC,j)$ for B with $B_j+tC$ in the place of $B_j$, at $t=0$: "
S_J = r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$"


@eq_37.printed(
    FOR_ALL_J + r"$\frac{d}{dt}f(A,B(t\tilde S_j,j))\le\frac{d}{dt}f(A,B(tS_j,j))$ for "
    rf"$\tilde S_j=s_j\Sigma^{{-1}}$, {S_J} (the factor of the proof).",
    defect="typo",
    because="A direction of S has multiples of the identity in B, as Step 4 of the proof says; along the "
    "inverse of Sigma the slope is the trace of it over d times as large. (That some factor s_j would do is "
    "printed as well, and not refuted.)",
    fails_where=lambda s: (1 / s.spectrum).sum() != s.d,
    tilde=lambda s, S: times(trace(S) / s.d, s.precision),
    conclusion=at_most,
)
@eq_37.amended(
    FOR_ALL_J + r"$\frac{d}{dt}f(A,B(t\tilde S_j,j))=\frac{d}{dt}f(A,B(tS_j,j))$ for "
    rf"$\tilde S_j=s_jI$, {S_J}.",
    adds="s_j I for s_j times the inverse of Sigma, and the equality",
    tilde=multiples,
    conclusion=equal,
)
def slope_of_one_B(
    s: Point, prompt: Prompt, tilde: Direction, conclusion: Callable[[Array, Array], Margin]
) -> Margin:
    """The slope along a direction of S in one B_j is at most that along the given one."""
    S = one_by_one(s, prompt.S)
    both = stack([tilde(s, S), S], 1)
    slopes = slopes_at(s, prompt, full(0, like=both), both, symmetric=True)
    return conclusion(slopes[:, 0], slopes[:, 1])


eq_37.mutant("a hundredth more", tilde=lambda s, S: multiples(s, S) * 101 / 100)
eq_37.mutant("d + 1 times as much", tilde=lambda s, S: multiples(s, S) * (s.d + 1))
eq_37.mutant("no direction in B", tilde=lambda s, S: full(0, like=S))


@dataclass(frozen=True)
class OneLayer:
    d: int
    n: int
    root: Tensor  # (d,), of the spectrum of Sigma
    A: Tensor  # (1, d, d)


one_layer = space(
    OneLayer,
    d=dims(1, 2),
    n=lambda s: dims(1, 3 - s.d, most=3 - s.d),
    root=lambda s: box(s.d, low=0.5, high=2.0, of="(0, inf)"),
    A=lambda s: symmetric(1, s.d),
)
outer = PAPER.claim(
    "before (28) and (38), outer product",
    id="theorem-5/step-1/outer-product",
    summary="The mean loss is the mean of the squared norm of w_star times that of the last column of G.",
    rank="slip",
    at=lines(1010, 1016),
    kind=Expectation(),
    settings=any_layers,
    prompts=with_task,
    uses=[eq_54],
)


@outer.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ be the columns of $X_0$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, $M=\operatorname{diag}(1,\dots,1,0)$, $Y_0=w_\star^\top X_0$, and "
    rf"$Y_{{i+1}}=Y_i+Y_iMX_i^\top A_iX_i$, {PRODUCT}, as in (22) and (31), with symmetric $A_i$. Then "
    r"$\mathbf E\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))=\mathbf E\operatorname{Tr}((I-M)G^\top "
    r"w_\star^\top w_\star G(I-M))$.",
    defect="typo",
    because="The factors are in the other order; the next line has the mean of w_star w_star^T. With d = 1 the "
    "two are the same. (Here for one layer, k = 0, a diagonal Sigma, and G with the plus of (22): that it is "
    "printed with a minus is theorem-5/step-1/g.)",
    fails_where=lambda s: s.d > 1,
    settings=one_layer,
    prompts=None,
)
def means(s: OneLayer) -> Margin:
    """The mean loss in terms of G."""
    law = with_query(s.n * s.d, 3, s.d)
    X = diag_embed(s.root) @ constant(law.points, s.A).reshape(-1, s.n + 1, s.d).mT
    M, query = mask(s.n, X), last(s.n, X)
    w = diag_embed(1 / s.root)
    # Row i is Y_1 for w = Sigma^(-1/2) e_i.
    Y_0 = w @ X
    Y = Y_0 + Y_0 @ M @ X.mT @ s.A[0] @ X
    G = X + X @ M @ X.mT @ s.A[0] @ X
    squares = trace(query @ G.mT @ G @ query) * sum(w * w, (0, 1))
    return equal(law.mean(trace(query @ Y.mT @ Y @ query)), law.mean(squares))


@outer.amended(
    r"For every $X_0$, $w_\star$, A and B, with $M=\operatorname{diag}(1,\dots,1,0)$, $Y_0=w_\star^\top X_0$, "
    r"$Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$, $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ and "
    + PRODUCT
    + r": $\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))="
    r"\operatorname{Tr}((I-M)G^\top w_\star w_\star^\top G(I-M))$, and so in the mean.",
    adds="w w^T for w^T w",
    tokens=last,
    sign=1,
)
def outer_product(s: Layers, prompt: Prompt, tokens: Callable[[int, Array], Array], sign: int) -> Margin:
    """The loss of a prompt in terms of G."""
    m, w = model(s), prompt.w[..., None]
    Y, G = m.states(prompt.X, prompt.w)[-1].value[:, s.d :], m.G(prompt.X, sign).value
    query, part = last(s.n, G), tokens(s.n, G)
    return equal(trace(query @ Y.mT @ Y @ query), trace(part @ G.mT @ w @ w.mT @ G @ part))


outer.mutant("the other tokens", tokens=mask)
outer.mutant("no layer", sign=0)
outer.mutant("minus in G", sign=-1)

definition = PAPER.claim(
    "before (28) and (38), G",
    id="theorem-5/step-1/g",
    summary="The last row is w_star times G, whose factors have a minus.",
    rank="slip",
    origin="read",
    at=lines(1018),
    kind=ForAll(),
    settings=any_layers,
    prompts=with_task,
    uses=[eq_54],
)


DYNAMICS = LAYERS + r", with any $A_i,B_i$, and $Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$ from $Y_0=w_\star^\top X_0$. "


@definition.printed(
    DYNAMICS + r"With $G(X,\cdot):=X\prod_{i=0}^k(I-MX_i^\top A_iX_i)$, "
    r"$Y_{k+1}=w_\star^\top G(X_0,\cdot)$, as the display before it needs.",
    defect="typo",
    because="(22) and (31) have a plus, and so have (29) and (44).",
    sign=-1,
)
@definition.amended(
    DYNAMICS + r"With $G(X,\cdot):=X\prod_{i=0}^k(I+MX_i^\top A_iX_i)$, "
    r"$Y_{k+1}=w_\star^\top G(X_0,\cdot)$, as the display before it needs.",
    adds="plus for minus",
    sign=1,
)
def last_row_by_g(s: Layers, prompt: Prompt, sign: int) -> Margin:
    """The last row is w^T G."""
    m = model(s)
    Y = m.states(prompt.X, prompt.w)[-1].value[:, s.d :]
    return equal(Y, prompt.w[:, None] @ m.G(prompt.X, sign).value)


definition.mutant("twice", sign=2)
definition.mutant("no layer", sign=0)
definition.mutant("minus twice", sign=-2)
