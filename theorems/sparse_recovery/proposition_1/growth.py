r"""How large an estimate can be after $k$ layers: the growth bound of Proposition 1.

The label term loses a factor $\|X\|$ in (C.9), so that the bound fails where $b_x$ and $b_\beta$ are large and
$\gamma$ small: at $d=N=1$, $b_x=b_\beta=64$ and $\gamma M^V=2^{-13}$ it is $C_\beta=2$, $C_\beta^3=8$, and the
first layer reaches $\frac{32}3$. The bars are read as the Euclidean norm and that of $M^V$ as Frobenius' (at
$d=1$ it is the operator norm, too).

With $b_x^2$ there it would hold, but nothing comes near. The amended bound (for every norm at least the
operator norm) is attained at $d=1$, $x=b_x$ and $\gamma^{(k)}M^V=-1$.
"""

from lemmata import amended, at_most, lines, mutants, printed, theorem
from lemmata.numbers import stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.setting import RECURSION, example, path, radius


@theorem(
    PAPER,
    "Proposition 1, growth",
    origin="read",
    at=lines(461, 463),
    **RECURSION,
    examples=[
        example(1, 2.0**-13, 64.0, 64.0),
        example(1, 2.0**-16, 64.0, 256.0),
        example(3, 2.0, 2.5, 1.0),
        example(3, 2.0, 2.5, 1.0, step=-1.0),
    ],
)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"recursion (4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, $\theta^{(k)}\ge0$ and "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$: $\|\beta^{(k-1)}_{2n+1}\|\le C_\beta^k$ for $k\ge2$, "
    r"$C_\beta=1+b_x^2d\gamma_{\max}\|M^V\|_F+b_\beta b_x\gamma_{\max}\|M^V\|_F$.",
    defect="constant",
    because=r"The label term is of size $b_x^2 b_\beta$.",
    fails_where=lambda b_x: b_x > 1,
    falls_with="sparse_recovery/proposition-1/eq-c.9",
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"recursion (4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, $\theta^{(k)}\ge0$ and "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$: $\|\beta^{(k-1)}_{2n+1}\|\le b_\beta((1+a)^{k-2}-1)$ for "
    r"$k\ge2$, $a=\frac N{2N+1}b_x^2\gamma_{\max}\|M^V\|_F$.",
    because=r"A layer makes of a length r at most $r + a (r + b_\beta)$.",
    adds=r"$b_x^2$ in the label term; what then follows from layer to layer for the power of $C_\beta$",
    bounds=lambda K, a, b_beta: stack([radius(a, b_beta, k) for k in range(1, K + 2)]),
)
@mutants(
    {
        "b_x for its square": dict(
            bounds=lambda K, a, b_x, b_beta: stack([radius(a / b_x, b_beta, k) for k in range(1, K + 2)])
        ),
        "a tenth less": dict(
            bounds=lambda K, a, b_beta: stack([radius(a, b_beta, k) * 9 / 10 for k in range(1, K + 2)])
        ),
        "one layer less": dict(
            bounds=lambda K, a, b_beta: stack([radius(a, b_beta, k) for k in (1, *range(1, K + 1))])
        ),
    }
)
def estimates_stay_small(
    matrices, theta, X, beta_star, bounds=lambda K, C: stack([C**k for k in range(2, K + 3)])
):
    r"""The estimate entering layer $k - 1$ is at most $C_\beta^k$, with $b_\beta b_x$ in the label term."""
    beta = path(X, beta_star, matrices, theta)
    return at_most(sum(beta * beta, -1), (bounds * bounds)[:, None])
