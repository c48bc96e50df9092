r"""Recovery "for any X satisfying Assumption 1" (Remark 2, first sentence). No: only for incoherent X.

Read for every such X and every sparse vector, at the rate of Theorem 5.1. Assumption 1 bounds the rows and
nothing else. If two $S$-sparse vectors have the same measurements the network reads the same tokens for both,
so that whatever its weights it misses one of them by half their distance: if a column of $X$ vanishes, $\pm
b_\beta e_1$ by $b_\beta$. (Here $d\ge2$: that X is 0 is not needed.) Theorem 5.1 itself only speaks of most
$X$. Its rate is below 1 for every $c$, $\delta$ and $\gamma$ from some $n$ on, so that no constant saves the
sentence.

Amended: for every $X\in\{\pm1\}^{n\times d}$ whose columns have inner products at most $m$ and
$q=\gamma\frac{2(2S-1)m}{2n+1}+1-\frac{2n\gamma}{2n+1}$, the recursion with $M=2\gamma I$ and
$\theta^{(k)}=\gamma\frac{2m}{2n+1}b_\beta q^{k-1}$ has $\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$, for all
$S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$ at once, which says something where $q<1$, that is
$(2S-1)m<n$: random in Theorem 5.1 is only whether $X$ is so.

The remark's other sentences, on prefixes of X, are in `prefixes`; an experiment with another law of X is in
`other-x`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from baselines.proximal import lista_vm_from_all
from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, scales, signs, some, space, sparse
from lemmata.numbers import Array, absolute, as_array, constant, eye, norm, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2.lista_cp import inside
from theorems.sparse_recovery.theorem_5_1 import Answer, convergence
from theorems.sparse_recovery.theorem_5_1.setting import Constants, printed_N0


@dataclass(frozen=True)
class Incoherent:
    """Sizes, and a bound m on the inner products of columns."""

    d: int
    S: int
    K: int
    n: int
    m: int
    gamma: float
    b_beta: float = 1.0

    @property
    def q(self) -> Array:
        return self.gamma * (2 * (2 * self.S - 1) * self.m - 2 * self.n) / (2 * self.n + 1) + 1


incoherent = space(
    Incoherent,
    d=dims(1, 4),
    S=lambda s: dims(1, min(s.d, 2), most=s.d),
    K=dims(1, 3),
    n=dims(1, 12),
    m=lambda s: dims(0, (s.n - 1) // (2 * s.S - 1), most=s.n),  # drawn: those with q < 1
    gamma=dyadics(0, 1, open_low=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
)


@dataclass(frozen=True)
class Original(Constants):
    """The constants of Theorem 5.1 as printed, and a number of rows."""

    n: int


def two_columns(c: float) -> Original:
    """Two columns, N_0 rows and a step of 1."""
    return Original(d=2, S=1, K=1, delta=0.5, gamma=1.0, c=c, n=math.ceil(32 * math.log(4) / c))


original = space(
    Original,
    d=dims(2, 3),
    S=lambda s: dims(1, 2, most=s.d),
    K=dims(1, 6),
    delta=scales(-2, 0, open_high=True, of="(0, 1)"),
    gamma=dyadics(0, 1.5, open_low=True),
    c=some(scales(3, 9), weaker="smaller", fails_at=two_columns),
    n=lambda s: dims(printed_N0(s), printed_N0(s) + 8),
)

any_X = PAPER.claim(
    "Remark 2",
    origin="read",
    at=lines(193),
    summary="The network recovers sparse vectors from any measurement matrix that satisfies Assumption 1",
    settings=original,
    uses=[convergence],
    prompts=lambda s: space(X=signs(s.n, s.d)),
    examples=[
        two_columns(8.0),
        Incoherent(d=3, S=1, K=1, n=3, m=1, gamma=1.0),  # odd n: no two columns are orthogonal
        Incoherent(d=3, S=2, K=2, n=64, m=20, gamma=0.5),
        Incoherent(d=8, S=1, K=3, n=32, m=20, gamma=1.0),
    ],
)


@any_X.printed(
    r"For some $c>0$, any $X$ satisfying Assumption 1 and $n\ge N_0$ the network (any weights) estimates every "
    r"$S$-sparse $\beta^*$, $\|\beta^*\|_1\le b_\beta$: $\|\beta_{2n+1}^{(K+1)}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$, with $N_0$, $\alpha_n$, $\delta$ and $\gamma\le\frac32$ of Theorem 5.1. If $d\ge2$ and "
    r"the first column of X is 0 (the others: signs), it implies $1\le e^{-\alpha_nK}$, since $\pm b_\beta "
    r"e_1$ have the same measurements.",
    defect="statement",
    because="A column of X may vanish. Two vectors with the same measurements cannot both be found, whatever "
    "the weights, and for gamma > 2/5 the bound is below b_beta, for every c, delta and n >= N_0.",
    fails_where=lambda s: s.gamma > Fraction(2, 5),
)
def no_weights_tell_them_apart(s: Original, prompt: Prompt) -> Margin:
    """Half the distance of two vectors with the same measurements is within the bound (b_beta = 1)."""
    e_1 = constant([1.0] + [0.0] * (s.d - 1), prompt.X)
    X = prompt.X * (1 - e_1)  # the first column is 0, so that rows have a norm below b_x = sqrt(d)
    half = norm(e_1 - (-e_1)) / 2
    same = sum(absolute(X @ e_1[:, None] - X @ -e_1[:, None]), (1, 2))
    return at_most(half, s.printed_rate_at(s.n) ** s.K).given(-same)


Slack = Callable[[Incoherent], Array]


@any_X.amended(
    r"For every $X\in\{\pm1\}^{n\times d}$ with $\max_{i\ne j}|X_{:,i}^\top X_{:,j}|\le m$, $\gamma\le1$ and "
    r"$q=\gamma\frac{2(2S-1)m}{2n+1}+1-\frac{2n\gamma}{2n+1}$, the network with $M^{(k)}=2\gamma I$ and "
    r"$\theta^{(k)}=\gamma\frac{2m}{2n+1}b_\beta q^{k-1}$ has $\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$ for "
    r"every $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$.",
    adds="X in {+-1}^(n x d), inner products of columns at most m, gamma <= 1; the rate q",
    because="Incoherent columns are what the proof needs of X.",
    settings=incoherent,
    prompts=lambda s: space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.S, s.b_beta)),
    threshold=lambda s: s.gamma * (2 * s.m) / (2 * s.n + 1) * s.b_beta,
    rate=lambda s: s.q,
)
def incoherent_rows_suffice(
    s: Incoherent, prompt: Prompt, threshold: Slack, rate: Slack, answer: Answer
) -> Margin:
    """The estimate is within b_beta times the K-th power of the rate, wherever the columns are incoherent."""
    X, beta_star = prompt.X, inside(prompt.beta_star)
    y = (X @ beta_star[..., None])[..., 0]
    M = stack([eye(s.d, X) * (s.gamma * 2)] * s.K, 0)
    theta = stack([as_array(threshold(s) * s.q**k, X) for k in range(s.K)], 0)
    error = sum(absolute(answer(lista_vm_from_all(X, y, M, theta)[-1]) - beta_star), -1)
    off = absolute(X.mT @ X) * (1 - eye(s.d, X))
    # The inner products are whole numbers: "at most m" is "below m + 1/2".
    bound = s.b_beta * rate(s) ** s.K
    return at_most(error, bound).given(s.m + 1 / 2 - off).trivial_where(bound - s.b_beta)


any_X.mutant("no threshold", threshold=lambda s: 0)
any_X.mutant("the square of the rate", rate=lambda s: s.q * s.q)
any_X.mutant("without the coherence", rate=lambda s: 1 - s.gamma * (2 * s.n) / (2 * s.n + 1))
