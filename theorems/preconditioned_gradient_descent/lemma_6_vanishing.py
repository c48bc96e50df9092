r"""The two displays before (18) in the proof of Lemma 6: means of odd polynomials in $w_\star$.

The expectation is a sum over literal prompts (a finite law with the same moments).
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_law import ISOTROPIC, Law, Setting, law

Value = Callable[[Law], Array]


vanishing = PAPER.claim("before (18)", slug="lemma-6-vanishing", **ISOTROPIC)


def sums(m: Law) -> tuple[Array, Array, Array]:
    """sum_i <w, x_i> x_i[j], sum_i x_i x_i^T and sum_i y_i^2."""
    return sum(m.y * m.x_j, -1), m.x.mT @ m.x, sum(m.y * m.y, -1)


@vanishing.printed(
    r"$\mathbf E[\langle C,E_{d+1,j}\rangle\sum_ix^{(i)}x^{(i)\top}]=O$ and "
    r"$\mathbf E[\langle C,E_{d+1,j}\rangle\sum_i(y^{(i)})^2]=0$.",
    factor=lambda m: sums(m)[0] / m.s.n,
)
def odd_means_vanish(s: Setting, prompt: Prompt, factor: Value) -> Margin:
    """Means of odd polynomials in w vanish."""
    m = law(s, prompt, 3)
    _, gram, squares = sums(m)
    first = m.mean(gram * factor(m)[..., None, None]).reshape(len(prompt), -1)
    second = m.mean(squares * factor(m))[:, None]
    both = concatenate([first, second], 1)
    # One on both sides gives them a size, and rounding something to be small beside.
    return equal(both + 1, both * 0 + 1)


vanishing.mutant("an even factor", factor=lambda m: m.x_j[..., 0] * m.x_j[..., 0])
vanishing.mutant("a constant factor", factor=lambda m: m.y[..., 0] * 0 + 1)
