r"""Cosines are mixtures of steep ramps, (75), appendix A.1.1.

(75a): for $\omega\ne0$ and $\theta$ the $\gamma$ of (82) for
$g(z)=(\cos(\|\omega\|z+\theta)-\cos\theta)/\|\omega\|$ has the error $3\delta_\tau=3/\tau$ at
$z=\omega^\top x/\|\omega\|$, and $|\gamma|\le1$ (75b), its values being slopes $g'$, signs and 0. Both hold;
(75) has no meaning at $\omega=0$, which it does not exclude. Integrals are in closed form.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute
from theorems.universal_approximation import PAPER, cosines

single = PAPER.claim(
    "(75a)",
    id="lemma-5/eq-75/a",
    rank="step",
    origin="read",
    summary="A single cosine is a mixture of steep ramps, up to three delta_tau",
    at=lines(604, 606),
    pinned={"K": "(75) speaks of one cosine"},
    settings=cosines.settings(1),
    prompts=cosines.waves,
)
weight = PAPER.claim(
    "(75b)",
    id="lemma-5/eq-75/b",
    rank="step",
    origin="read",
    summary="The weight function of a cosine's mixture is at most 1",
    at=lines(607),
    pinned={"K": "(75) speaks of one cosine"},
    settings=space(cosines.Count, K=dims(1, 1)),
    prompts=lambda s: space(
        omega=box(s.K, low=0.125, high=8.0), theta=box(s.K, low=0.0, high=6.25), t=box(1, low=-2.0, high=1.0)
    ),
)


@single.printed(
    r"For all $\omega\ne0$, $\theta$ and $\tau\ge2$ there is a $\gamma_{\omega,\theta}$ (that of (82)) with, "
    r"for $\|x\|_2\le1$: $\left|\frac{\cos(\omega^\top x+\theta)-\cos\theta}{\|\omega\|_2}-"
    r"\int_{-2}^1\gamma_{\omega,\theta}(t)\phi(\tau(\|\omega\|_2^{-1}\omega^\top x-t))\,"
    r"\mathrm dt\right|\le3\delta_\tau$, $\delta_\tau=\frac1\tau$.",
    slack="A ramp averages over a window of width 1/tau, which misses a function of slope 1 by at most "
    "1/(4 tau): 1/4 would do for 3.",
    factor=3,
)
def ramps_represent_a_cosine(
    s: cosines.Setting, prompt: Prompt, answer: Callable[..., Array], factor: Fraction | int
) -> Margin:
    """The distance of a cosine from its mixture of ramps, over the norm of its frequency."""
    ramps = answer(cosines.mixture(prompt, s.tau, prompt.z)[:, 0])
    error = absolute(cosines.g(prompt, prompt.z)[:, 0] - ramps)
    return at_most(error, factor / s.tau).trivial_where(factor / s.tau - 1)  # g is at most 1


single.mutant("1/5 for 3", factor=Fraction(1, 5))
single.mutant("1/8 for 3", factor=Fraction(1, 8))


@weight.printed(
    r"$|\gamma_{\omega,\theta}(t)|\le1$ for $-2\le t\le1$ and the $\gamma$ of (82) for "
    r"$g(z)=(\cos(\|\omega\|z+\theta)-\cos\theta)/\|\omega\|$.",
    bound=1,
)
def the_weights_are_bounded(s: cosines.Count, prompt: Prompt, bound: Fraction | int) -> Margin:
    """The size of gamma at one t."""
    return at_most(absolute(cosines.gamma(prompt, prompt.t))[:, 0], bound)


weight.mutant("a half", bound=Fraction(1, 2))
weight.mutant("nine tenths", bound=Fraction(9, 10))
