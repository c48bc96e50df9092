r"""A step of gradient descent lowers the value by at least a share of the squared gradient.

Lemma 1 of the note, for $f(x)=\frac12\sum_ih_ix_i^2$ with $0<\mu\le h_i\le L$. It holds, with equality
where all curvatures are $L$. The step size is not bounded: beyond $2/L$ the right side grows.
"""

from __future__ import annotations

from dataclasses import replace

from lemmata import Margin, Prompt, at_most, dyadics, lines
from step_sizes import PAPER
from step_sizes.quadratics import SETTINGS, Setting, curvatures, prompts, square, value

# Every step size: eta = 4 step / L, up to twice as far as a descent is promised, and zero.
settings = replace(SETTINGS, fields={**SETTINGS.fields, "step": dyadics(0, 1, of="[0, inf)")})

lemma = PAPER.claim("Lemma 1", at=lines(8, 10), settings=settings, prompts=prompts)


@lemma.printed(
    r"$f(x-\eta\nabla f(x))\le f(x)-\eta\left(1-\frac{L\eta}2\right)\|\nabla f(x)\|^2$ for every $x$ "
    r"and every $\eta\ge0$.",
    parts=2,
    times=1,
)
def descent(s: Setting, prompt: Prompt, parts: int, times: int) -> Margin:
    """A step lowers the value by a share of the squared gradient."""
    h, eta = curvatures(s, prompt), 4 * s.step / s.L
    gradient = h * prompt.x
    after = prompt.x - eta * gradient
    promised = eta * (1 - s.L * eta / parts) * times * square(gradient)
    return at_most(value(h, after), value(h, prompt.x) - promised)


lemma.mutant("a third in place of the half", parts=3)
lemma.mutant("twice the descent", times=2)
