r"""Sums of the linearised powers: (E.8) and the display that follows from it.

With $a=1-\frac23\gamma$, $w=\sqrt{(\log d+\log S-\log\delta)/c}$ and $m=np-\frac p2$. (E.8) inherits the factor
that (E.5) loses. The display after it ("combining (E.3) and (E.7)") drops
$2(\sqrt{N_0+m}-\sqrt{N_0})$ in its first line, which exceeds 1 soon; its second line holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, space
from lemmata.numbers import Array, constant, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.linearisation import power


@dataclass(frozen=True)
class Setting:
    K: int
    S: int
    gamma: float
    N0: int
    m: int

    @property
    def a(self) -> Array:
        return 1 - self.gamma * 2 / 3


settings = space(
    Setting, K=dims(1, 4), S=dims(1, 2), gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    N0=dims(1, 8), m=dims(1, 6),
)  # fmt: skip
prompts = space(share=box(1, low=0.0, high=1.0))
"""w as a share of the largest that N_0 >= 8 (4S - 2)^2 w^2 allows."""
Factor = Callable[[Setting], Array]
e8, combined = (
    PAPER.claim(
        label,
        slug=slug,
        kind="forall",
        settings=settings,
        prompts=prompts,
        uses=[power],
        examples=[Setting(K=1, S=1, gamma=1.0, N0=1, m=6)],
    )
    for label, slug in (
        ("(E.8)", "linearisation-e.8"),
        ("(E.8) combined", "linearisation-combined"),
    )
)


def width(s: Setting, prompt: Prompt) -> Array:
    share = prompt.share[:, 0]
    return share * sqrt(share * 0 + s.N0) / (sqrt(share * 0 + 8) * (4 * s.S - 2))


def spread(s: Setting, like: Array) -> Array:
    """2 (sqrt(N_0 + m) - sqrt(N_0))."""
    return (sqrt(like * 0 + s.N0 + s.m) - sqrt(like * 0 + s.N0)) * 2


@e8.printed(
    r"$\sum_{i=N_0+1}^{N_0+m}\left(a+2\gamma(2S-1)\frac w{\sqrt i}\right)^K\le ma^K+\eta Ka^{K-1}w\cdot2\left("
    r"\sqrt{N_0+m}-\sqrt{N_0}\right)$ with (E.7)'s $\eta$ (where it is positive).",
    expect="refuted",
    defect="proof-step",
    because="(E.5) loses the factor 2 gamma (2S - 1).",
    inside=lambda s: 1,
)
@e8.amended(
    r"With $x=2\gamma(2S-1)w$ in place of $w$ on the right and in $\eta$, where $\eta$ is positive.",
    because="With the factor kept.",
    inside=lambda s: s.gamma * (4 * s.S - 2),
)
def sum_of_powers(s: Setting, prompt: Prompt, inside: Factor) -> Margin:
    """The sum of the powers is at most the sum of their linear parts (times eta's denominator)."""
    w = width(s, prompt)
    roots = sqrt(constant([s.N0 + j for j in range(1, s.m + 1)], w))
    powers = sum((w[:, None] * (s.gamma * (4 * s.S - 2)) / roots + s.a) ** s.K, -1)
    right = w * inside(s)
    below = s.a - right / sqrt(w * 0 + s.N0) * (s.K - 1)
    linear = right * spread(s, w) * s.a**s.K * s.K
    return at_most(powers * below, below * s.a**s.K * s.m + linear).given(below)


@combined.printed(
    r"$ma^K+\eta Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le ma^K+\eta Ka^{K-1}w$.",
    expect="refuted",
    defect="proof-step",
    because="The sum of 1 / sqrt(i) is dropped; it exceeds 1.",
    root=lambda s, w: w * 0 + 1,
)
@combined.amended(
    r"$ma^K+\eta Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le ma^K+2\eta K\sqrt ma^{K-1}w$.",
    because="The second line of the display.",
    root=lambda s, w: sqrt(w * 0 + s.m) * 2,
)
def sum_of_roots(s: Setting, prompt: Prompt, root: Callable[[Setting, Array], Array]) -> Margin:
    """What (E.8) leaves is at most the next line (eta > 0 is any factor; here 1)."""
    w = width(s, prompt)
    linear = w * s.a ** (s.K - 1) * s.K
    return at_most(linear * spread(s, w), linear * root(s, w))


e8.mutant("half the factor", inside=lambda s: s.gamma * (2 * s.S - 1))
e8.mutant("without gamma", inside=lambda s: (4 * s.S - 2) / 8)
combined.mutant("half the root", root=lambda s, w: sqrt(w * 0 + s.m))
combined.mutant("the root of the root", root=lambda s, w: sqrt(sqrt(w * 0 + s.m)) * 3 / 2)
