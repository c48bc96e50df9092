r"""Step 3 of the proof of Theorem 5 (B.3): G and its derivative under $X_0\mapsto U_\Sigma X_0$.

(44) and (45) are parts of the claim of (39) and (40). The last lines of the expansion in the proof of (45) have
a second M before $X_i^\top$, which is harmless ($M^2=M$), and $X_\ell(X_0,B_\ell)$ for $X_\ell(X_0,B_j)$ in the
products: another layer, from three layers on. Step 5 has the same lines for the spade of (50), up to (51), but
for the second $X_i$.
"""

import functools
import operator
from collections.abc import Callable

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import IN_S, MOVING, exchanged, transformed
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, as_B_moves, layers, mask, replaced
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import all_layers, eq_39, spade

Layer = Callable[[list[list[Array]], int, int, int], Array]


def sum_of_terms(
    path: list[Array],
    moves: Array,
    A: Array,
    networks: list[list[Array]],
    j: int,
    start: Array,
    right: Layer,
    second: int = 1,
) -> Array:
    """The sum over i: ``start``, then the factors, of which the i-th moves; ``right`` is what they end in.

    ``networks`` are the covariates $X_i$ of the network whose B_j (or A_j) is its B_l (or A_l), by l and i.
    """
    M, terms = mask(start.shape[-1] - 1), []
    for i in range(len(A)):
        term = start
        for ell, (X, A_l) in enumerate(zip(path, A, strict=False)):
            if ell == i:
                slope = moves[ell].T @ A_l @ X  # and its transpose: A is symmetric
                term = term @ M @ (slope + M @ slope.T * second)
            else:
                term = term + term @ M @ X.T @ A_l @ right(networks, ell, i, j)
        terms.append(term)
    return functools.reduce(operator.add, terms)


@theorem(
    PAPER,
    "proofs of (45) and (50)",
    id="theorem-5/step-3/eq-45/expansion",
    rank="slip",
    at=lines(1199, 1215),
    uses=[eq_39],
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix C, at $t=0$, with the "
    r"j-th B as an argument: $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tC)=X_0\sum_i\prod_{\ell<i}(I+MX_"
    r"\ell(B_j)^\top A_\ell X_i(B_\ell))M\frac d{dt}(X_i(B_j+tC)^\top "
    r"A_iX_i(B_j))\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_i(B_\ell))$, all $X_i$ at $U_\Sigma X_0$, "
    r"$=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_\ell))M(\dot X_i^\top A_iX_i+MX_i^\top "
    r"A_i\dot X_i)\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_\ell))$, all at $X_0$, with $\dot X_i$ "
    r"for $\frac d{dt}X_i$ along $U_\Sigma^{-1}CU_\Sigma$. And, with $A_j$ and $A_\ell$ for $B_j$ and $B_\ell$ "
    r"in all arguments, $X_i(A_j+tC)$ for $X_i(B_j)$ and $U_\Sigma^\top CU_\Sigma$ for "
    r"$U_\Sigma^{-1}CU_\Sigma$, the same for $\spadesuit$, up to (51): for $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma "
    "X_0,A_j+tC)$ with the $A_i$ of the product standing still.",
    defect="typo",
    because="$X_i$ for $X_l$ and $B_l$ for $B_j$ in the products ($A_l$ for $A_j$ in the spade); as B moves, "
    "the second $X_i$ moves with t, too. In the last line $X_l$ is that of another network. (Below the last "
    "layer: $B_k$ and $A_k$ move no $X_i$.)",
    fails_where=lambda j, k: j < k,
)
@amended(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix C, at $t=0$, with the "
    r"j-th B as an argument: $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tC)=X_0\sum_i\prod_{\ell<i}(I+MX_"
    r"\ell(B_j)^\top A_\ell X_\ell(B_j))M\frac d{dt}(X_i(B_j+tC)^\top "
    r"A_iX_i(B_j+tC))\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_j))$, all $X_i$ at $U_\Sigma X_0$, "
    r"$=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_j))M(\dot X_i^\top A_iX_i+MX_i^\top "
    r"A_i\dot X_i)\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_j))$, all at $X_0$, with $\dot X_i$ for "
    r"$\frac d{dt}X_i$ along $U_\Sigma^{-1}CU_\Sigma$. And, with $A_j$ and $A_\ell$ for $B_j$ and $B_\ell$ in "
    r"all arguments and $U_\Sigma^\top CU_\Sigma$ for $U_\Sigma^{-1}CU_\Sigma$, the same for $\spadesuit$, up "
    r"to (51): for $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tC)$ with the $A_i$ of the product standing "
    "still.",
    adds="$X_l$ at $B_j$ for $X_i$ or $X_l$ at $B_l$ in the products, the same with A; both $X_i$ move with t",
    early=lambda X, ell, i, j: X[j][ell],
    late=lambda X, ell, i, j: X[j][ell],
    second=(1, 1),
)
@mutants(
    {
        "the second factor with the other sign": dict(second=(-1, -1)),
        "the second factor twice": dict(second=(2, 2)),
        "the direction itself": dict(directions=lambda C: [C, C]),
        "the two directions exchanged": dict(directions=exchanged),
    }
)
def expansion(
    j,
    A,
    B,
    X,
    C,
    U_Sigma,
    U_inverse,
    directions=transformed,
    early=lambda X, ell, i, j: X[ell][i],
    late=lambda X, ell, i, j: X[ell][ell],
    second=(0, 1),
):
    """The derivative of G, and its spade, are sums over the layers with other networks in their products."""
    U_X, (S, R) = U_Sigma @ X, directions

    def with_B(X: Array, D: Array, start: Array, right: Layer, second: int = 1) -> Array:
        networks = [layers(X, A, replaced(B, j, other)) for other in B]
        moves = as_B_moves(lambda A, B: all_layers(X, A, B), A, B, j, D)
        return sum_of_terms(layers(X, A, B), moves, A, networks, j, start, right, second)

    def with_A(X: Array, D: Array, start: Array, right: Layer, second: int = 1) -> Array:
        networks = [layers(X, replaced(A, j, other), B) for other in A]
        moves = as_A_moves(lambda A, B: all_layers(X, A, B), A, B, j, D)
        return sum_of_terms(layers(X, A, B), moves, A, networks, j, start, right, second)

    # B_j is not in the product; the spade leaves out that its A_j moves.
    in_B = U_inverse @ as_B_moves(lambda A, B: G(U_X, A, B), A, B, j, C)
    in_A = U_inverse @ spade(U_X, A, B, j, C)
    stated = [with_B(U_X, C, X, early, second[0]), with_B(X, S, X, late)]
    stated += [with_A(U_X, C, X, early, second[1]), with_A(X, R, X, late)]
    return equal([in_B, in_B, in_A, in_A], stated)
