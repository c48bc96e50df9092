r"""Step 3 of the proof of Theorem 4 (B.2): the mean over U turns a direction into one of S.

``equality-i``: $\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $R_j$
is the same at $X_0$ along $U_\Sigma^\top R_jU_\Sigma$. ``average``: the mean of that direction is
$r_j\Sigma^{-1}$ with $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$. Both also as B.3 has them,
where the covariates move (the end of step 5), and for $S_j$ (step 4). ``inside``: the mean is taken inside of
G, which is affine in $A_j$ (without B).

Means over the orthogonal U are sums over the signed permutations, which are exact for what is affine in the
direction: their mean of $U^\top KU$ is a multiple of I, which any further rotation leaves as it is.
"""

import functools
import operator
from collections.abc import Callable, Sequence
from itertools import permutations, product

import torch

from lemmata import ForAll, Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, concatenate, constant, eye, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import (
    ON_S,
    PRODUCT_IN_S,
    SIGMA,
    SPARSE_IN_S,
    Covariance,
    InS,
    InSWithoutB,
    Setting,
    Transport,
    along,
    congruent,
    conjugate,
    covariances,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Model, Moving, last, model

equality = PAPER.claim(
    "B.2, step 3 (i); (38) and B.3, step 4 (i)",
    id="theorem-4/step-3/equality-i",
    summary="The slope along a direction at transformed covariates is that along the transformed one at the "
    "plain ones.",
    rank="step",
    origin="read",
    at=lines(883, 890),
    uses=[
        f"preconditioned_gradient_descent/theorem-5/{k}"
        for k in ("step-2/eq-39", "step-2/eq-40", "step-5/eq-47")
    ],
    **ON_S,
)


def half_slope(s: Setting, G: Dual) -> Array:
    """Tr((I - M) G^T Sigma^-1 (dG / dt) (I - M)): half of the slope of a prompt's loss."""
    query = last(s.n, G.value)
    return trace(query @ G.value.mT @ s.power(-2) @ G.slope @ query)


def slope_of_a_prompt(s: Setting, G: Dual) -> Array:
    """The slope of Tr((I - M) G^T Sigma^-1 G (I - M)), the mean over w_star of a prompt's loss."""
    query = still(last(s.n, G.value))
    return trace((query @ G.mT @ still(s.power(-2)) @ G @ query).slope)


@equality.printed(
    PRODUCT_IN_S + r"let $\ell(G)=\operatorname{Tr}((I-M)G^\top\Sigma^{-1}G(I-M))$ and "
    r"$h(G)=\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\dot G(I-M))$, with the dot for $\frac d{dt}$ at $t=0$. "
    r"For any matrix C, as $A_j$ moves by tC, $\frac d{dt}\ell(G(U_\Sigma X_0))=2h(G(U_\Sigma "
    r"X_0))=2h(G(X_0))$, where on the right $A_j$ moves by $tU_\Sigma^\top CU_\Sigma$ ($b_i=0$ is B.2, any "
    r"$b_i$ the end of B.3); and as $B_j$ moves by tC, with $tU_\Sigma^{-1}CU_\Sigma$ on the right, the last "
    r"line of (38) and (i) of step 4. So the means agree.",
    factor=2,
    transports=(congruent, conjugate),
)
def slope_at_the_untransformed(
    s: Setting, prompt: Prompt, factor: int, transports: tuple[Transport, Transport]
) -> Margin:
    """The slope of the loss at transformed covariates is one at the covariates themselves."""
    moves: tuple[Moving, Moving] = ("A", "B")
    literal, stated = [], []
    for moving, transport in zip(moves, transports, strict=True):
        G = model(s, moving, prompt.C).G(turned(s, prompt))
        slope = slope_of_a_prompt(s, G)
        plain = model(s, moving, transport(s, prompt.C)).G(prompt.X)
        literal += [slope, slope]
        stated += [half_slope(s, G) * factor, half_slope(s, plain) * 2]
    return equal(stack(literal, 1), stack(stated, 1))


def directions(s: Covariance) -> Space:
    """A direction C, which is R_j or S_j."""
    return space(C=drawn(s.d, s.d))


equality.mutant("the direction itself", transports=(lambda s, C: C, lambda s, C: C))
equality.mutant("the two directions exchanged", transports=(conjugate, congruent))
equality.mutant("without the factor 2", factor=1)

average = PAPER.claim(
    "B.2, step 3, and B.3, step 4",
    id="theorem-4/step-3/average",
    summary="The transformed direction is on average a multiple of the inverse covariance in A, of I in B.",
    rank="step",
    origin="read",
    at=lines(897, 908),
    kind=ForAll(),
    settings=covariances,
    prompts=directions,
)
Share = Callable[[Covariance, Array], Array]
RANDOM = SIGMA.replace("any orthogonal $U$", "a uniformly random orthogonal $U$")


OVER_SIGNED = (
    r" (means are taken over the signed permutations U; of what is affine in $U^\top KU$ they are those over "
    r"all orthogonal U)"
)


def signed_permutations(d: int, like: Array) -> list[Array]:
    """All matrices of order d with one entry 1 or -1 in each row and each column."""
    return [
        constant(torch.eye(d).double()[list(order)] * torch.tensor(signs).double(), like)
        for order in permutations(range(d))
        for signs in product((1.0, -1.0), repeat=d)
    ]


def transformed(s: Covariance, C: Array, moving: Moving) -> list[Array]:
    """U_Sigma^T R U_Sigma (if A moves) or U_Sigma^-1 S U_Sigma (if B does) for each signed permutation U."""
    left = 1 if moving == "A" else -1
    K = s.power(left) @ C @ s.power(1)
    return [s.power(-left) @ U.mT @ K @ U @ s.power(-1) for U in signed_permutations(s.d, C)]


def mean(terms: Sequence[Array]) -> Array:
    """The mean of arrays of one shape."""
    return functools.reduce(operator.add, terms) / len(terms)


def r(s: Covariance, R: Array) -> Array:
    """r_j = Tr(Sigma^(1/2) R_j Sigma^(1/2)) / d."""
    return trace(s.power(1) @ R @ s.power(1)) / s.d


def s_j(s: Covariance, S: Array) -> Array:
    """s_j = Tr(Sigma^(-1/2) S_j Sigma^(1/2)) / d."""
    return trace(s.power(-1) @ S @ s.power(1)) / s.d


@average.printed(
    rf"For {RANDOM}, and any matrices $R_j$ and $S_j$: "
    r"$\mathbf E_U[U_\Sigma^\top R_jU_\Sigma]=r_j\Sigma^{-1}$ and $\mathbf "
    r"E_U[U_\Sigma^{-1}S_jU_\Sigma]=s_jI$ with $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$" + OVER_SIGNED + ".",
    shares=(r, s_j),
)
def average_direction(s: Covariance, prompt: Prompt, shares: tuple[Share, Share]) -> Margin:
    """The mean of the transformed direction over the signed permutations U."""
    of_A, of_B = (share(s, prompt.C)[:, None, None] for share in shares)
    means = [mean(transformed(s, prompt.C, "A")), mean(transformed(s, prompt.C, "B"))]
    return equal(stack(means, 1), stack([s.power(-2) * of_A, eye(s.d, prompt.C) * of_B], 1))


average.mutant("the trace of R_j", shares=(lambda s, R: trace(R) / s.d, s_j))
average.mutant("without 1 / d in s_j", shares=(r, lambda s, S: s_j(s, S) * s.d))
average.mutant("a tenth more in r_j", shares=(lambda s, R: r(s, R) * 11 / 10, s_j))

inside = PAPER.claim(
    "B.2, end of step 3",
    id="theorem-4/step-3/inside",
    summary="Without B the mean over rotations may be taken inside of G.",
    rank="step",
    at=lines(908),
    settings=settings(InSWithoutB),
    prompts=along,
    uses=["preconditioned_gradient_descent/theorem-5/step-5/eq-47"],
)
Mean = Callable[[Sequence[Array]], Array]


@inside.printed(
    SPARSE_IN_S + r"with the j-th matrix of G as its argument, for any matrix $R_j$ and a uniformly random "
    r"orthogonal $U$: $\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]="
    r"G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$ for all t (absorbed into $R_j$)" + OVER_SIGNED + ".",
    moving="A",
    average=mean,
)
def mean_inside(s: Setting, prompt: Prompt, moving: Moving, average: Mean) -> Margin:
    """The mean over U taken inside of G."""
    shifts = transformed(s, prompt.C, moving)
    X = concatenate([prompt.X] * len(shifts), 0)
    each = Model(s, moving, shift=concatenate(shifts, 0)).G(X).value.reshape(len(shifts), *prompt.X.shape)
    return equal(average(list(each)), Model(s, moving, shift=mean(shifts)).G(prompt.X).value)


inside.mutant("all but one of the signed permutations", average=lambda each: mean(each[1:]))
inside.mutant("where the covariates move", settings=settings(InS))
