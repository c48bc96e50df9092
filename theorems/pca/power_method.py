r"""What the slides conclude from the power method theorem, against exact PCA.

The slide cites Theorem 3.11 of Blum, Hopcroft and Kannan: for $A=XX^\top$ with eigenvalues
$\lambda_1>\lambda_2>\dots$ and a unit start with $|p^\top v_1|>\delta$, after
$\tau=\log(1/(\epsilon_0\delta))/(2\epsilon_0)$ normalised iterations (the slide prints "given that $k=\dots$"
and goes on with the iterate number $\tau$, so that its k is read as $\tau$) the component orthogonal to the
eigenvectors with $\sqrt{\lambda_i}>(1-\epsilon_0)\sqrt{\lambda_1}$ is at most $\epsilon_0$. The slide replaces
that span by $v_1$ alone under $|\sqrt{\lambda_1}-\sqrt{\lambda_2}|=\Omega(1)$.

Matrices are diagonal: the power method commutes with rotations, so that only the start's coordinates along the
eigenvectors matter, and these are free. $v_1$ is the first unit vector. Starts meet $|p^\top v_1|>\delta$ as
they are drawn.

``distance``: the slide goes on with $\|p^{(\tau)}-v_1\|_2=\sqrt{2-2v_1^\top p^{(\tau)}}= \sqrt{2\epsilon_0}$.
The first equality is an identity; the second turns a bound into an equation. (The tangent of the angle is at
most $\epsilon_0$, and so is the distance.) It has the relative gap, as ``sign`` has: neither fails for the want
of it.

``eigenvalue``: of the two bounds before the removal the second is weaker than $\|A\|_2\ge\|Ap\|_2$ for a unit
p, the estimate is never too large. (In the last norm the start is printed, without the index of the iterate.)
"""

import math
from collections.abc import Callable
from itertools import accumulate
from operator import mul
from typing import Any

import torch

from baselines import pca
from lemmata import (
    FigureRecord,
    Margin,
    Series,
    amended,
    at_least,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    equal,
    lines,
    mutants,
    printed,
    reals,
    scales,
    signs,
    some,
    theorem,
)
from lemmata.numbers import Array, abs, concat, diag_embed, eye, norm, over_batches, sign, sqrt, stack, values
from theorems.pca import PAPER


def matrix(sigma_1: Array, sigma_2: Array, rho: Array) -> Array:
    r"""$XX^\top$ by the square roots of its eigenvalues, the further ones each over the one before."""
    root = stack([sigma_1, *accumulate(rho, mul, initial=sigma_2)], 0)
    return diag_embed(root * root)


def flat(c: float) -> dict[str, Any]:
    """A gap that is small beside the eigenvalues."""
    return dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=4096 * c, share=1.0, rho=[], c=c)


START: dict[str, Any] = {
    "A": matrix,
    "side": signs(1),  # of $p^\top v_1$
    "omega": box(1, low=0, high=1, of="(0, 1]"),  # how far $|p^\top v_1|$ is above $\delta$
    "rest": reals("d - 1"),
}
SIZES: dict[str, Any] = {
    "origin": "read",
    "at": lines(400),
    "d": dims(2, 4),
    "eps0": dyadics(0, 1, open_low=True, open_high=True, grid=16),
    "delta": scales(-5, 0, open_high=True, of="(0, 1)"),
    "sigma_2": scales(-3, 25, of="(0, inf)"),
    "share": dyadics(0, 1, open_low=True),  # of the largest $\sqrt{\lambda_2/\lambda_1}$, or of the least gap
    "rho": box("d - 2", low=0.125, high=0.875, of="(0, 1)"),
}
RELATIVE_GAP: dict[str, Any] = {"sigma_1": lambda sigma_2, eps0, share: sigma_2 / ((1 - eps0) * share)}
ATTAINED: dict[str, Any] = dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=15.0, share=1.0, rho=[])


