r"""Features that fit the noise: what becomes of Lemmas 2 and 6 if their constants are the same for all d.

The inputs are random unit vectors in a dimension far above N, where they are nearly orthogonal. A half-space
that leaves out any given ones of N examples then holds the others and nearly all other unit vectors: its
direction is the negative sum of those that it leaves out. As n grows at fixed N, every pattern of the examples
is met by some feature, a steep half-space; the directions are drawn from a law that charges all of them, and
nothing in Lemmas 2 and 6 bounds n or d from above. So some feature is 1 at the examples whose noise has the
more frequent sign, 0 at the others and, in the limit of the dimension, 1 at the new input: an estimate on it
alone fits the noise for every vector of noise, depends on the examples and not on the new input, and makes the
four displays of the two lemmas fail.

Section 1.5 calls constants universal if they serve for any choice of N, L, n, $\log|\mathcal N_\varepsilon|$,
$C_{\mathcal F}$ and $\sigma$; d is not in its list. In d dimensions half-spaces meet at most $4N^d$ of the
$2^N$ patterns. Constants that depend on d do, then, for (36), (37) and (84), by ``lemma-6/eq-96/noise`` and
``lemma-6/eq-94/spread``.
"""

from fractions import Fraction

from lemmata import at_least, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import Number, Vector, abs, concat, log, ones, relu, sqrt, zeros
from theorems.universal_approximation import PAPER

D_LEFT_OPEN = (
    "The paper does not say whether its constants may depend on d. The same for all d, they do not exist "
    "(every-pattern): the proof lacks a union bound (lemma-6/hoeffding). "
)


def rate(N: Number) -> Number:
    r"""The square root of $\log N/N$."""
    return sqrt(log(N) / N)


def change(q: Vector, sigma: Number, w: Vector) -> Vector:
    r"""The empirical risk of w on the pattern minus that of $\rho^*=0$, where a share q has its sign."""
    return q * (w**2 - 2 * sigma * w)


@theorem(
    PAPER,
    "Lemmas 2 and 6, constants",
    rank="result",
    origin="ours",
    at=lines(60),
    j=dims(0, 12),
    s=dims(0, 12),
    more=dims(0, 8),
    K=lambda j: 2**j,
    sigma=lambda s: Fraction(1, 2**s),
    k=lambda j, s, more: 6 + 5 * (j + s) + more,
    N=lambda k: 2**k,
    q=box(1, low=0.5, high=1),  # the share of the examples with the more frequent sign
)
@printed(
    "No constants that are the same for all $n$, $N$ and $d$ serve in (36), (37), (83) and (84). Let "
    r"$K=2^j$ be the largest of them, $\sigma=2^{-s}$, $N=2^k\ge64(K/\sigma)^5$, $f=0$, $\rho^\star=0$, "
    r"$\CF=1$, $\edis=\rate$ and $\lambda=K\rate(\sigma+\rate)$, which Lemma 2 allows. For every vector of "
    r"noise $\pm\sigma$ let one feature be 1 at the examples with its more frequent sign, a share $q$, 0 at "
    "the others and 1 at $x_{N+1}$, and another one 0 at all examples; as $d$ and $n$ grow there are such "
    "features with probability tending to 1 (argued, not checked). With that sign, the estimate "
    r"$w=2(\sigma-\lambda)$ on the first feature and the estimate $\sigma$ on it and "
    r"$\frac{\sigma^2}{2\lambda}-\sigma$ on the second have $\ell(\widehat\rho)\le\ell(\rho^\star)$, so that "
    r"(34) holds with $\eopt=0$. The first has a risk $w^2\ge "
    r"K\left(\rate(1+\sigma\edis)+\edis^2+\lambda\right)$, against (36), and the second "
    r"$\|\widehat\rho\|_1=\frac{\sigma^2}{2\lambda}\ge K$, against (37). At $\rho=\frac\sigma2$ on the first "
    r"feature the left side of (83) is at least $K\rate\left(\edis^2+\rho^2+\sigma(\edis+\rho)\right)$, and "
    r"that of (84) at most $-K\left(\edis^2+\rate\sigma\rho\right)$."
)
@mutants(
    {
        "N from 8 (K/sigma)^3 on": dict(k=lambda j, s, more: 3 + 3 * (j + s) + more),
        "log (n N) for log N, n = 2^N": dict(root=lambda N: sqrt((log(N) + N * log(2)) / N)),
        "the less frequent sign": dict(q=box(1, low=0.125, high=0.5)),
    }
)
def no_constants(K, sigma, N, q, root=rate):
    """Constants of Lemmas 2 and 6 that are the same for all dimensions do not exist."""
    eps_dis = root
    lam, half = K * root * (sigma + eps_dis), ones(1) * sigma / 2
    w, size = relu(2 * (sigma - lam)) * ones(1), sigma**2 / (2 * lam) * ones(1)
    # How much smaller the objective of either estimate is than that of rho* = 0.
    better = concat([-change(q, sigma, w) - lam * w, -change(q, sigma, 2 * half) - lam * size])
    risk_36 = K * (root * (1 + sigma * eps_dis) + eps_dis**2 + lam) * ones(1)
    left_83, right_83 = abs(change(q, sigma, half) - half**2), eps_dis**2 + half**2 + sigma * (eps_dis + half)
    right_84 = eps_dis**2 + root * sigma * half
    return at_least(
        concat([better, w**2, size, left_83, -change(q, sigma, half)]),
        concat([zeros(2), risk_36, K * ones(1), K * root * right_83, K * right_84]),
    )
