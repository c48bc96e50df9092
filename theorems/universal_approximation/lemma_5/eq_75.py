r"""Cosines are mixtures of steep ramps, (75), appendix A.1.1.

(75a): for $\omega\ne0$ and $\theta$ the $\gamma$ of (82) for
$g(z)=(\cos(\|\omega\|z+\theta)-\cos\theta)/\|\omega\|$ has the error $3\delta_\tau=3/\tau$ at
$z=\omega^\top x/\|\omega\|$, and $|\gamma|\le1$ (75b), its values being slopes $g'$, signs and 0. Both hold;
(75) has no meaning at $\omega=0$, which it does not exclude. Integrals are in closed form.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, lines, space
from lemmata.numbers import Array, absolute, as_array, concatenate
from theorems.universal_approximation import PAPER, cosines


def waves(s: cosines.Count) -> Space:
    """Norms of frequencies, phases, one input's projections (any directions and dimension), and a place t."""
    return space(
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        z=box(s.K, low=-1.0, high=1.0),
        t=box(1, low=-2.0, high=1.0),
    )


single = PAPER.claim(
    "(75)",
    id="lemma-5/eq-75",
    rank="step",
    origin="read",
    summary="A single cosine is a mixture of steep ramps with weights of at most 1, up to three delta_tau",
    at=lines(604, 607),
    uses=["universal_approximation/lemma-5/eq-81/a", "universal_approximation/lemma-5/eq-81/b"],
    pinned={"K": "(75) speaks of one cosine"},
    settings=cosines.settings(1),
    prompts=waves,
)


@single.printed(
    r"For all $\omega\ne0$, $\theta$ and $\tau\ge2$ there is a $\gamma_{\omega,\theta}$ (that of (82)) with, "
    r"for $\|x\|_2\le1$: $\left|\frac{\cos(\omega^\top x+\theta)-\cos\theta}{\|\omega\|_2}-"
    r"\int_{-2}^1\gamma_{\omega,\theta}(t)\phi(\tau(\|\omega\|_2^{-1}\omega^\top x-t))\,"
    r"\mathrm dt\right|\le3\delta_\tau$, $\delta_\tau=\frac1\tau$ (75a), and $|\gamma_{\omega,\theta}(t)|\le1$ "
    r"for "
    r"$-2\le t\le1$ (75b).",
    factor=3,
    most=1,
)
def ramps_represent_a_cosine(
    s: cosines.Setting,
    prompt: Prompt,
    answer: Callable[..., Array],
    factor: Fraction | int,
    most: Fraction | int,
) -> Margin:
    """The distance of a cosine from its mixture of ramps over the norm of its frequency, and one weight."""
    ramps = answer(cosines.mixture(prompt, s.tau, prompt.z)[:, 0])
    error = absolute(cosines.g(prompt, prompt.z)[:, 0] - ramps)
    weight = absolute(cosines.gamma(prompt, prompt.t))
    allowed = as_array(factor, error) / s.tau
    left = concatenate([error[:, None], weight], -1)
    right = concatenate([error[:, None] * 0 + allowed, weight * 0 + most], -1)
    return at_most(left, right).trivial_where(allowed - 1)  # g is at most 1


single.mutant("1/5 for 3", factor=Fraction(1, 5))
single.mutant("1/8 for 3", factor=Fraction(1, 8))
single.mutant("weights of at most nine tenths", most=Fraction(9, 10))
single.mutant("weights of at most a half", most=Fraction(1, 2))
