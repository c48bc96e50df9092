r"""Functions with slope at most 1 are mixtures of ramps: with $z-t$ in (81a), not with the printed $z+t$.

(81): for every $g$ on $[-1,1]$ with $|g'|\le1$, $|g(-1)|\le1$ and every $\tau$ there is a $\gamma$ on
$[-2,1]$ with (81b) $\int|\gamma|\le3$ and (81a) $|g(z)-\int\gamma(t)\phi(\tau(z+t))\,\mathrm
dt|\le3\delta_\tau$. As printed it is false for $\tau>18$: at $z=-1$ no ramp $\phi(\tau(z+t))$ with $t\le1$
is above $1/2$. That no $\gamma$ at all serves $g=1$ is shown by a certificate: for points $z_j$ with
weights $\nu_j$, $\sum|\nu_j|=1$, the error is at least
$\sum_j\nu_jg(z_j)-3\max_t|\sum_j\nu_j\phi(\tau(z_j+t))|$, which is $\frac16$ for
$\nu=(\frac59,-\frac39,\frac19)$ at $z_j=-1+\frac j{2\tau}$ (the maximum of a piecewise linear function, at
its kinks).

The proof has $z-t$, and with it the $\gamma$ of (82) serves; here for piecewise linear $g$, in exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, Space, at_most, box
from lemmata.numbers import Array, absolute, as_array, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_step_81 import (
    Setting,
    certificate,
    functions,
    settings,
    with_82,
)

mixture = PAPER.claim("(81a)", slug="step-81", kind="forall", settings=settings, prompts=functions)
mass = PAPER.claim("(81b)", slug="step-81-b", kind="forall", settings=settings, prompts=functions)
Error = Callable[[Setting, Prompt], Array]
THERE_IS = (
    r"For every $g:[-1,1]\to\mathbb R$ with $|g'|\le1$, $|g(-1)|\le1$ and every $\tau$ there is a "
    r"$\gamma$ with (81b) and "
)


@mixture.printed(
    THERE_IS
    + r"$\left|g(z)-\int_{-2}^1\gamma(t)\phi(\tau(z+t))\,\mathrm dt\right|\le3\delta_\tau$.",
    expect="refuted",
    defect="typo",
    because="The sign of t: with z + t nothing represents g(-1).",
    error=certificate,
    factor=3,
)
@mixture.amended(
    THERE_IS
    + r"$\left|g(z)-\int_{-2}^1\gamma(t)\phi(\tau(z-t))\,\mathrm dt\right|\le3\delta_\tau$, "
    r"namely (82).",
    because="As the proof has it.",
    error=with_82,
    factor=3,
)
def ramps_represent_functions(s: Setting, prompt: Prompt, error: Error, factor: float) -> Margin:
    """Functions of slope at most 1 are mixtures of steep ramps."""
    tau = as_array(s.tau, prompt.z)
    return at_most(error(s, prompt), factor / tau + prompt.z * 0)


mixture.mutant("a twentyfourth", error=with_82, factor=0.125)
mixture.mutant("slopes up to 64", prompts=lambda s: _steep(s), error=with_82, factor=3)


@mass.printed(r"$\int_{-2}^1|\gamma(t)|\,\mathrm dt\le3$ for the $\gamma$ of (82).", bound=3)
def mixtures_have_bounded_mass(s: Setting, prompt: Prompt, bound: int) -> Margin:
    """The weights of the mixture have mass at most 3."""
    slopes = sum(absolute(prompt.slopes), -1) * 2 / s.pieces
    return at_most(slopes + absolute(prompt.start[:, 0]), bound + prompt.z[:, 0] * 0)


mass.mutant("2", bound=2)
mass.mutant("slopes up to 64", prompts=lambda s: _steep(s), bound=3)


def _steep(s: Setting) -> Space:
    parts = functions(s)
    return replace(parts, fields={**parts.fields, "slopes": box(s.pieces, low=-64.0, high=64.0)})
