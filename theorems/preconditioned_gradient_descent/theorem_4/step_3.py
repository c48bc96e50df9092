r"""Step 3 of the proof of Theorem 4 (B.2): the mean over U turns a direction into one of S.

``equality-i``: $\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $R_j$
is the same at $X_0$ along $U_\Sigma^\top R_jU_\Sigma$. ``average``: the mean of that direction is
$r_j\Sigma^{-1}$ with $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$. ``inside``: the mean is
taken inside of G, which is affine in $A_j$ (without B). The last chain of B.3, step 5, is the same with B,
which the checks have; those of B.3, step 4, for $S_j$, are these as well.

Means over the orthogonal U are sums over the signed permutations, which are exact for what is affine in the
direction: their mean of $U^\top KU$ is a multiple of I, which any further rotation leaves as it is.
"""

import functools
import operator
from collections.abc import Callable, Sequence
from itertools import permutations, product
from typing import Any

import torch

from lemmata import ForAll, Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, constant, eye, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.dual import Dual
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
from theorems.preconditioned_gradient_descent.theorem_4.step_2 import eq_29, eq_30

equality = PAPER.claim(
    "B.2, step 3 (i), and the end of B.3",
    id="theorem-4/step-3/equality-i",
    summary="The slope along R at transformed covariates is that along the transformed R at the plain ones.",
    rank="step",
    origin="read",
    at=lines(883, 890),
    uses=[eq_29, eq_30, *(f"preconditioned_gradient_descent/theorem-5/step-5/eq-{k}" for k in (46, 50))],
    **ON_S,
)


def half_slope(s: Setting, G: Dual) -> Array:
    """Tr((I - M) G^T Sigma^-1 (dG / dt) (I - M)): half of the slope of a prompt's loss."""
    query = last(s.n, G.value)
    return trace(query @ G.value.mT @ s.power(-2) @ G.slope @ query)


@equality.printed(
    PRODUCT_IN_S + r"for any matrix $R_j$ ($b_i=0$ is B.2, any $b_i$ the end of B.3), at $t=0$: "
    r"$\operatorname{Tr}((I-M)G(U_\Sigma X_0,A_j)^\top\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)(I-M))="
    r"\operatorname{Tr}((I-M)G(X_0,A_j)^\top\Sigma^{-1}\frac d{dt}G(X_0,A_j+tU_\Sigma^\top "
    r"R_jU_\Sigma)(I-M))$, so that the means in (i) agree.",
    moving="A",
    transport=congruent,
)
def slope_at_the_untransformed(s: Setting, prompt: Prompt, moving: Moving, transport: Transport) -> Margin:
    """The slope of the loss at transformed covariates is one at the covariates themselves."""
    transformed = model(s, moving, prompt.C).G(turned(s, prompt))
    plain = model(s, moving, transport(s, prompt.C)).G(prompt.X)
    return equal(half_slope(s, transformed), half_slope(s, plain))


def directions(s: Covariance) -> Space:
    """A direction C, which is R_j or S_j."""
    return space(C=drawn(s.d, s.d))


equality.mutant("the direction itself", transport=lambda s, C: C)
equality.mutant("the inverse in place of U^T", transport=conjugate)

average = PAPER.claim(
    "B.2, step 3",
    id="theorem-4/step-3/average",
    summary="The transformed direction in A is on average a multiple of the inverse covariance.",
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


@average.printed(
    rf"For {RANDOM}, and any matrix $R_j$: "
    r"$\mathbf E_U[U_\Sigma^\top R_jU_\Sigma]=r_j\Sigma^{-1}$, "
    r"$r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$" + OVER_SIGNED + ".",
    moving="A",
    share=r,
    image=-2,
)
def average_direction(s: Covariance, prompt: Prompt, moving: Moving, share: Share, image: int) -> Margin:
    """The mean of the transformed direction over the signed permutations U."""
    target = s.power(image) if image else eye(s.d, prompt.C)
    return equal(mean(transformed(s, prompt.C, moving)), target * share(s, prompt.C)[:, None, None])


average.mutant("r_j I", image=0)
average.mutant("the trace of R_j", share=lambda s, R: trace(R) / s.d)
average.mutant("a tenth more", share=lambda s, R: r(s, R) * 11 / 10)

SMALL: dict[str, Any] = {"d": (1, 2), "layers": 3}  # eight signed permutations at d = 2
inside = PAPER.claim(
    "B.2, end of step 3",
    id="theorem-4/step-3/inside",
    summary="Without B the mean over rotations may be taken inside of G.",
    rank="step",
    at=lines(908),
    settings=settings(InSWithoutB, **SMALL),
    prompts=along,
    uses=[eq_30],
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
    each = [Model(s, moving, shift=C).G(prompt.X).value for C in shifts]
    return equal(average(each), Model(s, moving, shift=mean(shifts)).G(prompt.X).value)


inside.mutant("all but one of the signed permutations", average=lambda each: mean(each[1:]))
inside.mutant("where the covariates move", settings=settings(InS, **SMALL))
