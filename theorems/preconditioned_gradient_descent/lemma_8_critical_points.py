r"""What section 7 concludes from Lemma 8: "the in-context loss can have multiple critical points".

Two orders of one critical point are two points only if the $a_i$ differ, which the lemma does not say.
They do: for $d=1$ and two layers the loss is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$, whose
minimiser has $e_1^2>4e_2$ for every n, and both orders of its roots are critical.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.in_context_loss import in_context_loss
from lemmata import Margin, Prompt, at_least, dims, dyadics, equal, space
from lemmata.numbers import Array, as_array, ones, sqrt, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_8 import lemma


@dataclass(frozen=True)
class Scalar:
    n: int


def optimum(n: int, like: Array) -> tuple[Array, Array]:
    """e_1, e_2 of the minimiser for d = 1 and two layers, from the moments of chi-square over n."""
    m_2 = as_array(n + 2, like) / n
    m_3, m_4 = m_2 * (n + 4) / n, m_2 * (n + 4) * (n + 6) / n**2
    below = m_2 * m_4 - m_3 * m_3
    return (m_2 * m_3 - m_4) / below, (m_3 - m_2 * m_2) / below


critical, distinct = (
    PAPER.claim(
        f"section 7, {part.replace('-', ' ')}",
        slug=f"lemma-8-{part}",
        kind="expectation",
        settings=space(Scalar, n=dims(1, 12)),
        prompts=lambda s: space(step=dyadics(0.125, 2)),
        uses=[lemma],
    )
    for part in ("critical-points", "distinct")
)
Root = Callable[[Array, Array], Array]


@critical.printed(
    r"For $d=1$ and two layers both orders of the roots of $z^2-e_1z+e_2$ are critical points of f.",
    square=lambda e_1, e_2: e_1 * e_1 - e_2 * 4,
)
def both_orders_are_critical(s: Scalar, prompt: Prompt, square: Root) -> Margin:
    """Two orders of one minimiser are two critical points."""
    h, unit = prompt.step, ones((1, 1), prompt.step)
    e_1, e_2 = optimum(s.n, h)
    half = sqrt(square(e_1, e_2)) / 2
    a, b = e_1 / 2 - half + h * 0, e_1 / 2 + half + h * 0
    pairs = [(a + h, b), (a - h, b), (a, b + h), (a, b - h)]
    points = stack([stack(list(p), 1) for p in [*pairs, *(p[::-1] for p in pairs)]], 1)
    # Quadratic in each a_i: a central difference of any width is the derivative.
    f = in_context_loss(points[..., None, None], unit, s.n, task="inverse", precision=unit)
    return equal(f[:, 0::2], f[:, 1::2])


@distinct.printed(r"The two differ: $e_1^2-4e_2\ge\frac1{8n}$.", factor=8)
def the_two_differ(s: Scalar, prompt: Prompt, factor: int) -> Margin:
    """The two orders are different points."""
    e_1, e_2 = optimum(s.n, prompt.step)
    return at_least((e_1 * e_1 - e_2 * 4 + prompt.step * 0) * factor * s.n, 1)


critical.mutant("one root is wrong", square=lambda e_1, e_2: e_1 * e_1 - e_2 * 2)
critical.mutant("a double root", square=lambda e_1, e_2: e_1 * e_1 * 0)
distinct.mutant("by 1 / n", factor=1)
distinct.mutant("the other way", factor=-8)
