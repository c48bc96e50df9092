r"""What small errors in the power iterations add up to.

The slides conclude from the error $\epsilon\|XX^\top p\|$ of one normalisation that after $\tau$ iterations the
state is off by at most $\tau\epsilon\|XX^\top\|_2$, "using the sublinearity of errors". The heads of pow,2
write multiples of $u=XX^\top p$. Such an error is along the iterate, the next normalisation forgets all of it
but the length, and the bound is true where the factors keep their sign. (With $x=\epsilon\|XX^\top\|_2>1$ the
second iterate from $v_1$ may be off by $x(1+x)>2x$.)

``any-direction``: of errors whose size alone is known the sum does not follow, as $v\mapsto Av/\|Av\|$ is not a
contraction. What a removal leaves has such errors.

Matrices are diagonal: the power method commutes with rotations.
"""

from collections.abc import Callable
from typing import Any

from baselines.pca import power_method
from lemmata import (
    amended,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    scales,
    theorem,
)
from lemmata.numbers import Array, abs, concat, diag, max, norm, over_batches, sqrt, stack
from theorems.pca import PAPER

PLANE: dict[str, Any] = {
    "lambda_1": scales(-3, 0),
    "rho": scales(1, 5, of="[1, inf)"),  # $\lambda_1/\lambda_2$
    "eps": scales(-20, -4),
}


@over_batches
def iterate(A: Array, p: Array, steps: int) -> Array:
    """The iterate of the power method after so many exact steps."""
    return power_method(A, p, steps)[-1]


@theorem(
    PAPER,
    "power iterations",
    part="errors along the iterate",
    rank="step",
    origin="read",
    at=lines(388, 390),
    d=dims(1, 3),
    lambda_1=scales(-3, 3, of="(0, inf)"),
    below=box("d - 1", low=1 / 64, high=1, of="(0, 1]"),  # shares of $\lambda_1$
    tau=dims(1, 6),
    x=dyadics(0, 1 / 2, open_low=True, grid=64),
    given=["below"],
    start=reals("d"),
    where=lambda start: start @ start > 0,
    e=box("tau", low=-1, high=1),  # how much of its accuracy each step uses
)
@printed(
    r"If each of $\tau$ power iterations on a diagonal, positive definite $XX^\top$ from a unit start p writes "
    r"$F(u)u$, u being the product of $XX^\top$ and the iterate before, with "
    r"$\left|F(u)-\frac1{\|u\|}\right|\le\epsilon$ and $x=\epsilon\|XX^\top\|_2\le\frac12$ (an accuracy being "
    r"small), the last iterate differs from the exact one by at most $\tau\epsilon\|XX^\top\|_2$ in each entry."
)
@mutants(without_tau=dict(times=1), half_of_the_bound=dict(times=lambda tau: tau / 2))
def errors_add_up(lambda_1, below, tau, x, start, e, times=lambda tau: tau):
    r"""After $\tau$ iterations by heads that write multiples of the product small errors have only added up."""
    A = diag(concat([stack([lambda_1]), below * lambda_1]))
    p = v = start / norm(start)
    for t in range(tau):
        u = A @ v
        v = u / norm(u) + e[t] * (x / lambda_1) * u
    distance = max(abs(v - iterate(A, p, tau)))
    return at_most(distance, times * x)


def grown(rho: Array, t: Array, lambda_1: Array, eps: Array, tau: int) -> Array:
    """``(lambda_1 / lambda_2)^(tau - 1)`` times the tangent of the angle of the first error."""
    # |A p|, p = (t, 1) / |(t, 1)|
    x = sqrt((t * t + 1 / (rho * rho)) / (t * t + 1)) * lambda_1 * eps
    return rho ** (tau - 1) * x / sqrt(1 - x * x)


