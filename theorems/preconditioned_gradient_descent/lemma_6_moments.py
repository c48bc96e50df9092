r"""The moments in the proofs of Lemmas 6 and 7: (16), (17) and (20).

Every expectation is a sum over literal prompts (a finite law with the same moments). Each display of
the isotropic proof is its generalisation at $\Lambda=I$; the labels keep them apart.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_blocks import corner, unit
from theorems.preconditioned_gradient_descent.instances_law import (
    GENERAL,
    ISOTROPIC,
    Law,
    Setting,
    law,
    spectra,
)

Value = Callable[[Law], Array]


eq_16 = PAPER.claim("Lemma 6, eq 16", slug="lemma-6-eq-16", **ISOTROPIC)
general_16 = PAPER.claim("Lemma 7, eq 16", slug="lemma-7-eq-16", **GENERAL)
eq_17 = PAPER.claim("Lemma 6, eq 17", slug="lemma-6-eq-17", **ISOTROPIC)
eq_20 = PAPER.claim("Lemma 7, eq 20", slug="lemma-7-eq-20", **GENERAL)


@eq_16.printed(
    r"$\mathbf E[w_\star[j]y^{(i)}x^{(i)}[k]]=\mathbf E[w_\star[j]^2x^{(i)}[j]x^{(i)}[k]]=\mathbb 1_{[j=k]}$.",
    value=lambda m: m.lam_j * 0 + 1,
)
@general_16.printed(
    r"$\mathbf E[w_\star[j]y^{(i)}x^{(i)}[k]]=\mathbf E[w_\star[j]^2x^{(i)}[j]x^{(i)}[k]]"
    r"=\lambda_j\mathbb 1_{[j=k]}$.",
    value=lambda m: m.lam_j,
)
def coordinate_times_label(s: Setting, prompt: Prompt, value: Value) -> Margin:
    """The mean of a coordinate of w, a label and its covariate."""
    m = law(s, prompt, 3)
    w_j = m.w_j[:, None, None]
    first = m.mean(m.y[..., None] * m.x * w_j)  # (batch, n, d)
    second = m.mean(m.x_j[..., None] * m.x * (w_j * w_j))
    wanted = value(m)[:, None, None] * unit(s, s.j, s.j, m.root)[s.j - 1, : s.d]
    return equal(stack([first, second], 1), stack([first * 0 + wanted] * 2, 1))


@eq_17.printed(r"$\mathbf E[w_\star[j]C]=E_{d+1,j}+E_{j,d+1}$.", value=lambda m: m.lam_j * 0 + 1)
@eq_20.printed(r"$\mathbf E[w_\star[j]C]=\lambda_j(E_{d+1,j}+E_{j,d+1})$.", value=lambda m: m.lam_j)
def coordinate_times_matrix(s: Setting, prompt: Prompt, value: Value) -> Margin:
    """The mean of a coordinate of w times the matrix C."""
    m = law(s, prompt, 3)
    mean = m.mean(m.C * m.w_j[:, None, None])
    return equal(mean, corner(s, m.root) * value(m)[:, None, None])


for claim in (eq_16, eq_17):
    claim.mutant("twice", value=lambda m: m.lam_j * 0 + 2)
    claim.mutant("any covariance", prompts=spectra)
for claim in (general_16, eq_20):
    claim.mutant("the square of the eigenvalue", value=lambda m: m.lam_j * m.lam_j)
    claim.mutant("the first eigenvalue", value=lambda m: m.lam[:, 0])
