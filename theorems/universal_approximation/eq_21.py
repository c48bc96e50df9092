r"""The Barron parameter of linear functions is at most the sum of their bounds: below (21), Section 2.3.

$C_{\mathcal F^{\mathsf{linear}}}\le C_a+C_b$ for all $a^\top x+b$ with $\|a\|_2\le C_a$ and $|b|\le C_b$.
By (20) it holds: the gradient is constant, so that its transform has all its mass at $\omega=0$. Here (20) is
evaluated for finite classes, on the grid $\{0,1,2,3\}^d$ with its discrete Fourier transform, whose
frequencies are multiples of a quarter turn: exact numbers. All mass at the frequency 0 is also why Lemma 5
misses these functions (claim ``lemma-5/linear``): (71) and (79) leave that frequency out.

In the sense that Lemma 5 needs, with measures that have no mass at 0, the parameter depends on the dimension
(claim ``eq-21/directions``). Let G be the least measure above all $\|\omega\||F_f|(\mathrm d\omega)$, f of
slope at most $C_a$. For a unit vector u the member with the slope $C_au$ has $C_a=u^\top\nabla
f(0)\le\int|\cos\angle(u,\omega)|\, \mathrm dG$. The mean over the d coordinates is $C_a\le G/\sqrt d$; over
all directions it is $C_a\le G\,\mathbb E|u_1|$, so that G is at least $\frac\pi2$, 2 and $\frac{3\pi}4$ times
$C_a$ for $d=2,3,4$ and of the order of $\sqrt dC_a$, which the measure that is even over directions attains.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import torch
from torch import Tensor

from lemmata import Margin, Prompt, at_least, at_most, box, dims, dyadics, in_ball, lines, reals, space
from lemmata.numbers import Array, absolute, amax, as_array, concatenate, constant, norm, sqrt, stack, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Linear:
    d: int
    members: int
    """How many functions."""
    C_a: float
    C_b: float


Function = Callable[[Array], Array]
affine = PAPER.claim(
    "(21)",
    id="eq-21",
    origin="read",
    summary="Linear functions with slopes up to C_a and offsets up to C_b have a Barron parameter of at most "
    "C_a + C_b",
    at=lines(183, 185),
    settings=space(
        Linear,
        d=dims(1, 2),
        members=dims(1, 3),
        C_a=dyadics(0.25, 2, of="(0, inf)"),
        C_b=dyadics(0, 1, of="[0, inf)"),
    ),
    prompts=lambda s: space(a=in_ball(s.members, s.d, radius=s.C_a), b=box(s.members, low=-s.C_b, high=s.C_b)),
)


def grid(s: Linear) -> Tensor:
    """The points 0 to 3 in each direction, which are also the frequencies in quarter turns: ``(4^d, d)``."""
    return torch.cartesian_prod(*[torch.arange(4)] * s.d).reshape(-1, s.d)


def gradients(s: Linear, f: Function, like: Array) -> Array:
    """Forward differences at every point of the grid: ``(batch, members, 4^d, d)``."""
    points, steps = grid(s), torch.eye(s.d, dtype=torch.int64)
    start = f(constant(points, like))
    return stack([f(constant(points + step, like)) - start for step in steps], -1)


def transforms(s: Linear, gradient: Array) -> Array:
    """The norms of the discrete Fourier transforms of gradients: ``(batch, members, 4^d)``."""
    turns = grid(s) @ grid(s).mT % 4
    cosines = constant(torch.tensor([1, 0, -1, 0])[turns], gradient)
    sines = constant(torch.tensor([0, 1, 0, -1])[turns], gradient)
    return norm(concatenate([cosines @ gradient, sines @ gradient], -1)) / len(turns)


def linear(prompt: Prompt) -> Function:
    """The members of the class at points ``(m, d)``: ``(batch, members, m)``."""
    return lambda x: prompt.a @ x.mT + prompt.b[..., None]


@affine.printed(
    r"$C_{\mathcal F}\le C_a+C_b$ for functions $f(x)=a^\top x+b$ with $\|a\|_2\le C_a$ and $|b|\le C_b$; "
    r"here for finitely many and $C_{\mathcal F}=\sup_f|f(0)|+\sum_\omega\sup_f\|F_{\nabla "
    r"f}(\omega)\|_2$, which is "
    r"(20) with forward differences and the discrete Fourier transform on a grid of $4^d$ points, the "
    r"frequency 0 "
    r"included, which Lemma 5 leaves out.",
    functions=linear,
)
def parameter_of_linear_functions(s: Linear, prompt: Prompt, functions: Callable[[Prompt], Function]) -> Margin:
    """The Barron parameter of finitely many linear functions, by (20)."""
    f = functions(prompt)
    at_zero = absolute(f(constant(torch.zeros(1, s.d, dtype=torch.int64), prompt.a)))[..., 0]
    F = transforms(s, gradients(s, f, prompt.a))
    parameter = amax(at_zero, -1) + sum(amax(F, -2), -1)
    return at_most(parameter, s.C_a + s.C_b)


affine.mutant("their moduli", functions=lambda p: lambda x: absolute(linear(p)(x)))
affine.mutant("an eighth more slope", functions=lambda p: lambda x: linear(p)(x) + p.a @ x.mT / 8)
affine.mutant("an eighth more everywhere", functions=lambda p: lambda x: linear(p)(x) * 9 / 8)


@dataclass(frozen=True)
class Waves:
    d: int
    m: int
    """How many frequencies."""


directions = PAPER.claim(
    "(21), frequencies other than 0",
    id="eq-21/directions",
    rank="step",
    origin="ours",
    summary="Without the frequency 0 the Barron parameter of linear functions is at least the root of d times "
    "their "
    "largest slope",
    at=lines(183, 185),
    settings=space(Waves, d=dims(1, 4), m=dims(1, 5)),
    prompts=lambda s: space(omega=reals(s.m, s.d), c=reals(s.d, s.m)),
)


@directions.printed(
    r"Let $f_1,\dots,f_d$ be sums of waves with the gradients $\nabla f_i(0)=\sum_{j\le m}c_{ij}\omega_j$. "
    r"Then "
    r"$\sum_j\|\omega_j\|_2\max_i|c_{ij}|\ge\sqrt d\,\min_i|\partial_if_i(0)|$: where all these partial "
    r"derivatives are $C_a$, as those of $C_ax_1,\dots,C_ax_d$ are, "
    r"$\int\|\omega\|_2F^{\mathsf{sup}}(\mathrm d\omega)\ge\sqrt dC_a$, not $C_a$.",
    share=1,
)
def moment_of_all_directions(s: Waves, prompt: Prompt, share: Fraction | int) -> Margin:
    """The moment of the supremum over the coordinates, against their least slope."""
    omega, c = prompt.omega, prompt.c
    moment = sum(norm(omega) * amax(absolute(c), -2), -1)
    slopes = -amax(-absolute(sum(c * omega.mT, -1)), -1)
    return at_least(moment, slopes * sqrt(as_array(s.d, slopes)) * share)


directions.mutant("twice that", share=2)
directions.mutant("a tenth more", share=Fraction(11, 10))
