r"""Before (94): what Hoeffding's inequality gives for one feature is said of all $n+1$ of them at once.

The proof of Lemma 6 "applies Hoeffding's inequality" to the largest entry of a vector of $n+1$, and to that of
a matrix of $(n+1)^2$, and has $\sqrt{\log N/N}$ with probability $1-O(N^{-12})$, for any n. Of one mean of N
bounded variables that is right; n means take a union bound, which has $\log(nN)$ for $\log N$: with n
independent features no constant does. (That features (29) of inputs in few dimensions are not so independent
is another argument, which the proof does not make:
``lemma-6/eq-94/spread``, ``lemma-6/eq-96/noise``.)
"""

import math
from fractions import Fraction

from lemmata import amended, at_least, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import constant, exp, maximum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.every_pattern import rate


def many(K: float) -> dict[str, float]:
    """So many examples that neither side leaves room for the constant K."""
    return dict(k=12 + 3 * math.ceil(math.log2(K)), K=K)


@theorem(
    PAPER,
    "before (94), Hoeffding's inequality",
    id="lemma-6/hoeffding",
    rank="step",
    origin="read",
    at=lines(793, 797),
    k=dims(4, 64),
    N=lambda k: 2.0**k,
    K=some(scales(0, 6), weaker="larger", fails_at=many),
    examples=[many(64.0)],
)
@printed(
    "Applying Hoeffding's inequality shows that, with probability at least $1-O(N^{-12})$, "
    r"$\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb "
    r"E[\phi_{N+1}\phi_{N+1}^\top]\right\|_\infty\lesssim\rate$.",
    implies=r"$1\le\max\left\{2K\rate,\frac{KN^{-12}}{1-e^{-2}}\right\}$ for every $N=2^k$, with constants "
    r"$K$ of $\lesssim$ and $O$ that are the same for all $n$, $N$ and $d$, as in Hoeffding's inequality. "
    r"Since the last entry of $\phi_i$ is 1, $\left\|\frac1N\sum_i\phi_i-\mathbb "
    r"E\phi_{N+1}\right\|_\infty$ is no larger. At $d=n=2^N$, inputs even on $\{\pm d^{-1/2}\}^d$ and the "
    r"features (29) with $\omega_i=e_i$, $t_i=0$, $\tau\ge\frac12\sqrt d$, which are independent fair bits, "
    "some one is 0 at all examples, or 1 at all, with probability at least $1-e^{-2}$.",
    defect="proof-step",
    because="The inequality is for one mean; for $n + 1$ of them at once a union bound is missing, whose "
    r"$\log(n + 1)$ nothing bounds. Where constants may depend on d another argument would do "
    "(lemma-6/eq-94/spread).",
)
def of_one_for_all(k, N, K):
    """What Hoeffding's inequality says of one feature is true of all features at once."""
    return at_least(maximum(2 * K * rate(N), K * Fraction(1, 2 ** (12 * k)) / (1 - exp(constant([-2])[0]))), 1)


def tail(N: int, most: int) -> Fraction:
    """The probability that more than ``most`` of N fair bits agree; ``most`` is at least N/2."""
    return Fraction(2 * sum(math.comb(N, j) for j in range(most + 1, N + 1)), 2**N)


@amended(
    r"For n independent features that are fair bits, and every j from $\frac N2$ to N: some mean of N "
    r"examples is more than $t=\frac jN-\frac12$ from $\frac12$ with probability at most $2n\,e^{-2Nt^2}$, "
    r"which is $2N^{-12}$ at $t=\sqrt{\frac{\log n+12\log N}{2N}}$.",
    of=of_one_for_all,
    because="Hoeffding's inequality and the union bound.",
    adds=r"$\log(nN)$ for $\log N$",
    slack="The union bound counts all features as if they were never off together.",
    N=dims(1, 16, most=32),
    most=lambda N: dims((N + 1) // 2, N, most=N),
    n=dims(1, 64, most=64),
)
@mutants({"no union bound": dict(count=1), "e^(-4 N t^2)": dict(exponent=4)})
def with_a_union_bound(N, most, n, count=lambda n: n, exponent=2):
    """The largest of n means obeys Hoeffding's inequality with a factor n."""
    off = 1 - (1 - tail(N, most)) ** n
    t = Fraction(most, N) - Fraction(1, 2)
    return at_most(off, 2 * count * exp(constant([-exponent * N * t * t])[0]))
