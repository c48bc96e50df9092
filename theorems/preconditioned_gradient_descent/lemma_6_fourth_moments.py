r"""The fourth moments in the proofs of Lemmas 6 and 7: (18), its generalisation, and the cross terms.

Every expectation is a sum over literal prompts (a finite law with the same moments). ``off-diagonal`` is
the display for $j\ne j'$, ``eq-18`` the two cases of (18) with their middle expressions.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, Space, equal
from lemmata.numbers import Array, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_law import (
    GENERAL,
    ISOTROPIC,
    Law,
    Setting,
    law,
    settings,
    spectra,
)

Value = Callable[[Law], Array]


base = settings()
plane = Space(base.holder, base.fields, where=lambda s: s.d >= 2)  # for j and another one
off_diagonal = PAPER.claim(
    "before (18), j and j' differ", slug="lemma-6-off-diagonal", **{**ISOTROPIC, "settings": plane}
)
eq_18 = PAPER.claim("(18)", slug="lemma-6-eq-18", **ISOTROPIC)
general_18 = PAPER.claim("before (21)", slug="lemma-7-eq-18", **GENERAL)


@off_diagonal.printed(
    r"For $j\ne j'$: $\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle "
    r"x^{(i')}[j']]=0$, as $\mathbf E[\langle x^{(i)},x^{(i')}\rangle x^{(i)}[j]x^{(i')}[j']]$ is, whether "
    r"$i=i'$ or not.",
    shift=1,
)
def cross_terms(s: Setting, prompt: Prompt, shift: int) -> Margin:
    """Cross terms of two coordinates vanish."""
    m = law(s, prompt)
    other = (s.j - 1 + shift) % s.d  # j' of another coordinate
    a, b = m.y * m.x_j, m.y * m.x[..., other]
    first = m.mean(a[..., :, None] * b[..., None, :])
    inner = m.x @ m.x.mT * m.x_j[..., :, None] * m.x[..., None, :, other]
    second = m.mean(inner)
    both = stack([first, second], 1)
    return equal(both + 1, both * 0 + 1)  # one on both sides gives them a size


@eq_18.printed(
    r"$\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle x^{(i')}[j]]$ is "
    r"$\mathbf E[x^{(i)}[j]^2x^{(i')}[j]^2]=1$ for $i\ne i'$ and "
    r"$\mathbf E[\|x^{(i)}\|^2x^{(i)}[j]^2]=3+d-1=d+2$ for $i=i'$.",
    same=lambda m: m.lam_j * 0 + 3 + m.s.d - 1,
)
@general_18.printed(
    r"$\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle x^{(i')}[j]]$ is "
    r"$\mathbf E[x^{(i)}[j]^2x^{(i')}[j]^2]=\lambda_j^2$ for $i\ne i'$ and "
    r"$\mathbf E[x^{(i)}[j]^2\sum_kx^{(i)}[k]^2]=\lambda_j\sum_k\lambda_k+2\lambda_j^2$ for $i=i'$.",
    same=lambda m: m.lam_j * (sum(m.lam, -1) + m.lam_j * 2),
)
def products_of_two_samples(s: Setting, prompt: Prompt, same: Value) -> Margin:
    """The two cases of the fourth moments."""
    m = law(s, prompt)
    a = m.y * m.x_j
    means = m.mean(a[..., :, None] * a[..., None, :])  # (batch, n, n)
    last = m.mean(sum(m.x * m.x, -1)[..., -1] * m.x_j[..., -1] * m.x_j[..., -1])
    if s.n == 1:
        return equal(stack([means[:, 0, 0], last], 1), stack([same(m)] * 2, 1))
    middle = m.mean(m.x_j[..., 0] * m.x_j[..., 0] * m.x_j[..., 1] * m.x_j[..., 1])
    found = [means[:, 0, 0], last, means[:, 0, 1], middle]
    return equal(stack(found, 1), stack([same(m)] * 2 + [m.lam_j * m.lam_j] * 2, 1))


off_diagonal.mutant("j and j' are one", shift=0)
off_diagonal.mutant("j' one round further", shift=2)
eq_18.mutant("the fourth moment is 1", same=lambda m: m.lam_j * 0 + m.s.d)
eq_18.mutant("any covariance", prompts=spectra)
general_18.mutant("lambda_j^2 once", same=lambda m: m.lam_j * (sum(m.lam, -1) + m.lam_j))
general_18.mutant("(d + 2) lambda_j^2", same=lambda m: m.lam_j * m.lam_j * (m.s.d + 2))
