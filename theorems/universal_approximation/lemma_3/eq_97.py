r"""One exact proximal gradient step, (97a) and (97b), and their proof, (103) to (105), appendix A.3.

(97a) survives as printed, although the step is longer than one over the smoothness constant $2(n+1)$, on which
the proof relies: for descent a step of at most two over it is enough. (97b) fails: the proof wants
$\sum_i\|\phi_i\|_2^2\le Nn$ in (104), but $\phi_i$ has $n+1$ entries. And its last line says more than (97a),
which fails where the step reaches the limit of stability (``lemma-3/eq-97/decrease``).
"""

from typing import Any

from lemmata import (
    amended,
    at_least,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    lines,
    mutants,
    printed,
    reals,
    theorem,
)
from lemmata.numbers import Matrix, Number, Vector
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, g, l1, objective, slope, step

SIZES: dict[str, Any] = dict(n=dims(1, 4), N=dims(1, 4))
DATA: dict[str, Any] = dict(features=box("N", "n", low=-1, high=1), y=reals("N"), rho_t=reals("n + 1"))
STEP: dict[str, Any] = SIZES | dict(lam=dyadics(0, 2, of="[0, inf)")) | DATA
UNIT = box("N", "n", low=0, high=1)
UP_TO_2 = box("N", "n", low=-1, high=2)


def psi(phi: Matrix, y: Vector, lam: Number, rho_t: Vector, rho: Vector, weight: Number) -> Number:
    """The surrogate of the objective at rho_t, which has n in the place of ``weight``."""
    move = rho - rho_t
    return g(phi, y, rho_t) + move @ slope(phi, y, rho_t) + weight * (move @ move) + lam * l1(rho)


@theorem(
    PAPER,
    "(97a)",
    id="lemma-3/eq-97/a",
    rank="step",
    at=lines(837, 839),
    **STEP,
    examples=[dict(n=1, N=1, lam=lam) for lam in (1.0, 0.5)],
)
@printed(
    r"For features in $[-1,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho_t=\rho^{\mathsf{proximal}}_t$, "
    r"$\rho^\star_{t+1}=\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$ with $\eta=\frac1{2n}$: "
    r"$\ell(\rho^\star_{t+1})\le\ell(\rho^{\mathsf{proximal}}_t)$."
)
@mutants(
    {
        "the step is 1/n": dict(k=lambda n: n),
        "twice the threshold": dict(threshold=2),
        "features up to 2": dict(features=UP_TO_2),
    }
)
def objective_decreases(features, y, lam, rho_t, k=lambda n: 2 * n, threshold=1):
    """An exact proximal step of size 1/(2n) does not increase the Lasso objective."""
    phi = design(features)
    after = step(phi, y, lam * threshold, rho_t, k)
    return at_most(objective(phi, y, lam, after), objective(phi, y, lam, rho_t))


@theorem(PAPER, "(97b)", id="lemma-3/eq-97/b", rank="step", at=lines(837, 840), **STEP, rho_star=reals("n + 1"))
@printed(
    r"For features in $[0,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho^\star$ and any "
    r"$\rho_t=\rho^{\mathsf{proximal}}_t$, $\rho^\star_{t+1}=\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla "
    r"g(\rho_t))$ with $\eta=\frac1{2n}$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le "
    r"n\left(\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    defect="proof-step",
    because="The features have $n + 1$ entries, not n: the squared norms sum to at most $N(n + 1)$, and the "
    "step 1/(2n) exceeds one over the smoothness constant $2(n + 1)$.",
    features=UNIT,
    falls_with="universal_approximation/lemma-3/eq-97/eq-104",
)
@amended(
    r"For features in $[-1,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho^\star$ and any "
    r"$\rho_t=\rho^{\mathsf{proximal}}_t$, $\rho^\star_{t+1}=\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla "
    r"g(\rho_t))$ with $\eta=\frac1{2(n+1)}$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le "
    r"(n+1)\left(\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    because="$n + 1$ bounds the squared norm of a feature vector.",
    adds="$n + 1$ for n, in the step and in the bound",
    half=lambda n: n + 1,
    weight=lambda n: n + 1,
)
@mutants(
    {
        "n for n + 1 in the bound": dict(weight=lambda n: n),
        "twice the threshold": dict(threshold=2),
        "features up to 2": dict(features=UP_TO_2),
    }
)
def objective_gap_is_paid_by_distance(
    features, y, lam, rho_t, rho_star, half=lambda n: n, weight=lambda n: n, threshold=1
):
    """The gap that a step of size 1/(2n) leaves is at most n times what it gains in squared distance."""
    phi = design(features)
    after = step(phi, y, lam * threshold, rho_t, 2 * half)
    left, gone = after - rho_star, rho_t - rho_star
    return at_most(
        objective(phi, y, lam, after) + weight * (left @ left),
        objective(phi, y, lam, rho_star) + weight * (gone @ gone),
    )


