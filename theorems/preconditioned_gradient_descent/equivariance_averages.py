r"""Steps 3 and 4 in the proofs of Theorems 4 and 5: what is left of a direction on average over U.

$\mathbf E_U$ of $U_\Sigma^\top R_jU_\Sigma$ is $r_j\Sigma^{-1}$ with
$r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$, that of $U_\Sigma^{-1}S_jU_\Sigma$ is $s_jI$ with
$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$. The mean over all orthogonal U is that over the
signed permutations: their mean of $U^\top KU$ is a multiple of I, which any further rotation keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import torch

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, constant, eye, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_45, eq_50
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

average_r = PAPER.claim(
    "B.2, step 3",
    slug="equivariance-average-r",
    settings=settings(),
    uses=[eq_45, eq_50],
    **ON_A_PROMPT,
)
average_s = PAPER.claim(
    "B.3, step 4",
    slug="equivariance-average-s",
    settings=settings(),
    uses=[eq_45, eq_50],
    **ON_A_PROMPT,
)


def signed_permutations(d: int, like: Array) -> list[Array]:
    found = []
    for order in permutations(range(d)):
        for signs in product((1.0, -1.0), repeat=d):
            rows = torch.eye(d, dtype=torch.float64)[list(order)]
            found.append(constant(rows * torch.tensor(signs, dtype=torch.float64), like))
    return found


Share = Callable[[Setting, Array], Array]


def r(s: Setting, R: Array) -> Array:
    return trace(s.power(1) @ R @ s.power(1)) / s.d


def share(s: Setting, S: Array) -> Array:
    return trace(s.power(-1) @ S @ s.power(1)) / s.d


@average_r.printed(
    r"$\mathbf E_U[U_\Sigma^\top R_jU_\Sigma]=r_j\Sigma^{-1}$, "
    r"$r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_j\Sigma^{1/2})$.",
    left=1,
    value=r,
    image=-2,
)
@average_s.printed(
    r"$\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma]=s_jI$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$.",
    left=-1,
    value=share,
    image=0,
)
def average_direction(s: Setting, prompt: Prompt, left: int, value: Share, image: int) -> Margin:
    """The mean of the transformed direction."""
    inner = s.power(left) @ prompt.C @ s.power(1)
    group = signed_permutations(s.d, prompt.C)
    total = sum_of([U.mT @ inner @ U for U in group]) / len(group)
    mean = s.power(-left) @ total @ s.power(-1)
    target = s.power(image) if image else eye(s.d, prompt.C)
    return equal(mean, target * value(s, prompt.C)[:, None, None])


def sum_of(parts: list[Array]) -> Array:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


average_r.mutant("r_j I", image=0)
average_r.mutant("the trace of R_j", value=lambda s, R: trace(R) / s.d)
average_s.mutant("s_j times the inverse of Sigma", image=-2)
average_s.mutant("without 1 / d", value=lambda s, S: share(s, S) * s.d)
