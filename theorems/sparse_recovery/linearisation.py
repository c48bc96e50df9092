r"""From a $K$-th power to its linear part: (E.4), (E.5) and (E.6).

With $a=1-\frac23\gamma$ and $r_i=\sqrt{(\log d+\log S-\log\delta)/(ic)}$, (E.5) bounds
$(a+2\gamma(2S-1)r_i)^K$ by $a^K+\eta_iKa^{K-1}r_i$ if $\eta_i\ge a/(a-(K-1)r_i)$ (E.6). The factor
$2\gamma(2S-1)$ is lost on the right: at $K=1$, $\gamma=S=1$ it says $2r\le r$. With $x=2\gamma(2S-1)r_i$ in
place of $r_i$ on the right and in (E.6) it holds where the denominator is positive.

Only $r$ depends on $d$, $\delta$ and $c$, so that $r$ itself is drawn here, or the logarithms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, space
from lemmata.numbers import Array, sqrt
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    S: int
    gamma: float

    @property
    def a(self) -> Array:
        return 1 - self.gamma * 2 / 3

    @property
    def factor(self) -> Array:
        """2 gamma (2S - 1)."""
        return self.gamma * (4 * self.S - 2)


settings = space(Setting, K=dims(1, 6), S=dims(1, 3), gamma=dyadics(0, 1.5, open_low=True))
shares = space(r=box(1, low=0.0, high=1.0))
Factor = Callable[[Setting], Array]
cauchy = PAPER.claim(
    "(E.4)", slug="linearisation-e.4", kind="forall", settings=settings,
    prompts=space(logs=box(3, low=0.0, high=8.0)),
)  # fmt: skip
power = PAPER.claim("(E.5)", slug="linearisation", kind="forall", settings=settings, prompts=shares)


@cauchy.printed(
    r"$\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{ic}}+\gamma\sqrt{\frac{\log S-\log\delta}{ic}}\le"
    r"2\gamma(2S-1)\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$.",
    factor=lambda s: s.factor,
)
def two_roots_are_one(s: Setting, prompt: Prompt, factor: Factor) -> Margin:
    """The two roots of alpha_n are at most one root (for any logarithms that are not negative)."""
    d, S, delta = (prompt.logs[:, k] for k in range(3))
    left = sqrt(d + delta) * (2 * s.S - 1) + sqrt(S + delta)
    return at_most(left * s.gamma, sqrt(d + S + delta) * factor(s))


@power.printed(
    r"$\left(a+2\gamma(2S-1)r_i\right)^K\le a^K+\eta_iKa^{K-1}r_i$ for $\eta_i\ge\frac a{a-(K-1)r_i}$, "
    r"$a=1-\frac23\gamma\le1$ (tested where the denominator is positive).",
    expect="refuted",
    defect="proof-step",
    because="The factor 2 gamma (2S - 1) is missing on the right.",
    inside=lambda s: 1,
)
@power.amended(
    r"$\left(a+x\right)^K\le a^K+\eta_iKa^{K-1}x$ for $x=2\gamma(2S-1)r_i$, $\eta_i\ge\frac a{a-(K-1)x}$, "
    "where this denominator is positive.",
    because="With the factor on both sides.",
    inside=lambda s: s.factor,
)
def power_is_nearly_linear(s: Setting, prompt: Prompt, inside: Factor) -> Margin:
    """The K-th power is its linear part up to the factor eta (both sides times eta's denominator)."""
    r, a = prompt.r[:, 0], s.a
    right = r * inside(s)
    below = a - right * (s.K - 1)
    left = (r * s.factor + a) ** s.K
    margin = at_most(below * left, below * a**s.K + right * a**s.K * s.K)
    return margin.given(below)


cauchy.mutant("half of it", factor=lambda s: s.factor / 2)
cauchy.mutant("without S", factor=lambda s: s.gamma)
power.mutant("half the factor", inside=lambda s: s.factor / 2)
power.mutant("without gamma", inside=lambda s: (4 * s.S - 2) / 8)