@theorem(
    PAPER, "(103)", id="lemma-3/eq-97/eq-103", rank="step", at=lines(910, 912), **STEP, rho_hat=reals("n + 1")
)
@printed(
    r"For features in $[-1,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho_t$, $\rho^\star_{t+1}="
    r"\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$ with $\eta=\frac1{2n}$ and "
    r"$\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^\top\nabla g(\rho_t)+n\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$: "
    r"$\psi(\widehat\rho)\ge\psi(\rho^\star_{t+1})+n\|\rho^\star_{t+1}-\widehat\rho\|_2^2$ for any "
    r"$\widehat\rho$."
)
@mutants(
    {
        "n + 1 for n": dict(factor=lambda n: n + 1),
        "2 n for n": dict(factor=lambda n: 2 * n),
        "twice the threshold": dict(threshold=2),
    }
)
def surrogate_is_strongly_convex(n, features, y, lam, rho_t, rho_hat, factor=lambda n: n, threshold=1):
    """The surrogate of the objective grows quadratically away from the exact step, which minimises it."""
    phi = design(features)
    after = step(phi, y, lam * threshold, rho_t, 2 * n)
    far = after - rho_hat
    minimum = psi(phi, y, lam, rho_t, after, n)
    return at_least(psi(phi, y, lam, rho_t, rho_hat, n), minimum + factor * (far @ far))


@theorem(
    PAPER,
    "before (104)",
    id="lemma-3/eq-97/expansion",
    rank="slip",
    at=lines(917, 918),
    **SIZES,
    **DATA,
    rho=reals("n + 1"),
)
@printed(
    r"$g(\rho_t)-\frac2N\sum_i(\rho-\rho_t)^\top(y_i-\phi_i^\top\rho)\phi_i+\frac1N\sum_i(\phi_i^\top(\rho-"
    r"\rho_t))^2=g(\rho)$ for $g(\rho)=\frac1N\sum_i(y_i-\phi_i^\top\rho)^2$.",
    defect="typo",
    because=r"The residual in the gradient belongs at $\rho_t$.",
    at=lambda rho: rho,
)
@amended(
    r"$g(\rho_t)-\frac2N\sum_i(\rho-\rho_t)^\top(y_i-\phi_i^\top\rho_t)\phi_i+\frac1N\sum_i(\phi_i^\top(\rho-"
    r"\rho_t))^2=g(\rho)$ for $g(\rho)=\frac1N\sum_i(y_i-\phi_i^\top\rho)^2$.",
    adds=r"the residual at $\rho_t$",
    at=lambda rho_t: rho_t,
)
@mutants(
    no_quadratic_term=dict(quadratic=0), the_residual_half_way=dict(at=lambda rho_t, rho: (rho_t + rho) / 2)
)
def expansion_of_the_square(N, features, y, rho_t, rho, at, quadratic=1):
    """The mean squared residual is its expansion at another point, with the residual of the point itself."""
    phi = design(features)
    move = phi @ (rho - rho_t)
    linear = (rho - rho_t) @ slope(phi, y, at)
    return equal(g(phi, y, rho_t) + linear + move @ move / N * quadratic, g(phi, y, rho))


