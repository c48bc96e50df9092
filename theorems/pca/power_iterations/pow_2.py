r"""The layer that normalises a vector, and the approximation of $1/\|u\|$ on which it relies.

pow,2 of the slides has the value $c_mI_d$, queries from the identity block and keys $a_m^\top u$, so its
heads form $F(u)=\sum_mc_m\sigma(a_m^\top u)$. As printed the values go to the block $X$: the block that
should hold the unit vector receives nothing, whatever $a_m,c_m$ are. With scores $t_m-\|u\|^2$, M heads (a
constant and a linear one among them) reach a relative error of $\frac3{64}(2\ln(R/r)/(M-1))^2$ on the shell
$r\le\|u\|\le R$ in any dimension: see :mod:`constructions.pca`.

Part ``residual``: attention adds, and the product $XX^\top p$ stays beside its normalisation. Part
``approximation``, the lemma that the slides use and do not print: $F$ is homogeneous of degree 1 and
$1/\|u\|$ of degree $-1$, so that with $\rho=R/r$ one of $u,\rho u$ is missed by at least
$(\rho-1/\rho)/((1+\rho)r)$, for any number of heads.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch

from constructions.attention import Attention
from constructions.pca import Build, Shell, coefficients
from constructions.pca_printed import printed_stream
from lemmata import (
    FigureRecord,
    Margin,
    Prompt,
    Series,
    Space,
    at_most,
    dims,
    dyadics,
    lines,
    reals,
    scales,
    space,
)
from lemmata.numbers import (
    Array,
    absolute,
    broadcast_to,
    eye,
    log,
    norm,
    relu,
    sign,
    sqrt,
    stack,
    stored,
    sum,
    values,
)
from theorems.pca import PAPER
from theorems.pca.tokens import padded


@dataclass(frozen=True)
class Setting:
    """The shell ``r <= |u| <= R`` in dimension d."""

    d: int
    r: float
    rho: float  # R / r

    def shell(self, heads: int) -> Shell:
        r = float(values(self.r))
        return Shell(r, r * float(values(self.rho)), heads)


@dataclass(frozen=True)
class Counted(Setting):
    """M heads on the shell."""

    M: int


@dataclass(frozen=True)
class Accurate(Setting):
    """An error on the shell."""

    eps: float


SHELL: dict[str, Any] = {"d": dims(1, 3), "r": scales(-2, 1, of="(0, inf)"), "rho": scales(1, 4, of="(1, inf)")}
ERROR = dyadics(0, 1, open_low=True, open_high=True, of="(0, inf)")

counted = space(Counted, **SHELL, M=dims(2, 7))
accurate = space(Accurate, **SHELL, eps=ERROR)


def prompts(s: Setting) -> Space:
    return space(u=reals(s.d))


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


Written = Callable[[Any, Prompt], Array]
"""What stands in token 1 of the block that should hold ``u / |u|``: ``(batch, d)``."""


def printed_heads(s: Accurate, prompt: Prompt) -> Array:
    """Certificate: whatever M, a and c are, the heads add combinations of the columns of this to p4."""
    stream = printed_stream(s.d, 1)
    one = broadcast_to(eye(s.d, prompt.u)[None], (len(prompt), s.d, s.d))
    H = stream.embed(p2=one, p4=padded(prompt.u[..., None], s.d))
    values = stream.linear({("x", "p4"): 1}) @ H
    # All columns are 0, and so is every combination of them.
    return sum(stream.read(values, "p4"), -1)


@lru_cache(64)
def _layer(d: int, shell: Shell, written: str, empty: bool = True) -> Attention:
    build = Build(d, d, 1)
    if written == "image":
        return build.normalise_in_place(shell, empty=empty)
    return build.normalise(shell) if written == "iterate" else build.weigh(shell, 1)


def working_layer(
    heads: Callable[[Any], int] = lambda s: s.M, written: str = "iterate", empty: bool = True
) -> Written:
    """What a normalisation layer of the working transformer writes."""

    def output(s: Setting, prompt: Prompt) -> Array:
        layer = _layer(s.d, s.shell(heads(s)), written, empty)
        stream = Build(s.d, s.d, 1).stream
        one = broadcast_to(eye(s.d, prompt.u)[None], (len(prompt), s.d, s.d))
        H = stream.embed(identity=one, image=padded(prompt.u[..., None], s.d))
        return stream.read(layer(H), written)[..., 0]

    return output


def enough(s: Accurate) -> int:
    """Heads for an error of ``eps r`` on the shell."""
    r, rho, eps = (float(values(x)) for x in (s.r, s.rho, s.eps))
    return 1 + math.ceil(2 * math.log(rho) * math.sqrt(3 / (64 * eps * r)))


def law(s: Counted) -> Array:
    """The relative error ``3/64 (2 ln(R/r) / (M - 1))^2``."""
    return 3 * (2 * log(s.rho) / (s.M - 1)) ** 2 / 64


layer = PAPER.claim(
    "pow,2",
    part="the normalised vector",
    id="power-iterations/pow-2",
    rank="step",
    origin="read",
    at=lines(349, 355),
    summary="The second power layer writes the normalised vector",
    settings=accurate,
    prompts=prompts,
)
residual = PAPER.claim(
    "pow,2",
    part="what the block holds afterwards",
    id="power-iterations/pow-2/residual",
    rank="step",
    origin="read",
    at=lines(363, 365),
    summary="After the second power layer the block holds the normalised vector alone",
    settings=accurate,
    prompts=prompts,
)
approximation = PAPER.claim(
    "pow,2",
    part="ReLUs in place of 1/|u|",
    id="power-iterations/pow-2/approximation",
    rank="step",
    origin="read",
    at=lines(347, 355),
    summary="Sums of ReLUs of linear functions come near to 1/|u| on a shell",
    settings=accurate,
    prompts=prompts,
)


def on_the_shell(s: Setting, u: Array) -> Array:
    """Not negative where ``r <= |u| <= R``: one column for each of the two inequalities."""
    square, low, high = sum(u * u, -1), s.r, s.r * s.rho
    return stack([square - low * low, high * high - square], -1)


@layer.printed(
    r"For $r\le\|u\|\le R=\rho r$, $u=XX^\top p$, and all $\epsilon>0$ there are M and $a_m,c_m$ such that the "
    r"heads of pow,2 add $\frac u{\|u\|}$ to token 1 of $p_4$, up to $\epsilon$.",
    defect="construction",
    because="V_m writes into X: the rows of p_4 in V_m H are 0, so that the heads add nothing to p_4, whatever "
    "M, a "
    "and c are.",
    written=printed_heads,
    bound=lambda s: s.eps,
)
@layer.amended(
    r"For $r\le\|u\|\le R=\rho r$ and $M\ge2$ the heads with the scores $t_m-\|u\|^2$, $t_m$ being the knots "
    r"of a "
    r"geometric progression, a constant head and a linear one, M in all, write $\frac u{\|u\|}$ up to "
    r"$\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$, in any dimension.",
    adds="scores t_m - |u|^2 at knots in geometric progression, a constant and a linear head; the error law",
    settings=counted,
    written=working_layer(),
    bound=law,
)
def unit_vector_is_written(
    s: Setting, prompt: Prompt, answer: Callable[..., Array], written: Written, bound: Callable[[Any], Array]
) -> Margin:
    """The normalisation layer writes the unit vector up to its error bound."""
    u = prompt.u
    distance = norm(answer(written(s, prompt), untouched=u) - unit_vector(u))
    return at_most(distance, bound(s)).given(on_the_shell(s, u))


@residual.printed(
    r"For $r\le\|u\|\le R=\rho r$ and all $\epsilon>0$: after a layer whose heads add $\frac u{\|u\|}$ up to "
    r"$\epsilon\|u\|$ to the block $p_4=u$ (those of the working transformer here), $p_4=\frac u{\|u\|}$ up to "
    r"$\epsilon\|u\|$.",
    defect="construction",
    because="Attention adds: u stays beside, so p_4 is u + u/|u| however good the heads are.",
    written=working_layer(enough, "image", empty=False),
)
@residual.amended(
    r"For $r\le\|u\|\le R=\rho r$ and all $\epsilon>0$: after a layer whose heads add $\frac u{\|u\|}$ up to "
    r"$\epsilon\|u\|$ to the block $p_4=u$ (those of the working transformer here), with one more head that "
    r"subtracts $u$, $p_4=\frac u{\|u\|}$ up to $\epsilon\|u\|$.",
    adds="one more head that subtracts u",
    slack="On |u| = r the law of the heads, which is met to within a tenth by many of them, is epsilon |u| but "
    "for their whole number; epsilon is drawn from 1/8 on, which takes few.",
    written=working_layer(enough, "image"),
)
def block_is_replaced(s: Accurate, prompt: Prompt, answer: Callable[..., Array], written: Written) -> Margin:
    """After the normalisation layer the block holds the unit vector alone."""
    u = prompt.u
    distance = norm(answer(written(s, prompt), untouched=u) - unit_vector(u))
    return at_most(distance, norm(u) * s.eps).given(on_the_shell(s, u))


def homogeneous(s: Setting, prompt: Prompt) -> Array:
    """Certificate: no function of degree 1 is closer to 1 / |u| on the whole shell."""
    # With errors e at u, |u| = r, and e' at rho u: F(rho u) = rho F(u) gives
    # rho e + e' >= rho / r - 1 / (rho r), so that the larger of the two is at least the quotient.
    return (s.rho - 1 / s.rho) / ((1 + s.rho) * s.r)


def scalar_error(s: Counted, prompt: Prompt) -> Array:
    """``| g(|u|^2) |u| - 1 |`` for the piecewise linear g with M heads."""
    size = sum(prompt.u * prompt.u, -1)
    return absolute(gain(s.shell(s.M), 0.5, size) * sqrt(size) - 1)


@approximation.printed(
    r"For all $0<r<R$ and $\epsilon>0$ there are $M,a_m,c_m$ with $\left|\sum_mc_m\sigma(a_m^\top "
    r"u)-\frac1{\|u\|}\right|\le\epsilon$ for $r\le\|u\|\le R=\rho r$ (the lemma that the slide refers to is "
    r"not "
    r"printed).",
    defect="statement",
    because="The sum is homogeneous of degree 1 and 1/|u| of degree -1: with rho = R/r one of the errors at "
    "u and "
    "rho u, |u| = r, is at least (rho - 1/rho) / ((1 + rho) r), for any number of heads.",
    error=homogeneous,
    bound=lambda s: s.eps,
)
@approximation.amended(
    r"For $M\ge2$ there are $t_m,c_m$ with "
    r"$\left|\|u\|\left(c+c_0\|u\|^2+\sum_{m=1}^{M-2}c_m\sigma(t_m-\|u\|^2)"
    r"\right)-1\right|\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for "
    r"$r\le\|u\|\le R=\rho r$.",
    adds="scores t_m - |u|^2, a constant and a linear head; the error relative, by a law in M",
    settings=counted,
    error=scalar_error,
    bound=law,
)
def inverse_norm_is_approximated(
    s: Setting, prompt: Prompt, error: Callable[[Any, Prompt], Array], bound: Callable[[Any], Array]
) -> Margin:
    """Sums of ReLUs approximate the inverse norm on the shell."""
    return at_most(error(s, prompt), bound(s)).given(on_the_shell(s, prompt.u))


layer.mutant("one head fewer", written=working_layer(lambda s: max(s.M - 1, 2)))
layer.mutant("the power 1/4", written=working_layer(written="weighted"))
layer.mutant("four fifths of the constant", bound=lambda s: law(s) * 4 / 5)
residual.mutant("u stays", written=working_layer(enough, "image", empty=False))
residual.mutant(
    "three quarters of the heads", written=working_layer(lambda s: max(enough(s) * 3 // 4, 2), "image")
)
approximation.mutant("four fifths of the constant", bound=lambda s: law(s) * 4 / 5)
approximation.mutant("half the constant", bound=lambda s: law(s) / 2)


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
        series.append(Series(f"$R/r={ratio:g}$, measured", x, measured))
        series.append(Series(f"$R/r={ratio:g}$, law", x, predicted, role="theory"))
    return FigureRecord(
        claim="",
        title="Relative error of the normalisation on the shell",
        x_label="heads $M$",
        y_label="largest relative error",
        caption=r"Largest error on the shell $r$ to $R$, and $\frac3{64}(2\ln(R/r)/(M-1))^2$; no dimension "
        r"enters.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
