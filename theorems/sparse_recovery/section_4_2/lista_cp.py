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
from lemmata import Margin, Prompt, at_most, dims, lines, signs, space, sparse
from lemmata.numbers import Array, absolute, amax, broadcast_to, eye, full, stack, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    N: int
    K: int
    X: Tensor  # (N, d), entries of one size, so that all columns are of one length

    @property
    def mu(self) -> Array:
        """The coherence of D and X."""
        gram = self.X.mT @ self.X
        off = absolute(gram) * (1 - eye(self.d, self.X))
        return amax(off.reshape(self.d * self.d), 0) / self.N


@dataclass(frozen=True)
class Weights:
    D: Array  # (K, N, d)
    theta: Array  # (K,)


def trained(s: Setting) -> Weights:
    """What training could find: D from X, thresholds from the coherence."""
    q = s.mu * (2 * s.S - 1)
    # theta^(k) = mu q^(k-1) is at least mu times the l1 error so far: nothing passes off the support, and
    # the S entries on it err by at most (S - 1) mu + S mu = q times that error.
    thresholds = [s.mu * q**k for k in range(s.K)]
    return Weights(stack([s.X / s.N] * s.K, 0), stack(thresholds, 0))


settings = space(
    Setting,
    where=lambda s: float(s.mu) * (2 * s.S - 1) < 1,
    d=dims(1, 3),
    S=lambda s: dims(1, min(s.d, 2), most=s.d),
    N=dims(1, 8),
    K=dims(1, 3),
    X=lambda s: signs(s.N, s.d),
)
fixed = PAPER.claim(
    "section 4.2, LISTA-CP",
    id="section-4.2/lista-cp",
    rank="step",
    origin="read",
    at=lines(127),
    settings=settings,
    prompts=lambda s: space(beta_star=sparse(s.d, s.S, 1.0)),
)
fixed.construction(trained)


def inside(beta: Array) -> Array:
    """Shrunk by a millionth: projected draws can exceed their l1 bound by a rounding error."""
    return beta * (2**20 - 1) / 2**20


@fixed.printed(
    r"For every $X$ with $q=(2S-1)\mu<1$ there are $D^{(k)}$ and $\theta^{(k)}$ such that for all $S$-sparse "
    r"$\beta^*$ with $\|\beta^*\|_1\le b_\beta$: $\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$.",
    rate=lambda s: s.mu * (2 * s.S - 1),
)
def converges_for_this_matrix(
    s: Setting, tf: Weights, prompt: Prompt, rate: Callable[[Setting], Array]
) -> Margin:
    """With weights made for X, LISTA-CP converges linearly for every sparse vector."""
    beta = inside(prompt.beta_star)
    X = broadcast_to(s.X, (len(prompt), s.N, s.d))
    y = (X @ beta[..., None])[..., 0]
    error = sum(absolute(lista_cp(X, y, tf.D, tf.theta)[-1] - beta), -1)
    return at_most(error, rate(s) ** s.K)


@fixed.mutant("half of D")
def halved(tf: Weights) -> Weights:
    return replace(tf, D=tf.D / 2)


def unthresholded(s: Setting) -> Weights:
    """The same without thresholds."""
    weights = trained(s)
    return replace(weights, theta=full(0, like=weights.theta))


# A column more than beta* has, coherent with it.
correlated = replace(
    settings,
    fields={**settings.fields, "d": dims(2, 3), "S": dims(1, 1), "N": dims(4, 8), "K": dims(2, 3)},
    where=lambda s: 0 < float(s.mu) < 1,
)
fixed.mutant("no threshold", construction=unthresholded, settings=correlated)
fixed.mutant("the square of the rate", rate=lambda s: (s.mu * (2 * s.S - 1)) ** 2, settings=correlated)