def start_of(delta: Array, side: Array, omega: Array, rest: Array) -> Array:
    r"""The unit start with $|p^\top v_1|=\delta+(1-\delta)\omega^2$."""
    cosine = delta + (1 - delta) * omega[0] ** 2
    rest = rest + (1 - sign(rest @ rest)) * eye(len(rest))[0]  # some direction where none is drawn
    return concat([side * cosine, rest * (sqrt(1 - cosine**2) / norm(rest))])


def one(second: float) -> dict[str, Any]:
    """One spectrum, 16 being the first root, on which mutants fall without a long search."""
    fixed = {"eps0": 2.0**-4, "delta": 2.0**-5, "sigma_2": second, "sigma_1": 16.0}
    parts: dict[str, Any] = {name: choices(value) for name, value in fixed.items()}
    return {"d": dims(2, 2), **parts, "rho": box(0, low=0.0, high=1.0), "share": None}


def count(inside: float, eps: Array) -> int:
    """``log(1 / inside) / (2 eps)``, rounded up."""
    return math.ceil(math.log(1 / inside) / (2 * float(values(eps))))


def iterations(eps0: Array, delta: Array) -> int:
    """The slide's number of iterations, rounded up."""
    return count(float(values(eps0)) * float(values(delta)), eps0)


def last_iterate(A: Array, start: Array, steps: int) -> Array:
    """The normalised iterate after so many steps."""
    return over_batches(pca.last_iterate)(A, start, steps)


@theorem(
    PAPER,
    "power method, conclusion",
    rank="result",
    **SIZES,
    c=some(scales(-4, 3), weaker="larger", fails_at=flat),
    sigma_1=lambda sigma_2, c, share: sigma_2 + c / share,
    **START,
    examples=[flat(8.0)],
)
@printed(
    r"There is a constant $c>0$ such that: Given a unit start p with $|p^\top v_1|>\delta$ and "
    r"$\sqrt{\lambda_1}-\sqrt{\lambda_2}\ge c$, after $\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2"
    r"\epsilon_0}\right\rceil$ iterations (the slide's k, which it does not round) of the power method on "
    r"$XX^\top$ with the eigenvalues $\lambda_i=\sigma_i^2$, $\lambda_1>\lambda_2>\dots$ and $v_1$ on the "
    r"side of the start, $p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    defect="statement",
    because=r"A constant gap between the roots leaves their ratio arbitrarily close to 1, and $\tau$ does not "
    r"depend on it: for every constant in $\Omega(1)$ a large second eigenvalue refutes it.",
    fails_where=lambda sigma_1, sigma_2, eps0: sigma_2 > (1 - eps0) * sigma_1,
)
@amended(
    r"Given a unit start p with $|p^\top v_1|>\delta$ and $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{"
    r"\lambda_1}$, after $\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ "
    r"iterations (the slide's k, which it does not round) of the power method on $XX^\top$ with the "
    r"eigenvalues $\lambda_i=\sigma_i^2$, $\lambda_1>\lambda_2>\dots$ and $v_1$ on the side of the start, "
    r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    adds=r"a relative gap: $\sqrt{\lambda_2} \le (1 - \varepsilon_0) \sqrt{\lambda_1}$",
    because="Then $v_1$ alone spans what the cited theorem speaks of.",
    c=None,
    **RELATIVE_GAP,
)
# Some take long to notice; this claim does it for all three.
@mutants(
    any_gap=dict(share=lambda eps0: dyadics(0, 1 / (1 - eps0), open_low=True, open_high=True)),
    half_the_relative_gap=dict(why="On one spectrum, where it is attained.", **one(15.5)),
    the_start_is_returned=dict(tau=0),
    tau_without_eps_in_the_logarithm=dict(tau=lambda eps0, delta: count(float(values(delta)), eps0)),
    half_the_iterations=dict(
        why="On one spectrum, at the smallest gap, since the difference shows only there.",
        **one(15.0),
        tau=lambda eps0, delta: iterations(eps0, delta) // 2,
    ),
    any_start=dict(p=lambda side, omega, rest: start_of(0, side, omega, rest)),
)
def close_to_the_eigenvector(eps0, A, side, answer, tau=iterations, p=start_of):
    """A constant gap of the roots of the eigenvalues lets the power method find the first eigenvector."""
    return at_least(side[0] * answer(last_iterate(A, p, tau), untouched=p)[0], 1 - eps0)


