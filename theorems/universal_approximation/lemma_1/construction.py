r"""The coefficients (80) that the proof of Lemma 1 takes do not serve all functions at once.

The proof of Lemma 1 draws $(t_i,\omega_i)$ from (79) and takes $\rho_{f,i}=\rho_f(t_i,\omega_i)$; a union
bound makes that good for finitely many pairs $(f,x)$, and (74) says it of all. Over the whole class it
fails for every draw and every constant: let $\mathcal F$ be
$\{\sum_{k\le2n}b_k\sin(\omega_kx):|b_k|\le\frac1{2n\omega_k}\}$, $\omega_k=1+\frac k{2n}$, so that
$C_{\mathcal F}=1$. At most n frequencies are drawn; the f that lives on the others has
$\rho_f(t_i,\omega_i)=0$ for all i and
$f(x)-f(0)\ge\frac1{2n}\sum_{k>n}\frac{\sin\omega_kx}{\omega_k}\ge\frac14\sin 2x$ (the terms fall with
$\omega_k\le2$, so that the last n are the least). The bound (27) with $\varepsilon=\tau^{-2}$ tends to 0,
since the covering number is at most $\lceil2/\varepsilon\rceil^2$ (claim ``eq-23/size``). Other
coefficients serve (claim ``lemma-1``): with the increments over m cells the error is at most that of half a
cell, a function of this class having a slope of at most $\frac12$ (ramps no wider than a cell do not overlap).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, scales, some, space
from lemmata.numbers import Array, absolute, as_array, constant, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import sine


@dataclass(frozen=True)
class Setting:
    n: int
    tau: int
    K: float


def many(K: float) -> Setting:
    """So many features, and so steep ones, that the bound (27) with the constant K is small."""
    return Setting(n=1 << (12 + 3 * int(K).bit_length()), tau=32 * int(K), K=K)


@dataclass(frozen=True)
class Few:
    n: int
    tau: float
    cells: int
    """No more than there are features beside the constant one, and no narrower than a ramp."""


def far_point(s: Setting) -> Space:
    return space(x=box(1, low=0.5, high=1.0))


def any_point(s: Few) -> Space:
    return space(x=box(1, low=-1.0, high=1.0))


def undrawn(s: Few, x: Array) -> Array:
    """The function on the n highest frequencies, at points ``(...,)``."""
    omega = constant(torch.arange(s.n + 1, 2 * s.n + 1), x) / (2 * s.n) + 1
    wave = sine(x[..., None] * omega)
    return sum(wave / omega, -1) / (2 * s.n)


Error = Callable[[Any, Array], Array]
Bound = Callable[[Any], Array]


def with_80(s: Setting, x: Array) -> Array:
    """The coefficients are 0: the error is the function itself, and at least this."""
    return sine(x * 2) / 4


def of_27(s: Setting) -> Array:
    """The bound (27) with the constant K, for the largest covering number that is possible."""
    return (2 / s.tau + sqrt(log(2 * s.tau * s.tau) * 2 / s.n)) * s.K


def half_a_cell(s: Few) -> Array:
    """What the function changes by over half a cell."""
    return as_array(1, s.tau) / (2 * s.cells)


def with_a_staircase(times: int) -> Error:
    """The increments of the function over the cells, and its value at -1; the other coefficients are 0."""

    def error(s: Few, x: Array) -> Array:
        edges = constant(torch.arange(s.cells + 1), x) * 2 / s.cells - 1
        values = undrawn(s, edges)
        ramps = phi((x[..., None] - (edges[1:] + edges[:-1]) / 2) * s.tau)
        ramp_sum = values[0] + sum(ramps * (values[1:] - values[:-1]), -1) * times
        return absolute(undrawn(s, x) - ramp_sum)

    return error


weights = PAPER.claim(
    "Lemma 1, coefficients (80)",
    id="lemma-1/construction",
    origin="read",
    summary="The coefficients that the proof takes from (80) serve every function of the class",
    at=lines(586, 600),
    settings=space(
        Setting, n=dims(1, 1 << 30), tau=dims(5, 1 << 10), K=some(scales(0, 4), weaker="larger", fails_at=many)
    ),
    prompts=far_point,
    examples=[many(16.0), Few(n=16, tau=32.0, cells=15), Few(n=640, tau=32.0, cells=64)],
)
OF_27 = r"$K\left(\frac2\tau+\sqrt{\frac{2\log(2\tau^2)}n}\right)$"
FUNCTIONS = (
    r"the members of $\{\sum_{k\le2n}b_k\sin(\omega_kx):|b_k|\le\frac1{2n\omega_k}\}$, "
    r"$\omega_k=1+\frac k{2n}$, "
)


@weights.printed(
    r"For some $K$ and all $n$ and $\tau$: (27) with $\varepsilon=\tau^{-2}$, $C_{\mathcal F}=1$ and "
    r"$|\mathcal "
    r"N_\varepsilon|\le(2\tau^2)^2$, for $\rho^\star_{f,i}=\rho_f(t_i,\omega_i)$ of (80), some "
    r"$(t_i,\omega_i)$ and "
    + FUNCTIONS
    + r"whose error is at least $\frac14\sin2x$ if none of its frequencies is drawn: $\frac14\sin2x\le$ "
    + OF_27
    + r" for $\frac12\le x\le1$.",
    defect="construction",
    because="The weights of a function vanish at all features if none of its frequencies was drawn.",
    error=with_80,
    bound=of_27,
)
@weights.amended(
    r"For all $\tau>4$, $n\ge2$ and $m\le\min\{n-1,2\tau\}$, with the increments of $f$ over $m$ equal cells "
    r"of $[-1,1]$ for coefficients, and $f(-1)$: $\left|f(x)-f(0)-\frac1n\sum_i\rho_{f,i}\phi_i(x)\right|\le"
    r"\frac1{2m}$ for $|x|\le1$, which is below (27) with $\varepsilon=\tau^{-2}$ and the constant 1 for the "
    r"largest $m$; here for the member of "
    + FUNCTIONS.removeprefix("the members of ")
    + "that lives on the upper half of the frequencies.",
    because="Coefficients may see all of the function.",
    adds="the increments of f for the weights (80), 1 / (2m) for the bound",
    settings=space(
        Few,
        n=dims(2, 1 << 10),
        tau=dyadics(4, 1 << 10, open_low=True),
        cells=lambda s: dims(1, min(s.n - 1, math.floor(2 * s.tau)), most=min(s.n - 1, math.floor(2 * s.tau))),
    ),
    prompts=any_point,
    error=with_a_staircase(1),
    bound=half_a_cell,
)
def coefficients_for_the_whole_class(s: Any, prompt: Prompt, error: Error, bound: Bound) -> Margin:
    """The error for a function on frequencies that were not drawn."""
    allowed = bound(s)
    # Half of |x| is more than the function itself.
    nothing = allowed - absolute(prompt.x)[:, 0] / 2
    return at_most(error(s, prompt.x), allowed).trivial_where(nothing)


weights.mutant("twice the increments", error=with_a_staircase(2))
weights.mutant("the weights (80)", error=lambda s, x: absolute(undrawn(s, x)))
weights.mutant("four fifths of half a cell", bound=lambda s: half_a_cell(s) * 4 / 5)
