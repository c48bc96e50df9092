r"""Step 2 of the proof of Theorem 5 (B.3): the layers and their derivatives under $X_0\mapsto U_\Sigma X_0$.

$X_i(X,C)$ are the first d rows after layer $i-1$, started at $X$ and with $B_j=C$. ``eq-39`` is what steps 2, 3
and 5 show, and step 2 of B.2 without B. The proof of (40) is an induction: (41) are the dynamics of the
derivative, for any A and B; (42) its start, at layer $j+1$; (43) its step. Step 5 says the same where $A_j$
moves: (48) is here with (41), (49) with (43). There the product's own $A_j$ moves as well: the derivative of G
is the spade, in which the $A_i$ of the product stand still, and the heart, what its $A_j$ adds; (52) moves
$U_\Sigma$ of the heart to the direction.

(42) is printed with slips, and the chain after (48) has the same, and $A_j$ for $R_j$ (its first line, for
$i\le j$, has $U_\Sigma$ for $U_\Sigma^\top$, which is harmless: 0 on both sides).
"""

import torch

from lemmata import amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    ANY_LAYERS,
    IN_S,
    MOVING,
    OUTSIDE_OF_S,
    SIZES,
    congruent,
    conjugate,
    exchanged,
    itself,
    transformed,
)
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, as_B_moves, layers, mask, product
from theorems.preconditioned_gradient_descent.lemma_9 import eq_54

PLANE = dict(
    d=2,
    n=2,
    k=1,
    j=0,
    root=torch.tensor([0.75, 1.5]).double(),
    tilt=torch.tensor([[0.25], [-0.5]]).double(),
    reflections=2,
    turn=torch.tensor([[0.5], [1.0]]).double(),
    a=torch.tensor([0.5, -0.75]).double(),
    b=torch.tensor([-0.5, 0.25]).double(),
)


def all_layers(X: Array, A: Array, B: Array) -> Array:
    r"""$X_0, \ldots, X_{k+1}$ as one array."""
    return stack(layers(X, A, B))


def everything(X: Array, A: Array, B: Array) -> Array:
    r"""$X_0, \ldots, X_{k+1}$ and G."""
    path = layers(X, A, B)
    return stack([*path, product(path, A)])


def next_slope(X: Array, moves: Array, A: Array, B: Array, terms: int = 3) -> Array:
    """The third line of (41) for the layer after X, which moves; with the first ``terms`` of its products."""
    M = mask(X.shape[-1] - 1)
    products = [moves @ M @ X.T @ A @ X, X @ M @ moves.T @ A @ X, X @ M @ X.T @ A @ moves]
    for term in products[:terms]:
        moves = moves + B @ term
    return moves


