r"""Step 3 of the proof of Theorem 4 (B.2): the mean over U turns a direction into one of S.

Its chain is a claim with those of B.3, ``theorem-5/step-4/chain``. ``average`` and ``inside``: means over the
orthogonal U are sums over the signed permutations, which are exact for what is affine in the direction: their
mean of $U^\top KU$ is a multiple of I, which any further rotation leaves as it is. (G is affine in $A_j$
without B.)
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import permutations, product

import torch
from torch import Tensor

from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, constant, eye, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.equivariance import IN_S_WITHOUT_B, MOVING, TURNED
from theorems.preconditioned_gradient_descent.layers import G, replaced


@lru_cache(8)
def _signed(d: int) -> Tensor:
    rows = [
        torch.eye(d).double()[list(order)] * torch.tensor(signs).double()
        for order in permutations(range(d))
        for signs in product((1.0, -1.0), repeat=d)
    ]
    return torch.stack(rows)


def signed_permutations(d: int) -> Array:
    """All matrices of order d with one entry 1 or -1 in each row and each column: ``(count, d, d)``."""
    return constant(_signed(int(d)))


def transformed_R(C: Array, half: Array, half_inverse: Array) -> Array:
    r"""$U_\Sigma^\top C U_\Sigma$ for signed permutations U."""
    U = signed_permutations(len(C))
    return half_inverse @ U.mT @ (half @ C @ half) @ U @ half_inverse


def transformed_S(C: Array, half: Array, half_inverse: Array) -> Array:
    r"""$U_\Sigma^{-1} C U_\Sigma$ for signed permutations U."""
    U = signed_permutations(len(C))
    return half @ U.mT @ (half_inverse @ C @ half) @ U @ half_inverse


def mean(terms: Array) -> Array:
    """The mean over the first axis."""
    return sum(terms, 0) / len(terms)


def r(C: Array, half: Array, d: int) -> Array:
    """r_j = Tr(Sigma^(1/2) R_j Sigma^(1/2)) / d."""
    return trace(half @ C @ half) / d


def s_j(C: Array, half: Array, half_inverse: Array, d: int) -> Array:
    """s_j = Tr(Sigma^(-1/2) S_j Sigma^(1/2)) / d."""
    return trace(half_inverse @ C @ half) / d


@theorem(
    PAPER,
    "B.2, steps 1 and 3; B.3, steps 1, 2 and 4",
    id="theorem-4/step-3/average",
    rank="step",
    origin="read",
    at=lines(833, 908),
    **TURNED,
    a=drawn(1),
    C=drawn("d", "d"),  # a direction, which is R_j and S_j
)
@printed(
    r"For $\Sigma\succ0$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$, and "
    r"$A_i=a_i\Sigma^{-1}$: $U_\Sigma\Sigma U_\Sigma^\top=\Sigma$ (so that $U_\Sigma X_0$ has the law of "
    r"$X_0$), $U_\Sigma^\top\Sigma^{-1}U_\Sigma=\Sigma^{-1}$, $U_\Sigma^\top A_iU_\Sigma=A_i$, and "
    r"$U_\Sigma^{-1}:=\Sigma^{1/2}U^\top\Sigma^{-1/2}$ has $U_\Sigma U_\Sigma^{-1}=U_\Sigma^{-1}U_\Sigma=I$. "
    r"And for a uniformly random orthogonal $U$ and any matrices $R_j$ and $S_j$: $\mathbf E_U[U_\Sigma^\top "
    r"R_jU_\Sigma]=r_j\Sigma^{-1}$ and $\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma]=s_jI$ with "
    r"$r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$ (means are taken over the signed "
    r"permutations U; of what is affine in $U^\top KU$ they are those over all orthogonal U)."
)
@mutants(
    {
        "the root of Sigma": dict(kept=lambda half: half),
        "A outside of S": dict(A=lambda C: C),
        "U_Sigma^T for its inverse": dict(inverse=lambda U_Sigma: U_Sigma.T),
        "the trace of R_j": dict(of_A=lambda C, d: trace(C) / d),
        "without 1 / d in s_j": dict(of_B=lambda C, half, half_inverse, d: s_j(C, half, half_inverse, d) * d),
        "a tenth more in r_j": dict(of_A=lambda C, half, d: r(C, half, d) * 11 / 10),
    }
)
def average(
    d,
    half,
    half_inverse,
    precision,
    U_Sigma,
    C,
    kept=lambda Sigma: Sigma,
    inverse=lambda U_inverse: U_inverse,
    A=lambda precision, a: precision * a[0],
    of_A=r,
    of_B=s_j,
):
    r"""The map keeps $\Sigma$ and S, and turns directions on average into multiples of $\Sigma^{-1}$ and I."""
    literal = [
        U_Sigma @ kept @ U_Sigma.T,
        U_Sigma.T @ precision @ U_Sigma,
        U_Sigma.T @ A @ U_Sigma,
        U_Sigma @ inverse,
        inverse @ U_Sigma,
        mean(transformed_R(C, half, half_inverse)),
        mean(transformed_S(C, half, half_inverse)),
    ]
    return equal(literal, [kept, precision, A, eye(d), eye(d), precision * of_A, eye(d) * of_B])


@theorem(
    PAPER,
    "B.2, end of step 3",
    id="theorem-4/step-3/inside",
    rank="step",
    at=lines(908),
    uses=["preconditioned_gradient_descent/theorem-5/step-2/eq-39"],
    **IN_S_WITHOUT_B,
    **MOVING,
)
@printed(
    r"Let $G(X_0)=X_0\prod_{i=0}^k(I+MX_0^\top A_iX_0)$ for any $X_0\in\mathbb R^{d\times(n+1)}$, with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$; $A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$; $\Sigma\succ0$ "
    r"and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then with the j-th matrix of G as its "
    r"argument, for any matrix $R_j$ and a uniformly random orthogonal $U$: $\mathbf "
    r"E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$ for all t "
    r"(absorbed into $R_j$) (means are taken over the signed permutations U; of what is affine in $U^\top KU$ "
    "they are those over all orthogonal U)."
)
@mutants(
    all_but_one_of_the_signed_permutations=dict(average=lambda each: mean(each[1:])),
    where_the_covariates_move=dict(B=drawn("k + 1", "d", "d")),
)
def inside(j, A, B, X, shifts=transformed_R, average: Callable[[Array], Array] = mean):
    """Without B the mean over rotations may be taken inside of G."""
    each = G(X, replaced(A, j, A[j] + shifts), B)
    return equal(average(each), G(X, replaced(A, j, A[j] + mean(shifts)), B))