@theorem(
    PAPER,
    "power iterations",
    part="errors in any direction",
    id="power-iterations/error/any-direction",
    rank="step",
    origin="ours",
    at=lines(388, 390),
    **PLANE,
    tau=dims(2, 6),
    t=scales(-10, 3, of="(0, inf)"),  # the first entry of the start over the second
    e=in_ball(2, radius=1),
    examples=[dict(lambda_1=1.0, rho=2.0, eps=2.0**-12, tau=6, t=2.0**-7)],
)
@printed(
    r"If, of $\tau\ge2$ power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$, $\lambda_1\le1$ and "
    r"$\epsilon\le\frac1{16}$, from a unit start p "
    r"in the direction of $(t,1)$, $t>0$, the first normalisation is off by at most $\epsilon\|XX^\top p\|_2 "
    "=x<1$ in any direction and the others are exact, the last iterate differs from the exact one by at most "
    r"$\left(\frac{\lambda_1}{\lambda_2}\right)^{\tau-1}\frac x{\sqrt{1-x^2}}$ in each entry. (By "
    r"$\tau\epsilon\|XX^\top\|_2$, as of errors along the iterate, it is not: an error along $\mathbf v_1$, "
    r"made while the iterate is still nearly orthogonal to it, grows by nearly $\lambda_1/\lambda_2$ in a "
    r"step.)"
)
@mutants(
    errors_add_up=dict(bound=lambda lambda_1, eps, tau: lambda_1 * eps * tau),
    no_growth_in_one_of_the_steps=dict(
        bound=lambda rho, t, lambda_1, eps, tau: grown(rho, t, lambda_1, eps, tau - 1)
    ),
    seven_eighths_of_the_bound=dict(
        why="From starts near the second eigenvector, so that it is found without a long search.",
        lambda_1=choices(1.0),
        rho=choices(2.0),
        eps=choices(2.0**-12),
        tau=dims(2, 3),
        t=choices(2.0**-10),
        bound=lambda rho, t, lambda_1, eps, tau: grown(rho, t, lambda_1, eps, tau) * 7 / 8,
    ),
)
def error_grows(lambda_1, rho, eps, tau, t, e, bound=grown):
    r"""An error in any direction grows by at most $\lambda_1/\lambda_2$ in each later power iteration."""
    A, start = diag(stack([lambda_1, lambda_1 / rho])), stack([t, 1])
    p = start / norm(start)
    once = A @ p
    inexact = once / norm(once) + norm(once) * eps * e
    distance = max(abs(iterate(A, inexact, tau - 1) - iterate(A, p, tau)))
    return at_most(distance, bound).trivial_where(bound - 2)


Size = Callable[[Array, Array], Array]
"""Of the first and the second product."""


@theorem(
    PAPER,
    "power iterations",
    part="two steps",
    id="power-iterations/error/two-steps",
    rank="slip",
    origin="read",
    at=lines(380, 382),
    **PLANE,
    start=reals(2),
    where=lambda start: start @ start > 0,
    examples=[dict(lambda_1=1.0, rho=16.0, eps=2.0**-12)],
)
@printed(
    r"After two exact power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ from a unit start p, "
    r"$p_4=\frac{(XX^\top)^2p}{\|XX^\top p\|_2^2}$ up to $2\epsilon\|XX^\top\|_2$.",
    defect="typo",
    because=r"Two normalised steps give $(XX^\top)^2 p$ over its own norm; the printed vector is longer than "
    "that, unless p is an eigenvector.",
)
@amended(
    r"After two exact power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ from a unit start p, "
    r"$p_4=\frac{(XX^\top)^2p}{\|(XX^\top)^2p\|_2}$ up to $2\epsilon\|XX^\top\|_2$.",
    adds="the norm of the second product",
    slack=r"Both sides are the same vector: without errors in the steps nothing is left for $2 \varepsilon |X "
    r"X^\top|$.",
    size=lambda once, twice: norm(twice),
)
@mutants(
    the_square_of_the_norm=dict(size=lambda once, twice: once @ once),
    the_norm_of_the_first_product=dict(size=lambda once, twice: norm(once)),
    no_normalisation=dict(size=lambda once, twice: 1),
)
def two_steps(lambda_1, rho, eps, start, size: Size = lambda once, twice: once @ once):
    r"""Two normalised steps give $(X X^\top)^2 p$ over the square of the first norm."""
    A, p = diag(stack([lambda_1, lambda_1 / rho])), start / norm(start)
    distance = norm(iterate(A, p, 2) - A @ A @ p / size(A @ p, A @ A @ p))
    return at_most(distance, 2 * eps * lambda_1)
