r"""Section 4.2, classical algorithms: what it says of ISTA and of LISTA-CP.

"For any $\beta^*$ and any $X$, ISTA converges at a sublinear rate": as an upper bound that is Theorem 3.1 of
Beck and Teboulle (2009), and holds. As "no faster", which the comparison with LISTA-CP suggests and the text
does not say, it would be false: in one dimension it is linear. ($N=1$ loses nothing there: $X$ enters by
$X^\top X$ and $X^\top y$.)

"For the same $X$, given any random instance, a pre-trained LISTA-CP", (4.1), (4) of the slides, "will converge
to $\beta^*$ linearly in $K$ under certain necessary conditions on $X$" (after Chen et al. 2018). The condition
here, $(2S-1)\mu<1$, is sufficient; the paper does not state its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from baselines.proximal import lista_cp, soft_threshold
from lemmata import at_most, box, dims, dyadics, lines, mutants, printed, reals, sparse, theorem
from lemmata.numbers import (
    Array,
    Matrix,
    Number,
    Vector,
    abs,
    broadcast_to,
    constant,
    eye,
    max,
    maximum,
    min,
    minimum,
    stack,
    sum,
    zeros,
)
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import changed


def objective(X: Matrix, y: Vector, alpha: Number, beta: Vector) -> Array:
    """The Lasso's loss of section 4.1."""
    residual = X @ beta - y
    return residual @ residual / 2 + sum(abs(beta)) * alpha


@theorem(
    PAPER,
    "section 4.2, ISTA",
    id="section-4.2/ista",
    rank="step",
    origin="read",
    at=lines(121),
    d=dims(1, 3),
    N=dims(1, 3),
    steps=dims(1, 12),
    alpha=dyadics(0, 2, of="[0, inf)"),
    scale=dyadics(1, 4, of="[1, inf)"),  # L over a number that is at least the largest eigenvalue
    X=reals("N", "d"),
    beta_star=reals("d"),
    z=reals("d"),
    examples=[dict(d=1, N=1, steps=48, alpha=0.0, scale=64.0), dict(d=1, N=1, steps=1, alpha=0.0, scale=1.0)],
)
@printed(
    r"ISTA for $\mathcal L(\beta)=\frac12\|y-X\beta\|^2+\alpha\|\beta\|_1$, $\alpha\ge0$, $y=X\beta^*$, from "
    r"0 with $L\ge\lambda_{\max}(X^\top X)$, $L>0$: $\mathcal L(\beta^{(k+1)})-\mathcal L(z)\le\frac "
    r"L{2k}\|z\|_2^2$ for all $z$, $X$, $\beta^*$ and $k\ge1$ (so the objective converges at the rate $1/k$; "
    "'sublinear' is read as an upper bound).",
    slack="The worst found is half of it, $L |z|^2/(4k)$, which one coordinate with a small eigenvalue "
    r"nearly has at $z = 2 \beta^{(k+1)}$; the constant is that of Beck and Teboulle's theorem.",
)
@mutants(
    {
        "FISTA's rate, 2 L |z|^2 / (k + 1)^2": dict(rate=lambda k: (k + 1) ** 2 / 2),
        "a third of it": dict(rate=lambda k: 6 * k),
        "a step four times too long": dict(times=4),
        "a step three times too long": dict(times=3),
    }
)
def objective_falls(
    d, steps, alpha, scale, X, beta_star, z, answer, times=1, rate: Callable[[int], float] = lambda k: 2 * k
):
    """After k steps from 0 ISTA's objective exceeds that of any vector z by at most $L |z|^2/(2k)$."""
    y, gram = X @ beta_star, X.T @ X
    # The largest eigenvalue is at most the trace, and at most the largest row sum.
    L = scale * maximum(minimum(sum(X * X), max(sum(abs(gram), 1))), 1 / 64)
    best, beta, excess = objective(X, y, alpha, z), zeros(d), []
    for _ in range(steps):
        beta = soft_threshold(beta - X.T @ (X @ beta - y) / (L / times), alpha / (L / times))
        excess.append(objective(X, y, alpha, answer(beta)) - best)
    k, bound = constant([rate(k) for k in range(1, steps + 1)]), L * (z @ z)
    null = y @ y / 2 - best  # the excess of the start, 0
    return at_most(stack(excess) * k, bound).trivial_where(bound - null * k)


