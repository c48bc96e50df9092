r"""The noise term of Lemma 6: (91) defines it without $\frac1N$, (96) bounds it with it.

$\mathcal E_3=2|\sum_iz_i(f(x_i)-\phi_i^\top\rho)|$ in (91), which makes (91) true and weak, and the first
line of (96) false: it bounds what (91) would be with $\frac2N$, by the triangle inequality, for
$r=f-\phi^\top\rho^\star$ and $v=\phi^\top(\rho-\rho^\star)$ at the examples.
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, dims, reals, space
from lemmata.numbers import absolute, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    N: int


def examples(s: Setting) -> Space:
    """Noise, discretisation errors and moves at the examples."""
    return space(z=reals(s.N), r=reals(s.N), v=reals(s.N))


slip = PAPER.claim(
    "(91) and (96)",
    slug="lemma-6-eq-96",
    kind="forall",
    settings=space(Setting, N=dims(1, 4)),
    prompts=examples,
)


@slip.printed(
    r"$\mathcal E_3=2\left|\sum_iz_i(f(x_i)-\phi_i^\top\rho)\right|\le2\left|\frac1N\sum_iz_ir_i\right|+2\left|"
    r"\frac1N\sum_iz_iv_i\right|$.",
    expect="refuted",
    defect="typo",
    because="The factor 1/N is missing in (91).",
    average=False,
    parts=(1, 1),
)
@slip.amended(
    r"$\frac2N\left|\sum_iz_i(f(x_i)-\phi_i^\top\rho)\right|\le2\left|\frac1N\sum_iz_ir_i\right|+2\left|\frac1N"
    r"\sum_iz_iv_i\right|$.",
    because="Only the factor is added.",
    average=True,
    parts=(1, 1),
)
def noise_term(s: Setting, prompt: Prompt, average: bool, parts: tuple[int, int]) -> Margin:
    """The noise term splits into that of the discretisation error and that of the move."""
    z, r, v = prompt.z, prompt.r, prompt.v
    whole = absolute(sum(z * (r - v), -1)) * 2 / (s.N if average else 1)
    split = absolute(sum(z * r, -1)) * parts[0] + absolute(sum(z * v, -1)) * parts[1]
    return at_most(whole, split * 2 / s.N)


slip.mutant("the move alone", average=True, parts=(0, 1))
slip.mutant("the error alone", average=True, parts=(1, 0))
