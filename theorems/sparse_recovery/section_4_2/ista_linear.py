r"""Is ISTA only sublinear? Section 4.2 sets it beside methods that are linear; in one dimension it is, too.

"For any $\beta^*$ and any $X$, ISTA converges at a sublinear rate": as an upper bound that holds
(`section-4.2/ista`). As "no faster", which the comparison with LISTA-CP suggests and the text does not say, it
would be false: at $d=1$ with $\lambda=X^\top X$ ISTA from 0 multiplies the error by at most
$1-\lambda/L$ in every step, for every $\beta^*$ and penalty. ($N=1$ loses nothing there: $X$ enters by $X^\top
X$ and $X^\top y$.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import ista, soft_threshold
from lemmata import Margin, Prompt, at_most, box, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2.ista import upper


@dataclass(frozen=True)
class Setting:
    k: int
    alpha: float
    ratio: float  # L over lambda


linear = PAPER.claim(
    "section 4.2, ISTA in one dimension",
    id="section-4.2/ista-linear",
    rank="step",
    origin="ours",
    summary="In one dimension ISTA converges linearly",
    settings=space(
        Setting, k=dims(1, 12), alpha=dyadics(0, 1, of="[0, inf)"), ratio=dyadics(1, 4, of="[1, inf)")
    ),
    prompts=space(X=box(1, low=0.5, high=2.0, of="(0, inf)"), y=reals(1)),
    uses=[upper],
)


@linear.printed(
    r"At $d=N=1$, $X\ne0$ and any y ISTA from 0 converges linearly: "
    r"$|\beta^{(k+1)}-\hat\beta|\le\left(1-\frac\lambda L\right)^k|"
    r"\hat\beta|$ for "
    r"all $k$, $L\ge\lambda=X^\top X$ and $\alpha\ge0$, $\hat\beta$ being the Lasso solution. "
    r"(Drawn is $X>0$: $-X$ and $-y$ have the same $X^\top X$ and $X^\top y$.)",
    because="Soft thresholding does not expand distances.",
    rate=lambda s: 1 - 1 / s.ratio,
)
def error_falls_linearly(
    s: Setting, prompt: Prompt, answer: Callable[..., Array], rate: Callable[[Setting], Array]
) -> Margin:
    """After k steps the error is at most the k-th power of the contraction."""
    x, y = prompt.X[:, 0], prompt.y[:, 0]
    solution = soft_threshold(x * y, s.alpha) / (x * x)
    path = ista(prompt.X[:, :, None], prompt.y, s.alpha, x * x * s.ratio, s.k)
    distances = [absolute(answer(beta)[:, 0] - solution) for beta in path]
    bound = [absolute(solution) * rate(s) ** k for k in range(s.k + 1)]
    return at_most(stack(distances, 1), stack(bound, 1))


linear.mutant("the square of the rate", rate=lambda s: (1 - 1 / s.ratio) * (1 - 1 / s.ratio))
linear.mutant("one percent faster", rate=lambda s: (1 - 1 / s.ratio) * 99 / 100)