@theorem(
    PAPER,
    "(29), (30), (39), (40), (44) to (47), (50)",
    id="theorem-5/step-2/eq-39",
    rank="step",
    at=lines(1041, 1064),
    examples=[PLANE],
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for all i: $X_i(U_\Sigma "
    r"X_0)=U_\Sigma X_i(X_0)$, (39), and $G(U_\Sigma X_0)=U_\Sigma G(X_0)$, (44) ((46) says both with $A_j$ as "
    "the argument, where it prints $B_j$; (29) is (44) with $b_i=0$). And for any matrices $S_j$ and $R_j$, at "
    r"$t=0$: $U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,B_j+tS_j)=\frac "
    r"d{dt}X_i(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$, (40), and the same with G for $X_i$, (45); "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$, "
    "(47), and the same with G for $X_i$, (50) (with $b_i=0$ the outer sides of (30), printed without $A_j+t$)."
)
@mutants(
    {
        "the inverse": dict(image=lambda U_inverse: U_inverse),
        "not at all": dict(image=lambda d: eye(d)),
        "A and B outside of S": OUTSIDE_OF_S,
        "the direction itself, as B moves": dict(S=itself),
        "U^T in place of the inverse, as B moves": dict(S=congruent),
        "the direction itself, as A moves": dict(R=itself),
        "the inverse in place of U^T, as A moves": dict(R=conjugate),
    }
)
def eq_39(j, A, B, X, C, U_Sigma, image=lambda U_Sigma: U_Sigma, S=conjugate, R=congruent):
    """On S, transformed covariates give transformed layers, G and derivatives along transformed directions."""

    def at(X: Array, S: Array, R: Array) -> list[Array]:
        """The layers and G, and their derivatives as B_j and as A_j moves."""

        def f(A: Array, B: Array) -> Array:
            return everything(X, A, B)

        return [f(A, B), as_B_moves(f, A, B, j, S), as_A_moves(f, A, B, j, R)]

    value, in_B, in_A = at(X, S, R)
    return equal(at(U_Sigma @ X, C, C), [image @ value, U_Sigma @ in_B, U_Sigma @ in_A])


@theorem(
    PAPER,
    "(41), (48)",
    id="theorem-5/step-2/eq-41",
    rank="step",
    at=lines(1066, 1090),
    uses=[eq_54],
    **ANY_LAYERS,
    j=SIZES["j"],
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, with any matrices $A_i,B_i$, of which $B_j$ moves as "
    r"$B_j+tC$, (41), or $A_j$ as $A_j+tC$, (48). Then at $t=0$, with $\dot X_i$ for $\frac d{dt}X_i$: $\frac "
    r"d{dt}X_\ell=0$ for $\ell\le j$; $\frac d{dt}X_{j+1}$ is $CX_jMX_j^\top A_jX_j$ or $B_jX_jMX_j^\top "
    r"CX_j$; for $i\ge j+1$: $\frac d{dt}X_{i+1}=\dot X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top "
    r"A_iX_i+B_iX_iMX_i^\top A_i\dot X_i$."
)
@mutants(without_the_last_product=dict(terms=2), without_the_products=dict(terms=0))
def eq_41(n, k, j, A, B, X, C, terms=3):
    """As one A or B moves, the derivatives of the layers follow the product rule."""
    path, M = layers(X, A, B), mask(n)
    literal = [move(lambda A, B: all_layers(X, A, B), A, B, j, C) for move in (as_B_moves, as_A_moves)]
    stated = []
    for moves, left, middle in zip(literal, (C, B[j]), (A[j], C), strict=True):
        first = left @ path[j] @ M @ path[j].T @ middle @ path[j]
        later = [next_slope(path[i], moves[i], A[i], B[i], terms) for i in range(j + 1, k + 1)]
        stated.append(stack([*[0 * X] * (j + 1), first, *later]))
    return equal(literal, stated)


@theorem(
    PAPER,
    "(42), after (48)",
    id="theorem-5/step-2/eq-42",
    rank="slip",
    origin="read",
    at=lines(1092, 1104),
    uses=[eq_39],
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$; $(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and "
    r"$B_i=b_iI$; $\Sigma\succ0$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for "
    r"any matrix C, as $S_j$ and as $R_j$, at $t=0$: (42), $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,B_j+tC)=U_\Sigma^{-1}CU_\Sigma X_j(X_0)MX_j(U_\Sigma X_0)^\top A_j=\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,B_j+tU_\Sigma^{-1}CU_\Sigma X_j)$, and, after (48), $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,A_j+tC)=U_\Sigma^{-1}B_jU_\Sigma X_j(X_0)MX_j(U_\Sigma X_0)^\top A_j=\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,A_j+tU_\Sigma^\top CU_\Sigma X_j)$ (read where the shapes agree, for $d=n+1$, with $X_j=X_j(X_0)$ in "
    "the direction).",
    defect="typo",
    because="In the middle the last factor $X_j$ is missing (after (48) $A_j$ stands for $R_j$, too); at the "
    r"end the direction has a factor $X_j$ too many, and $U_\Sigma X_0$ stands for $X_0$. The shapes agree for "
    "$d = n + 1$ only.",
    d=dims(2, 3),
    where=lambda d, n: d == n + 1,
)
@amended(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$; $(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and "
    r"$B_i=b_iI$; $\Sigma\succ0$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for "
    r"any matrix C, as $S_j$ and as $R_j$, at $t=0$: (42), $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,B_j+tC)=U_\Sigma^{-1}CU_\Sigma X_j(X_0)MX_j(U_\Sigma X_0)^\top A_jX_j(U_\Sigma X_0)=\frac "
    r"d{dt}X_{j+1}(X_0,B_j+tU_\Sigma^{-1}CU_\Sigma)$, and, after (48), $U_\Sigma^{-1}\frac "
    r"d{dt}X_{j+1}(U_\Sigma X_0,A_j+tC)=U_\Sigma^{-1}B_jU_\Sigma X_j(X_0)MX_j(U_\Sigma X_0)^\top CX_j(U_\Sigma "
    r"X_0)=\frac d{dt}X_{j+1}(X_0,A_j+tU_\Sigma^\top CU_\Sigma)$.",
    adds="the last factor $X_j$ (after (48) $R_j X_j$ for $A_j$); the derivative at $X_0$, the direction "
    "without $X_j$",
    repaired=1,
)
@mutants(
    {
        "as printed, where the shapes agree": dict(
            why="Elsewhere it has no meaning.", repaired=0, d=dims(2, 3), where=lambda d, n: d == n + 1
        ),
        "A and B outside of S": OUTSIDE_OF_S,
        "the direction itself": dict(directions=lambda C: [C, C]),
        "the two directions exchanged": dict(directions=exchanged),
    }
)
def eq_42(n, j, A, B, X, C, U_Sigma, U_inverse, directions=transformed, repaired=0):
    """The derivative of the first layer that moves ends in A, along a direction with a layer in it."""
    U_X, X_j, M = U_Sigma @ X, layers(X, A, B)[j], mask(n)
    U_X_j = layers(U_X, A, B)[j]
    literal, stated = [], []
    at = X if repaired else U_X
    for as_it_moves, D, left, right in zip(
        (as_B_moves, as_A_moves), directions, (C, B[j]), (A[j], C if repaired else A[j]), strict=True
    ):
        middle = U_inverse @ left @ U_Sigma @ X_j @ M @ U_X_j.T @ right
        direction = D if repaired else D @ X_j
        end = as_it_moves(lambda A, B: all_layers(at, A, B), A, B, j, direction)[j + 1]
        found = as_it_moves(lambda A, B: all_layers(U_X, A, B), A, B, j, C)[j + 1]
        literal += [U_inverse @ found] * 2
        stated += [middle @ U_X_j if repaired else middle, end]
    return equal(literal, stated)


def spade(X: Array, A: Array, B: Array, j: int, C: Array) -> Array:
    r"""$\frac d{dt}$ of $X_0$ times the factors of G: their $X_i$ move with $A_j$, their $A_i$ stand still."""
    return as_A_moves(lambda moving, B: product(layers(X, moving, B), A), A, B, j, C)


def heart(X: Array, A: Array, B: Array, j: int, C: Array, start: Array) -> Array:
    """``start`` in place of $X_0$, with C in place of the j-th factor's $A_j$."""
    M, term = mask(X.shape[-1] - 1), start
    for i, (X_i, A_i) in enumerate(zip(layers(X, A, B), A, strict=False)):
        step = term @ M @ X_i.T @ (C if i == j else A_i) @ X_i
        term = step if i == j else term + step
    return term


@theorem(
    PAPER,
    "(43), (49), (50) by spade and heart, (52)",
    id="theorem-5/step-2/eq-43",
    rank="step",
    at=lines(1106, 1180),
    uses=[eq_39, eq_41],
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix C, at $t=0$, for "
    r"$i\ge j+1$, with $X_i$ at $X_0$, as $B_j$ moves by tC and $\dot X_i=\frac "
    r"d{dt}X_i(X_0,B_j+tU_\Sigma^{-1}CU_\Sigma)$, (43), or as $A_j$ does and $\dot X_i=\frac "
    r"d{dt}X_i(X_0,A_j+tU_\Sigma^\top CU_\Sigma)$, (49): $U_\Sigma^{-1}\frac d{dt}X_{i+1}(U_\Sigma X_0)=\dot "
    r"X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i+B_iX_iMX_i^\top A_i\dot X_i$. And with $R_j$ "
    r"for C, all $X_i$ at $U_\Sigma X_0$ and the j-th matrix as an argument: $U_\Sigma^{-1}\frac "
    r"d{dt}G(U_\Sigma X_0,A_j+tR_j)=\spadesuit+\heartsuit$, where $\spadesuit=U_\Sigma^{-1}\frac "
    r"d{dt}(U_\Sigma X_0\prod_i(I+MX_i^\top A_iX_i))$ moves the $X_i$ with $A_j+tR_j$ and leaves the $A_i$ of "
    r"the product, and $\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot MX_j^\top "
    r"R_jX_j\cdot\prod_{i>j}(I+MX_i^\top A_iX_i)$; and, (52), $\heartsuit=X_0\prod_{i<j}(I+MX_i^\top "
    r"A_iX_i)\cdot MX_j^\top U_\Sigma^\top R_jU_\Sigma X_j\cdot\prod_{i>j}(I+MX_i^\top A_iX_i)$, all at $X_0$."
)
@mutants(
    {
        "without the last product": dict(terms=2),
        "without the products": dict(terms=0),
        "A and B outside of S": OUTSIDE_OF_S,
        "the two directions exchanged": dict(directions=exchanged),
        "no heart": dict(hearts=0),
        "minus the heart": dict(hearts=-1),
        "in the heart the direction itself": dict(in_the_heart=itself),
        "in the heart the inverse in place of U^T": dict(in_the_heart=conjugate),
    }
)
def eq_43(
    k, j, A, B, X, C, U_Sigma, U_inverse, directions=transformed, terms=3, hearts=1, in_the_heart=congruent
):
    """At transformed covariates the layers follow the plain dynamics, and G moves by spade and heart."""
    U_X, path, literal, stated = U_Sigma @ X, layers(X, A, B), [], []
    for as_it_moves, D in zip((as_B_moves, as_A_moves), directions, strict=True):
        found = as_it_moves(lambda A, B: all_layers(U_X, A, B), A, B, j, C)
        moves = as_it_moves(lambda A, B: all_layers(X, A, B), A, B, j, D)
        literal += [U_inverse @ found[i + 1] for i in range(j + 1, k + 1)]
        stated += [next_slope(path[i], moves[i], A[i], B[i], terms) for i in range(j + 1, k + 1)]
    own = heart(U_X, A, B, j, C, X)
    literal += [U_inverse @ as_A_moves(lambda A, B: G(U_X, A, B), A, B, j, C), own]
    stated += [U_inverse @ spade(U_X, A, B, j, C) + hearts * own, heart(X, A, B, j, in_the_heart, X)]
    return equal(literal, stated)
