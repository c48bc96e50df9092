r"""What the slides conclude from the power method theorem, against exact PCA.

The slide cites Theorem 3.11 of Blum, Hopcroft and Kannan: for $A=XX^\top$ with eigenvalues
$\lambda_1>\lambda_2>\dots$ and a unit start with $|p^\top v_1|>\delta$, after
$\tau=\log(1/(\epsilon_0\delta))/(2\epsilon_0)$ normalised iterations (rounded up here) the component
orthogonal to the eigenvectors with $\sqrt{\lambda_i}>(1-\epsilon_0)\sqrt{\lambda_1}$ is at most
$\epsilon_0$. The slide replaces that span by $v_1$ alone under
$|\sqrt{\lambda_1}-\sqrt{\lambda_2}|=\Omega(1)$. The gap has to be relative: with any constant absolute gap
the ratio of the eigenvalues can be arbitrarily close to 1 (the hunt draws the constant, too), and
$\tau$ does not grow with it. With $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$ the conclusion holds.

Suffixes: ``sign`` is the same sentence with a fixed $v_1$, whose sign the start may miss (the bare id
lets $v_1$ be the eigenvector on the side of the start); ``distance`` is the equality after it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.pca import pca, power_method
from lemmata.arrays import Array, absolute, as_array, concatenate, diag_embed, norm, rotation, sign
from lemmata.arrays import sqrt, sum, values, zeros
from lemmata.evidence import FigureRecord, Series
from lemmata.margins import Margin, at_least, equal
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, scales, space
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    """X X^T by the square roots of its eigenvalues and a rotation."""

    d: int
    eps: float  # epsilon_0
    delta: float
    gap: float  # what Omega(1) stands for
    second: float
    first: float
    ratios: Tensor  # (d - 2,) of the further roots, each to the one before
    tilt: Tensor  # (1, d - 1)

    @property
    def matrix(self) -> Array:
        roots = [as_array(v, like=self.tilt).reshape(1) for v in (self.first, self.second)]
        for ratio in self.ratios:
            roots.append(roots[-1] * ratio)
        root = concatenate(roots, 0)
        U = rotation(self.tilt)
        A = U @ diag_embed(root * root) @ U.mT
        return (A + A.mT) / 2

    @property
    def iterations(self) -> int:
        """The slide's number of iterations, rounded up."""
        eps, delta = float(values(self.eps)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


def settings(least: Callable[[Setting], float]) -> Space:
    """``least`` is the smallest first root that the hypothesis on the gap allows."""
    return space(
        Setting,
        d=dims(2, 4),
        eps=dyadics(0, 1, open_low=True, open_high=True, grid=16),
        delta=scales(-5, 0, open_high=True),
        gap=scales(-4, 3),
        second=scales(-3, 12),
        first=lambda s: dyadics(least(s), least(s) + 4),
        ratios=lambda s: box(s.d - 2, low=0.125, high=0.875),
        tilt=lambda s: box(1, s.d - 1, low=-1.0, high=1.0),
    )


absolute_gap = settings(lambda s: s.second + s.gap)
relative_gap = settings(lambda s: s.second / (1 - s.eps))


def prompts(s: Setting) -> Space:
    """The start, to be normalised."""
    return space(start=reals(s.d))


conclusion = PAPER.claim(
    "power method, conclusion",
    slug="power-method",
    kind="forall",
    settings=absolute_gap,
    prompts=prompts,
)
fixed_sign = PAPER.claim(
    "power method, sign",
    slug="power-method-sign",
    kind="forall",
    settings=relative_gap,
    prompts=prompts,
    uses=[conclusion],
)
distance = PAPER.claim(
    "power method, distance",
    slug="power-method-distance",
    kind="forall",
    settings=relative_gap,
    prompts=prompts,
    uses=[conclusion],
)
GIVEN = r"Given $|p^\top v_1|>\delta$ and "
AFTER = r"after $\tau=\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ iterations "
ABSOLUTE = r"$|\sqrt{\lambda_1}-\sqrt{\lambda_2}|=\Omega(1)$, "
RELATIVE = r"$\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$, "
Iterate = Callable[[Setting, Array], Array]


def last_iterate(count: Callable[[Setting], int] = lambda s: s.iterations) -> Iterate:
    """The normalised iterate after ``count`` steps from normalised starts (batch, d)."""

    def iterate(s: Setting, start: Array) -> Array:
        A = s.matrix + zeros((start.shape[0], s.d, s.d), start)
        return power_method(A, start, count(s))[-1]

    return iterate


def first_eigenvector(s: Setting) -> Array:
    return pca(s.matrix).eigenvectors.value[..., :, 0]


def cosines(s: Setting, prompt: Prompt, iterate: Iterate) -> tuple[Array, Array, Array]:
    """The last iterate, v_1 on the side of the start, and |p^T v_1| of the start."""
    v = first_eigenvector(s)
    start = prompt.start / norm(prompt.start)[..., None]
    along = sum(start * v, -1)
    return iterate(s, start), v * sign(along)[..., None], absolute(along)


@conclusion.printed(
    GIVEN + ABSOLUTE + AFTER + r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    expect="refuted",
    defect="statement",
    because="A constant gap between the roots leaves their ratio arbitrarily close to 1, and tau does "
    "not depend on it: for every constant in Omega(1) a large second eigenvalue refutes it.",
    iterate=last_iterate(),
)
@conclusion.amended(
    GIVEN + RELATIVE + AFTER + r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    because="Then v_1 alone spans what the cited theorem speaks of.",
    settings=relative_gap,
    iterate=last_iterate(),
)
def close_to_the_eigenvector(s: Setting, prompt: Prompt, iterate: Iterate) -> Margin:
    """After the stated number of iterations the power method points along the first eigenvector."""
    last, v, at_start = cosines(s, prompt, iterate)
    return at_least(sum(last * v, -1), 1 - as_array(s.eps, like=last)).given(at_start - s.delta)


@fixed_sign.printed(
    r"For a unit eigenvector $v_1$. "
    + GIVEN
    + RELATIVE
    + AFTER
    + r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    expect="refuted",
    defect="statement",
    because="The start may lie on the other side: it then converges to minus v_1.",
    iterate=last_iterate(),
    up_to_sign=False,
)
@fixed_sign.amended(
    r"For a unit eigenvector $v_1$. "
    + GIVEN
    + RELATIVE
    + AFTER
    + r"$|p^{(\tau)\top}v_1|\ge1-\epsilon_0$.",
    because="The sign of v_1 is free.",
    iterate=last_iterate(),
    up_to_sign=True,
)
def close_to_a_given_eigenvector(
    s: Setting, prompt: Prompt, iterate: Iterate, up_to_sign: bool
) -> Margin:
    """The power method finds the first eigenvector with the sign that was fixed beforehand."""
    last, _, at_start = cosines(s, prompt, iterate)
    cosine = sum(last * first_eigenvector(s), -1)
    cosine = absolute(cosine) if up_to_sign else cosine
    return at_least(cosine, 1 - as_array(s.eps, like=last)).given(at_start - s.delta)


@distance.printed(
    GIVEN + RELATIVE + AFTER + r"$\|p^{(\tau)}-v_1\|_2=\sqrt{2\epsilon_0}$.",
    expect="refuted",
    defect="typo",
    because="The cosine is at least 1 - epsilon_0, not equal to it: the distance is at most that.",
    iterate=last_iterate(),
    relation=equal,
)
@distance.amended(
    GIVEN + RELATIVE + AFTER + r"$\|p^{(\tau)}-v_1\|_2\le\sqrt{2\epsilon_0}$.",
    iterate=last_iterate(),
    relation=lambda left, right: at_least(right, left),
)
def distance_to_the_eigenvector(
    s: Setting, prompt: Prompt, iterate: Iterate, relation: Callable[[Array, Array], Margin]
) -> Margin:
    """The distance of the last iterate to the first eigenvector."""
    last, v, at_start = cosines(s, prompt, iterate)
    bound = sqrt(as_array(s.eps, like=last) * 2)
    return relation(norm(last - v), bound).given(at_start - s.delta)


half = last_iterate(lambda s: s.iterations // 2)
for claim in (conclusion, fixed_sign, distance):
    claim.mutant("half the iterations", iterate=half)
    claim.mutant("an absolute gap", settings=absolute_gap)
    claim.mutant("the start is returned", iterate=lambda s, start: start)
