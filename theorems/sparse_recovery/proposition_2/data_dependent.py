r"""Proposition 2 with parameters that come after the data: true, and trivial.

"Suppose event A holds. Then there exists a set of parameters": event A is about X, and so may they be. Then one
layer is exact (later ones may have $M = 0$); event A, the lower bound on n and the rate play no part.
"""

from collections.abc import Callable

from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Vector, outer
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Proposition 2",
    part="parameters that depend on the data",
    rank="step",
    origin="read",
    at=lines(672, 676),
    n=dims(1, 8),
    d=dims(1, 6),
    X=reals("n", "d"),
    beta_star=reals("d"),
)
@printed(
    r"Read literally, the parameters may depend on X and $\beta^*$. For every X and $\beta^*$ with "
    r"$y=X\beta^*\ne0$ there are then some with $\beta^{(2)}_{2n+1}=\beta^*$: $M=\beta^*v^\top/\|v\|^2$, "
    r"$\theta=0$, $v=\frac1{2n+1}X^\top y$, with which $\beta^{(2)}_{2n+1}=Mv$."
)
@mutants(
    {
        "the transposed M": dict(M=lambda beta, v: outer(v, beta)),
        "M = v v^T / |v|^2": dict(M=lambda _beta, v: outer(v, v)),
    }
)
def exact(n, X, beta_star, M: Callable[[Vector, Vector], Array] = outer):
    r"""Parameters that may depend on the data recover $\beta^*$ in one layer, if $X \beta^*$ is not 0."""
    y = X @ beta_star
    v = X.T @ y / (2 * n + 1)  # not 0 where y is not: beta^* @ v is |y|^2 / (2 n + 1)
    return equal(M(beta_star, v) @ v / (v @ v), beta_star).given(y @ y, strict=True)
