"""Noise that the features can fit, n being so large that every pattern of examples is one of them.

The inputs are N different unit vectors and the features steep half-spaces; as n grows at fixed N, every
subset of the examples is met by some feature that is 1 elsewhere (the directions are drawn from a law that
charges all of them). Nothing in Lemmas 2 and 6 bounds n from above. The target function is 0, and all but
two of the entries of rho are 0: the pattern of the noise's more frequent sign, and the constant.
"""

from baselines.proximal import lasso_objective
from lemmata import Prompt, Space, choices, dims, scales, signs, space
from lemmata.numbers import Array, absolute, full, log, relu, sqrt, stack, sum
from theorems.universal_approximation.lasso_fits import Fit, Setting

every_pattern = space(
    Setting, n=choices(1), N=choices(64, 128), K=dims(1, 8), sigma=scales(0, 10), lam=choices(0.0)
)


def coins(s: Setting) -> Space:
    return space(z=signs(s.N))


def rate(s: Setting) -> Array:
    """The square root of log N / N."""
    return sqrt(log(s.N) / s.N)


def least_penalty(s: Setting) -> Array:
    """sqrt(log N / N) sigma + eps_dis^2 / C_F with C_F = 1, eps_dis = 1 and the constant 1."""
    return rate(s) * s.sigma + 1


def pattern(z: Array) -> tuple[Array, Array]:
    """The feature that is 1 at the more frequent sign, ``(batch, N)``, and that sign."""
    total = sum(z, -1) + 0.5
    side = total / absolute(total)
    return relu(z * side[:, None]), side


def overfit(s: Setting, prompt: Prompt) -> Fit:
    """An estimate on that pattern, no worse than 0 in the Lasso objective, for y = noise."""
    column, side = pattern(prompt.z)
    lam = least_penalty(s)
    # p (sigma - w)^2 + (1 - p) sigma^2 + lam w <= sigma^2 for w <= 2 sigma - lam / p, and p >= 1/2
    weight = relu((s.sigma - lam) * 2)
    rho = stack([side * weight, 0], -1)
    zero = full(0, like=rho)
    design = stack([column, 1], -1)
    y = prompt.z * s.sigma
    gap = lasso_objective(design, y, lam, rho) - lasso_objective(design, y, lam, zero)
    correlation = absolute(sum(y * column, -1)) / s.N
    return Fit(rho, zero, side * side * weight * weight, relu(gap), correlation, 0, lam)
