r"""Step 3 of the proof of Theorem 4 (B.2): the mean over U turns a direction into one of S.

``equality-i``: $\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $R_j$
is the same at $X_0$ along $U_\Sigma^\top R_jU_\Sigma$. ``average``: the mean of that direction is
$r_j\Sigma^{-1}$ with $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$. ``inside``: the mean is
taken inside of G, which is affine in $A_j$ (without B). The last chain of B.3, step 5, is the same with B,
which the checks have; those of B.3, step 4, for $S_j$, are these as well.
"""

import functools
import operator
from collections.abc import Callable
from itertools import permutations, product

import torch

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, constant, eye, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.dual import Dual
from theorems.preconditioned_gradient_descent.equivariance import (
    ON_S,
    Setting,
    Transport,
    congruent,
    conjugate,
    prompts,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Moving, last, mask, model
from theorems.preconditioned_gradient_descent.theorem_5.step_3 import eq_45
from theorems.preconditioned_gradient_descent.theorem_5.step_5 import eq_50

equality = PAPER.claim(
    "B.2, step 3 (i)",
    id="theorem-4/step-3/equality-i",
    rank="step",
    at=lines(883, 890),
    uses=[eq_45, eq_50],
    **ON_S,
)


def half_slope(s: Setting, G: Dual) -> Array:
    """Tr((I - M) G^T Sigma^-1 (dG / dt) (I - M)): half of the slope of a prompt's loss."""
    query = last(s.n, G.value)
    return trace(query @ G.value.mT @ s.power(-2) @ G.slope @ query)


@equality.printed(
    r"$\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $R_j$ is that at "
    r"$X_0$ along $U_\Sigma^\top R_jU_\Sigma$.",
    moving="A",
    transport=congruent,
)
def slope_at_the_untransformed(s: Setting, prompt: Prompt, moving: Moving, transport: Transport) -> Margin:
    """The slope of the loss at transformed covariates is one at the covariates themselves."""
    transformed = model(s, moving, prompt.C).G(turned(s, prompt))
    plain = model(s, moving, transport(s, prompt.C)).G(prompt.X)
    return equal(half_slope(s, transformed), half_slope(s, plain))


equality.mutant("the direction itself", transport=lambda s, C: C)
equality.mutant("the inverse in place of U^T", transport=conjugate)

average = PAPER.claim(
    "B.2, step 3", id="theorem-4/step-3/average", rank="step", at=lines(897, 908), uses=[eq_45, eq_50], **ON_S
)
Share = Callable[[Setting, Array], Array]


def signed_permutations(d: int, like: Array) -> list[Array]:
    """All matrices of order d with one entry 1 or -1 in each row and each column."""
    return [
        constant(torch.eye(d).double()[list(order)] * torch.tensor(signs).double(), like)
        for order in permutations(range(d))
        for signs in product((1.0, -1.0), repeat=d)
    ]


def r(s: Setting, R: Array) -> Array:
    """r_j."""
    return trace(s.power(1) @ R @ s.power(1)) / s.d


@average.printed(
    r"$\mathbf E_U[U_\Sigma^\top R_jU_\Sigma]=r_j\Sigma^{-1}$, "
    r"$r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$.",
    left=1,
    share=r,
    image=-2,
)
def average_direction(s: Setting, prompt: Prompt, left: int, share: Share, image: int) -> Margin:
    """The mean of the transformed direction."""
    # The mean over all orthogonal U is that over the signed permutations: their mean of U^T K U is
    # a multiple of I, which any further rotation leaves as it is.
    K = s.power(left) @ prompt.C @ s.power(1)
    group = signed_permutations(s.d, prompt.C)
    total = functools.reduce(operator.add, [U.mT @ K @ U for U in group]) / len(group)
    mean = s.power(-left) @ total @ s.power(-1)
    target = s.power(image) if image else eye(s.d, prompt.C)
    return equal(mean, target * share(s, prompt.C)[:, None, None])


average.mutant("r_j I", image=0)
average.mutant("the trace of R_j", share=lambda s, R: trace(R) / s.d)

two_layers = settings(d=(2, 2), layers=2, below=1)
inside = PAPER.claim(
    "B.2, end of step 3",
    id="theorem-4/step-3/inside",
    rank="step",
    at=lines(908),
    settings=settings(d=(2, 2), layers=2, below=1, only_A=True),
    prompts=prompts,
    uses=[eq_45],
)


def circle(s: Setting, prompt: Prompt, moving: Moving) -> list[Array]:
    """Four directions U_Sigma^-1 S U_Sigma, or U_Sigma^T R U_Sigma, whose mean is 0.

    For K symmetric with trace 0, U^T K U runs uniformly around a circle, and four points of it have the
    means of all polynomials of degree 3.
    """
    p, q = prompt.C[:, 0, :1], prompt.C[:, 0, 1:]
    around = [
        stack([concatenate([a, b], 1), concatenate([b, -a], 1)], 1)
        for a, b in ((p, q), (-q, p), (-p, -q), (q, -p))
    ]
    return [s.power(1 if moving == "B" else -1) @ K @ s.power(-1) for K in around]


def G_of_two_layers(s: Setting, X: Array, A_0: Array, B_0: Array) -> Array:
    """G of two layers, of which the first has ``A_0`` and ``B_0``."""
    M, one = mask(s.n, X), eye(s.n + 1, X)
    step = M @ X.mT @ A_0 @ X
    X_1 = X + B_0 @ X @ step
    return X @ (one + step) @ (one + M @ X_1.mT @ s.A[1] @ X_1)


@inside.printed(
    r"Without B: $\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]="
    r"G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$.",
    moving="A",
    derivative=False,
    count=4,
)
def mean_inside(s: Setting, prompt: Prompt, moving: Moving, derivative: bool, count: int) -> Margin:
    """The mean over U taken inside of G."""
    X, A_0, B_0, directions = prompt.X, s.A[0], s.B[0], circle(s, prompt, moving)
    if derivative:
        each = [model(s, "B", C).G(X).slope for C in directions]
        at_the_mean = 0
    elif moving == "A":
        each = [G_of_two_layers(s, X, A_0 + C, B_0) for C in directions]
        at_the_mean = G_of_two_layers(s, X, A_0, B_0)
    else:
        each = [G_of_two_layers(s, X, A_0, B_0 + C) for C in directions]
        at_the_mean = G_of_two_layers(s, X, A_0, B_0)
    # One of the four on both sides gives the two a size.
    mean = functools.reduce(operator.add, each[:count]) / 4
    return equal(mean + each[0], at_the_mean + each[0])


inside.mutant("three of the four directions", count=3)
inside.mutant("two neighbours", count=2)
inside.mutant("with B", settings=two_layers, moving="B")
inside.mutant("the direction in A, with B", settings=two_layers)
