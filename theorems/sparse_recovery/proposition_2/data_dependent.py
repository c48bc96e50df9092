r"""Proposition 2 with parameters that come after the data: true, and trivial.

"Suppose event A holds. Then there exists a set of parameters": read literally, the parameters may depend
on X and beta*, since event A is about X. Then one layer with $M=\beta^*v^\top/\|v\|^2$, $v=\frac1{2n+1}X^\top
y$, and threshold 0 is exact (later layers may have M = 0), for every n, X and $\beta^*$ with
$X\beta^*\ne0$; event A, the lower bound on n and the rate play no part.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Sizes:
    n: int
    d: int


trivial = PAPER.claim(
    "Proposition 2",
    part="parameters that depend on the data",
    id="proposition-2/data-dependent",
    rank="step",
    origin="read",
    at=lines(672, 676),
    summary="Parameters that may depend on the data recover beta* in one layer, if X beta* is not 0",
    settings=space(Sizes, n=dims(1, 8), d=dims(1, 6)),
    prompts=lambda s: space(X=reals(s.n, s.d), beta_star=reals(s.d)),
)


@trivial.printed(
    r"Read literally, the parameters may depend on X and $\beta^*$. For every X and $\beta^*$ with $y=X"
    r"\beta^*\ne0$ there are "
    r"then some with $\beta^{(2)}_{2n+1}=\beta^*$: $M=\beta^*v^\top/\|v\|^2$, $\theta=0$, $v=\frac1{2n+1}X^"
    r"\top y$, with which "
    r"$\beta^{(2)}_{2n+1}=Mv$.",
    outer=lambda beta, v: beta[:, :, None] * v[:, None, :],
)
def exact(s: Sizes, prompt: Prompt, outer: Callable[[Array, Array], Array]) -> Margin:
    """Parameters that see the data recover any vector in one layer."""
    y = prompt.X @ prompt.beta_star[..., None]
    v = (prompt.X.mT @ y)[..., 0] / (2 * s.n + 1)
    # M v / |v|^2 = beta*, with the division moved to the other side.
    estimate = (outer(prompt.beta_star, v) @ v[..., None])[..., 0]
    return equal(estimate, prompt.beta_star * sum(v * v, -1)[:, None])


trivial.mutant("the transposed M", outer=lambda beta, v: v[:, :, None] * beta[:, None, :])
trivial.mutant("M = v v^T / |v|^2", outer=lambda beta, v: v[:, :, None] * v[:, None, :])
