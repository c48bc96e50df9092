r"""(C.10): what an odd token $i$ gathers from all tokens before it in the heads $\pm1$.

Its first and its last line hold (the terms of $j=1$ and $j=i$ are 0), its middle line does not.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.lista_vm import attention_layer
from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Matrix, concat, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import ATTENTION, STATE, column, drawn, state
from theorems.sparse_recovery.proposition_1.eq_c_5 import token_draws


def gathered(tf: Attention, H: Matrix, u: int) -> Matrix:
    r"""The sums over the heads $\pm u$ and all $j\le i$, for $i=1,3,\dots$; then those over $2\le j\le i-1$."""
    pairs = [first + second for first, second in zip(drawn(tf, H, u), drawn(tf, H, -u), strict=True)]
    return stack([sum(terms, 0) for terms in pairs] + [sum(terms[1:-1], 0) for terms in pairs])


@theorem(PAPER, "(C.10)", rank="step", origin="read", at=lines(481, 483), uses=[token_draws], **ATTENTION)
@printed(
    STATE
    + r"for odd $i$, $n=\frac{i-1}2$: $\sum_{u=\pm1}\sum_{j=1}^i\drawn=\sum_{u=\pm1}\sum_{j=2}^{i-1}\drawn="
    r"(0;-\gamma M^VX_{1:n}^\top X_{1:n}\beta_i;0)$ (the first and the last line)."
)
@mutants({"the token's own row, too": dict(more=1), "M is transposed": dict(weights=lambda M: M.T)})
def token_gathers(N, tf, X, y, query, beta, weights=lambda M: M, more=0):
    """The heads 1 and -1 gather minus M times the Gram matrix of the earlier rows times the estimate."""
    expected = []
    for n in range(N + 1):
        x = concat([X, query[None]])[: n + more]
        expected.append(column(-weights @ x.T @ (x @ beta[2 * n])))
    return equal(gathered(tf, state(X, y, query, beta), 1), stack(expected * 2))


@theorem(
    PAPER,
    "(C.10), middle line",
    id="proposition-1/eq-c.10/middle-line",
    rank="slip",
    at=lines(483),
    uses=[token_draws],
    **ATTENTION,
)
@printed(
    STATE + r"for odd $i$, $\iota=\frac{i+1}2$: $\sum_{u=\pm1}\sum_{j=1}^i\drawn=\sum_{u=\pm1}\sum_{j=2}^{i-1}"
    r"\drawn=\sum_{j=2}^{i-1}-\beta_i^\top x_\iota(0;\gamma M^Vx_\iota;0)$.",
    defect="typo",
    because="Even j are meant, each with its own row j / 2.",
    falls_with="sparse_recovery/proposition-1/eq-c.5",
)
@amended(
    STATE
    + r"for odd $i$: $\sum_{u=\pm1}\sum_{j=1}^i\drawn=\sum_{u=\pm1}\sum_{j=2}^{i-1}\drawn=\sum_{j=2,4,\dots,"
    r"i-1}-\beta_i^\top x_{j/2}(0;\gamma M^Vx_{j/2};0)$.",
    adds="even j only, the row j / 2",
    places=lambda n: [*range(n)],
)
@mutants(
    {
        "odd keys are not shut out": dict(construction=lambda M: attention_layer(M, 0.0)),
        "even j, each with the row of token i": dict(places=lambda n: [n] * n),
    }
)
def own_row_is_gathered(
    N, M, tf, X, y, query, beta, places: Callable[[int], list[int]] = lambda n: [n] * (2 * n - 1)
):
    """The heads 1 and -1 gather what the token's own row gives, once for every j from 2 to $i - 1$."""
    expected = []
    for n in range(N + 1):
        x = concat([X[:0], *(concat([X, query[None]])[m][None] for m in places(n))])
        expected.append(column(-M @ x.T @ (x @ beta[2 * n])))
    return equal(gathered(tf, state(X, y, query, beta), 1), stack(expected * 2))