@theorem(
    PAPER,
    "section 4.2, ISTA in one dimension",
    id="section-4.2/ista-linear",
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


# LISTA-CP
@dataclass(frozen=True)
class Weights:
    """LISTA-CP for one X."""

    X: Array  # (N, d)
    D: Array  # (K, N, d)
    theta: Array  # (K,)

    def __call__(self, y: Array) -> Array:
        """The last estimates ``(batch, d)`` from labels ``(batch, N)``."""
        X = broadcast_to(self.X, (len(y), *self.X.shape))
        return lista_cp(X, y, self.D, self.theta)[-1]


def over_squared_lengths(X: Array) -> Array:
    """The columns of X over their squared lengths."""
    return X / sum(X * X, 0)


def coherence(X: Array) -> Array:
    r"""The largest entry of $D^\top X$ off its diagonal, D being the columns over their squared lengths."""
    d = X.shape[1]
    off = abs(over_squared_lengths(X).mT @ X) * (1 - eye(d, X))
    return max(off.reshape(d * d), 0)


def trained(S: int, K: int, b_beta: Number, X: Array, mu: Number) -> Weights:
    """What training could find: D from X, thresholds from the coherence."""
    # theta^(k) = mu b_beta q^(k-1) is at least mu times the l1 error so far: nothing passes off the support,
    # and the S entries on it err by at most (S - 1) mu + S mu = q times that error.
    thresholds = [mu * b_beta * (mu * (2 * S - 1)) ** k for k in range(K)]
    return Weights(X, stack([over_squared_lengths(X)] * K, 0), stack(thresholds, 0))


def inside(beta: Array) -> Array:
    r"""Shrunk by a millionth: projected draws can exceed their $\ell_1$ bound by a rounding error."""
    return beta * (2**20 - 1) / 2**20


@theorem(
    PAPER,
    "section 4.2, LISTA-CP",
    id="section-4.2/lista-cp",
    rank="step",
    origin="read",
    at=lines(127),
    d=dims(1, 3),
    S=dims(1, "min(d, 2)", most="d"),
    N=dims(1, 8),
    K=dims(1, 3),
    b_beta=dyadics(0, 2, open_low=True, of="(0, inf)"),
    given=["X"],
    X=reals("N", "d"),
    mu=lambda X: coherence(X),
    where=lambda X, S: min(sum(X * X, 0)) > 0 and coherence(X) * (2 * S - 1) < 1,
    beta_star=sparse("d", "S", "b_beta"),
    construction=trained,
)
@printed(
    r"For every $X$ without a zero column and with $q=(2S-1)\mu<1$, $\mu=\max_{i\ne j}\frac{|X_{:,i}^\top "
    r"X_{:,j}|}{\|X_{:,i}\|^2}$, there are $D^{(k)}$ and $\theta^{(k)}$ such that for all $S$-sparse $\beta^*$ "
    r"with $\|\beta^*\|_1\le b_\beta$ (4.1) from 0 gives $\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$."
)
@mutants(
    no_threshold=dict(construction=changed(trained, lambda weights: replace(weights, theta=0 * weights.theta))),
    the_square_of_the_rate=dict(q=lambda S, mu: (mu * (2 * S - 1)) ** 2),
    half_of_D=dict(construction=changed(trained, lambda weights: replace(weights, D=weights.D / 2))),
)
def converges_for_this_matrix(K, b_beta, X, tf, beta_star, answer, q=lambda S, mu: mu * (2 * S - 1)):
    """Made for one X of coherence below $1/(2S - 1)$, LISTA-CP converges linearly for every S-sparse vector."""
    error = sum(abs(answer(tf(X @ beta_star)) - beta_star))
    # Projected draws can exceed their l1 bound by a rounding error.
    return at_most(error, q**K * b_beta).given(b_beta - sum(abs(beta_star)))
