r"""LISTA-CP, (4.1), converges linearly for a fixed matrix (section 4.2, after Chen et al. 2018).

(4.1) is (4) of the slides.

"For the same $X$, given any random instance, a pre-trained LISTA-CP will converge to $\beta^*$ linearly in $K$
under certain necessary conditions on $X$": there are $D$, $\theta^{(k)}$, made for $X$, that serve every
$S$-sparse $\beta^*$. (The condition here, $(2S-1)\mu<1$, is sufficient; the paper calls its own, which it does
not state, necessary.)
"""

from dataclasses import dataclass, replace

from baselines.proximal import lista_cp
from lemmata import at_most, dims, dyadics, lines, mutants, printed, reals, sparse, theorem
from lemmata.numbers import Array, Number, abs, broadcast_to, eye, full, max, min, stack, sum
from theorems.sparse_recovery import PAPER


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


def unthresholded(S: int, K: int, b_beta: Number, X: Array, mu: Number) -> Weights:
    """The same without thresholds."""
    weights = trained(S, K, b_beta, X, mu)
    return replace(weights, theta=full(0, like=weights.theta))


def halved(S: int, K: int, b_beta: Number, X: Array, mu: Number) -> Weights:
    """The same with half of D."""
    weights = trained(S, K, b_beta, X, mu)
    return replace(weights, D=weights.D / 2)


def inside(beta: Array) -> Array:
    r"""Shrunk by a millionth: projected draws can exceed their $\ell_1$ bound by a rounding error."""
    return beta * (2**20 - 1) / 2**20


@theorem(
    PAPER,
    "section 4.2, LISTA-CP",
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
    no_threshold=dict(construction=unthresholded),
    the_square_of_the_rate=dict(q=lambda S, mu: (mu * (2 * S - 1)) ** 2),
    half_of_D=dict(construction=halved),
)
def converges_for_this_matrix(K, b_beta, X, tf, beta_star, answer, q=lambda S, mu: mu * (2 * S - 1)):
    """Made for one X of coherence below $1/(2S - 1)$, LISTA-CP converges linearly for every S-sparse vector."""
    error = sum(abs(answer(tf(X @ beta_star)) - beta_star))
    # Projected draws can exceed their l1 bound by a rounding error.
    return at_most(error, q**K * b_beta).given(b_beta - sum(abs(beta_star)))
