r"""No sum of ReLUs of linear functions approximates the inverse of a norm.

The heads of pow,2 form $F(x)=\sum_mc_m\sigma(a_m^\top x)$, which is homogeneous of degree 1, and $1/\|x\|$ is
of degree $-1$: on a shell $r\le\|x\|\le\rho r$ one of $x,\rho x$ is missed by at least $(\rho-1/\rho)/
((1+\rho)r)$, for any number of heads. With scores $t_m-\|x\|^2$, M heads (a constant and a linear one among
them) reach a relative error of $\frac3{64}(2\ln\rho/(M-1))^2$ in any dimension.
"""

from __future__ import annotations

from lemmata import Prompt
from lemmata.numbers import Array, absolute, as_array, sqrt, sum
from theorems.pca import PAPER
from theorems.pca.instances_layers import gain
from theorems.pca.instances_normalisation import Setting, common, law
from theorems.pca.normalisation_layer import unit_vector_is_written

approximation = PAPER.claim("pow,2", slug="normalisation-layer", suffix="approximation", **common)


def homogeneous(s: Setting, prompt: Prompt) -> Array:
    """Certificate: no function of degree 1 is closer to 1 / |x| on the whole shell."""
    rho = as_array(s.ratio, like=prompt.u)
    return (rho - 1 / rho) / ((1 + rho) * s.r) + sum(prompt.u, -1) * 0


def scalar_error(s: Setting, prompt: Prompt) -> Array:
    """``| g(|x|^2) |x| - 1 |`` for the piecewise linear g with M heads."""
    size = sum(prompt.u * prompt.u, -1)
    return absolute(gain(s.shell(), 0.5, size) * sqrt(size) - 1)


approximation.printed(
    r"For every $\epsilon>0$ there are $M,a_m,c_m$ with $\left|\sum_mc_m\sigma(a_m^\top x)-\frac1{\|x\|}"
    r"\right|\le\epsilon$ for $r\le\|x\|\le R$ (the lemma that the slide refers to is not printed).",
    expect="refuted",
    defect="statement",
    because="The sum is homogeneous of degree 1 and 1/|x| of degree -1: on x and (R/r) x the errors are "
    "together too large, for any number of heads.",
    error=homogeneous,
    bound=lambda s: s.eps,
)(unit_vector_is_written)


approximation.amended(
    r"$\left|\|x\|\sum_mc_m\sigma(t_m-\|x\|^2)-1\right|\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ "
    r"for $r\le\|x\|\le R$, with M heads (a constant and a linear one among them).",
    error=scalar_error,
    bound=law,
)(unit_vector_is_written)


approximation.mutant("half the constant", bound=lambda s: law(s, 2))


approximation.mutant("a tenth of the constant", bound=lambda s: law(s, 10))
