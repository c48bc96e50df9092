r"""Step 3 of the proof of Theorem 4 (B.2): the mean over U turns a direction into one of S.

Its chain is a claim with those of B.3, ``theorem-5/step-4/chain``. ``average``: what $U_\Sigma$ preserves,
which steps 1 and 2 use, too, and that the mean of $U_\Sigma^\top R_jU_\Sigma$ is $r_j\Sigma^{-1}$ with
$r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$; also as B.3 has them. ``inside``: the mean is taken
inside of G, which is affine in $A_j$ (without B).

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
from theorems.preconditioned_gradient_descent.equivariance import (
    SIGMA,
    SPARSE_IN_S,
    Covariance,
    InS,
    InSWithoutB,
    Setting,
    Turned,
    along,
    settings,
    turned_covariances,
)
from theorems.preconditioned_gradient_descent.layers import Model, Moving


def point_and_direction(s: Covariance) -> Space:
    """A number a_i, and a direction C, which is R_j and S_j."""
    return space(a=drawn(1), C=drawn(s.d, s.d))


average = PAPER.claim(
    "B.2, steps 1 and 3; B.3, steps 1, 2 and 4",
    id="theorem-4/step-3/average",
    summary="The transformation preserves the covariance, its inverse and S, and on average turns a direction "
    "into a multiple of the inverse covariance in A, of I in B.",
    rank="step",
    origin="read",
    at=lines(833, 908),
    kind=ForAll(),
    settings=turned_covariances,
    prompts=point_and_direction,
)
Share = Callable[[Covariance, Array], Array]
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


def inverse(s: Turned) -> Array:
    """U_Sigma^-1 = Sigma^(1/2) U^T Sigma^(-1/2)."""
    return s.U_Sigma_inverse


def in_S(s: Turned, prompt: Prompt) -> Array:
    """A_i = a_i Sigma^-1."""
    return s.power(-2) * prompt.a[..., None]


@average.printed(
    rf"For {SIGMA}, and $A_i=a_i\Sigma^{{-1}}$: "
    r"$U_\Sigma\Sigma U_\Sigma^\top=\Sigma$ (so that $U_\Sigma X_0$ has the law of $X_0$), "
    r"$U_\Sigma^\top\Sigma^{-1}U_\Sigma=\Sigma^{-1}$, $U_\Sigma^\top A_iU_\Sigma=A_i$, and "
    r"$U_\Sigma^{-1}:=\Sigma^{1/2}U^\top\Sigma^{-1/2}$ has $U_\Sigma U_\Sigma^{-1}=U_\Sigma^{-1}U_\Sigma=I$. "
    r"And for a uniformly random orthogonal $U$ and any matrices $R_j$ and $S_j$: "
    r"$\mathbf E_U[U_\Sigma^\top R_jU_\Sigma]=r_j\Sigma^{-1}$ and $\mathbf "
    r"E_U[U_\Sigma^{-1}S_jU_\Sigma]=s_jI$ with $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$" + OVER_SIGNED + ".",
    power=2,
    inverse=inverse,
    A=in_S,
    shares=(r, s_j),
)
def preserved_and_averaged(
    s: Turned,
    prompt: Prompt,
    power: int,
    inverse: Callable[[Turned], Array],
    A: Callable[[Turned, Prompt], Array],
    shares: tuple[Share, Share],
) -> Margin:
    """What the transformation preserves, and the mean of a transformed direction over signed permutations."""
    U, one, A_i = s.U_Sigma, eye(s.d, s.root), A(s, prompt)
    of_A, of_B = (share(s, prompt.C)[:, None, None] for share in shares)
    pairs = [
        (U @ s.power(power) @ U.mT, s.power(power)),
        (U.mT @ s.power(-power) @ U, s.power(-power)),
        (U.mT @ A_i @ U, A_i),
        (U @ inverse(s), one),
        (inverse(s) @ U, one),
        (mean(transformed(s, prompt.C, "A")), s.power(-2) * of_A),
        (mean(transformed(s, prompt.C, "B")), one * of_B),
    ]
    literal, stated = (stack(list(side), 1) for side in zip(*pairs, strict=True))
    return equal(literal, stated)


average.mutant("the root of Sigma", power=1)
average.mutant("A outside of S", A=lambda s, prompt: prompt.C)
average.mutant("U_Sigma^T for its inverse", inverse=lambda s: s.U_Sigma.mT)
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
    uses=["preconditioned_gradient_descent/theorem-5/step-2/eq-39"],
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
