r"""Is the $c_4$ of Theorem 5.2 a constant? It contains $C_x$, which is infinite for $N<d$.

For $N<d$, the case that section 4.1 calls typical, $\sigma_{\min}=0$: with $X = (1, 1)$ and $v = (1, -1)$,
$\|Xv\|=0$. ($N\ge N_0$ does not exclude it: $N_0$ grows like $\log d$.) What is amended bounds it by the
coherence of the columns.
"""

from lemmata import amended, at_least, dims, lines, mutants, printed, reals, scales, signs, some, theorem
from lemmata.numbers import abs, eye, max, sqrt
from theorems.sparse_recovery import PAPER


def bounded_by_coherence(d, N, X, v, others=1):
    """|Xv|^2 is at least N (1 - (d - 1) mu) |v|^2."""
    N_mu = max(abs(X.T @ X) * (1 - eye(d)))
    return at_least((X @ v) @ (X @ v), (v @ v) * (N_mu * (others - d) + N))


@theorem(
    PAPER,
    "Theorem 5.2, its constants",
    origin="read",
    at=lines(209),
    d=dims(2, 4),
    N=dims(1, "d - 1"),
    C=some(
        scales(6, 24), for_each=("d",), weaker="larger", fails_at=lambda C: dict(d=2, N=1, C=C)
    ),  # what is to bound $C_x$
    X=signs("N", "d"),
    v=reals("d"),
)
@printed(
    r"'$c_4$, $c_5$ are constants': for each d some C has $C_x=\frac{db_xb_\beta(N+1)}{\sigma_{\min}(X^\top "
    r"X)}\le C$, that is $C\|Xv\|^2\ge db_xb_\beta(N+1)\|v\|^2$ for all v, for every instance; at rows of "
    r"signs, $b_x=\sqrt d$, $b_\beta=1$ and $N<d$.",
    defect="constant",
    because=(
        r"$\sigma_{\min}(X^\top X) = 0$ for $N < d$, which section 4.1 calls typical: $C_x$ is infinite, and "
        "so is $c_4$. (Drawn are few columns; a rank of at most N says the same where $N_0\\le N<d$, as $N_0$ "
        r"grows like $\log d$.)"
    ),
)
@amended(
    r"For rows of signs whose $d\ge2$ columns have coherence $\mu=\max_{i\ne j}\frac1N|x_i^\top x_j|$: "
    r"$\|Xv\|^2\ge N(1-(d-1)\mu)\|v\|^2$ for all v, that is $\sigma_{\min}(X^\top X)\ge N(1-(d-1)\mu)$; so "
    r"$C_x\le\frac{db_xb_\beta(N+1)}{N(1-(d-1)\mu)}$ if $\mu<\frac1{d-1}$.",
    adds=r"Rademacher rows of coherence $\mu < 1/(d - 1)$; $C_x$ bounded by $\mu$",
    because="Gershgorin's theorem.",
    d=dims(2, 6),
    N=dims(1, 12),
    C=None,
    check=bounded_by_coherence,
)
@mutants({"d - 2 for d - 1": dict(others=2), "whatever the coherence": dict(others=lambda d: d)})
def is_bounded(d, N, C, X, v):
    """The constant $c_4$ of Theorem 5.2 does not depend on the instance."""
    # b_beta = 1 scales out.
    return at_least(C * ((X @ v) @ (X @ v)), (v @ v) * sqrt(d) * (d * (N + 1)))
