r"""The Fourier transform of the logistic density, (134).

(134): $\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm
dx=\frac\omega{e^{\pi\omega}-e^{-\pi\omega}}$, checked by the trapezoidal rule with step 1/4 on $[-40,40]$,
whose error is below $2^{-40}$ for $|\omega|\le4$ (the integrand is analytic for $|\mathrm{Im}\,x|<\pi$).
It holds (at
$\omega=0$ as a limit).
"""

from __future__ import annotations

import torch

from lemmata import Margin, Prompt, at_most, box, dims, space
from lemmata.numbers import Array, absolute, constant, exp, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.barron_logistic import Grid, transform
from theorems.universal_approximation.instances_cosines import cosine

STEP, END = 4, 40


def density(x: Array) -> Array:
    """The derivative of the logistic function."""
    e = exp(-absolute(x))
    return e / ((e + 1) * (e + 1))


fourier = PAPER.claim(
    "(134)",
    slug="barron-logistic-134",
    kind="forall",
    settings=space(Grid, K=dims(STEP, STEP)),
    prompts=lambda s: space(omega=box(1, low=0.125, high=4.0)),
)


@fourier.printed(
    r"$\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm "
    r"dx=\frac\omega{e^{\pi\omega}-e^{-\pi\omega}}$, up to $2^{-40}$.",
    factor=1,
)
def fourier_transform_of_the_density(s: Grid, prompt: Prompt, factor: float) -> Margin:
    """The Fourier transform of the logistic density."""
    omega = prompt.omega
    x = constant(torch.arange(-END * STEP, END * STEP + 1), omega) / STEP
    waves = cosine(omega * x)
    found = sum(waves * density(x), -1) / STEP / (pi(omega) * 2 + omega[:, 0] * 0)
    wanted = transform(omega)[:, 0] / 2 * factor
    return at_most(absolute(found - wanted), (wanted * 0 + 1) / 2**40)


fourier.mutant("twice", factor=2)
fourier.mutant("half", factor=0.5)
