r"""One exact proximal gradient step, (97a) and (97b), and their proof, (103) to (105), appendix A.3.

The objective is (32), $\ell(\rho)=g(\rho)+\lambda\|\rho\|_1$ on $\mathbb R^{n+1}$ with
$g(\rho)=\frac1N\sum_i (y_i-\phi_i^\top\rho)^2$; the features are $n$ numbers and a constant 1, as (33)
says: in $[0,1]$ by (26), and where a statement holds in $[-1,1]$, as before (93).
$\rho^\star_{t+1}$ is the exact proximal step (38) from $\rho_t=\rho^{\mathsf{proximal}}_t$ with
$\eta=1/(2n)$, which minimises
$\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^\top\nabla g(\rho_t)+n\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$.

(97a), the objective does not increase, survives as printed, although the step is longer than one over the
smoothness constant $2(n+1)$, on which the proof relies: for descent a step of at most two over it is
enough. (97b), how much a step gains in squared distance to a fixed $\rho^\star$, fails: the proof wants
$\sum_i\|\phi_i\|_2^2\le Nn$, but $\phi_i$ has $n+1$ entries. With $n+1$ in place of $n$, in the step as in
the bound, it holds.

In the proof (103) and (105) hold. (104) is where the entries are miscounted; with $n+1$ in $\psi$ and in the
step it holds. The display before it expands $g$ at $\rho_t$ with the residual at $\rho$, a slip that makes
both of its equalities false (claim ``lemma-3/eq-97/expansion``). And the last line says more than (97a): a
decrease by $n\|\rho_t-\rho^\star_{t+1}\|_2^2$, which fails where the step reaches the limit of stability
(claim ``lemma-3/eq-97/decrease``).
"""

from collections.abc import Callable

from baselines.proximal import lasso_objective, proximal_gradient
from lemmata import Margin, Prompt, at_least, at_most, equal, lines
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, products, squared
from theorems.universal_approximation.lemma_3.step import (
    OBJECTIVE,
    Setting,
    Step,
    beside_hat,
    beside_rho,
    beside_star,
    data,
    g,
    linear,
    psi,
    settings,
    sizes,
    step,
)

Count = Callable[[Setting], int]
STEP = (
    OBJECTIVE + r" and $\rho^\star_{t+1}=\mathsf{ST}_{\eta\lambda}(\rho_t-\eta\nabla g(\rho_t))$, "
    r"$\rho_t=\rho^{\mathsf{proximal}}_t$ any vector,"
)
EXACT_STEP = "For features in $[-1,1]$, " + STEP
UNIT_STEP = "For features in $[0,1]$, as (26) has them, " + STEP
SURROGATE = (
    r"with $\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^\top\nabla g(\rho_t)+n\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$, "
)
At = Callable[[Prompt], Array]
descent = PAPER.claim(
    "(97a)",
    id="lemma-3/eq-97/a",
    rank="step",
    summary="An exact proximal step of size 1/(2n) does not increase the Lasso objective",
    at=lines(837, 839),
    settings=settings,
    prompts=data,
    examples=[Setting(n=1, N=1, lam=lam) for lam in (1.0, 0.5)],
)


@descent.printed(
    EXACT_STEP + r" with $\eta=\frac1{2n}$: $\ell(\rho^\star_{t+1})\le\ell(\rho^{\mathsf{proximal}}_t)$.",
    step=step(lambda s: s.n),
)
def objective_decreases(s: Setting, prompt: Prompt, step: Step) -> Margin:
    """The objective after the exact step against that before it."""
    phi = design(prompt.features)
    after = step(s, phi, prompt.y, prompt.rho_t)
    return at_most(
        lasso_objective(phi, prompt.y, s.lam, after), lasso_objective(phi, prompt.y, s.lam, prompt.rho_t)
    )


def double(s: Setting, phi: Array, y: Array, rho: Array) -> Array:
    """The step 1 / n instead of 1 / (2n)."""
    return proximal_gradient(phi, y, s.lam, rho, inverse_step=s.n, steps=1)[-1]


descent.mutant("the step is 1/n", step=double)
descent.mutant("twice the threshold", step=step(lambda s: s.n, threshold=2))
descent.mutant("features up to 2", prompts=lambda s: data(s, high=2.0))

distance = PAPER.claim(
    "(97b)",
    id="lemma-3/eq-97/b",
    rank="step",
    summary="What an exact step of size 1/(2n) leaves of the objective gap is at most n times what it gains in "
    "squared distance",
    at=lines(837, 840),
    settings=settings,
    prompts=beside_star,
)


