r"""LISTA-CP, (4.1), converges linearly for a fixed matrix (section 4.2, after Chen et al. 2018).

(4.1) is (4) of the slides.

"For the same $X$, given any random instance, a pre-trained LISTA-CP will converge to $\beta^*$ linearly in $K$
under certain necessary conditions on $X$": there are $D$, $\theta^{(k)}$, made for $X$, that serve every
$S$-sparse $\beta^*$. Here with $D_{:,i}=X_{:,i}/\|X_{:,i}\|^2$, $\mu=\max_{i\ne j}|D_{:,i}^\top X_{:,j}|$ and
$q=(2S-1)\mu<1$: $\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$. (The condition is sufficient; the paper calls
its own, which it does not state, necessary.) $X$ is part of the setting, so that the weights may depend
on it, and the data is $\beta^*$.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from torch import Tensor

from baselines.proximal import lista_cp
from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, reals, space, sparse
from lemmata.numbers import Array, absolute, amax, broadcast_to, eye, full, stack, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    N: int
    K: int
    b_beta: float
    X: Tensor  # (N, d), no column being 0

    @property
    def D(self) -> Array:
        """The columns of X over their squared lengths."""
        return self.X / sum(self.X * self.X, 0)

    @property
    def mu(self) -> Array:
        """The coherence of D and X: the largest entry of D^T X off its diagonal."""
        off = absolute(self.D.mT @ self.X) * (1 - eye(self.d, self.X))
        return amax(off.reshape(self.d * self.d), 0)


@dataclass(frozen=True)
class Weights:
    D: Array  # (K, N, d)
    theta: Array  # (K,)


def trained(s: Setting) -> Weights:
    """What training could find: D from X, thresholds from the coherence."""
    q = s.mu * (2 * s.S - 1)
    # theta^(k) = mu b_beta q^(k-1) is at least mu times the l1 error so far: nothing passes off the support,
    # and the S entries on it err by at most (S - 1) mu + S mu = q times that error.
    thresholds = [s.mu * s.b_beta * q**k for k in range(s.K)]
    return Weights(stack([s.D] * s.K, 0), stack(thresholds, 0))


settings = space(
    Setting,
    where=lambda s: bool((s.X != 0).any(0).all()) and float(s.mu) * (2 * s.S - 1) < 1,
    d=dims(1, 3),
    S=lambda s: dims(1, min(s.d, 2), most=s.d),
    N=dims(1, 8),
    K=dims(1, 3),
    b_beta=dyadics(0, 2, open_low=True, of="(0, inf)"),
    X=lambda s: reals(s.N, s.d),
)
fixed = PAPER.claim(
    "section 4.2, LISTA-CP",
    id="section-4.2/lista-cp",
    rank="step",
    origin="read",
    at=lines(127),
    summary="Made for one X of coherence below 1/(2S - 1), LISTA-CP converges linearly in K for every S-sparse "
    "vector",
    settings=settings,
    prompts=lambda s: space(beta_star=sparse(s.d, s.S, s.b_beta)),
)
fixed.construction(trained)


def inside(beta: Array) -> Array:
    """Shrunk by a millionth: projected draws can exceed their l1 bound by a rounding error."""
    return beta * (2**20 - 1) / 2**20


@fixed.printed(
    r"For every $X$ without a zero column and with $q=(2S-1)\mu<1$, $\mu=\max_{i\ne j}\frac{|X_{:,i}^\top "
    r"X_{:,j}|}{"
    r"\|X_{:,i}\|^2}$, there are $D^{(k)}$ and $\theta^{(k)}$ such that for all $S$-sparse "
    r"$\beta^*$ with $\|\beta^*\|_1\le b_\beta$ (4.1) from 0 gives "
    r"$\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$.",
    rate=lambda s: s.mu * (2 * s.S - 1),
)
def converges_for_this_matrix(
    s: Setting, tf: Weights, prompt: Prompt, answer: Callable[..., Array], rate: Callable[[Setting], Array]
) -> Margin:
    """With weights made for X, LISTA-CP converges linearly for every sparse vector."""
    X = broadcast_to(s.X, (len(prompt), s.N, s.d))
    y = (X @ prompt.beta_star[..., None])[..., 0]
    estimate = answer(lista_cp(X, y, tf.D, tf.theta)[-1])
    error = sum(absolute(estimate - prompt.beta_star), -1)
    # Projected draws can exceed their l1 bound by a rounding error.
    inside = s.b_beta - sum(absolute(prompt.beta_star), -1)
    return at_most(error, rate(s) ** s.K * s.b_beta).given(inside)


@fixed.mutant("half of D")
def halved(tf: Weights) -> Weights:
    return replace(tf, D=tf.D / 2)


def unthresholded(s: Setting) -> Weights:
    """The same without thresholds."""
    weights = trained(s)
    return replace(weights, theta=full(0, like=weights.theta))


fixed.mutant("no threshold", construction=unthresholded)
fixed.mutant("the square of the rate", rate=lambda s: (s.mu * (2 * s.S - 1)) ** 2)
