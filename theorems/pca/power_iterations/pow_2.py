r"""The layer that normalises a vector, and the approximation of $1/\|u\|$ on which it relies.

pow,2 of the slides has the value $c_mI_d$, queries from the identity block and keys $a_m^\top u$, so its heads
form $F(u)=\sum_mc_m\sigma(a_m^\top u)$. The amended heads: see :mod:`constructions.pca`. ``residual``:
attention adds, and the product $XX^\top p$ stays beside its normalisation.
"""

import math
from functools import lru_cache
from typing import Any

import torch

from constructions.attention import Attention
from constructions.pca import Build, Shell, coefficients
from constructions.pca_printed import printed_stream
from lemmata import (
    FigureRecord,
    Series,
    amended,
    at_most,
    dims,
    dyadics,
    lines,
    mutants,
    printed,
    reals,
    scales,
    theorem,
)
from lemmata.numbers import Array, abs, eye, log, norm, over_batches, relu, sign, stack, stored, sum, values
from theorems.pca import PAPER
from theorems.pca.tokens import padded

SHELL: dict[str, Any] = {
    "origin": "read",
    "d": dims(1, 3),
    "r": scales(-2, 1, of="(0, inf)"),
    "rho": scales(1, 4, of="(1, inf)"),
    "u": reals("d"),
}
ERROR = dyadics(0, 1, open_low=True, open_high=True, of="(0, inf)")


def on_the_shell(r: Array, rho: Array, u: Array) -> Array:
    """Not negative where ``r <= |u| <= R``, one number for each of the two inequalities."""
    return stack([u @ u - r * r, (r * rho) ** 2 - u @ u])


def shell(r: Array, rho: Array, heads: int) -> Shell:
    """The shell ``r <= |u| <= rho r`` for so many heads."""
    least = float(values(r))
    return Shell(least, least * float(values(rho)), heads)


def gain(shell: Shell, power: float, square: Array) -> Array:
    """The piecewise linear ``g(square)`` that stands for ``square^-power`` on the shell."""
    first, linear, bends = coefficients(shell, power)
    g = square * stored(linear, square) + stored(first, square)
    for t, c in bends:
        g = g + relu(stored(t, square) - square) * stored(c, square)
    return g


def printed_heads(d: int, u: Array) -> Array:
    """Certificate: whatever M, a and c are, the heads add combinations of the columns of this to p4."""
    stream = printed_stream(d, 1)
    H = over_batches(stream.embed)(p2=eye(d), p4=padded(u[:, None], d))
    columns = over_batches(lambda H: stream.read(stream.linear({("x", "p4"): 1}, like=H) @ H, "p4"))(H)
    # All columns are 0, and so is every combination of them.
    return sum(columns, 1)


@lru_cache(64)
def _layer(d: int, shell: Shell, written: str, empty: bool) -> Attention:
    build = Build(d, d, 1)
    if written == "image":
        return build.normalise_in_place(shell, empty=empty)
    return build.normalise(shell) if written == "iterate" else build.weigh(shell, 1)


def working_layer(u: Array, shell: Shell, written: str = "iterate", empty: bool = True) -> Array:
    """What a normalisation layer of the working transformer writes in token 1."""
    d = len(u)
    stream = Build(d, d, 1).stream
    H = over_batches(stream.embed)(identity=eye(d), image=padded(u[:, None], d))
    return over_batches(lambda H: stream.read(_layer(d, shell, written, empty)(H), written))(H)[:, 0]


def enough(r: Array, rho: Array, eps: Array) -> int:
    """Heads for an error of ``eps r`` on the shell."""
    r, rho, eps = (float(values(x)) for x in (r, rho, eps))
    return 1 + math.ceil(2 * math.log(rho) * math.sqrt(3 / (64 * eps * r)))


def law(rho: Array, M: int) -> Array:
    """The relative error ``3/64 (2 ln(R/r) / (M - 1))^2``."""
    return 3 * (2 * log(rho) / (M - 1)) ** 2 / 64


@theorem(
    PAPER,
    "pow,2",
    part="the normalised vector",
    rank="step",
    at=lines(349, 355),
    **SHELL,
    eps=ERROR,
    M=dims(2, 7),
)
@printed(
    r"For $r\le\|u\|\le R=\rho r$, $u=XX^\top p$, and all $\epsilon>0$ there are M and $a_m,c_m$ such that "
    r"the heads of pow,2 add $\frac u{\|u\|}$ to token 1 of $p_4$, up to $\epsilon$.",
    defect="construction",
    because="$V_m$ writes into X: the rows of $p_4$ in $V_m H$ are 0, so that the heads add nothing to $p_4$, "
    "whatever M, a and c are.",
    M=None,
)
@amended(
    r"For $r\le\|u\|\le R=\rho r$ and $M\ge2$ the heads with the scores $t_m-\|u\|^2$, $t_m$ being the knots "
    r"of a geometric progression, a constant head and a linear one, M in all, write $\frac u{\|u\|}$ up to "
    r"$\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$, in any dimension.",
    adds="scores $t_m - |u|^2$ at knots in geometric progression, a constant and a linear head; the error law",
    eps=None,
    written=lambda r, rho, M, u: working_layer(u, shell(r, rho, M)),
    bound=law,
)
@mutants(
    {
        "one head fewer": dict(written=lambda r, rho, M, u: working_layer(u, shell(r, rho, max(M - 1, 2)))),
        "the power 1/4": dict(written=lambda r, rho, M, u: working_layer(u, shell(r, rho, M), "weighted")),
        "four fifths of the constant": dict(bound=lambda rho, M: law(rho, M) * 4 / 5),
    }
)
def unit_vector_is_written(r, rho, u, answer, written=printed_heads, bound=lambda eps: eps):
    """The second power layer writes the normalised vector."""
    size = norm(u)
    distance = norm(answer(written, untouched=u) - u / (size + 1 - sign(size)))  # 0 for 0
    return at_most(distance, bound).given(on_the_shell(r, rho, u))


