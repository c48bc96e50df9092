r"""Recovery "for any X satisfying Assumption 1" (Remark 2, first sentence). No: only for incoherent X.

Read for every such X and every sparse vector, at the rate of Theorem 5.1. Assumption 1 bounds the rows and
nothing else. If two $S$-sparse vectors have the same measurements the network
reads the same tokens for both, so that whatever its weights it misses one of them by half their distance:
if a column of $X$ vanishes (at $d=1$: $X=0$), $\pm b_\beta e_1$ by $b_\beta$. Theorem 5.1 itself only speaks of
most $X$. Its rate is below 1 for every $c$, $\delta$ and $\gamma<\frac32$ from some $n$ on, so that no constant
saves the sentence.

Amended: for every $X\in\{\pm1\}^{n\times d}$ whose columns have inner products at most $m$ and
$q=\gamma\frac{2(2S-1)m}{2n+1}+1-\frac{2n\gamma}{2n+1}<1$, the recursion with $M=2\gamma I$ and
$\theta^{(k)}=\gamma\frac{2m}{2n+1}q^{k-1}$ has $\|\beta^{(K+1)}-\beta^*\|_1\le q^K$, for all $S$-sparse
$\beta^*$ with $\|\beta^*\|_1\le1$ at once: random in Theorem 5.1 is only whether $X$ is so.

The remark's other sentences, on prefixes of X, are in `prefixes.py`; an experiment with another law of X is in
`other_x.py`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import lista_vm_from_all
from lemmata import Margin, Prompt, at_most, dims, dyadics, in_ball, lines, scales, signs, space, sparse
from lemmata.numbers import Array, absolute, as_array, constant, eye, norm, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2.lista_cp import inside
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.setting import Constants


@dataclass(frozen=True)
class Incoherent:
    """Sizes for which q < 1."""

    d: int
    S: int
    K: int
    n: int
    m: int
    gamma: float

    @property
    def q(self) -> Array:
        return self.gamma * (2 * (2 * self.S - 1) * self.m - 2 * self.n) / (2 * self.n + 1) + 1


incoherent = space(
    Incoherent,
    where=lambda s: (2 * s.S - 1) * s.m < s.n,
    d=dims(1, 4),
    S=lambda s: dims(1, min(s.d, 2), most=s.d),
    K=dims(1, 3),
    n=dims(1, 7),
    m=lambda s: dims(0, min(s.n, 2), most=s.n),
    gamma=dyadics(0, 1, open_low=True),
)


@dataclass(frozen=True)
class Original(Constants):
    """The constants of Theorem 5.1 as printed, and a number of rows."""

    n: int


def enough(s: Original) -> bool:
    """Whether n >= N_0."""
    logs = math.log(s.d) + math.log(s.S) - math.log(s.delta)
    return s.n * s.c >= 8 * (4 * s.S - 2) ** 2 * logs


original = space(
    Original,
    where=enough,
    d=dims(1, 3),
    S=lambda s: dims(1, min(s.d, 2), most=s.d),
    K=dims(1, 6),
    delta=scales(-6, 0, open_high=True),
    gamma=dyadics(0, 1.5, open_low=True),
    c=scales(4, 9),
    n=dims(1, 8),
)

any_X = PAPER.claim(
    "Remark 2",
    origin="read",
    at=lines(193),
    settings=original,
    uses=[convergence],
    prompts=lambda s: space(X=in_ball(s.n, s.d, radius=1.0)),
    examples=[
        Original(d=1, S=1, K=2, delta=0.5, gamma=1.0, c=256.0, n=1),
        Incoherent(d=3, S=1, K=1, n=3, m=1, gamma=1.0),  # odd n: no two columns are orthogonal
    ],
)


@any_X.printed(
    r"For any $X$ satisfying Assumption 1 and $n\ge N_0$ the network (any weights) estimates every $S$-sparse "
    r"$\beta^*$, $\|\beta^*\|_1\le b_\beta$: $\|\beta_{2n+1}^{(K+1)}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    defect="statement",
    because="A column of X may vanish. Two vectors with the same measurements cannot both be found, "
    "whatever the weights.",
)
def no_weights_tell_them_apart(s: Original, prompt: Prompt) -> Margin:
    """The certified error for one of two vectors with the same measurements is within the bound."""
    one = constant([1.0] + [0.0] * (s.d - 1), prompt.X)
    X = prompt.X * (1 - one)  # any rows, the first column being 0
    # e_1 and -e_1 have the same measurements, X e_1 = 0: one of them is missed by half of |2 e_1|.
    error = norm(one)[None] + sum(absolute(X @ one[:, None]), (1, 2))
    return at_most(error, s.printed_rate_at(s.n) ** s.K)


Slack = Callable[[Incoherent], Array]


@any_X.amended(
    r"For every $X\in\{\pm1\}^{n\times d}$ with $\max_{i\ne j}|X_{:,i}^\top X_{:,j}|\le m$ and $q<1$: "
    r"$\|\beta^{(K+1)}-\beta^*\|_1\le q^K$.",
    adds="X in {+-1}^(n x d), inner products of columns at most m, gamma <= 1, q < 1; the rate q",
    because="Incoherent columns are what the proof needs of X.",
    settings=incoherent,
    prompts=lambda s: space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.S, 1.0)),
    threshold=lambda s: s.gamma * (2 * s.m) / (2 * s.n + 1),
    rate=lambda s: s.q,
)
def incoherent_rows_suffice(s: Incoherent, prompt: Prompt, threshold: Slack, rate: Slack) -> Margin:
    """The recursion converges linearly wherever the columns are incoherent."""
    X, beta_star = prompt.X, inside(prompt.beta_star)
    y = (X @ beta_star[..., None])[..., 0]
    M = stack([eye(s.d, X) * (s.gamma * 2)] * s.K, 0)
    theta = stack([as_array(threshold(s) * s.q**k, X) for k in range(s.K)], 0)
    error = sum(absolute(lista_vm_from_all(X, y, M, theta)[-1] - beta_star), -1)
    off = absolute(X.mT @ X) * (1 - eye(s.d, X))
    # The inner products are whole numbers: "at most m" is "below m + 1/2".
    return at_most(error, rate(s) ** s.K).given(s.m + 1 / 2 - off)


any_X.mutant("no threshold", threshold=lambda s: 0)
any_X.mutant("the square of the rate", rate=lambda s: s.q * s.q)
any_X.mutant("without the coherence", rate=lambda s: 1 - s.gamma * (2 * s.n) / (2 * s.n + 1))
