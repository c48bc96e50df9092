r"""The coefficients (80) that the proof of Lemma 1 takes do not serve all functions at once.

The proof of Lemma 1 draws $(t_i,\omega_i)$ from (79) and takes $\rho_{f,i}=\rho_f(t_i,\omega_i)$; a union
bound makes that good for finitely many pairs $(f,x)$, and (74) says it of all. Over the whole class it fails
for every draw and every constant: let $\mathcal F$ be
$\{\sum_{k\le2n}b_k\sin(\omega_kx):|b_k|\le\frac1{2n\omega_k}\}$, $\omega_k=1+\frac k{2n}$, so that
$C_{\mathcal F}=1$. At most n frequencies are drawn; the f that lives on the others has
$\rho_f(t_i,\omega_i)=0$ for all i and $f(x)-f(0)\ge\frac1{2n}\sum_{k>n}\frac{\sin\omega_kx}{\omega_k}$, some
0.28 at $x=1$ (the terms fall with $\omega_k$, so that the last n are the least). The bound (27) with
$\varepsilon=\tau^{-2}$ tends to 0, since the covering number is at most $\lceil2/\varepsilon\rceil^2$ (claim
``eq-23/size``). Other coefficients serve (claim ``lemma-1``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, lines, space
from lemmata.numbers import Array, absolute, constant, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import sine


@dataclass(frozen=True)
class Setting:
    n: int
    tau: int
    K: int


def point(s: Setting) -> Space:
    return space(x=box(1, low=0.5, high=1.0))


def undrawn(s: Setting, x: Array) -> Array:
    """The function on the n highest frequencies, at points ``(...,)``."""
    omega = constant(torch.arange(s.n + 1, 2 * s.n + 1), x) / (2 * s.n) + 1
    wave = sine(x[..., None] * omega)
    return sum(wave / omega, -1) / (2 * s.n)


def with_80(s: Setting, x: Array) -> Array:
    """The coefficients are 0: the error is the function itself."""
    return undrawn(s, x)


def with_a_staircase(shift: int) -> Callable[[Setting, Array], Array]:
    """The increments of the function over n - 1 cells, and its value at -1."""

    def error(s: Setting, x: Array) -> Array:
        edges = constant(torch.arange(s.n), x) * 2 / (s.n - 1) - 1
        values = undrawn(s, edges)
        ramps = phi((x[..., None] - (edges[1:] + edges[:-1]) / 2) * s.tau)
        ramp_sum = values[0] + sum(ramps * (values[1:] - values[:-1]), -1) * (1 + shift)
        return absolute(undrawn(s, x) - ramp_sum)

    return error


large = space(Setting, n=choices(1024, 2048), tau=choices(32), K=dims(1, 1))
small = space(Setting, n=choices(8, 16, 32), tau=choices(8, 16), K=dims(1, 1))
weights = PAPER.claim(
    "Lemma 1, coefficients (80)",
    id="lemma-1/construction",
    origin="read",
    at=lines(586, 600),
    settings=large,
    prompts=point,
)
Error = Callable[[Setting, Array], Array]


@weights.printed(
    r"(27) for every $f\in\mathcal F$ with $\rho^\star_{f,i}=\rho_f(t_i,\omega_i)$ of (80), for some "
    r"$(t_i,\omega_i)$, with the constant "
    r"$K=1$ (for larger ones take n larger).",
    defect="construction",
    because="The weights of a function vanish at all features if none of its frequencies was drawn.",
    error=with_80,
)
@weights.amended(
    r"(27) for these f with the increments of f for coefficients.",
    because="Coefficients may see all of the function.",
    adds="the increments of f for the weights (80); n = 8, 16, 32",
    settings=small,
    error=with_a_staircase(0),
)
def coefficients_for_the_whole_class(s: Setting, prompt: Prompt, error: Error) -> Margin:
    """Coefficients for functions on frequencies that were not drawn."""
    left = error(s, prompt.x)
    cover = log(2 * s.tau * s.tau) * 2
    return at_most(left, (2 / s.tau + sqrt(cover / s.n)) * s.K)


weights.mutant("five times the increments", error=with_a_staircase(4))
weights.mutant("the weights (80)", settings=large, error=with_80)
