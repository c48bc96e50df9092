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
coefficients serve (claim ``lemma-1``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, lines, scales, some, space
from lemmata.numbers import Array, absolute, constant, log, sqrt, sum
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


def point(s: Setting) -> Space:
    return space(x=box(1, low=0.5, high=1.0))


def undrawn(s: Setting, x: Array) -> Array:
    """The function on the n highest frequencies, at points ``(...,)``."""
    omega = constant(torch.arange(s.n + 1, 2 * s.n + 1), x) / (2 * s.n) + 1
    wave = sine(x[..., None] * omega)
    return sum(wave / omega, -1) / (2 * s.n)


Error = Callable[[Setting, Array], Array]


def with_80(s: Setting, x: Array) -> Array:
    """The coefficients are 0: the error is the function itself, and at least this."""
    return sine(x * 2) / 4


def with_a_staircase(times: int) -> Error:
    """The increments of the function over 64 cells, and its value at -1; n - 65 coefficients are 0."""

    def error(s: Setting, x: Array) -> Array:
        edges = constant(torch.arange(65), x) / 32 - 1
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
    prompts=point,
    examples=[many(16.0)],
    pinned={
        "n": "the amendment is tried where the weights (80) fail; more features cost too much",
        "tau": "the amendment is tried where the weights (80) fail",
        "K": "the amendment holds with the constant 1",
    },
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
)
@weights.amended(
    "(27) with the increments of f over 64 cells for coefficients: for the member of "
    + FUNCTIONS.removeprefix("the members of ")
    + r"that lives on the upper half of the frequencies, the error is at most "
    + OF_27
    + r" with $K=1$ at $n=640$, $\tau=32$, where that with (80) is not.",
    because="Coefficients may see all of the function.",
    adds="the increments of f for the weights (80); n = 640, tau = 32",
    settings=space(Setting, n=choices(640), tau=choices(32), K=choices(1.0)),
    error=with_a_staircase(1),
)
def coefficients_for_the_whole_class(s: Setting, prompt: Prompt, error: Error) -> Margin:
    """The error for a function on frequencies that were not drawn, against (27)."""
    cover = log(2 * s.tau * s.tau) * 2
    return at_most(error(s, prompt.x), (2 / s.tau + sqrt(cover / s.n)) * s.K)


weights.mutant("twice the increments", error=with_a_staircase(2))
weights.mutant("the weights (80)", error=with_80)