@theorem(
    PAPER,
    "pow,2",
    part="what the block holds afterwards",
    id="power-iterations/pow-2/residual",
    rank="step",
    possible_extraction=True,
    at=lines(363, 365),
    **SHELL,
    eps=ERROR,
)
@printed(
    r"For $r\le\|u\|\le R=\rho r$ and all $\epsilon>0$: after a layer whose heads add $\frac u{\|u\|}$ up to "
    r"$\epsilon\|u\|$ to the block $p_4=u$ (those of the working transformer here), $p_4=\frac u{\|u\|}$ up "
    r"to $\epsilon\|u\|$.",
    open="The display before, line 359, has what the heads add, and is garbled in our text, which ends in a "
    r"minus behind the fraction. If they add $\frac u{\|u\|}-u$ this line is right; if they add "
    r"$\frac u{\|u\|}$, u stays beside.",
)
@amended(
    r"For $r\le\|u\|\le R=\rho r$ and all $\epsilon>0$: after a layer whose heads add $\frac u{\|u\|}$ up to "
    r"$\epsilon\|u\|$ to the block $p_4=u$ (those of the working transformer here), with one more head that "
    r"subtracts $u$, $p_4=\frac u{\|u\|}$ up to $\epsilon\|u\|$.",
    adds="one more head that subtracts u",
    slack="On $|u| = r$ the law of the heads, which is met to within a tenth by many of them, is "
    r"$\varepsilon |u|$ but for their whole number; $\varepsilon$ is drawn from 1/8 on, which takes few.",
    empty=True,
)
@mutants(
    u_stays=dict(empty=False),
    three_quarters_of_the_heads=dict(heads=lambda r, rho, eps: max(enough(r, rho, eps) * 3 // 4, 2)),
)
def block_is_replaced(r, rho, eps, u, answer, heads=enough, empty=False):
    """After the second power layer the block holds the normalised vector alone."""
    size = norm(u)
    written = working_layer(u, shell(r, rho, heads), "image", empty)
    distance = norm(answer(written, untouched=u) - u / (size + 1 - sign(size)))  # 0 for 0
    return at_most(distance, eps * size).given(on_the_shell(r, rho, u))


def homogeneous(r: Array, rho: Array) -> Array:
    """Certificate: no function of degree 1 is closer to 1 / |u| on the whole shell."""
    # With errors e at u, |u| = r, and e' at rho u: F(rho u) = rho F(u) gives
    # rho e + e' >= rho / r - 1 / (rho r), so that the larger of the two is at least the quotient.
    return (rho - 1 / rho) / ((1 + rho) * r)


@theorem(
    PAPER,
    "pow,2",
    part="ReLUs in place of 1/|u|",
    id="power-iterations/pow-2/approximation",
    rank="result",
    at=lines(347, 355),
    **SHELL,
    eps=ERROR,
    M=dims(2, 7),
)
@printed(
    r"For all $0<r<R$ and $\epsilon>0$ there are $M,a_m,c_m$ with $\left|\sum_mc_m\sigma(a_m^\top "
    r"u)-\frac1{\|u\|}\right|\le\epsilon$ for all $u\in\mathbb R^d$ with $r\le\|u\|\le R$ (what the display "
    "before line 361 says; the lemma that the slide refers to is not printed).",
    implies=r"$\frac{\rho-1/\rho}{(1+\rho)r}\le\epsilon$ for all $r,\epsilon>0$ and $\rho=\frac Rr>1$, as the "
    r"sum at $\rho u$ is $\rho$ times that at u: with errors e at u, $\|u\|=r$, and $e'$ at $\rho u$, $\rho "
    r"e+e'\ge\frac\rho r-\frac1{\rho r}$, and the larger of the two is at least the left side.",
    defect="statement",
    because=r"The sum is homogeneous of degree 1 and 1/|u| of degree -1: with $\rho = R/r$ one of the errors "
    r"at u and $\rho u$, $|u| = r$, is at least $(\rho - 1/\rho)/((1 + \rho) r)$, for any number of heads.",
    M=None,
)
@amended(
    r"For $M\ge2$ there are $t_m,c_m$ with $\left|\|u\|\left(c+c_0\|u\|^2+\sum_{m=1}^{M-2}c_m"
    r"\sigma(t_m-\|u\|^2)\right)-1\right|\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for $r\le\|u\|\le "
    r"R=\rho r$.",
    adds="scores $t_m - |u|^2$, a constant and a linear head; the error relative, by a law in M",
    eps=None,
    error=lambda r, rho, M, u: abs(gain(shell(r, rho, M), 0.5, u @ u) * norm(u) - 1),
    bound=law,
)
@mutants(
    four_fifths_of_the_constant=dict(bound=lambda rho, M: law(rho, M) * 4 / 5),
    half_the_constant=dict(bound=lambda rho, M: law(rho, M) / 2),
)
def inverse_norm_is_approximated(r, rho, u, error=homogeneous, bound=lambda eps: eps):
    """Sums of ReLUs of linear functions come near to 1/|u| on a shell."""
    return at_most(error, bound).given(on_the_shell(r, rho, u))


@unit_vector_is_written.figure
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
        title="Relative error of the normalisation on the shell",
        x_label="heads $M$",
        y_label="largest relative error",
        caption=r"Largest error on the shell $r$ to $R$, and $\frac3{64}(2\ln(R/r)/(M-1))^2$; no dimension "
        "enters.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
