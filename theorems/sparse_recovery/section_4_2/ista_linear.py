r"""Is ISTA only sublinear? Section 4.2 sets it beside methods that are linear; in one dimension it is, too.

"For any $\beta^*$ and any $X$, ISTA converges at a sublinear rate": as an upper bound that holds
(`section-4.2/ista`). As "no faster", which the comparison with LISTA-CP suggests and the text does not say, it
would be false: at $d=1$ with $\lambda=X^\top X$ ISTA from 0 multiplies the error by at most
$1-\lambda/L$ in every step, for every $\beta^*$ and penalty. ($N=1$ loses nothing there: $X$ enters by $X^\top
X$ and $X^\top y$.)
"""

from baselines.proximal import soft_threshold
from lemmata import at_most, box, dims, dyadics, mutants, printed, reals, theorem
from lemmata.numbers import abs
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2.ista import objective_falls


@theorem(
    PAPER,
    "section 4.2, ISTA in one dimension",
    rank="step",
    origin="ours",
    uses=[objective_falls],
    k=dims(1, 12),
    alpha=dyadics(0, 1, of="[0, inf)"),
    ratio=dyadics(1, 4, of="[1, inf)"),  # L over $\lambda$
    X=box(low=0.5, high=2.0, of="(0, inf)"),
    y=reals(),
)
@printed(
    r"At $d=N=1$, $X\ne0$ and any y ISTA from 0 converges linearly: "
    r"$|\beta^{(k+1)}-\hat\beta|\le\left(1-\frac\lambda L\right)^k|\hat\beta|$ for all $k$, "
    r"$L\ge\lambda=X^\top X$ and $\alpha\ge0$, $\hat\beta$ being the Lasso solution. (Drawn is $X>0$: $-X$ "
    r"and $-y$ have the same $X^\top X$ and $X^\top y$.)",
    because="Soft thresholding does not expand distances.",
)
@mutants(
    the_square_of_the_rate=dict(rate=lambda ratio: (1 - 1 / ratio) ** 2),
    one_percent_faster=dict(rate=lambda ratio: (1 - 1 / ratio) * 99 / 100),
)
def error_falls_linearly(k, alpha, ratio, X, y, answer, rate=lambda ratio: 1 - 1 / ratio):
    """In one dimension ISTA converges linearly."""
    L, solution = X * X * ratio, soft_threshold(X * y, alpha) / (X * X)
    path = [0 * y]
    for _ in range(k):
        path.append(soft_threshold(path[-1] - X * (X * path[-1] - y) / L, alpha / L))
    distances = [abs(answer(beta) - solution) for beta in path]
    return at_most(distances, [abs(solution) * rate**j for j in range(k + 1)])
