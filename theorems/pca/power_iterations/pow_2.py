r"""The layer that normalises a vector, and the approximation of $1/\|x\|$ on which it relies.

pow,2 of the slides has the value $c_mI_d$, queries from the identity block and keys $a_m^\top x$, so its
heads form $F(x)=\sum_mc_m\sigma(a_m^\top x)$. As printed the values go to the block $X$: the block that
should hold the unit vector receives nothing, whatever $a_m,c_m$ are. With scores $t_m-\|x\|^2$, M heads (a
constant and a linear one among them) reach a relative error of $\frac3{64}(2\ln(R/r)/(M-1))^2$ on the shell
$r\le\|x\|\le R$ in any dimension: see :mod:`constructions.pca`.

Part ``residual``: attention adds, and the product $XX^\top p$ stays beside its normalisation. Part
``approximation``, the lemma that the slides use and do not print: $F$ is homogeneous of degree 1 and
$1/\|x\|$ of degree $-1$, so that with $\rho=R/r$ one of $x,\rho x$ is missed by at least
$(\rho-1/\rho)/((1+\rho)r)$, for any number of heads.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor

from constructions.attention import Attention
from constructions.pca import Build, Shell, coefficients
from constructions.pca_printed import normalisation_layer, printed_stream
from lemmata import (
    FigureRecord,
    Margin,
    Prompt,
    Series,
    Space,
    at_most,
    box,
    dims,
    dyadics,
    lines,
    reals,
    scales,
    space,
)
from lemmata.numbers import Array, absolute, broadcast_to, eye, log, norm, relu, sign, sqrt, stored, sum, values
from theorems.pca import PAPER
from theorems.pca.tokens import padded


@dataclass(frozen=True)
class Setting:
    d: int
    M: int
    r: float
    ratio: float  # R / r
    eps: float
    a: Tensor  # (M, d)
    c: Tensor  # (M,)

    def shell(self, heads: int = 0) -> Shell:
        r = float(values(self.r))
        return Shell(r, r * float(values(self.ratio)), heads or self.M)


settings = space(
    Setting,
    d=dims(1, 2),
    M=dims(2, 7),
    r=scales(-2, 1),
    ratio=scales(1, 4),
    eps=dyadics(0, 1, open_low=True, open_high=True),
    a=lambda s: box(s.M, s.d, low=-4, high=4),
    c=lambda s: box(s.M, low=-4, high=4),
)


def prompts(s: Setting) -> Space:
    return space(u=reals(s.d))


Error = Callable[[Setting, Prompt], Array]


def gain(shell: Shell, power: float, square: Array) -> Array:
    """The piecewise linear ``g(square)`` that stands for ``square^-power`` on the shell."""
    first, linear, bends = coefficients(shell, power)
    g = square * stored(linear, square) + stored(first, square)
    for t, c in bends:
        g = g + relu(stored(t, square) - square) * stored(c, square)
    return g


def unit_vector(u: Array) -> Array:
    """``u / |u|``, and 0 for 0."""
    size = norm(u)[..., None]
    return u / (size + 1 - sign(size))


def printed_error(s: Setting, prompt: Prompt) -> Array:
    """How far the sum over the heads of pow,2 is from ``u / |u|`` in token 1 of p4."""
    stream = printed_stream(s.d, 1)
    one = broadcast_to(eye(s.d, prompt.u)[None], (len(prompt), s.d, s.d))
    H = stream.embed(p2=one, p4=padded(prompt.u[..., None], s.d))
    a, c = values(s.a), [float(v) for v in values(s.c)]
    change = normalisation_layer(stream, a, c)(H) - H
    return norm(stream.read(change, "p4")[..., 0] - unit_vector(prompt.u))


@lru_cache(64)
def _layer(d: int, shell: Shell, written: str) -> Attention:
    build = Build(d, d, 1)
    return build.normalise(shell) if written == "iterate" else build.weigh(shell, 1)


def working_error(heads: Callable[[int], int] = lambda M: M, written: str = "iterate") -> Error:
    """The same for the normalisation layer of the working transformer (or the one that weighs)."""

    def error(s: Setting, prompt: Prompt) -> Array:
        layer = _layer(s.d, s.shell(heads(s.M)), written)
        stream = Build(s.d, s.d, 1).stream
        one = broadcast_to(eye(s.d, prompt.u)[None], (len(prompt), s.d, s.d))
        H = stream.embed(identity=one, image=padded(prompt.u[..., None], s.d))
        return norm(stream.read(layer(H), written)[..., 0] - unit_vector(prompt.u))

    return error


def law(s: Setting, share: int = 1) -> Array:
    """The relative error ``3/64 (2 ln(R/r) / (M - 1))^2``."""
    return 3 * (2 * log(s.ratio) / (s.M - 1)) ** 2 / (64 * share)


layer = PAPER.claim(
    "pow,2",
    id="power-iterations/pow-2",
    rank="step",
    at=lines(349, 355),
    summary="The second power layer writes the normalised vector",
    settings=settings,
    prompts=prompts,
)
residual = PAPER.claim(
    "pow,2",
    id="power-iterations/pow-2/residual",
    rank="step",
    at=lines(363, 365),
    summary="After the second power layer the block holds the normalised vector alone",
    settings=settings,
    prompts=prompts,
)
approximation = PAPER.claim(
    "pow,2",
    id="power-iterations/pow-2/approximation",
    rank="step",
    origin="read",
    at=lines(347, 355),
    summary="Sums of ReLUs of linear functions come near to 1/|x| on a shell",
    settings=settings,
    prompts=prompts,
)


@layer.printed(
    r"With pow,2: $\left\|\sum_mV_mH\sigma((Q_mH)^\top(K_mH))-(0;\frac{XX^\top p}{\|XX^\top p\|};0)"
    r"\right\|\le\epsilon$ for some $a_m,c_m$ and $M$.",
    defect="construction",
    because="The values are written into X: p4 receives nothing and misses a unit vector, for all a, c.",
    error=printed_error,
    bound=lambda s: s.eps,
)
@layer.amended(
    r"With scores $t_m-\|u\|^2$ at the knots $t_m$ of a geometric progression, for $r\le\|u\|\le R$: "
    r"$\left\|\sum_mc_m\sigma(t_m-\|u\|^2)u-\frac{u}{\|u\|}\right\|\le\frac3{64}"
    r"\left(\frac{2\ln(R/r)}{M-1}\right)^2$, in any dimension.",
    adds="scores t_m - |u|^2 at knots in geometric progression; r <= |u| <= R; the error law",
    error=working_error(),
    bound=law,
)
def unit_vector_is_written(
    s: Setting, prompt: Prompt, error: Error, bound: Callable[[Setting], Array]
) -> Margin:
    """The normalisation layer writes the unit vector up to its error bound."""
    u = prompt.u
    size = sum(u * u, -1)
    low, high = s.r, s.r * s.ratio
    margin = at_most(error(s, prompt), bound(s))
    return margin.given(size - low * low).given(high * high - size)


@residual.printed(
    r"$\widetilde H^{pow,2}$ has $p_4=\frac{u}{\|u\|}$, $u=XX^\top p$, up to less than $\epsilon\|u\|$.",
    defect="construction",
    because="Attention adds: u stays, so p4 = u + u/|u| even if the approximation is perfect.",
    remains=1,
)
@residual.amended(
    r"With one more head that subtracts $u$, $\widetilde H^{pow,2}$ has $p_4=\frac{u}{\|u\|}$.",
    adds="one more head that subtracts u; an exact normalisation",
    remains=0,
)
def block_is_replaced(s: Setting, prompt: Prompt, remains: int) -> Margin:
    """After the normalisation layer the block holds the unit vector alone."""
    u = prompt.u
    unit = unit_vector(u)
    # Even if the layer writes the unit vector without any error.
    return at_most(norm(u * remains + unit - unit), norm(u) * s.eps).given(norm(u) - s.r)


def homogeneous(s: Setting, prompt: Prompt) -> Array:
    """Certificate: no function of degree 1 is closer to 1 / |x| on the whole shell."""
    # With errors e at x, |x| = r, and e' at rho x: F(rho x) = rho F(x) gives
    # rho e + e' >= rho / r - 1 / (rho r), so that the larger of the two is at least the quotient.
    rho = s.ratio
    return (rho - 1 / rho) / ((1 + rho) * s.r)


def scalar_error(s: Setting, prompt: Prompt) -> Array:
    """``| g(|x|^2) |x| - 1 |`` for the piecewise linear g with M heads."""
    size = sum(prompt.u * prompt.u, -1)
    return absolute(gain(s.shell(), 0.5, size) * sqrt(size) - 1)


approximation.printed(
    r"For every $\epsilon>0$ there are $M,a_m,c_m$ with $\left|\sum_mc_m\sigma(a_m^\top x)-\frac1{\|x\|}"
    r"\right|\le\epsilon$ for $r\le\|x\|\le R$ (the lemma that the slide refers to is not printed).",
    defect="statement",
    because="The sum is homogeneous of degree 1 and 1/|x| of degree -1: on x and (R/r) x the errors are "
    "together too large, for any number of heads.",
    error=homogeneous,
    bound=lambda s: s.eps,
)(unit_vector_is_written)
approximation.amended(
    r"$\left|\|x\|\sum_mc_m\sigma(t_m-\|x\|^2)-1\right|\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ "
    r"for $r\le\|x\|\le R$, with M heads (a constant and a linear one among them).",
    adds="scores t_m - |x|^2; the error relative, by a law in M",
    error=scalar_error,
    bound=law,
)(unit_vector_is_written)

layer.mutant("one head fewer", error=working_error(lambda M: max(M - 1, 2)))
layer.mutant("the power 1/4", error=working_error(written="weighted"))
layer.mutant("half the constant", bound=lambda s: law(s, 2))
residual.mutant("it is subtracted twice", remains=-1)
residual.mutant("nothing is subtracted", remains=1)
approximation.mutant("half the constant", bound=lambda s: law(s, 2))
approximation.mutant("a tenth of the constant", bound=lambda s: law(s, 10))


@layer.figure
def heads_law() -> FigureRecord:
    """The relative error of the working normalisation against its number of heads."""
    counts = [3, 5, 9, 17, 33, 65, 101, 129]
    series = []
    for ratio in (4.0, 10.0, 100.0):
        s = torch.logspace(0, 2 * math.log10(ratio), 4001, dtype=torch.float64)
        gains = [values(gain(Shell(1.0, ratio, heads), 0.5, s)) for heads in counts]
        measured = [float((g * s.sqrt() - 1).abs().max()) for g in gains]
        predicted = [3 / 64 * (2 * math.log(ratio) / (heads - 1)) ** 2 for heads in counts]
        x = [float(heads) for heads in counts]
        series.append(Series(f"R/r = {ratio:g}, measured", x, measured))
        series.append(Series(f"R/r = {ratio:g}, law", x, predicted, role="theory"))
    return FigureRecord(
        claim="",
        title="Relative error of the normalisation on the shell",
        x_label="heads",
        y_label="largest relative error",
        caption="Largest error on the shell r to R, and 3/64 (2 ln(R/r) / (M - 1))^2; no dimension enters.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
