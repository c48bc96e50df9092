"""Sizes, data, iterates and bounds of Lemma 3."""

import math
from dataclasses import dataclass

from baselines.proximal import proximal_gradient
from lemmata import Prompt, Space, box, dims, dyadics, reals, scales, some, space
from lemmata.numbers import Array, amax, concatenate, full, stack
from theorems.universal_approximation.lasso import design, l1, squared


@dataclass(frozen=True)
class Constant:
    """A function that is constant, at N = 2^k equal inputs; K is c_1 and c_lambda."""

    n: int
    k: int
    T: int
    lam: float
    C: float
    K: float


def penalty_is_large_enough(s: Constant) -> bool:
    """Lambda >= K sqrt(log N / N) (C_F + sigma), without noise."""
    return s.lam >= s.K * math.sqrt(s.k * math.log(2) / 2.0**s.k) * s.C


def deep(K: float) -> Constant:
    """So many steps that K C_F^2 / L is below what alternating iterates miss."""
    return Constant(n=1, k=12 + 4 * math.ceil(math.log2(K)), T=int(K), lam=0.125, C=1.0, K=K)


constants = space(
    Constant,
    n=dims(1, 2),
    k=dims(4, 64),
    T=dims(1, 16),
    lam=dyadics(0, 1, of="[0, inf)"),
    C=dyadics(0.25, 2, of="(0, inf)"),
    K=some(scales(0, 1), weaker="larger", fails_at=deep),
    where=penalty_is_large_enough,
)


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    T: int
    lam: float


any_data = space(Setting, n=dims(1, 3), N=dims(1, 3), T=dims(1, 4), lam=dyadics(0, 2, of="[0, inf)"))


def one_input(s: Constant) -> Space:
    """The value of the function, no noise, no errors, and all inputs at one point: one row is enough."""
    return space(f=box(1, low=-s.C, high=s.C), features=box(1, s.n, low=0.0, high=1.0))


def anything(s: Setting) -> Space:
    """Any labels, any comparison vector, errors after every step, and a factor of all of them."""
    return space(
        features=box(s.N, s.n, low=0.0, high=1.0),
        y=reals(s.N),
        rho_star=reals(s.n + 1),
        errors=reals(s.T, s.n + 1),
        size=box(1, low=0.0, high=1.0),
    )


@dataclass(frozen=True)
class Run:
    phi: Array
    y: Array
    star: Array
    errors: Array  # (batch, T, n + 1)


def of_a_constant(s: Constant, prompt: Prompt) -> Run:
    star = concatenate([*[0] * s.n, prompt.f], -1)
    return Run(design(prompt.features), prompt.f, star, stack([full(0, like=star)] * s.T, 1))


def of_anything(s: Setting, prompt: Prompt) -> Run:
    errors = prompt.errors * prompt.size[..., None]
    return Run(design(prompt.features), prompt.y, prompt.rho_star, errors)


def iterates(s: Constant | Setting, run: Run, inverse_step: int) -> Array:
    """(38b) from 0, with its errors: ``(batch, T + 1, n + 1)``."""
    rho = full(0, like=run.star)
    path = [rho]
    for k in range(s.T):
        one = proximal_gradient(run.phi, run.y, s.lam, rho, inverse_step=inverse_step, steps=1)
        rho = one[-1] + run.errors[:, k]
        path.append(rho)
    return stack(path, 1)


def first_term(s: Setting, run: Run, path: Array) -> Array:
    """What exact steps cost: the squared distance from the start to rho*, over T steps."""
    return squared(run.star) * (s.n + 1) / s.T


def explicit_bound(s: Setting, run: Run, path: Array) -> Array:
    """The excess B over the objective of rho*, for errors of at most E and iterates of at most R in l1."""
    S, E, R = l1(run.star), amax(l1(run.errors), -1), amax(l1(path), -1)
    Y = l1(run.y) / run.y.shape[1]
    # n + 1 times (98) for the average of the iterates, then (100) for at most T steps after the best one.
    return first_term(s, run, path) + E * ((R + S) * (2 * s.n + 2) + (Y * 2 + R * 2 + s.lam) * s.T)
