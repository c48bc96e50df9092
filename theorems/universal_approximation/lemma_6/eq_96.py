r"""The noise term of Lemma 6: (91) defines it without $\frac1N$, (96) bounds it with it, appendix A.2.1.

$\mathcal E_3=2|\sum_iz_i(f(x_i)-\phi_i^\top\rho)|$ in (91), which makes (91) true and weak, and the first
line of (96) false: it bounds what (91) would be with $\frac2N$, by the triangle inequality, for
$r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$ at the examples.

``lemma-6/eq-96/noise`` is on the bound on $\|\frac1N\sum_iz_i\phi_i\|_\infty$ that (96) and (84) use (as
before (94)). The paper has $\sigma\sqrt{\log N/N}$ and forgets the number of features (claim ``lemma-6``).
For n given features Hoeffding's inequality and the union bound give $\log(nN)$ for $\log N$. In a fixed
dimension d that can be done for all features (29) at once: a ramp is a mean of half-spaces, and these meet N
inputs in at most $4N^d$ ways, so that $(d+1)\log N$ does, whatever n. With it (37), (84) and Lemma 3
survive if their constants may depend on d, by the deterministic forms that the claims ``lemma-2/eq-37``,
``lemma-3/eq-42`` and ``lemma-6/eq-84`` have as amended; (36) needs the spread of the second moments as well
(``lemma-6/eq-94/spread``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from lemmata import (
    Margin,
    Probability,
    Prompt,
    Space,
    at_least,
    at_most,
    choices,
    dims,
    in_ball,
    lines,
    reals,
    signs,
    space,
)
from lemmata.numbers import Array, absolute, amax, as_array, constant, log, maximum, sqrt, sum, values
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
    at=lines(773, 811),
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


def beginnings(points: Array, d: int) -> Tensor:
    """The orders of points along all directions, ``(orders, points)``: half-spaces are what they begin with.

    In the plane the order changes where the projections of two points coincide: one direction between any two
    such turns.
    """
    x = values(points)
    if d == 1:
        return x[:, 0].argsort()[None]
    i = torch.triu_indices(len(x), len(x), 1)
    apart = x[i[0]] - x[i[1]]
    turns = torch.atan2(apart[:, 0], -apart[:, 1]).remainder(torch.pi).sort().values
    between = (turns + torch.cat([turns[1:], turns[:1] + torch.pi])) / 2
    return (x @ torch.stack([between.cos(), between.sin()])).argsort(0).mT


@dataclass(frozen=True)
class Given:
    N: int
    d: int
    inputs: Tensor  # (N, d)

    @cached_property
    def orders(self) -> Tensor:
        """The orders of the inputs: half-spaces are their beginnings."""
        return beginnings(self.inputs, self.d)


noise = PAPER.claim(
    "before (96), in a fixed dimension",
    id="lemma-6/eq-96/noise",
    rank="step",
    origin="ours",
    summary="No feature at all is much correlated with noise of random signs, at the rate of the root of "
    "d log N over N, however many features there are",
    at=lines(827, 829),
    kind=Probability(failure=lambda s: float(s.N) ** -11),
    settings=space(
        Given,
        N=choices(16, 64, 256),
        d=lambda s: dims(1, 2 if s.N <= 16 else 1),
        inputs=lambda s: in_ball(s.N, s.d, radius=1.0),
    ),
    prompts=lambda s: space(z=signs(s.N)),
)
Level = Callable[[Given], Array]


def level_of_all(s: Given) -> Array:
    """Hoeffding's inequality and the union bound over at most 4 N^d half-spaces."""
    return sqrt((log(s.N) * (s.d + 11) + log(as_array(8, s.N))) * 2 / s.N)


@noise.printed(
    r"For given inputs in $\mathbb R^d$ and random signs $z_i$ of size $\sigma$: "
    r"$\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty\le\sigma\sqrt{\frac{2(d+11)\log N+2\log8}N}$ for all "
    r"features (29) at "
    r"once, of any number, direction, offset and steepness, and the constant 1, with probability at least "
    r"$1-N^{-11}$; "
    r"drawn with $\sigma=1$, since both sides are multiples of it, and $d\le2$, where all half-spaces of the "
    r"examples "
    r"are tried.",
    slack="The union bound is for probabilities of N^-11, which no draw sees.",
    level=level_of_all,
)
def features_do_not_see_the_noise(s: Given, prompt: Prompt, level: Level) -> Margin:
    """The largest correlation of random signs with the examples in a half-space; a ramp is a mean of those."""
    z = prompt.z[:, s.orders]  # (batch, orders, N)
    beginnings = z @ constant(torch.ones(s.N, s.N).double().triu(), z)
    whole = beginnings[..., -1:]
    largest = amax(amax(maximum(absolute(beginnings), absolute(whole - beginnings)), -1), -1)
    # No average of signs is above 1.
    return at_least(level(s), largest / s.N).trivial_where(level(s) - 1)


noise.mutant("a twentieth of the root of log N / N", level=lambda s: sqrt(log(s.N) / s.N) / 20)
noise.mutant("a rate 1/N", level=lambda s: 1 / s.N)
