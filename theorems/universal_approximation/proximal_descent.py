r"""One exact proximal gradient step decreases the Lasso objective, and by how much.

(97a) and (97b) in the proof of Lemma 3. The objective is (32), $\ell(\rho)=\frac1N\sum_i (y_i-
\phi_i^\top\rho)^2+\lambda\|\rho\|_1$ on $\mathbb R^{n+1}$; the features are $n$ numbers in $[-1,1]$ and a
constant 1, as (26) and (33) say; $\rho^+$ is the exact proximal step (38) from $\rho$ with the step
$\eta=1/(2n)$, and $\rho^\star$ is the fixed vector of (35), of which nothing but its existence is used.

The proof wants $\sum_i\|\phi_i\|_2^2\le Nn$, but the features have $n+1$ entries, so that the sum can
reach $N(n+1)$ and the step is longer than one over the smoothness constant. (97b) breaks; with
$n+1$ in place of $n$ (in the step as in the bound) it holds. (97a) survives as printed: for
descent a step below two over the smoothness constant is enough.

(97b) is checked with both squared distances moved so that each side is positive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import lasso_objective, proximal_gradient
from lemmata.arrays import Array, concatenate, ones, sum
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, space
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    lam: float


settings = space(Setting, n=dims(1, 4), N=dims(1, 4), lam=dyadics(0, 2))


def prompts(s: Setting, limit: float = 1.0) -> Space:
    """Features within the limit, any labels, any current iterate, any fixed vector."""
    return space(
        features=box(s.N, s.n, low=-limit, high=limit),
        y=reals(s.N),
        rho=reals(s.n + 1),
        rho_star=reals(s.n + 1),
    )


descent = PAPER.claim(
    "(97a)", slug="proximal-descent-97a", kind="forall", settings=settings, prompts=prompts
)
distance = PAPER.claim(
    "(97b)", slug="proximal-descent-97b", kind="forall", settings=settings, prompts=prompts
)
Step = Callable[[Setting, Array, Array, Array], Array]


def step(count: Callable[[Setting], int], threshold: int = 1) -> Step:
    """The exact proximal step with eta = 1 / (2 count); ``threshold`` times the right threshold."""

    def take(s: Setting, phi: Array, y: Array, rho: Array) -> Array:
        lam = s.lam * threshold
        return proximal_gradient(phi, y, lam, rho, inverse_step=2 * count(s), steps=1)[-1]

    return take


def squared(x: Array) -> Array:
    return sum(x * x, -1)


def design(prompt: Prompt) -> Array:
    """The features with their constant entry 1, as in (33)."""
    shape = (*prompt.features.shape[:-1], 1)
    return concatenate([prompt.features, ones(shape, prompt.features)], -1)


@descent.printed(
    r"With $\eta=\frac{1}{2n}$: $\ell(\rho^\star_{t+1})\le\ell(\rho^{\mathsf{proximal}}_t)$.",
    step=step(lambda s: s.n),
)
def objective_decreases(s: Setting, prompt: Prompt, step: Step) -> Margin:
    """The proximal step does not increase the Lasso objective."""
    phi = design(prompt)
    after = step(s, phi, prompt.y, prompt.rho)
    return at_most(
        lasso_objective(phi, prompt.y, s.lam, after),
        lasso_objective(phi, prompt.y, s.lam, prompt.rho),
    )


@distance.printed(
    r"With $\eta=\frac{1}{2n}$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le n\left("
    r"\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    expect="refuted",
    defect="constant",
    because="The features have n + 1 entries, not n: the squared norms sum to at most N(n+1), and the "
    "step 1/(2n) exceeds one over the smoothness constant 2(n+1).",
    step=step(lambda s: s.n),
    weight=lambda s: s.n,
)
@distance.amended(
    r"With $\eta=\frac{1}{2(n+1)}$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le (n+1)\left("
    r"\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    step=step(lambda s: s.n + 1),
    weight=lambda s: s.n + 1,
)
def objective_gap_is_paid_by_distance(
    s: Setting, prompt: Prompt, step: Step, weight: Callable[[Setting], int]
) -> Margin:
    """The objective gap after a proximal step is at most the decrease of the squared distance."""
    phi = design(prompt)
    after = step(s, phi, prompt.y, prompt.rho)
    w = weight(s)
    return at_most(
        lasso_objective(phi, prompt.y, s.lam, after) + squared(after - prompt.rho_star) * w,
        lasso_objective(phi, prompt.y, s.lam, prompt.rho_star)
        + squared(prompt.rho - prompt.rho_star) * w,
    )


def double(s: Setting, phi: Array, y: Array, rho: Array) -> Array:
    """The step 1 / n instead of 1 / (2n)."""
    return proximal_gradient(phi, y, s.lam, rho, inverse_step=s.n, steps=1)[-1]


descent.mutant("the step is 1/n", step=double)
descent.mutant("twice the threshold", step=step(lambda s: s.n, threshold=2))
descent.mutant("features up to 2", prompts=lambda s: prompts(s, limit=2.0))
distance.mutant("the distance counts for half", weight=lambda s: 0.5 * s.n)
distance.mutant("twice the threshold", step=step(lambda s: s.n + 1, threshold=2))
distance.mutant("features up to 2", prompts=lambda s: prompts(s, limit=2.0))
