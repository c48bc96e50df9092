"""Step 4 of the proof of Theorem 5 (B.3): the mean over U turns a direction in $B_j$ into one of S.

``chain`` holds for every $X_0$ and any number of layers. The mean of the direction is in
``theorem-4/step-3/average``. ``inside``: what is affine in the direction is the derivative at $t=0$; G is not:
$X_{j+1}$ enters it twice.
"""

from collections.abc import Callable

from lemmata import Margin, amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, broadcast_to, eye, stack, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    IN_S,
    MOVING,
    OUTSIDE_OF_S,
    congruent,
    conjugate,
    itself,
)
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, as_B_moves, last, replaced
from theorems.preconditioned_gradient_descent.theorem_4.step_1 import half_slope
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import (
    average,
    mean,
    r,
    s_j,
    signed_permutations,
    transformed_S,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import eq_39


def loss_of_a_prompt(G: Array, precision: Array) -> Array:
    r"""$\mathrm{tr}((I - M) G^\top \Sigma^{-1} G(I - M))$, a prompt's mean loss."""
    query = last(G.shape[-1] - 1)
    return trace(query @ G.mT @ precision @ G @ query)


@theorem(
    PAPER,
    "(38); B.2, step 3; B.3, steps 4 and 5",
    id="theorem-5/step-4/chain",
    rank="step",
    origin="read",
    at=lines(1217, 1247),
    uses=[eq_39, average],
    **IN_S,  # the slopes of four layers leave the range of float64
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then let "
    r"$\ell(G)=\operatorname{Tr}((I-M)G^\top\Sigma^{-1}G(I-M))$, the mean over $w_\star$ of the loss of a "
    r"prompt, and $h(G)=\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\dot G(I-M))$, with the dot for $\frac d{dt}$ "
    r"at $t=0$. For every $X_0$ and any matrix C, as $A_j$ moves by tC, $\frac d{dt}\ell(G(U_\Sigma "
    r"X_0))=2h(G(U_\Sigma X_0))=2h(G(X_0))$, where on the right $A_j$ moves by $tU_\Sigma^\top CU_\Sigma$ "
    r"($b_i=0$ is B.2, any $b_i$ the end of B.3); and as $B_j$ moves by tC, with $tU_\Sigma^{-1}CU_\Sigma$ on "
    r"the right, the last line of (38) and (i) of step 4. For a uniformly random orthogonal $U$, $\mathbf "
    r"E_U[\frac d{dt}\ell(G(U_\Sigma X_0))]=\frac d{dt}\ell(G(X_0))$, where on the right $A_j$ moves by "
    r"$tr_j\Sigma^{-1}$, $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}C\Sigma^{1/2})$, or $B_j$ by $ts_jI$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}C\Sigma^{1/2})$ (means are taken over the signed permutations "
    r"U; of what is affine in $U^\top KU$ they are those over all orthogonal U). (Read for each $X_0$; as "
    r"$U_\Sigma X_0$ has the law of $X_0$, the means agree, and the last ones are (36) and (37), with "
    "equality.)"
)
@mutants(
    {
        "without the factor 2": dict(factor=1),
        "the direction itself, as B moves": dict(S=itself),
        "U^T in place of the inverse, as B moves": dict(S=congruent),
        "the direction itself, as A moves": dict(R=itself),
        "the inverse in place of U^T, as A moves": dict(R=conjugate),
        "without 1 / d in s_j": dict(of_B=lambda C, half, half_inverse, d: s_j(C, half, half_inverse, d) * d),
        "a tenth more in r_j": dict(of_A=lambda C, half, d: r(C, half, d) * 11 / 10),
        "A and B outside of S": OUTSIDE_OF_S,
    }
)
def chain(
    d,
    j,
    half,
    half_inverse,
    precision,
    U_Sigma,
    A,
    B,
    X,
    C,
    factor=2,
    S=conjugate,
    R=congruent,
    of_B=s_j,
    of_A=r,
):
    """A prompt's slope at transformed covariates is that along the transformed direction at the plain ones."""
    turned = half @ signed_permutations(d) @ half_inverse @ X
    literal, stated = [], []
    for as_it_moves, D, of_S in ((as_B_moves, S, eye(d) * of_B), (as_A_moves, R, precision * of_A)):

        def slope(X: Array, C: Array, move: Callable[..., Array] = as_it_moves) -> Array:
            return move(lambda A, B: loss_of_a_prompt(G(X, A, B), precision), A, B, j, C)

        def h(X: Array, C: Array, move: Callable[..., Array] = as_it_moves) -> Array:
            return half_slope(G(X, A, B), move(lambda A, B: G(X, A, B), A, B, j, C), precision)

        literal += [slope(U_Sigma @ X, C)] * 2 + [sum(slope(turned, C)) / len(turned)]
        stated += [factor * h(U_Sigma @ X, C), 2 * h(X, D), slope(X, of_S)]
    return equal(literal, stated)


def circle(first: Array) -> Array:
    r"""Four points of the circle on which $U^\top KU$ runs, for K symmetric with trace 0 and this first row."""
    p, q = first
    return stack([stack([stack([x, y]), stack([y, -x])]) for x, y in ((p, q), (-q, p), (-p, -q), (q, -p))])


def mean_of_the_derivative(
    j: int,
    A: Array,
    B: Array,
    X: Array,
    directions: Array = transformed_S,
    as_it_moves: Callable[..., Array] = as_B_moves,
    average: Callable[[Array], Array] = mean,
) -> Margin:
    """The mean over U taken inside of the derivative of G."""

    def slope(X: Array, direction: Array) -> Array:
        return as_it_moves(lambda A, B: G(X, A, B), A, B, j, direction)

    repeated = broadcast_to(X, (len(directions), *X.shape))
    return equal(average(slope(repeated, directions)), slope(X, mean(directions)))


@theorem(
    PAPER,
    "B.3, end of step 4",
    id="theorem-5/step-4/inside",
    rank="slip",
    at=lines(1247),
    uses=[eq_39],
    pinned=dict.fromkeys(("d", "k", "j"), "as printed: one counterexample is enough to refute"),
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix $S_j$ and a uniformly "
    r"random orthogonal $U$: $\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf "
    r"E_U[U_\Sigma^{-1}S_jU_\Sigma])$ for all t (absorbed into $S_j$).",
    defect="typo",
    because="A derivative is lost, which (ii) has: only that at $t = 0$ is affine in the direction (and only "
    r"it is used). With two layers G is quadratic in $B_0$. (Here with $S_0 = \Sigma^{1/2} K \Sigma^{-1/2}$ "
    r"for the symmetric K of trace 0 that has the first row of C: $U^\top K U$ runs uniformly around a circle, "
    "and four points of it have its means up to degree 3.)",
    d=dims(2, 2),
    k=dims(1, 1),
    j=dims(0, "k - 1", most="k - 1"),
)
@amended(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix $S_j$ and a uniformly "
    r"random orthogonal $U$: $\mathbf E_U[\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=\frac "
    r"d{dt}G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$ at $t=0$ (means are taken over the signed "
    r"permutations U; of what is affine in $U^\top KU$ they are those over all orthogonal U).",
    adds="the derivative of G at $t = 0$ for G",
    check=mean_of_the_derivative,
)
@mutants(
    all_but_one_of_the_signed_permutations=dict(average=lambda each: mean(each[1:])),
    nine_tenths_of_the_mean=dict(average=lambda each: mean(each) * 9 / 10),
    zero_for_the_mean=dict(average=lambda each: 0 * each[0]),
)
def inside(j, half, half_inverse, A, B, X, C):
    """With B the mean over rotations may be taken inside of G."""
    shifts = half @ circle(C[0]) @ half_inverse  # their mean is 0
    return equal(mean(G(X, A, replaced(B, j, B[j] + shifts))), G(X, A, B))
