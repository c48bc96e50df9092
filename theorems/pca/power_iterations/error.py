r"""What small errors in the power iterations add up to.

The slides conclude from the error $\epsilon\|XX^\top p\|$ of one normalisation (with the product computed
exactly) that after $\tau$ iterations the state is off by at most $\tau\epsilon\|XX^\top\|_2$, "using the
sublinearity of errors". Two readings:

- The heads of pow,2 write multiples of $u=XX^\top p$: $F(u)u$ with $|F(u)-1/\|u\||\le\epsilon$. Such an error
  is along the iterate, the next normalisation forgets all of it but the length, and the bound is true where the
  factors keep their sign. ($\epsilon\|XX^\top\|_2\le\frac12$ is enough for that. With
  $x=\epsilon\|XX^\top\|_2>1$ the second iterate from $v_1$ may be off by $x(1+x)>2x$.)
- Part ``any-direction``: the argument knows the size of an error alone, and is false. $v\mapsto Av/\|Av\|$ is
  not a contraction: an error in the direction of $v_1$, made while the iterate is still far from it, is
  amplified by nearly $\lambda_1/\lambda_2$ in a step. What a removal leaves has such errors.

Part ``two-steps``: the display for $\tau=2$ has $(XX^\top)^2p/\|XX^\top p\|_2^2$ after "another layer of
normalization", up to $2\epsilon\|XX^\top\|_2$. It is no unit vector, unless $p$ is an eigenvector.

Matrices are diagonal: the power method commutes with rotations.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.pca import power_method
from lemmata import (
    Margin,
    Prompt,
    Space,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    in_ball,
    lines,
    reals,
    scales,
    space,
)
from lemmata.numbers import Array, absolute, amax, broadcast_to, diag_embed, norm, sqrt, stack, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Spectrum:
    """A matrix of size d, tau iterations, and the accuracy epsilon = x / lambda_1 of their heads."""

    d: int
    lambda_1: float
    below: Tensor  # (d - 1,) shares of lambda_1
    tau: int
    x: float

    @property
    def eps(self) -> Array:
        return self.x / self.lambda_1


@dataclass(frozen=True)
class Setting:
    lambda_1: float
    rho: float  # lambda_1 / lambda_2
    eps: float


@dataclass(frozen=True)
class Steps(Setting):
    """tau of them, from a start in the direction of ``(t, 1)``."""

    tau: int
    t: float  # the first entry of the start over the second


SIZES: dict[str, Any] = {"lambda_1": scales(-3, 0), "rho": scales(1, 5, of="[1, inf)"), "eps": scales(-20, -4)}
steep = space(
    Steps, lambda_1=choices(1.0), rho=choices(2.0), eps=choices(2.0**-12), tau=dims(2, 3), t=choices(2.0**-10)
)
"""Starts near the second eigenvector, so that a mutant falls without a long search."""

STEEP = Steps(lambda_1=1.0, rho=2.0, eps=2.0**-12, tau=6, t=2.0**-7)


def prompts(s: Spectrum) -> Space:
    """The start, before normalisation, and how much of its accuracy each step uses."""
    return space(start=reals(s.d), e=box(s.tau, low=-1, high=1))


def unit_start(prompt: Prompt) -> Array:
    """The start p, scaled to length one."""
    return prompt.start / norm(prompt.start)[:, None]


def direction(prompt: Prompt) -> Array:
    """Not negative where the start has a direction; one of length 1/128 is the shortest that is drawn."""
    return norm(prompt.start) - 1 / 128


def tilted_start(s: Steps, e: Array) -> Array:
    """``(t, 1)``, scaled to length one, for every instance: other signs of its entries change signs only."""
    start = broadcast_to(stack([s.t, 1], 0)[None], (e.shape[0], 2))
    return start / norm(start)[:, None]


def diagonal(eigenvalues: Array, like: Array) -> Array:
    """The diagonal matrix for every instance."""
    A = diag_embed(eigenvalues)
    return broadcast_to(A[None], (like.shape[0], *A.shape))


def matrix(s: Setting, like: Array) -> Array:
    """``diag(lambda_1, lambda_2)`` for every instance: ``(batch, 2, 2)``."""
    return diagonal(stack([s.lambda_1, s.lambda_1 / s.rho], 0), like)


error = PAPER.claim(
    "power iterations",
    part="errors along the iterate",
    id="power-iterations/error",
    rank="step",
    origin="read",
    at=lines(388, 390),
    summary="After tau power iterations by heads that write multiples of the product their errors, if small "
    "enough, have only added up",
    settings=space(
        Spectrum,
        d=dims(1, 3),
        lambda_1=scales(-3, 3, of="(0, inf)"),
        below=lambda s: box(s.d - 1, low=1 / 64, high=1, of="(0, 1]"),
        tau=dims(1, 6),
        x=dyadics(0, 1 / 2, open_low=True, grid=64),
    ),
    prompts=prompts,
)
free = PAPER.claim(
    "power iterations",
    part="errors in any direction",
    id="power-iterations/error/any-direction",
    rank="step",
    origin="read",
    at=lines(388, 390),
    summary="After tau power iterations errors in any direction have only added up",
    settings=space(Steps, **SIZES, tau=dims(2, 6), t=scales(-10, 3, of="(0, inf)")),
    prompts=space(e=in_ball(2, radius=1)),
    examples=[STEEP],
)
third = PAPER.claim(
    "power iterations",
    part="two steps",
    id="power-iterations/error/two-steps",
    rank="slip",
    origin="read",
    at=lines(380, 382),
    summary="Two normalised steps give (X X^T)^2 p over the square of the first norm",
    settings=space(Setting, **SIZES),
    prompts=space(start=reals(2)),
    examples=[Setting(lambda_1=1.0, rho=16.0, eps=2.0**-12)],
)


def multiples(s: Spectrum, A: Array, prompt: Prompt) -> Array:
    """The iterate after tau steps, each of which writes ``(1 / |u| + epsilon e) u``."""
    v = unit_start(prompt)
    for t in range(s.tau):
        u = sum(A * v[:, None, :], -1)
        v = u / norm(u)[:, None] + u * prompt.e[:, t : t + 1] * s.eps
    return v


@error.printed(
    r"If each of $\tau$ power iterations on a diagonal, positive definite $XX^\top$ from a unit start p writes "
    r"$F(u)u$, u being the product of $XX^\top$ and the iterate before, with "
    r"$\left|F(u)-\frac1{\|u\|}\right|\le\epsilon$ and $x=\epsilon\|XX^\top\|_2\le\frac12$ (an accuracy "
    r"being small), the last iterate differs from the exact one by at most $\tau\epsilon\|XX^\top\|_2$ "
    r"in each entry.",
    bound=lambda s: s.x * s.tau,
)
def errors_add_up(s: Spectrum, prompt: Prompt, bound: Callable[[Spectrum], Array]) -> Margin:
    """The error of the iterate after tau iterations with errors along the iterate."""
    A = diagonal(stack([s.lambda_1, *(share * s.lambda_1 for share in s.below)], 0), prompt.start)
    exact = power_method(A, unit_start(prompt), s.tau)[-1]
    distance = amax(absolute(multiples(s, A, prompt) - exact), -1)
    return at_most(distance, bound(s)).given(direction(prompt))


def grown(steps: int) -> Callable[[Steps], Array]:
    """``(lambda_1 / lambda_2)^(tau - steps)`` times the tangent of the angle of the first error."""

    def bound(s: Steps) -> Array:
        t = s.t
        # |A p|, p = (t, 1) / |(t, 1)|
        x = sqrt((t * t + 1 / (s.rho * s.rho)) / (t * t + 1)) * s.lambda_1 * s.eps
        return s.rho ** (s.tau - steps) * x / sqrt(1 - x * x)

    return bound


OFF = (
    r"If, of $\tau\ge2$ power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ from a unit start p "
    r"in the direction of $(t,1)$, $t>0$, the first normalisation is off by at most "
    r"$\epsilon\|XX^\top p\|_2$%s and the others are exact, the last iterate differs from the "
    r"exact one by at most "
)


@free.printed(
    OFF % "" + r"$\tau\epsilon\|XX^\top\|_2$ in each entry.",
    defect="proof-step",
    because="An error along v_1, made while the iterate is still nearly orthogonal to it, grows by nearly "
    "lambda_1/lambda_2 in a step.",
    bound=lambda s: s.lambda_1 * s.eps * s.tau,
)
@free.amended(
    OFF % r" $=x<1$"
    + r"$\left(\frac{\lambda_1}{\lambda_2}\right)^{\tau-1}\frac x{\sqrt{1-x^2}}$ in each entry.",
    adds="the growth lambda_1/lambda_2 of an error in each later step",
    bound=grown(1),
)
def error_grows(s: Steps, prompt: Prompt, bound: Callable[[Steps], Array]) -> Margin:
    """The error of the iterate after tau iterations, the first of which was inexact."""
    A, start = matrix(s, prompt.e), tilted_start(s, prompt.e)
    once = sum(A * start[:, None, :], -1)
    size = norm(once)[:, None]
    inexact = once / size + prompt.e * size * s.eps
    last = power_method(A, inexact, s.tau - 1)[-1]
    exact = power_method(A, start, s.tau)[-1]
    allowed = bound(s)
    return at_most(amax(absolute(last - exact), -1), allowed).trivial_where(allowed - 2)


@third.printed(
    r"After two exact power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ "
    r"from a unit start p, $p_4=\frac{(XX^\top)^2p}{\|XX^\top p\|_2^2}$ up to $2\epsilon\|XX^\top\|_2$.",
    defect="typo",
    because="Two normalised steps give (XX^T)^2 p over its own norm; the printed vector is longer than that, "
    "unless p is an eigenvector.",
    size=lambda once, twice: sum(once * once, -1)[:, None],
)
@third.amended(
    r"After two exact power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ "
    r"from a unit start p, $p_4=\frac{(XX^\top)^2p}{\|(XX^\top)^2p\|_2}$ up to $2\epsilon\|XX^\top\|_2$.",
    adds="the norm of the second product",
    slack="Both sides are the same vector: without errors in the steps nothing is left for 2 epsilon |X X^T|.",
    size=lambda once, twice: norm(twice)[:, None],
)
def two_steps(s: Setting, prompt: Prompt, size: Callable[[Array, Array], Array]) -> Margin:
    """Two normalised steps give the displayed vector."""
    A, p = matrix(s, prompt.start), unit_start(prompt)
    once = sum(A * p[:, None, :], -1)
    twice = sum(A * once[:, None, :], -1)
    distance = norm(power_method(A, p, 2)[-1] - twice / size(once, twice))
    return at_most(distance, s.eps * s.lambda_1 * 2).given(direction(prompt))


error.mutant("without tau", bound=lambda s: s.x)
error.mutant("half of the bound", bound=lambda s: s.x * s.tau / 2)
free.mutant("no growth in one of the steps", bound=grown(2))
free.mutant(
    "seven eighths of the bound",
    why="From starts near the second eigenvector, so that it is found without a long search.",
    settings=steep,
    bound=lambda s: grown(1)(s) * 7 / 8,
)
third.mutant("the square of the norm", size=lambda once, twice: sum(once * once, -1)[:, None])
third.mutant("the norm of the first product", size=lambda once, twice: norm(once)[:, None])
third.mutant("no normalisation", size=lambda once, twice: 1)