@close_to_the_eigenvector.figure
def power_iterations() -> FigureRecord:
    """How far the worst admissible start still is from the first eigenvector, step by step."""
    eps, delta, steps = 1 / 16, 1 / 32, 80
    generator = torch.Generator().manual_seed(0)
    start = torch.randn(400, 2, generator=generator, dtype=torch.float64)
    start = start / start.norm(dim=-1, keepdim=True)
    start = start[start[:, 0].abs() > delta]
    worst = float(start[:, 0].abs().min())
    x = [float(t) for t in range(steps + 1)]
    series = []
    for second, first, name in ((15.0, 16.0, "relative gap 1/16"), (56.0, 57.0, "absolute gap 1")):
        A = torch.diag(torch.tensor([first, second], dtype=torch.float64).square())
        path = pca.power_method(A.expand(len(start), 2, 2), start, steps)
        off = path[..., 1].abs().amax(-1)
        bound = [min(1.0, (second / first) ** (2 * t) / worst) for t in range(steps + 1)]
        series.append(Series(f"{name}: largest over {len(start)} starts", x, off.tolist()))
        series.append(Series(f"{name}: bound from the eigenvalue ratio", x, bound, role="bound"))
    needed = math.sqrt(1 - (1 - eps) ** 2)
    tau = math.ceil(math.log(1 / (eps * delta)) / (2 * eps))
    series.append(
        Series(
            f"what the conclusion needs from step {tau} on",
            [float(tau), float(steps)],
            [needed, needed],
            role="guide",
        )
    )
    return FigureRecord(
        title="Component orthogonal to the first eigenvector",
        x_label="iterations",
        y_label="largest orthogonal component",
        caption=f"With a relative gap of 1/16 every start with $|p^\\top v_1|>{delta}$ is below the line at "
        f"step {tau}; with an absolute gap of 1 between the roots 57 and 56 it is not.",
        series=tuple(series),
        log_y=True,
    )


@theorem(
    PAPER,
    "power method, sign",
    id="power-method/sign",
    rank="slip",
    **SIZES,
    **RELATIVE_GAP,
    **START,
    examples=[ATTAINED],
)
@printed(
    r"Given a unit start p with $|p^\top v_1|>\delta$, $v_1$ being either of the two unit eigenvectors, after "
    r"$\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ iterations (the slide's k, "
    r"which it does not round) of the power method on $XX^\top$ with the eigenvalues $\lambda_i=\sigma_i^2$, "
    r"$\lambda_1>\lambda_2>\dots$, $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$ (which the slide does "
    r"not ask for), $p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    defect="typo",
    because=r"The hypothesis has an absolute value, the conclusion none: where $p^\top v_1 < -\delta$, the "
    "iterates converge to minus $v_1$. (For the eigenvector on the side of the start it is right.)",
    fails_where=lambda side: side[0] < 0,
)
@amended(
    r"Given a unit start p with $|p^\top v_1|>\delta$, $v_1$ being either of the two unit eigenvectors, after "
    r"$\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ iterations (the slide's k, "
    r"which it does not round) of the power method on $XX^\top$ with the eigenvalues $\lambda_i=\sigma_i^2$, "
    r"$\lambda_1>\lambda_2>\dots$, $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$ (which the slide does "
    r"not ask for), $|p^{(\tau)\top}v_1|\ge1-\epsilon_0$.",
    adds="the absolute value of the cosine",
    up_to_sign=True,
)
@mutants(half_the_relative_gap=one(15.5), the_start_is_returned=dict(tau=0))
def close_to_a_given_eigenvector(eps0, A, side, tau=iterations, p=start_of, up_to_sign=False):
    """Each unit eigenvector of the largest eigenvalue is found with its own sign by the power method."""
    cosine = last_iterate(A, p, tau)[0]
    return at_least(abs(cosine) if up_to_sign else cosine, 1 - eps0)


