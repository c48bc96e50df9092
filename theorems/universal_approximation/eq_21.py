r"""The Barron parameter of linear functions is at most the sum of their bounds: below (21), Section 2.3.

$C_{\mathcal F^{\mathsf{linear}}}\le C_a+C_b$ for all $a^\top x+b$ with $\|a\|_2\le C_a$ and $|b|\le C_b$.
By (20) it holds: the gradient is constant, so that its transform has all its mass at $\omega=0$. Here (20) is
evaluated for finite classes, on the grid $\{0,1,2,3\}^d$ with its discrete Fourier transform, whose
frequencies are multiples of a quarter turn: exact numbers. All mass at the frequency 0 is also why Lemma 5
misses these functions (claim ``lemma-5/linear``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, in_ball, lines, space
from lemmata.numbers import Array, absolute, amax, concatenate, constant, norm, stack, sum
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
    settings=space(Linear, d=dims(1, 2), members=dims(1, 3), C_a=dyadics(0.25, 2), C_b=dyadics(0, 1)),
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
    r"(20) with forward differences and the discrete Fourier transform on a grid of $4^d$ points.",
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
