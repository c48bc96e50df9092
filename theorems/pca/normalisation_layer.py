r"""The layer that normalises a vector, and the approximation of $1/\|x\|$ on which it relies.

pow,2 of the slides has the value $c_mI_d$, queries from the identity block and keys $a_m^\top x$, so its
heads form $F(x)=\sum_mc_m\sigma(a_m^\top x)$. As printed the values go to the block $X$: the block that
should hold the unit vector receives nothing, whatever $a_m,c_m$ are. (That $F$ cannot
approximate $1/\|x\|$ either is :mod:`theorems.pca.normalisation_approximation`.) With scores $t_m-\|x\|^2$
(and a constant) M heads reach a relative error of $\frac3{64}(2\ln(R/r)/(M-1))^2$ in any dimension: see
:mod:`constructions.pca`. Suffix ``residual``: attention adds, and the product $XX^\top p$
stays beside its normalisation.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, as_array, norm, sum
from theorems.pca import PAPER, figures_transformer
from theorems.pca.instances_normalisation import (
    Error,
    Setting,
    common,
    law,
    printed_error,
    unit_vector,
    working_error,
)

layer = PAPER.claim("pow,2", slug="normalisation-layer", **common)


residual = PAPER.claim("pow,2", slug="normalisation-layer", suffix="residual", **common)


@layer.printed(
    r"With pow,2: $\left\|\sum_mV_mH\sigma((Q_mH)^\top(K_mH))-(0;\frac{XX^\top p}{\|XX^\top p\|};0)"
    r"\right\|\le\epsilon$ for some $a_m,c_m$ and $M$.",
    expect="refuted",
    defect="construction",
    because="The values are written into X: p4 receives nothing and misses a unit vector, for all a, c.",
    error=printed_error,
    bound=lambda s: s.eps,
)
@layer.amended(
    r"With scores $t_m-\|u\|^2$ at the knots $t_m$ of a geometric progression, for $r\le\|u\|\le R$: "
    r"$\left\|\sum_mc_m\sigma(t_m-\|u\|^2)u-\frac{u}{\|u\|}\right\|\le\frac3{64}"
    r"\left(\frac{2\ln(R/r)}{M-1}\right)^2$, in any dimension.",
    error=working_error(),
    bound=law,
)
def unit_vector_is_written(
    s: Setting, prompt: Prompt, error: Error, bound: Callable[[Setting], Array]
) -> Margin:
    """The normalisation layer writes the unit vector up to its error bound."""
    u = prompt.u
    size = sum(u * u, -1)
    low, high = as_array(s.r, like=u), as_array(s.r * s.ratio, like=u)
    inside = at_most(error(s, prompt), as_array(bound(s), like=u) + size * 0)
    return inside.given(size - low * low).given(high * high - size)


@residual.printed(
    r"$\widetilde H^{pow,2}$ has $p_4=\frac{u}{\|u\|}$, $u=XX^\top p$, up to less than $\epsilon\|u\|$.",
    expect="refuted",
    defect="construction",
    because="Attention adds: u stays, so p4 = u + u/|u| even if the approximation is perfect.",
    kept=1,
)
@residual.amended(
    r"With one more head that subtracts $u$, $\widetilde H^{pow,2}$ has $p_4=\frac{u}{\|u\|}$.",
    kept=0,
)
def block_is_replaced(s: Setting, prompt: Prompt, kept: int) -> Margin:
    """After the normalisation layer the block holds the unit vector alone."""
    u = prompt.u
    unit = unit_vector(u)
    return at_most(norm(u * kept + unit - unit), norm(u) * s.eps).given(norm(u) - s.r)


layer.figure(figures_transformer.heads_law)
layer.mutant("one head fewer", error=working_error(lambda M: max(M - 1, 2)))


layer.mutant("the power 1/4", error=working_error(written="weighted"))


layer.mutant("half the constant", bound=lambda s: law(s, 2))


residual.mutant("it is subtracted twice", kept=-1)


residual.mutant("nothing is subtracted", kept=1)