@theorem(
    PAPER,
    "power method, distance",
    id="power-method/distance",
    rank="slip",
    uses=[close_to_the_eigenvector],
    **SIZES,
    **RELATIVE_GAP,
    **START,
    examples=[ATTAINED],
)
@printed(
    r"Given a unit start p with $|p^\top v_1|>\delta$, after "
    r"$\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ iterations (the slide's k, "
    r"which it does not round) of the power method on $XX^\top$ with the eigenvalues $\lambda_i=\sigma_i^2$, "
    r"$\lambda_1>\lambda_2>\dots$, $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$ (which the slide does "
    r"not ask for) and $v_1$ on the side of the start, $\|p^{(\tau)}-v_1\|_2=\sqrt{2\epsilon_0}$.",
    defect="typo",
    because=r"The cosine is at least $1 - \varepsilon_0$, not equal to it: the distance is smaller than "
    r"$\sqrt{2 \varepsilon_0}$.",
)
@amended(
    r"Given a unit start p with $|p^\top v_1|>\delta$, after "
    r"$\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ iterations (the slide's k, "
    r"which it does not round) of the power method on $XX^\top$ with the eigenvalues $\lambda_i=\sigma_i^2$, "
    r"$\lambda_1>\lambda_2>\dots$, $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$ (which the slide does "
    r"not ask for) and $v_1$ on the side of the start, $\|p^{(\tau)}-v_1\|_2\le\epsilon_0$.",
    adds=r"at most in the place of equal; $\varepsilon_0$ for the root of $2 \varepsilon_0$",
    slack=r"0.99 was met for $\varepsilon_0$ to 0, after 2000 iterations at $\varepsilon_0 = 1/446$.",
    bound=lambda eps0: eps0,
    relation=at_most,
)
@mutants(half_the_relative_gap=one(15.5), the_start_is_returned=dict(tau=0))
def distance_to_the_eigenvector(
    d,
    A,
    side,
    answer,
    tau=iterations,
    p=start_of,
    bound=lambda eps0: sqrt(2 * eps0),
    relation: Callable[[Array, Array], Margin] = equal,
):
    r"""The last iterate of the power method is exactly $\sqrt{2\epsilon_0}$ away from the first eigenvector."""
    return relation(norm(answer(last_iterate(A, p, tau), untouched=p) - side[0] * eye(d)[0]), bound)


@theorem(
    PAPER,
    "estimate of the eigenvalue",
    id="power-method/eigenvalue",
    rank="step",
    origin="read",
    at=lines(402, 408),
    d=dims(1, 4),
    below=box("d - 1", low=0, high=1),  # shares of the largest eigenvalue
    given=["below"],
    p=reals("d"),
)
@printed(
    r"For $A=XX^\top$ with $Av_1=\|A\|_2v_1$, $\|v_1\|_2=1$, and every vector p, so for $\widetilde "
    r"p_{3,1}^{(\tau)}$ (A diagonal and $\|A\|_2=1$: both sides turn with p and scale with A): "
    r"$\|Ap\|_2-\|A\|_2\|v_1-p\|_2\le\|A\|_2\le\|Ap\|_2+\|A\|_2\|v_1-p\|_2$."
)
@mutants(
    seven_eighths_of_the_distance_below=dict(share_below=7 / 8),
    seven_eighths_of_the_distance_above=dict(share_above=7 / 8),
)
def largest_is_near_its_estimate(below, p, share_below=1, share_above=1):
    """The estimate of the largest eigenvalue is off by at most what the error of the vector costs."""
    Ap = norm(concat([p[:1], below * p[1:]]))
    off = norm(concat([p[:1] - 1, p[1:]]))
    return at_most([Ap - share_below * off, 1], [1, Ap + share_above * off])