@distance.printed(
    UNIT_STEP
    + r" with $\eta=\frac1{2n}$, any $\rho^\star$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le n\left("
    r"\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    defect="proof-step",
    because="The features have n + 1 entries, not n: the squared norms sum to at most N(n+1), and the "
    "step 1/(2n) exceeds one over the smoothness constant 2(n+1).",
    prompts=lambda s: beside_star(s, low=0.0),
    step=step(lambda s: s.n),
    weight=lambda s: s.n,
)
@distance.amended(
    EXACT_STEP
    + r" with $\eta=\frac1{2(n+1)}$, any $\rho^\star$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le (n+1)\left("
    r"\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    adds="n + 1 for n, in the step and in the bound",
    step=step(lambda s: s.n + 1),
    weight=lambda s: s.n + 1,
)
def objective_gap_is_paid_by_distance(s: Setting, prompt: Prompt, step: Step, weight: Count) -> Margin:
    """The objective after the exact step with a squared distance, against those before."""
    phi = design(prompt.features)
    after = step(s, phi, prompt.y, prompt.rho_t)
    w = weight(s)
    return at_most(
        lasso_objective(phi, prompt.y, s.lam, after) + squared(after - prompt.rho_star) * w,
        lasso_objective(phi, prompt.y, s.lam, prompt.rho_star) + squared(prompt.rho_t - prompt.rho_star) * w,
    )


distance.mutant("n for n + 1 in the bound", weight=lambda s: s.n)
distance.mutant("twice the threshold", step=step(lambda s: s.n + 1, threshold=2))
distance.mutant("features up to 2", prompts=lambda s: beside_star(s, high=2.0))

strong = PAPER.claim(
    "(103)",
    id="lemma-3/eq-97/eq-103",
    rank="step",
    summary="The surrogate of the objective grows quadratically away from the exact step, which minimises it",
    at=lines(910, 912),
    settings=settings,
    prompts=beside_hat,
)


@strong.printed(
    EXACT_STEP
    + r" with $\eta=\frac1{2n}$: "
    + SURROGATE
    + r"$\psi(\widehat\rho)\ge\psi(\rho^\star_{t+1})+n\|\rho^\star_{t+1}-\widehat\rho\|_2^2$ for any "
    r"$\widehat\rho$.",
    factor=lambda s: s.n,
    shrink=1,
)
def surrogate_is_strongly_convex(s: Setting, prompt: Prompt, factor: Count, shrink: int) -> Margin:
    """The surrogate at any vector against its minimum and a squared distance."""
    phi = design(prompt.features)
    after = step(lambda s: s.n, shrink)(s, phi, prompt.y, prompt.rho_t)
    surrogate = psi(s, phi, prompt.y, prompt.rho_t, prompt.rho_hat, s.n)
    minimum = psi(s, phi, prompt.y, prompt.rho_t, after, s.n)
    return at_least(surrogate, minimum + squared(after - prompt.rho_hat) * factor(s))


strong.mutant("n + 1 for n", factor=lambda s: s.n + 1)
strong.mutant("2 n for n", factor=lambda s: 2 * s.n)
strong.mutant("twice the threshold", shrink=2)

expansion = PAPER.claim(
    "before (104)",
    id="lemma-3/eq-97/expansion",
    rank="slip",
    summary="The mean squared residual is its expansion at another point, with the residual of the point "
    "itself",
    at=lines(917, 918),
    settings=sizes,
    prompts=beside_rho,
)


@expansion.printed(
    r"$g(\rho_t)-\frac2N\sum_i(\rho-\rho_t)^\top(y_i-\phi_i^\top\rho)\phi_i+\frac1N\sum_i"
    r"(\phi_i^\top(\rho-\rho_t))^2=g(\rho)$ for $g(\rho)=\frac1N\sum_i(y_i-\phi_i^\top\rho)^2$.",
    defect="typo",
    because="The residual in the gradient belongs at rho_t.",
    at=lambda prompt: prompt.rho,
    quadratic=1,
)
@expansion.amended(
    r"$g(\rho_t)-\frac2N\sum_i(\rho-\rho_t)^\top(y_i-\phi_i^\top\rho_t)\phi_i+\frac1N\sum_i"
    r"(\phi_i^\top(\rho-\rho_t))^2=g(\rho)$ for $g(\rho)=\frac1N\sum_i(y_i-\phi_i^\top\rho)^2$.",
    because="Only the index t is added.",
    adds="the residual at rho_t",
    at=lambda prompt: prompt.rho_t,
    quadratic=1,
)
def expansion_of_the_square(prompt: Prompt, at: At, quadratic: int) -> Margin:
    """The expansion of g against g."""
    phi = design(prompt.features)
    move = squared(products(phi, prompt.rho - prompt.rho_t)) / phi.shape[1]
    left = g(phi, prompt.y, prompt.rho_t) + move * quadratic
    slope = linear(phi, prompt.y, prompt.rho_t, prompt.rho, at(prompt))
    return equal(left + slope, g(phi, prompt.y, prompt.rho))


expansion.mutant("no quadratic term", quadratic=0)
expansion.mutant("the residual half way", at=lambda p: (p.rho_t + p.rho) / 2)

