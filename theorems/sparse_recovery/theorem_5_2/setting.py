"""Settings, prompts and predictions of the last layer of Theorem E.1, the linear read-out of Theorem 5.2."""

import math
from dataclasses import dataclass, replace

from baselines.proximal import lista_vm
from lemmata import Prompt, Space, box, dims, dyadics, scales, signs, some, space, sparse
from lemmata.numbers import Array, as_array, concatenate, exp, eye, maximum, relu, sign, stack, sum
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Network:
    """K layers with M = 2 gamma I and one threshold, and a query at row n."""

    d: int
    n: int
    K: int
    gamma: float
    b_beta: float
    theta: float = 0.0


@dataclass(frozen=True)
class Setting(Network):
    """d = 1; ``share`` of the largest inner product |x_n beta_j| is B'."""

    N0: int = 1
    share: float = 0.5


@dataclass(frozen=True)
class Threshold(Network):
    """B' itself."""

    N0: int = 1
    B: float = 0.0


@dataclass(frozen=True)
class Bound:
    """What the bound of Theorem E.1 is made of at d = S = 1, for the constant c."""

    K: int
    gamma: float
    b_beta: float
    N0: float
    longer: float  # n / N_0
    c: float

    @property
    def n(self) -> Array:
        return self.N0 * self.longer

    @property
    def delta(self) -> Array:
        """From ``N_0 = 32 log(1/delta) / c``."""
        return exp(-self.c * self.N0 / 32)


def negative(c: float) -> Bound:
    """Prompts of twice the least length, so long that ``epsilon >= 3/4``, and that ``n delta < 1/2``."""
    N0 = 2.0 ** max(6, 10 - math.floor(math.log2(c)))
    return Bound(K=3, gamma=1.0, b_beta=1.0, N0=N0, longer=2.0, c=c)


bounds = space(
    Bound,
    K=dims(1, 12),
    gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    N0=scales(0, 24, of="[1, inf)"),
    longer=scales(1, 5, of="[2, inf)"),
    c=some(scales(-8, 8), weaker="smaller", fails_at=negative),
)


one_column = space(
    Setting,
    d=dims(1, 1, most=1),
    n=dims(3, 16),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    N0=lambda s: dims(1, s.n, most=s.n),
    share=dyadics(0, 1, open_low=True, open_high=True, grid=64),
)
"""B' anywhere between 0 and the largest inner product."""
low_threshold = space(
    Threshold,
    d=dims(1, 3),
    n=dims(3, 8),
    K=dims(1, 4),
    gamma=dyadics(0, 1.5, open_low=True),
    b_beta=scales(-2, 2, of="(0, inf)"),
    theta=dyadics(0, 0.5, of="[0, inf)"),
    N0=lambda s: dims(1, s.n, most=s.n),
    B=dyadics(-4, 0, of="(-inf, 0]"),
)
"""B' <= 0."""
averaging = replace(
    low_threshold, fields={name: domain for name, domain in low_threshold.fields.items() if name != "N0"}
)
"""The same for what is free of N_0."""


def instances(s: Network) -> Space:
    """Rows of signs, the last one being the query, and any beta* with ||beta*||_1 <= b_beta."""
    return space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.d, s.b_beta))


def rare(s: Network) -> Space:
    """On one column, with delta down to 2^-14, so that something is claimed."""
    beta_star = box(1, low=-s.b_beta, high=s.b_beta)
    return space(X=signs(s.n, s.d), beta_star=beta_star, delta=powers(-14, 0, open_high=True))


def estimates(s: Network, prompt: Prompt) -> Array:
    """beta_{2j-1}, j = 1, ..., n, each from the j - 1 rows before it: ``(batch, n, d)``."""
    beta = prompt.beta_star
    y = (prompt.X @ beta[..., None])[..., 0]
    M = stack([eye(s.d, beta) * s.gamma * 2] * s.K, 0)
    theta = stack([as_array(s.theta, beta)] * s.K, 0)
    path = lista_vm(prompt.X, y, M, theta)[-1]
    return concatenate([0, path[:, : s.n - 1]], 1)


def reaches(inner: Array, B: Array) -> Array:
    """o_j: 1 where x_n^T beta_j >= B', else 0."""
    return 1 - maximum(sign(B[:, None] - inner), 0)


def predicted(s: Network, inner: Array, B: Array, p_inverse: int) -> Array:
    """2/p times the attended sum of sigma(x_n^T beta_j - B') over odd tokens, plus B'."""
    attended = sum(relu(inner - B[:, None]), -1) / (2 * s.n - 1)
    return attended * 2 * p_inverse + B
