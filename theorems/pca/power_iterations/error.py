r"""Small errors in the power iterations do not just add up.

The slides conclude from the error $\epsilon\|XX^\top p\|$ of one normalisation (with the product computed
exactly) that after $\tau$ iterations the state is off by at most $\tau\epsilon\|XX^\top\|_2$, "using the
sublinearity of errors". But $v\mapsto Av/\|Av\|$ is not a contraction: an error in the direction of $v_1$,
made while the iterate is still far from it, is amplified by nearly $\lambda_1/\lambda_2$ in a step. Here
$A=\mathrm{diag}(\lambda_1,\lambda_2)$, and one error is made in the first step. Where the errors are factors,
$v=(1+\epsilon e)Av/\|Av\|$ with $|e|\le1$ (a layer that multiplies by a scalar), only the last one counts.

Part ``two-steps``: the display for $\tau=2$ has $(XX^\top)^2p/\|XX^\top p\|_2^2$ after "another layer of
normalization", up to $2\epsilon\|XX^\top\|_2$. It is no unit vector, unless $p$ is an eigenvector.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.pca import power_method
from lemmata import Margin, Prompt, at_most, choices, dims, dyadics, lines, reals, scales, space
from lemmata.numbers import Array, absolute, amax, broadcast_to, constant, diag_embed, norm, stack, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    lambda_1: float
    ratio: float  # lambda_1 / lambda_2
    eps: float


@dataclass(frozen=True)
class Steps(Setting):
    """tau of them, from a start in the direction of ``(t, 1)``."""

    tau: int
    t: float  # the first entry of the start over the second


SIZES: dict[str, Any] = {"lambda_1": scales(-3, 0), "ratio": scales(1, 5), "eps": scales(-20, -4)}
settings = space(Steps, **SIZES, tau=dims(2, 6), t=scales(-10, 3))
steep = space(
    Steps, lambda_1=choices(1.0), ratio=choices(2.0), eps=choices(2.0**-8), tau=dims(4, 5), t=choices(2.0**-7)
)
"""A start near the second eigenvector, so that a mutant falls without a long search."""

STEEP = Steps(lambda_1=1.0, ratio=2.0, eps=2.0**-12, tau=6, t=2.0**-7)

prompts = space(e=dyadics(-1, 1))


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


def matrix(s: Setting, like: Array) -> Array:
    """``diag(lambda_1, lambda_2)`` for every instance: ``(batch, 2, 2)``."""
    A = diag_embed(stack([s.lambda_1, s.lambda_1 / s.ratio], 0))
    return broadcast_to(A[None], (like.shape[0], 2, 2))


error = PAPER.claim(
    "power iterations",
    id="power-iterations/error",
    rank="step",
    origin="read",
    at=lines(388, 390),
    summary="After tau power iterations the errors of the single steps have only added up",
    settings=settings,
    prompts=prompts,
    examples=[STEEP],
)
third = PAPER.claim(
    "power iterations",
    id="power-iterations/error/two-steps",
    rank="slip",
    origin="read",
    at=lines(380, 382),
    summary="Two normalised steps give (X X^T)^2 p over the square of the first norm",
    settings=space(Setting, **SIZES),
    prompts=space(start=reals(2)),
    examples=[Setting(lambda_1=1.0, ratio=16.0, eps=2.0**-12)],
)


def added(s: Setting, A: Array, v: Array, e: Array) -> Array:
    """After the first step, ``epsilon |A p|`` times ``e`` is added along the first eigenvector."""
    image = sum(A * v[:, None, :], -1)
    size = norm(image)[:, None]
    return image / size + e[:, None] * constant([1.0, 0.0], v) * size * s.eps


def multiplied(s: Setting, A: Array, v: Array, e: Array) -> Array:
    """Every normalisation is off by the factor ``1 + epsilon e``, which the next one forgets."""
    image = sum(A * v[:, None, :], -1)
    return image / norm(image)[:, None] * (1 + e[:, None] * s.eps)


Step = Callable[[Setting, Array, Array, Array], Array]


def run(s: Steps, A: Array, prompt: Prompt, step: Step) -> Array:
    """The first step with an error; the others exact, or with the same factor."""
    v = step(s, A, tilted_start(s, prompt.e), prompt.e)
    for _ in range(s.tau - 1):
        v = power_method(A, v, 1)[-1] if step is added else step(s, A, v, prompt.e)
    return v


@error.printed(
    r"If, of $\tau\ge2$ power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ from a unit start p "
    r"in the direction of $(t,1)$, $t>0$, the first normalisation is off by at most "
    r"$\epsilon\|XX^\top p\|_2$ and "
    r"the others are exact, the last "
    r"iterate is off by at most $\tau\epsilon\|XX^\top\|_2$ in each entry.",
    defect="proof-step",
    because="An error along v_1, made while the iterate is still nearly orthogonal to it, grows by nearly "
    "lambda_1/lambda_2 in a step.",
    step=added,
    bound=lambda s: s.eps * s.tau * s.lambda_1,
)
@error.amended(
    r"If each of $\tau\ge2$ power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ from a unit "
    r"start p in the direction of $(t,1)$, $t>0$, is off by the "
    r"same factor $1+\epsilon e$, $|e|\le1$, the last iterate is off by at most $\epsilon$ in each entry.",
    adds="errors that are factors 1 + epsilon e, |e| <= 1; the bound epsilon",
    because="Factors are forgotten by the next normalisation.",
    step=multiplied,
    bound=lambda s: s.eps,
)
def error_after_tau(s: Steps, prompt: Prompt, step: Step, bound: Callable[[Steps], Array]) -> Margin:
    """The error of the iterate after tau iterations, one of which was inexact."""
    A = matrix(s, prompt.e)
    exact = power_method(A, tilted_start(s, prompt.e), s.tau)[-1]
    distance = amax(absolute(run(s, A, prompt, step) - exact), -1)
    return at_most(distance, bound(s))


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


error.mutant("seven eighths of the bound", bound=lambda s: s.eps * 7 / 8)
error.mutant(
    "added errors",
    why="From a start near the second eigenvector, so that it is found without a long search.",
    settings=steep,
    step=added,
)
error.mutant("twice the factor", step=lambda s, A, v, e: multiplied(s, A, v, e * 2))
third.mutant("the square of the norm", size=lambda once, twice: sum(once * once, -1)[:, None])
third.mutant("the norm of the first product", size=lambda once, twice: norm(once)[:, None])
third.mutant("no normalisation", size=lambda once, twice: 1)
