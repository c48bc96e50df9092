r"""The moments in the proofs of Lemmas 6 and 7: (19) and (21).

The expectation is a sum over literal prompts (a finite law with the same moments). (19) is (21) at
$\Lambda=I$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_blocks import corner, inner, unit
from theorems.preconditioned_gradient_descent.instances_law import (
    GENERAL,
    ISOTROPIC,
    Law,
    Setting,
    law,
    spectra,
)

Value = Callable[[Law], Array]


eq_19 = PAPER.claim("Lemma 6, eq 19", slug="lemma-6-eq-19", **ISOTROPIC)
eq_21 = PAPER.claim("Lemma 7, eq 21", slug="lemma-7-eq-21", **GENERAL)


@eq_19.printed(
    r"$\mathbf E[\langle C,E_{d+1,j}\rangle C]=\frac1{n^2}(n(n-1)+(d+2)n)(E_{d+1,j}+E_{j,d+1})"
    r"=(\frac{n-1}n+(d+2)\frac1n)(E_{d+1,j}+E_{j,d+1})$.",
    value=lambda m: (m.lam_j * 0 + (m.s.n - 1 + m.s.d + 2)) / m.s.n,
)
@eq_21.printed(
    r"$\mathbf E[\langle C,E_{d+1,j}\rangle C]=\frac1{n^2}(n(n-1)\lambda_j^2+n\lambda_j\sum_k\lambda_k"
    r"+2n\lambda_j^2)(E_{d+1,j}+E_{j,d+1})=(\frac{n+1}n\lambda_j^2+\frac1n(\lambda_j\sum_k\lambda_k))"
    r"(E_{d+1,j}+E_{j,d+1})$.",
    value=lambda m: m.lam_j * (m.lam_j * (m.s.n + 1) + sum(m.lam, -1)) / m.s.n,
)
def corner_times_matrix(s: Setting, prompt: Prompt, value: Value) -> Margin:
    """The mean of the matrix C times one of its last entries."""
    m = law(s, prompt, 3)
    entry = inner(m.C, unit(s, s.d + 1, s.j, m.root))
    mean = m.mean(m.C * entry[..., None, None])
    return equal(mean, corner(s, m.root) * value(m)[:, None, None])


eq_19.mutant("d + 1", value=lambda m: (m.lam_j * 0 + m.s.n + m.s.d) / m.s.n)
eq_19.mutant("any covariance", prompts=spectra)
eq_21.mutant("the trace without n", value=lambda m: m.lam_j * m.lam_j * (m.s.n + 1) / m.s.n)
eq_21.mutant(
    "d lambda_j for the trace",
    value=lambda m: m.lam_j * m.lam_j * (m.s.n + 1 + m.s.d) / m.s.n,
)