upper = PAPER.claim(
    "(104)",
    id="lemma-3/eq-97/eq-104",
    rank="step",
    summary="The surrogate at the exact step is at least the Lasso objective there",
    at=lines(920, 922),
    settings=settings,
    prompts=data,
)


@upper.printed(
    UNIT_STEP
    + r" with $\eta=\frac1{2n}$: "
    + SURROGATE
    + r"$\psi(\rho^\star_{t+1})\ge\ell(\rho^\star_{t+1})$.",
    defect="proof-step",
    because="The proof bounds the sum of the squared norms of the feature vectors by N n; they have n + 1 "
    "entries, and where all are 1 the sum is N(n+1).",
    prompts=lambda s: data(s, low=0.0),
    weight=lambda s: s.n,
)
@upper.amended(
    EXACT_STEP
    + r" with $\eta=\frac1{2(n+1)}$: "
    + SURROGATE
    + r"with $n+1$ in place of $n$, $\psi(\rho^\star_{t+1})\ge\ell(\rho^\star_{t+1})$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    adds="n + 1 for n, in psi and in the step",
    weight=lambda s: s.n + 1,
)
def surrogate_is_above(s: Setting, prompt: Prompt, weight: Count) -> Margin:
    """The surrogate at the exact step against the objective there."""
    phi = design(prompt.features)
    after = step(weight)(s, phi, prompt.y, prompt.rho_t)
    surrogate = psi(s, phi, prompt.y, prompt.rho_t, after, weight(s))
    return at_least(surrogate, lasso_objective(phi, prompt.y, s.lam, after))


upper.mutant("half of n + 1, rounded down", weight=lambda s: (s.n + 1) // 2)
upper.mutant("features up to 2", prompts=lambda s: data(s, high=2.0))

lower = PAPER.claim(
    "(105)",
    id="lemma-3/eq-97/eq-105",
    rank="step",
    summary="The surrogate exceeds the Lasso objective by at most its own quadratic term",
    at=lines(924, 931),
    settings=settings,
    prompts=beside_hat,
)


@lower.printed(
    "For features in $[-1,1]$, "
    + OBJECTIVE
    + ", "
    + SURROGATE
    + r"$\psi(\widehat\rho)\le\ell(\widehat\rho)+n\|\widehat\rho-\rho_t\|_2^2$ for any $\rho_t$ and "
    r"$\widehat\rho$.",
    factor=lambda s: s.n,
)
def surrogate_is_near(s: Setting, prompt: Prompt, factor: Count) -> Margin:
    """The surrogate at any vector against the objective with a quadratic term."""
    phi = design(prompt.features)
    surrogate = psi(s, phi, prompt.y, prompt.rho_t, prompt.rho_hat, s.n)
    objective = lasso_objective(phi, prompt.y, s.lam, prompt.rho_hat)
    return at_most(surrogate, objective + squared(prompt.rho_hat - prompt.rho_t) * factor(s))


lower.mutant("no quadratic term", factor=lambda s: 0)
lower.mutant("n - 1 for n", factor=lambda s: s.n - 1)

sharp = PAPER.claim(
    "after (105)",
    id="lemma-3/eq-97/decrease",
    rank="step",
    summary="An exact step of size 1/(2n) decreases the objective by n times its squared length",
    at=lines(937, 939),
    settings=settings,
    prompts=data,
)


@sharp.printed(
    UNIT_STEP
    + r" with $\eta=\frac1{2n}$: $\ell(\rho_t)\ge\ell(\rho^\star_{t+1})+n\|\rho_t-\rho^\star_{t+1}\|_2^2$.",
    defect="proof-step",
    because="It rests on (104). Where all features are 1 and lambda is 0 the decrease is n - 1 times the "
    "squared length, 0 at n = 1.",
    prompts=lambda s: data(s, low=0.0),
    count=lambda s: s.n,
    gain=lambda s: s.n,
)
@sharp.amended(
    EXACT_STEP
    + r" with $\eta=\frac1{2(n+1)}$: $\ell(\rho_t)\ge\ell(\rho^\star_{t+1})+(n+1)\|\rho_t-\rho^\star_{t+1}"
    r"\|_2^2$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    adds="n + 1 for n, in the step and in the bound",
    count=lambda s: s.n + 1,
    gain=lambda s: s.n + 1,
)
def sufficient_decrease(s: Setting, prompt: Prompt, count: Count, gain: Count) -> Margin:
    """The objective before the exact step against that after it and its squared length."""
    phi = design(prompt.features)
    after = step(count)(s, phi, prompt.y, prompt.rho_t)
    before = lasso_objective(phi, prompt.y, s.lam, prompt.rho_t)
    gained = squared(prompt.rho_t - after) * gain(s)
    return at_least(before, lasso_objective(phi, prompt.y, s.lam, after) + gained)


sharp.mutant("n + 2 for n + 1 in the bound", gain=lambda s: s.n + 2)
sharp.mutant("a step twice as long", count=lambda s: (s.n + 1) // 2)
