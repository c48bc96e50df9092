r"""How slowly ISTA converges at most (section 4.2).

"For any $\beta^*$ and any $X$, ISTA converges at a sublinear rate (Beck and Teboulle 2009)": as an upper bound
it is their Theorem 3.1, $\mathcal L(\beta^{(k+1)})-\mathcal L(z)\le\frac L{2k}\|z\|^2$ for every $z$ (start 0),
$L$ at least the largest eigenvalue of $X^\top X$. It holds. (In one dimension it is linear:
`section-4.2/ista-linear`.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import ista
from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, amax, constant, full, maximum, minimum, stack, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    steps: int
    alpha: float
    scale: float  # L over a number that is at least the largest eigenvalue


settings = space(
    Setting,
    d=dims(1, 3),
    N=dims(1, 3),
    steps=dims(1, 12),
    alpha=dyadics(0, 2, of="[0, inf)"),
    scale=dyadics(1, 4, of="[1, inf)"),
)


def prompts(s: Setting) -> Space:
    return space(X=reals(s.N, s.d), beta_star=reals(s.d), z=reals(s.d))


upper = PAPER.claim(
    "section 4.2, ISTA",
    id="section-4.2/ista",
    rank="step",
    origin="read",
    at=lines(121),
    summary="After k steps from 0 ISTA's objective exceeds that of any vector z by at most L |z|^2 / (2k)",
    settings=settings,
    prompts=prompts,
    examples=[Setting(1, 1, 48, 0.0, 64.0), Setting(1, 1, 1, 0.0, 1.0)],
)


def problem(prompt: Prompt) -> tuple[Array, Array, Array]:
    """X, y and a number at least the largest eigenvalue of X^T X: its trace, or its largest row sum."""
    X = prompt.X
    y = (X @ prompt.beta_star[..., None])[..., 0]
    rows = amax(sum(absolute(X.mT @ X), -1), -1)
    return X, y, maximum(minimum(sum(X * X, (1, 2)), rows), 1 / 64)


def objective(X: Array, y: Array, alpha: Array, beta: Array) -> Array:
    """The Lasso's loss of section 4.1."""
    residual = (X @ beta[..., None])[..., 0] - y
    return sum(residual * residual, -1) / 2 + sum(absolute(beta), -1) * alpha


@upper.printed(
    r"ISTA for $\mathcal L(\beta)=\frac12\|y-X\beta\|^2+\alpha\|\beta\|_1$, $\alpha\ge0$, $y=X\beta^*$, from "
    r"0 with $L\ge"
    r"\lambda_{\max}(X^\top X)$, $L>0$: $\mathcal L(\beta^{(k+1)})-\mathcal L(z)\le\frac L{2k}\|z\|_2^2$ for "
    r"all $z$, $X$, $\beta^*$ and $k\ge1$ (so the objective converges at the rate $1/k$; "
    r"'sublinear' is read as an upper bound).",
    slack="The worst found is half of it, L |z|^2 / (4k), which one coordinate with a small eigenvalue nearly "
    "has at z = 2 beta^(k+1); the constant is that of Beck and Teboulle's theorem.",
    shrink=1,
    rate=lambda k: 2 * k,
)
def objective_falls(
    s: Setting, prompt: Prompt, answer: Callable[..., Array], shrink: int, rate: Callable[[int], float]
) -> Margin:
    """After k steps ISTA's objective exceeds that of z by at most L |z|^2 / (2k)."""
    X, y, largest = problem(prompt)
    L = largest * s.scale
    path = ista(X, y, s.alpha, L / shrink, s.steps)
    best = objective(X, y, s.alpha, prompt.z)
    excess = stack([objective(X, y, s.alpha, answer(beta)) - best for beta in path[1:]], 1)
    k = constant([float(rate(k)) for k in range(1, s.steps + 1)], X)
    bound = (L * sum(prompt.z * prompt.z, -1))[:, None]
    null = objective(X, y, s.alpha, full(0, like=prompt.z)) - best  # the excess of the start, 0
    return at_most(excess * k, bound).trivial_where(bound - null[:, None] * k)


upper.mutant("FISTA's rate, 2 L |z|^2 / (k + 1)^2", rate=lambda k: (k + 1) ** 2 / 2)
upper.mutant("a third of it", rate=lambda k: 6 * k)
upper.mutant("a step four times too long", shrink=4)
upper.mutant("a step three times too long", shrink=3)
