r"""Two slips in the proof of Lemma 6.

$\langle C,E_{d+1,j}\rangle$ is printed without the $\frac1n$ of C (suffix ``inner-product``). That
$\mathbf E[w_\star[j]y^{(i)}]=0$ is true, but "because $w_\star\stackrel d=-w_\star$" is no reason: the product
does not change its sign with $w_\star$; the corner of C, which it is meant for, does (suffix ``odd``).
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, equal
from lemmata.numbers import sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_blocks import inner, unit
from theorems.preconditioned_gradient_descent.instances_law import ISOTROPIC, Setting, law

product = PAPER.claim("Lemma 6, inner product", slug="lemma-6-inner-product", **ISOTROPIC)
odd = PAPER.claim("Lemma 6, odd", slug="lemma-6-odd", **ISOTROPIC)


@product.printed(
    r"$\langle C,E_{d+1,j}\rangle=\sum_i\langle w_\star,x^{(i)}\rangle x^{(i)}[j]$.",
    expect="refuted",
    defect="typo",
    because="C is a mean: the factor 1/n is missing, and (19) has it.",
    over=lambda s: 1,
)
@product.amended(
    r"$\langle C,E_{d+1,j}\rangle=\frac1n\sum_i\langle w_\star,x^{(i)}\rangle x^{(i)}[j]$.",
    over=lambda s: s.n,
)
def last_entry(s: Setting, prompt: Prompt, over: Callable[[Setting], int]) -> Margin:
    """An entry of the last row of C as a sum over the samples."""
    m = law(s, prompt, 3)
    return equal(inner(m.C, unit(s, s.d + 1, s.j, m.root)), sum(m.y * m.x_j, -1) / over(s))


@odd.printed(
    r"$w_\star[j]y^{(i)}$ changes its sign with $w_\star$.",
    expect="refuted",
    defect="proof-step",
    because="It is even in w. Its mean vanishes because that of x does; the entry of C is its square.",
    power=1,
)
@odd.amended(r"$w_\star[j](y^{(i)})^2$ changes its sign with $w_\star$.", power=2)
def odd_in_w(s: Setting, prompt: Prompt, power: int) -> Margin:
    """A coordinate of w times a label is odd in w."""
    m = law(s, prompt, 3)
    here = m.y**power * m.w_j[:, None]
    there = (m.x @ -m.w[..., None])[..., 0] ** power * -m.w_j[:, None]
    return equal(there, -here)


product.mutant("over n squared", over=lambda s: s.n**2)
product.mutant("over d", over=lambda s: s.d)
odd.mutant("the cube", power=3)
odd.mutant("the fifth power", power=5)
