r"""Step 1 of the proof of Theorem 5 (B.3): one layer at a time, (36) and (37); the loss by G, (38).

``layers`` is at any A and B, in S or not; so (36) and (37) give (34). (36) moves A alone, which (34) has.
``eq-37``: $s_j\Sigma^{-1}$ is no direction of S.

Then the set-up, which B.2 has as well, without B. ``outer-product``: the printed $G^\top w_\star^\top w_\star
G$ is $\|w_\star\|^2G^\top G$; with $\Sigma=I$ its mean is d times the loss. ``g``: in step 5 it is defined
again, with a plus, a product that runs up to i where k is meant, and an argument C that appears as $\bar
A_j=A_j+tC$ and as $A_j=C$. What $U_\Sigma$ preserves is part of ``theorem-4/step-3/average``, (38) is the last
line of ``theorem-5/step-4/chain``.
"""

from collections.abc import Callable

from lemmata import (
    Expectation,
    Margin,
    amended,
    at_most,
    dims,
    equal,
    lines,
    mutants,
    printed,
    reals,
    symmetric,
    theorem,
)
from lemmata.numbers import Array, concat, constant, eye, outer, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.equivariance import ANY_LAYERS
from theorems.preconditioned_gradient_descent.exact_loss import covariance, slope, times
from theorems.preconditioned_gradient_descent.layers import G, labels, last, mask
from theorems.preconditioned_gradient_descent.lemma_9 import eq_54
from theorems.preconditioned_gradient_descent.normal_means import with_query


def one_by_one(R: Array) -> Array:
    """For each layer the direction that moves this layer alone: ``(L, L, d, d)``."""
    return R * eye(len(R))[:, :, None, None]


@theorem(
    PAPER,
    "B.3, step 1",
    id="theorem-5/step-1/layers",
    rank="step",
    at=lines(1004),
    kind=Expectation(),
    d=dims(1, 3),
    n=dims(1, 6),
    L=dims(1, 2),
    **covariance(largest=64.0),
    A=drawn("L", "d", "d"),
    R=drawn("L", "d", "d"),
    B=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13), whose $A_i$ need not be symmetric. At any A "
    "and B and along any R and S, with $A(tR_j,j)$ for A with $A_j+tR_j$ in the place of $A_j$, and "
    r"$B(tS_j,j)$ likewise, at $t=0$: $\frac d{dt}f(A+tR,B+tS)=\sum_j\frac d{dt}f(A(tR_j,j),B)+\sum_j\frac "
    "d{dt}f(A,B(tS_j,j))$."
)
@mutants(
    the_last_layer_is_left_out=dict(parts=lambda R: one_by_one(R)[:-1]),
    twice=dict(parts=lambda R: one_by_one(R) * 2),
    a_tenth_more=dict(parts=lambda R: one_by_one(R) * 11 / 10),
)
def by_layers(n, Sigma, precision, A, R, B, S, parts: Callable[[Array], Array] = lambda R: one_by_one(R)):
    """The slope is the sum of the slopes in every A and every B."""
    Rs, Ss = parts(R), parts(S)
    slopes = slope(
        A[None],
        concat([R[None], Rs, 0 * Ss]),
        Sigma,
        n,
        B=B[None],
        S=concat([S[None], 0 * Rs, Ss]),
        task="inverse",
        precision=precision,
        symmetric=False,
    )
    return equal(slopes[0], sum(slopes[1:]))


def some_multiple(S: Array, precision: Array) -> Array:
    """Multiples of the inverse covariance with the traces of the directions."""
    return times(trace(S) / trace(precision), precision)


