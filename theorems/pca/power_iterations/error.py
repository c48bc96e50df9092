r"""Small errors in the power iterations do not just add up.

The slides conclude from the error $\epsilon\|XX^\top p\|$ of one normalisation (with the product computed
exactly) that after $\tau$ iterations the state is off by at most $\tau\epsilon\|XX^\top\|_2$, "using the
sublinearity of errors". But $v\mapsto Av/\|Av\|$ is not a contraction: an error in the direction of $v_1$,
made while the iterate is still far from it, is amplified by $\lambda_1/\lambda_2$ in every step. Here
$A=\mathrm{diag}(\lambda_1,\lambda_2)$, and one error is made in the first step. Where the errors are factors,
$v=(1+e)Av/\|Av\|$ with $|e|\le\epsilon$ (a layer that multiplies by a scalar), only the last one counts.

Part ``two-steps``: the display for $\tau=2$ has $(XX^\top)^2p/\|XX^\top p\|_2^2$ after "another layer of
normalization", up to $2\epsilon\|XX^\top\|_2$. It is not a unit vector.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.pca import power_method
from lemmata import Margin, Prompt, at_most, box, choices, dims, dyadics, lines, reals, scales, space
from lemmata.numbers import Array, absolute, amax, broadcast_to, constant, diag_embed, norm, stack, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    tau: int
    first: float
    ratio: float  # lambda_1 / lambda_2
    eps: float


settings = space(Setting, tau=dims(2, 6), first=scales(-3, 0), ratio=scales(1, 5), eps=scales(-20, -4))
steep = space(Setting, tau=dims(4, 6), first=choices(1.0), ratio=scales(3, 5), eps=choices(2.0**-8))
"""Where an error grows fast, so that a mutant falls without a long search."""
near_axes = space(start=box(2, low=0, high=0.125), error=dyadics(-1, 1))

STEEP = Setting(tau=5, first=1.0, ratio=16.0, eps=2.0**-12)

prompts = space(start=reals(2), error=dyadics(-1, 1))


def matrix(s: Setting, like: Array) -> Array:
    """``diag(lambda_1, lambda_2)`` for every instance: ``(batch, 2, 2)``."""
    A = diag_embed(stack([s.first, s.first / s.ratio], 0))
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
    at=lines(380, 382),
    summary="Two normalised steps give (X X^T)^2 p over the square of the first norm",
    settings=settings,
    prompts=prompts,
    examples=[STEEP],
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


def run(s: Setting, A: Array, prompt: Prompt, step: Step) -> Array:
    """The first step with an error; the others exact, or with the same factor."""
    v = step(s, A, prompt.start, prompt.error)
    for _ in range(s.tau - 1):
        v = power_method(A, v, 1)[-1] if step is added else step(s, A, v, prompt.error)
    return v


@error.printed(
    r"If, of $\tau\ge2$ power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$, the first "
    r"normalisation is off by at most $\epsilon\|XX^\top p\|_2$ and the others are exact, the last iterate is "
    r"off by at most $\tau\epsilon\|XX^\top\|_2$ in each entry.",
    defect="proof-step",
    because="An error along v_1, made while the iterate is orthogonal to it, grows by lambda_1/lambda_2 in "
    "every step.",
    step=added,
    bound=lambda s: s.eps * s.tau * s.first,
)
@error.amended(
    r"If each of $\tau\ge2$ power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$ is off by a "
    r"factor $1+e$, $|e|\le\epsilon$, the last iterate is off by at most $\epsilon$ in each entry.",
    adds="errors that are factors 1 + e; the bound epsilon",
    because="Factors are forgotten by the next normalisation.",
    step=multiplied,
    bound=lambda s: s.eps,
)
def error_after_tau(s: Setting, prompt: Prompt, step: Step, bound: Callable[[Setting], Array]) -> Margin:
    """The error of the iterate after tau iterations, one of which was inexact."""
    A = matrix(s, prompt.start)
    exact = power_method(A, prompt.start, s.tau)[-1]
    distance = amax(absolute(run(s, A, prompt, step) - exact), -1)
    return at_most(distance, bound(s)).given(norm(prompt.start) - 1 / 128)


@third.printed(
    r"After two exact power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$, "
    r"$p_4=\frac{(XX^\top)^2p}{\|XX^\top p\|_2^2}$ up to $2\epsilon\|XX^\top\|_2$.",
    defect="typo",
    because="Two normalised steps give (XX^T)^2 p over its own norm; the printed vector has another length.",
    size=lambda once, twice: sum(once * once, -1)[:, None],
)
@third.amended(
    r"After two exact power iterations on $XX^\top=\mathrm{diag}(\lambda_1,\lambda_2)$, "
    r"$p_4=\frac{(XX^\top)^2p}{\|(XX^\top)^2p\|_2}$ up to $2\epsilon\|XX^\top\|_2$.",
    adds="the norm of the second product",
    size=lambda once, twice: norm(twice)[:, None],
)
def two_steps(s: Setting, prompt: Prompt, size: Callable[[Array, Array], Array]) -> Margin:
    """Two normalised steps give the displayed vector."""
    A = matrix(s, prompt.start)
    once = sum(A * prompt.start[:, None, :], -1)
    twice = sum(A * once[:, None, :], -1)
    distance = norm(power_method(A, prompt.start, 2)[-1] - twice / size(once, twice))
    return at_most(distance, s.eps * s.first * 2).given(norm(prompt.start) - 1 / 128)


error.mutant("seven eighths of the bound", bound=lambda s: s.eps * 7 / 8)
error.mutant(
    "added errors",
    why="Where an error grows fast, so that it is found without a long search.",
    settings=steep,
    prompts=near_axes,
    step=added,
)
error.mutant("twice the factor", step=lambda s, A, v, e: multiplied(s, A, v, e * 2))
third.mutant("the square of the norm", size=lambda once, twice: sum(once * once, -1)[:, None])
third.mutant("the norm of the first product", size=lambda once, twice: norm(once)[:, None])
third.mutant("no normalisation", size=lambda once, twice: 1)
