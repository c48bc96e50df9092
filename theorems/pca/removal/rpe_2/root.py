r"""The square root of a norm is no sum of ReLUs of linear functions.

rpe,2 of the slides is to form $\|u\|^{1/2}p=\|u\|^{-1/2}u$, $u=XX^\top p$, by heads whose sum is
$\sum_md_m\sigma(b_m^\top u)\approx\|u\|^{1/2}$: degree 1 against degree 1/2, so that on $r\le\|u\|\le\rho r$
the error is at least $\sqrt r(\rho-\sqrt\rho)/(1+\rho)$ for any number of heads. With scores
$t_m-\|u\|^2$, M heads (a constant and a linear one among them) give the factor $\|u\|^{-1/2}$ with a
relative error of at most $\frac5{256}(2\ln\rho/(M-1))^2$.
"""

from collections.abc import Callable
from typing import Any

from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, log, sqrt, sum
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_2 import SHELL, Accurate, Counted, Setting, gain

root = PAPER.claim(
    "rpe,2",
    part="ReLUs in place of the root",
    id="removal/rpe-2/root",
    rank="step",
    origin="read",
    at=lines(420, 422),
    summary="Sums of ReLUs of linear functions come near to the root of the norm on a shell",
    settings=space(Accurate, **SHELL, eps=dyadics(0, 1, open_low=True, of="(0, inf)")),
    prompts=lambda s: space(u=reals(s.d)),
)


def homogeneous(s: Setting, prompt: Prompt) -> Array:
    """Certificate: how far every function of degree 1 is from the root of the norm on the shell."""
    # F(rho u) = rho F(u), the root at rho u is sqrt(rho) times that at u: as for pow,2.
    return sqrt(s.r) * (s.rho - sqrt(s.rho)) / (1 + s.rho)


def relative(s: Counted, prompt: Prompt) -> Array:
    """The relative error of the piecewise linear factor with M heads."""
    size = sum(prompt.u * prompt.u, -1)
    return absolute(gain(s.shell(s.M), 0.25, size) * sqrt(sqrt(size)) - 1)


def law(s: Counted) -> Array:
    """``5/256 (2 ln(R/r) / (M - 1))^2``."""
    return 5 * (2 * log(s.rho) / (s.M - 1)) ** 2 / 256


@root.printed(
    r"For all $0<r<R$ and $\epsilon>0$ there are $M,b_m,d_m$ with $\left|\sum_md_m\sigma(b_m^\top "
    r"u)-\|u\|^{1/2}\right|\le\epsilon$ for $r\le\|u\|\le R=\rho r$ (the lemma that the slides refer to is not "
    r"printed).",
    defect="statement",
    because="The sum has degree 1, the root degree 1/2: with rho = R/r one of the errors at u and rho u is "
    "at least sqrt(r) (rho - sqrt(rho)) / (1 + rho), for any number of heads.",
    error=homogeneous,
    bound=lambda s: s.eps,
)
@root.amended(
    r"For $M\ge2$ there are $t_m,c_m$ with $\left|\|u\|^{1/2}\left(c+c_0\|u\|^2+\sum_{m=1}^{M-2}c_m\sigma(t_m-"
    r"\|u\|^2)\right)-1\right|\le\frac5{256}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for "
    r"$r\le\|u\|\le R=\rho r$.",
    adds="scores t_m - |u|^2, a constant and a linear head; the factor |u|^(-1/2) for the root, relatively",
    settings=space(Counted, **SHELL, M=dims(2, 9)),
    error=relative,
    bound=law,
)
def root_is_approximated(
    s: Setting, prompt: Prompt, error: Callable[[Any, Prompt], Array], bound: Callable[[Any], Array]
) -> Margin:
    """Sums of ReLUs approximate the root of the norm on the shell."""
    size = sum(prompt.u * prompt.u, -1)
    low, high = s.r, s.r * s.rho
    margin = at_most(error(s, prompt), bound(s))
    return margin.given(size - low * low).given(high * high - size)


root.mutant("four fifths of the constant", bound=lambda s: law(s) * 4 / 5)
root.mutant("half the constant", bound=lambda s: law(s) / 2)
root.mutant("linear features", error=homogeneous)