@theorem(PAPER, "(104)", id="lemma-3/eq-97/eq-104", rank="step", at=lines(920, 922), **STEP)
@printed(
    r"For features in $[0,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho_t$, $\rho^\star_{t+1}="
    r"\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$ with $\eta=\frac1{2n}$ and "
    r"$\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^\top\nabla g(\rho_t)+n\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$: "
    r"$\psi(\rho^\star_{t+1})\ge\ell(\rho^\star_{t+1})$.",
    defect="proof-step",
    because="The proof bounds the sum of the squared norms of the feature vectors by N n; they have $n + 1$ "
    "entries, and where all are 1 the sum is $N(n + 1)$.",
    features=UNIT,
)
@amended(
    r"For features in $[-1,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho_t$, $\rho^\star_{t+1}="
    r"\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$ with $\eta=\frac1{2(n+1)}$ and "
    r"$\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^\top\nabla g(\rho_t)+(n+1)\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$: "
    r"$\psi(\rho^\star_{t+1})\ge\ell(\rho^\star_{t+1})$.",
    because="$n + 1$ bounds the squared norm of a feature vector.",
    adds=r"$n + 1$ for n, in $\psi$ and in the step",
    weight=lambda n: n + 1,
)
@mutants(
    {
        "half of n + 1, rounded down": dict(weight=lambda n: (n + 1) // 2),
        "features up to 2": dict(features=UP_TO_2),
    }
)
def surrogate_is_above(features, y, lam, rho_t, weight=lambda n: n):
    """The surrogate at the exact step is at least the Lasso objective there."""
    phi = design(features)
    after = step(phi, y, lam, rho_t, 2 * weight)
    return at_least(psi(phi, y, lam, rho_t, after, weight), objective(phi, y, lam, after))


@theorem(
    PAPER, "(105)", id="lemma-3/eq-97/eq-105", rank="step", at=lines(924, 931), **STEP, rho_hat=reals("n + 1")
)
@printed(
    r"For features in $[-1,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), $\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^"
    r"\top\nabla g(\rho_t)+n\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$: $\psi(\widehat\rho)\le\ell("
    r"\widehat\rho)+n\|\widehat\rho-\rho_t\|_2^2$ for any $\rho_t$ and $\widehat\rho$."
)
@mutants({"no quadratic term": dict(factor=0), "n - 1 for n": dict(factor=lambda n: n - 1)})
def surrogate_is_near(n, features, y, lam, rho_t, rho_hat, factor=lambda n: n):
    """The surrogate exceeds the Lasso objective by at most its own quadratic term."""
    phi, far = design(features), rho_hat - rho_t
    surrogate = psi(phi, y, lam, rho_t, rho_hat, n)
    return at_most(surrogate, objective(phi, y, lam, rho_hat) + factor * (far @ far))


@theorem(PAPER, "after (105)", id="lemma-3/eq-97/decrease", rank="step", at=lines(937, 939), **STEP)
@printed(
    r"For features in $[0,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho_t$, $\rho^\star_{t+1}="
    r"\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$ with $\eta=\frac1{2n}$: "
    r"$\ell(\rho_t)\ge\ell(\rho^\star_{t+1})+n\|\rho_t-\rho^\star_{t+1}\|_2^2$.",
    defect="proof-step",
    because=r"It rests on (104). Where all features are 1 and $\lambda$ is 0 the decrease is $n - 1$ times the "
    "squared length, 0 at $n = 1$.",
    features=UNIT,
    falls_with="universal_approximation/lemma-3/eq-97/eq-104",
)
@amended(
    r"For features in $[-1,1]$, $\ell=g+\lambda\|\cdot\|_1$ of (32), any $\rho_t$, $\rho^\star_{t+1}="
    r"\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$ with $\eta=\frac1{2(n+1)}$: "
    r"$\ell(\rho_t)\ge\ell(\rho^\star_{t+1})+(n+1)\|\rho_t-\rho^\star_{t+1}\|_2^2$.",
    because="$n + 1$ bounds the squared norm of a feature vector.",
    adds="$n + 1$ for n, in the step and in the bound",
    half=lambda n: n + 1,
    gain=lambda n: n + 1,
)
@mutants(
    {
        "n + 2 for n + 1 in the bound": dict(gain=lambda n: n + 2),
        "a step twice as long": dict(half=lambda n: (n + 1) // 2),
    }
)
def sufficient_decrease(features, y, lam, rho_t, half=lambda n: n, gain=lambda n: n):
    """An exact step of size 1/(2n) decreases the objective by n times its squared length."""
    phi = design(features)
    after = step(phi, y, lam, rho_t, 2 * half)
    move = rho_t - after
    return at_least(objective(phi, y, lam, rho_t), objective(phi, y, lam, after) + gain * (move @ move))