@theorem(
    PAPER,
    "(37), direction",
    id="theorem-5/step-1/eq-37",
    rank="step",
    at=lines(991, 1002),
    kind=Expectation(),
    pinned={"L": "with one layer B has no influence; for three or more see theorem-5/step-4/chain"},
    d=dims(1, 3),
    n=dims(1, 6),
    L=dims(2, 2),  # B of the last layer has no influence
    **covariance(largest=64.0),
    a=reals("L"),
    b=reals("L"),
    S=reals("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (13), whose $A_i$ need not be symmetric, and "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$. For all j and $S_j$ there is $\tilde "
    r"S_j=s_j\Sigma^{-1}$ such that, with $B(tC,j)$ for B with $B_j+tC$ in the place of $B_j$, at $t=0$: "
    r"$\frac{d}{dt}f(A,B(t\tilde S_j,j))\le\frac{d}{dt}f(A,B(tS_j,j))$ (with equality for "
    r"$s_j=\operatorname{Tr}S_j/\operatorname{Tr}\Sigma^{-1}$; Step 4 has the direction $s_jI$, with another "
    "$s_j$)."
)
@mutants(
    {
        "the factor of Step 4": dict(tilde=lambda d, S, precision: times(trace(S) / d, precision)),
        "a hundredth more": dict(tilde=lambda S, precision: some_multiple(S, precision) * 101 / 100),
        "no direction in B": dict(tilde=lambda S: 0 * S),
    }
)
def eq_37(d, n, Sigma, precision, a, b, S, tilde=some_multiple):
    r"""As one B moves, some multiple of $\Sigma^{-1}$ is as good a direction of descent as any."""
    A, B = times(a, precision)[None], times(b, eye(d))[None]
    in_S, along = (
        slope(A, 0 * S, Sigma, n, B=B, S=S, task="inverse", precision=precision)
        for S in map(one_by_one, (tilde, S))
    )
    return at_most(in_S, along)


def outer_product(
    n: int, X: Array, w: Array, A: Array, B: Array, tokens: Array = lambda n: last(n), sign: int = 1
) -> Margin:
    """The loss of a prompt in terms of G."""
    Y, product = labels(X, w, A, B), G(X, A, B, sign)
    return equal((Y @ last(n)) @ (Y @ last(n)), trace(tokens @ product.T @ outer(w, w) @ product @ tokens))


@theorem(
    PAPER,
    "before (28) and (38), outer product",
    id="theorem-5/step-1/outer-product",
    rank="slip",
    at=lines(1010, 1016),
    kind=Expectation(),
    uses=[eq_54],
    pinned={"k": "as printed with one layer: enough to refute"},
    **ANY_LAYERS,
    X=drawn("d", "n + 1"),  # $X_0$
    w=drawn("d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ be the columns of $X_0$, $w_\star\sim "
    r"N(0,\Sigma^{-1})$, $\Sigma\succ0$, $M=\operatorname{diag}(1,\dots,1,0)$, $Y_0=w_\star^\top X_0$, and "
    r"$Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$, $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$, as in (22) and (31), with "
    r"symmetric $A_i$. Then $\mathbf E\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))=\mathbf "
    r"E\operatorname{Tr}((I-M)G^\top w_\star^\top w_\star G(I-M))$.",
    defect="typo",
    because=r"The factors are in the other order; the next line has the mean of $w_\star w_\star^\top$. With "
    r"$d = 1$ the two are the same. (Here for one layer, $k = 0$, $\Sigma = I$, and G with "
    "the plus of (22): that it is printed with a minus is theorem-5/step-1/g.)",
    fails_where=lambda d: d > 1,
    d=dims(1, 2),
    n=dims(1, "3 - d", most="3 - d"),
    k=dims(0, 0),
    A=symmetric(1, "d"),
)
@amended(
    r"For every $X_0$, $w_\star$, A and B, with $M=\operatorname{diag}(1,\dots,1,0)$, $Y_0=w_\star^\top X_0$, "
    r"$Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$, $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ and "
    r"$G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$: $\operatorname{Tr}((I-M)Y_{k+1}^\top "
    r"Y_{k+1}(I-M))=\operatorname{Tr}((I-M)G^\top w_\star w_\star^\top G(I-M))$, and so in the mean.",
    adds=r"$w w^\top$ for $w^\top w$",
    check=outer_product,
)
@mutants(the_other_tokens=dict(tokens=lambda n: mask(n)), no_layer=dict(sign=0), minus_in_G=dict(sign=-1))
def means(d, n, A, B):
    r"""The mean loss is the mean of $\|w_\star\|^2$ times the squared norm of the last column of G."""
    law, query = with_query(n * d, 3, d), last(n)
    X = constant(law.points).reshape(-1, n + 1, d).mT
    product = G(X, A, B)
    squares = trace(query @ product.mT @ product @ query) * d
    Y = labels(X, eye(d), A, B)  # row i is Y_1 for w = e_i
    return equal(law.mean(trace(query @ Y.mT @ Y @ query)), law.mean(squares))


@theorem(
    PAPER,
    "before (28) and (38), G",
    id="theorem-5/step-1/g",
    rank="slip",
    origin="read",
    at=lines(1018),
    uses=[eq_54],
    **ANY_LAYERS,
    X=drawn("d", "n + 1"),  # $X_0$
    w=drawn("d"),
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, with any $A_i,B_i$, and $Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$ "
    r"from $Y_0=w_\star^\top X_0$. With $G(X,\cdot):=X\prod_{i=0}^k(I-MX_i^\top A_iX_i)$, "
    r"$Y_{k+1}=w_\star^\top G(X_0,\cdot)$, as the display before it needs.",
    defect="typo",
    because="(22) and (31) have a plus, and so have (29) and (44).",
)
@amended(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, with any $A_i,B_i$, and $Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$ "
    r"from $Y_0=w_\star^\top X_0$. With $G(X,\cdot):=X\prod_{i=0}^k(I+MX_i^\top A_iX_i)$, "
    r"$Y_{k+1}=w_\star^\top G(X_0,\cdot)$, as the display before it needs.",
    adds="plus for minus",
    sign=1,
)
@mutants(twice=dict(sign=2), no_layer=dict(sign=0), minus_twice=dict(sign=-2))
def definition(X, w, A, B, sign=-1):
    r"""The last row is $w_\star$ times G, whose factors have a minus."""
    return equal(labels(X, w, A, B), w @ G(X, A, B, sign))
