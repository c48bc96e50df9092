r"""On one event of X, every S-sparse vector is recovered at the rate q of `construction/explicit`.

Theorem 5.1 speaks of a beta* drawn with X. Its proof bounds the coherence of X alone, and what follows
is for all sparse vectors at once: if $\frac2{2n+1}|x_i^\top x_j|\le\mu$ for all columns $i\ne j$ (Rademacher
rows), then for every $n\ge N_0$, every S-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$ and every K, the
error is at most $b_\beta q^K$ with $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$. With Hoeffding's $\mu$ the
event has probability at least $1-\delta$. (For $\gamma>1$ a layer overshoots, and q would need the bars
of the paper's $|1-\gamma\sigma_{\min}|$.)
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, scales, signs, space, sparse
from lemmata.numbers import Array, absolute, amax, eye, norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import Answer
from theorems.sparse_recovery.theorem_5_1.network import Weights, path


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    K: int
    gamma: float
    mu: float
    N0: int
    n: int
    b_beta: float = 1.0

    @property
    def q(self) -> Array:
        """The rate of a layer."""
        return self.gamma * self.mu * (2 * self.S - 1) + 1 - self.gamma * 2 * self.N0 / (2 * self.N0 + 1)


def settings(top: float) -> Space:
    """Steps up to ``top``."""
    return space(
        Setting,
        d=dims(1, 4),
        S=lambda s: dims(1, min(s.d, 3), most=s.d),
        K=dims(1, 4),
        gamma=dyadics(0, top, open_low=True),
        mu=dyadics(0, 1, of="[0, inf)"),
        N0=dims(1, 8),
        n=lambda s: dims(s.N0, s.N0 + 8),
        b_beta=scales(-2, 4, of="(0, inf)"),
    )


def data(s: Setting) -> Space:
    """Any rows of signs, and any sparse vector."""
    return space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.S, s.b_beta))


uniform = PAPER.claim(
    "Theorem 5.1",
    part="one event for all vectors",
    id="theorem-5.1/uniform",
    origin="ours",
    summary="One event of X, that its columns are incoherent, serves all sparse vectors at once",
    settings=settings(1),
    prompts=data,
    examples=[
        Setting(d=1, S=1, K=3, gamma=1.5, mu=0.0625, N0=4, n=4),
        Setting(d=3, S=2, K=3, gamma=1.0, mu=0.25, N0=64, n=64),
        Setting(d=8, S=1, K=3, gamma=0.5, mu=0.5, N0=32, n=48),
        Setting(d=16, S=2, K=2, gamma=1.0, mu=0.3125, N0=256, n=256),
    ],
)


@uniform.printed(
    r"For $X\in\{\pm1\}^{n\times d}$ with columns $\frac2{2n+1}|x_i^\top x_j|\le\mu$ for all $i\ne j$, "
    r"$\gamma\le1$, any whole numbers $n\ge N_0\ge1$ and $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$, the "
    r"network with "
    r"$M^{(k)}=2\gamma I$ and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ has "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$ for all $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le "
    r"b_\beta$.",
    share=1,
    slope=2,
)
def recovers_all(s: Setting, prompt: Prompt, share: int, slope: int, answer: Answer) -> Margin:
    """Where the columns are incoherent the estimate is within b_beta q^K, whatever the sparse vector."""
    # The threshold of layer k is gamma mu b_beta q^(k-1), at least what the gradient has outside of the
    # support; on it a layer leaves 1 - gamma 2n/(2n+1) of an entry, S - 1 coherences and S thresholds: q.
    thresholds = [s.gamma * s.mu * s.b_beta * s.q**k * share for k in range(s.K)]
    estimate = answer(path(Weights(s.gamma * slope, thresholds), prompt.X, prompt.beta_star)[-1])
    G = prompt.X.mT @ prompt.X * 2 / (2 * s.n + 1)
    coherence = amax(amax(absolute(G * (1 - eye(s.d, G))), -1), -1)
    bound = s.b_beta * s.q**s.K
    margin = at_most(norm(estimate - prompt.beta_star), bound).given(s.mu - coherence)
    return margin.trivial_where(bound - s.b_beta)


uniform.mutant("twice the threshold", share=2)
uniform.mutant("half the step", slope=1)
uniform.mutant("steps up to 3/2", settings=settings(1.5))
