r"""The noise term of Lemma 6: (91) defines it without $\frac1N$, (96) bounds it with it, appendix A.2.1.

$\mathcal E_3=2|\sum_iz_i(f(x_i)-\phi_i^\top\rho)|$ in (91), which makes (91) true and weak, and the first
line of (96) false: it bounds what (91) would be with $\frac2N$, by the triangle inequality, for
$r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$ at the examples.

``noise``: the bound on $\|\frac1N\sum_iz_i\phi_i\|_\infty$ that (96) and (84) use (as before (94)), for
features that are given (n of them and the constant 1) and signs $z_i$ of size $\sigma$: at most
$\sigma\sqrt{22\log(2(n+1)N)/N}$ with probability $1-N^{-11}$, by Hoeffding's inequality and the union bound.
The paper has $\log N$ and forgets the number of features (claim ``lemma-6``).
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata import (
    Margin,
    Probability,
    Prompt,
    Space,
    at_least,
    at_most,
    box,
    choices,
    dims,
    lines,
    reals,
    signs,
    space,
)
from lemmata.numbers import Array, absolute, amax, concatenate, log, sqrt, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    N: int


def examples(s: Setting) -> Space:
    """Noise, discretisation errors and moves at the examples."""
    return space(z=reals(s.N), r=reals(s.N), v=reals(s.N))


slip = PAPER.claim(
    "(91) and (96)",
    id="lemma-6/eq-96",
    rank="slip",
    summary="The noise term splits into that of the discretisation error and that of the move, each averaged",
    at=lines(807, 811),
    settings=space(Setting, N=dims(1, 4)),
    prompts=examples,
)


@slip.printed(
    r"$\mathcal E_3=2\left|\sum_iz_i(f(x_i)-\phi_i^\top\rho)\right|\le2\left|\frac1N\sum_iz_ir_i\right|+2\left|"
    r"\frac1N\sum_iz_iv_i\right|$ for $r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$.",
    defect="typo",
    because="The factor 1/N is missing in (91), so that it can fail for N >= 2.",
    fails_where=lambda s: s.N >= 2,
    average=False,
    parts=(1, 1),
)
@slip.amended(
    r"$\frac2N\left|\sum_iz_i(f(x_i)-\phi_i^\top\rho)\right|\le2\left|\frac1N\sum_iz_ir_i\right|+2\left|\frac1N"
    r"\sum_iz_iv_i\right|$ for $r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$.",
    because="Only the factor is added.",
    adds="the factor 1/N",
    average=True,
    parts=(1, 1),
)
def noise_term(s: Setting, prompt: Prompt, average: bool, parts: tuple[int, int]) -> Margin:
    """The noise term against the sum of its two parts."""
    z, r, v = prompt.z, prompt.r, prompt.v
    whole = absolute(sum(z * (r - v), -1)) * 2 / (s.N if average else 1)
    split = absolute(sum(z * r, -1)) * parts[0] + absolute(sum(z * v, -1)) * parts[1]
    return at_most(whole, split * 2 / s.N)


slip.mutant("the move alone", parts=(0, 1))
slip.mutant("the error alone", parts=(1, 0))


@dataclass(frozen=True)
class Given:
    N: int
    n: int
    features: Tensor  # (n, N)


noise = PAPER.claim(
    "before (96)",
    id="lemma-6/eq-96/noise",
    rank="step",
    origin="ours",
    summary="Given features are hardly correlated with noise of random signs, at the rate of the root of "
    "log(nN) over N",
    at=lines(827, 829),
    kind=Probability(failure=lambda s: float(s.N) ** -11),
    settings=space(
        Given, N=choices(4, 64, 256), n=dims(1, 2), features=lambda s: box(s.n, s.N, low=0.0, high=1.0)
    ),
    prompts=lambda s: space(z=signs(s.N)),
)
Level = Callable[[Given], Array]


@noise.printed(
    r"For given features in $[0,1]$, the constant 1 beside them, and random signs $z_i$ of size $\sigma$: "
    r"$\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty\le\sigma\sqrt{\frac{22\log(2(n+1)N)}N}$ with "
    r"probability at least $1-N^{-11}$; drawn with $\sigma=1$, since both sides are multiples of it.",
    level=lambda s: sqrt(log(2 * (s.n + 1) * s.N) * 22 / s.N),
)
def features_do_not_see_the_noise(s: Given, prompt: Prompt, level: Level) -> Margin:
    """The largest correlation of a given feature with random signs."""
    # The last one is that of the constant 1.
    correlations = concatenate([prompt.z @ s.features.mT, sum(prompt.z, -1)[..., None]], -1)
    # No average of signs is above 1.
    return at_least(level(s), amax(absolute(correlations), -1) / s.N).trivial_where(level(s) - 1)


noise.mutant("a twentieth of the root of log N / N", level=lambda s: sqrt(log(s.N) / s.N) / 20)
noise.mutant("a rate 1/N", level=lambda s: 1 / s.N)
