r"""Is ISTA only sublinear? Section 4.2 sets it beside methods that are linear; in one dimension it is, too.

"For any $\beta^*$ and any $X$, ISTA converges at a sublinear rate": as an upper bound that holds
(``ista.py``); as "no faster", which the comparison needs, it is false.
At $d=1$ with $\lambda=X^\top X$ ISTA from 0 contracts the error by $1-\lambda/L$ in every step, for every
$\beta^*$ and penalty: unless the error is 0 from the start or after one step ($\hat\beta=0$ or $L=\lambda$),
for every power $p$ twice the steps leave less than the share $2^{-p}$ of the error, which is what the rate
$k^{-p}$ leaves, once $k$ is large. ($N=1$ loses nothing there: $X$ enters by $X^\top X$ and $X^\top y$.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import ista, soft_threshold
from lemmata import Margin, Prompt, at_least, at_most, box, dims, dyadics, lines, reals, some, space
from lemmata.numbers import Array, absolute, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2.ista import upper


@dataclass(frozen=True)
class Setting:
    k: int
    alpha: float
    ratio: float  # L over lambda
    p: int = 1


linear = PAPER.claim(
    "section 4.2, ISTA is no faster",
    id="section-4.2/ista-no-faster",
    rank="step",
    origin="read",
    at=lines(121),
    summary="ISTA converges no faster than some power of 1 / k",
    settings=space(
        Setting,
        k=dims(1, 12),
        alpha=dyadics(0, 1),
        ratio=dyadics(1, 4),
        p=some(dims(1, 8, most=8), weaker="larger"),
    ),
    prompts=space(X=box(1, low=0.5, high=2.0), y=reals(1)),
    uses=[upper],
)


def errors(s: Setting, prompt: Prompt, answer: Callable[..., Array]) -> tuple[Array, Array]:
    """The distances to the Lasso solution after 0, ..., 2k steps, and that of the start."""
    x, y = prompt.X[:, 0], prompt.y[:, 0]
    solution = soft_threshold(x * y, s.alpha) / (x * x)
    path = ista(prompt.X[:, :, None], prompt.y, s.alpha, x * x * s.ratio, 2 * s.k)
    distances = [absolute(answer(beta)[:, 0] - solution) for beta in path]
    return stack(distances, 1), absolute(solution)


@linear.printed(
    r"ISTA from 0 is no faster than some power $k^{-p}$, $p\le8$, read as: k further steps leave at least the "
    r"share $2^{-p}$ of the error after k steps, $|\beta^{(2k+1)}-\hat\beta|\ge2^{-p}|\beta^{(k+1)}-\hat"
    r"\beta|$, for all $k\ge1$, $\alpha\ge0$, $X$ and $y$, "
    r"already at $d=N=1$ with $\lambda=X^\top X$ and $L\ge\lambda$, $\hat\beta$ being the Lasso solution.",
    defect="statement",
    because="In one dimension it converges linearly: where beta-hat is not 0 and L > lambda, every p fails "
    "once (1 - lambda / L)^k < 2^-p.",
    fails_where=lambda s, prompt: (
        abs(prompt.X[0] * prompt.y[0]) > s.alpha
        and s.ratio > 1
        and (s.ratio - 1) ** s.k * 2**s.p < s.ratio**s.k
    ),
)
def error_lingers(s: Setting, prompt: Prompt, answer: Callable[..., Array]) -> Margin:
    """Twice the steps leave a fixed share of the error."""
    distances, _ = errors(s, prompt, answer)
    return at_least(distances[:, 2 * s.k] * 2**s.p, distances[:, s.k])


@linear.amended(
    r"At $d=N=1$ ISTA from 0 converges linearly: $|\beta^{(k+1)}-\hat\beta|\le\left(1-\frac\lambda L\right)^k|"
    r"\hat\beta|$ for "
    r"all $k$, $L\ge\lambda=X^\top X$ and $\alpha\ge0$, $\hat\beta$ being the Lasso solution.",
    settings=space(Setting, k=dims(1, 12), alpha=dyadics(0, 1), ratio=dyadics(1, 4)),
    because="Soft thresholding does not expand distances.",
    adds="linear convergence for the power of k",
    rate=lambda s: 1 - 1 / s.ratio,
)
def error_falls_linearly(
    s: Setting, prompt: Prompt, answer: Callable[..., Array], rate: Callable[[Setting], Array]
) -> Margin:
    """After k steps the error is at most the k-th power of the contraction."""
    distances, first = errors(s, prompt, answer)
    bound = stack([first * rate(s) ** k for k in range(2 * s.k + 1)], 1)
    return at_most(distances, bound)


linear.mutant("the square of the rate", rate=lambda s: (1 - 1 / s.ratio) * (1 - 1 / s.ratio))
linear.mutant("one percent faster", rate=lambda s: (1 - 1 / s.ratio) * 99 / 100)
