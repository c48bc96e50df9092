r"""How far Attn1 is from an exact gradient step, (120), appendix A.4.3, and the labels after it.

Its first line holds as printed. For its second line the proof bounds every single label, $|y_i|\lesssim
C_{\mathcal F}+\sigma$ (and writes $z_1$ for $z_i$). With probability $1-O(N^{-10})$ that is false for Gaussian
noise, for every constant $K$: each $|z_i|$ exceeds $c=K(C_{\mathcal F}/\sigma+1)+C_{\mathcal F}/\sigma$ times
$\sigma$ with a probability of at least $p=\frac{2c}{1+c^2}\frac{e^{-c^2/2}}{\sqrt{2\pi}}$, whatever f and N, so
that one of N does with probability $1-(1-p)^N\ge\frac{Np}{1+Np}\ge\frac12\min\{Np,1\}$, which exceeds every
$KN^{-10}$ once N is large. What (120) needs is the mean of squares, for which the union bound is not needed.
"""

import math
from typing import Any

from lemmata import amended, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import abs, log, max, minimum, pi
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design
from theorems.universal_approximation.lemma_4.layers import DISPLAYS, display_108, display_118


@theorem(PAPER, "(120)", rank="step", at=lines(1061, 1064), **DISPLAYS)
@printed(
    r"$\|e^{(l)}\|_\infty\le\frac{4\eta^2}{N\tau}\sum_{i=1}^N(y_i)^2+\frac{4\eta^2}{N\tau}\sum_{i=1}^{N+1}"
    r"\left(\phi_i^\top\rho\right)^2+\frac{4\eta^2\widehat y^2}{N\tau}+\frac{2\eta}N\left|\widehat "
    r"y-\phi_{N+1}^\top\rho\right|$ for the difference $e^{(l)}$ of (118) and the exact step, "
    r"$\eta=\frac1{2n}$, at every state (50) with $w_i=1$ for $i\le N$, $w_{N+1}=0$ and features in $[0,1]$ "
    r"beside the constant 1, $\tau>0$."
)
@mutants(
    no_leak_of_the_query=dict(tenths=0),
    the_leak_alone=dict(curvature=0),
    nine_tenths_of_the_leak=dict(tenths=9),
)
def error_of_the_gradient_step(n, N, tau, y, phi, rho, yhat, curvature=1, tenths=10):
    """Attn1 misses the exact step by at most squares over the temperature and what the query leaks."""
    error = display_118(n, tau, y, phi, rho, yhat) - display_108(n, y, phi, rho)
    scores = design(phi) @ rho
    squares = (y @ y + scores @ scores + yhat[0] ** 2) / (n**2 * N * tau)
    leak = abs(yhat[0] - scores[-1]) / (n * N)
    return at_most(max(abs(error)), squares * curvature + leak * tenths / 10)


def large(K: float) -> dict[str, Any]:
    """So many examples that N^11 p exceeds 2 K."""
    c = 2 * K + 1
    return dict(k=math.ceil((c * c / 2 + 3 * math.log(c) + 8) / (11 * math.log(2))), K=K)


@theorem(
    PAPER,
    "after (120)",
    id="lemma-4/eq-120/labels",
    rank="step",
    origin="read",
    at=lines(1066, 1068),
    k=dims(1, 64),  # $N=2^k$
    K=some(scales(0, 3), weaker="larger", fails_at=large),  # of the bound and of the probability
    examples=[large(8.0)],
)
@printed(
    r"For some $K$ and all $N=2^k$: $|y_i|\le K(\CF+\sigma)$ for every $i\le N$, with probability at least "
    r"$1-KN^{-10}$; for Gaussian noise and $\CF=\sigma$ a label exceeds that with probability at least "
    r"$\frac12\min\{Np,1\}$ with $p=\frac{2c}{1+c^2}\frac{e^{-c^2/2}}{\sqrt{2\pi}}$ and $c=2K+1$, which would "
    "have to be at most $KN^{-10}$.",
    defect="proof-step",
    because="A single label exceeds any multiple of the noise with a probability that does not fall with N, "
    r"while $N^{-10}$ does: the largest of N labels grows like the root of $\log N$.",
)
def labels(k, K):
    r"""All labels at once are of the order of $C_F + \sigma$, with probability $1 - O(N^{-10})$."""
    c, log_N = 2 * K + 1, k * log(2)
    log_p = log(2 * c / (1 + c**2)) - c**2 / 2 - log(2 * pi()) / 2
    # The logarithms of both.
    return at_most(minimum(log_N + log_p, 0) - log(2), log(K) - 10 * log_N)


@amended(
    r"$|z_i|\le\sigma\sqrt{22\log(2N)}$ for every $i\le N$, with probability at least $1-N^{-10}$: by the "
    r"union bound $2Ne^{-c^2/2}\le N^{-10}$ for $c^2=22\log(2N)$.",
    of=labels,
    because="The union bound over N labels, by the sub-Gaussian tail.",
    adds=r"the noise alone, the root of $22 \log(2N)$ for the constant",
    N=dims(2, 1 << 20),
)
@mutants({"20 for 22": dict(factor=20), "2 for 22": dict(factor=2)})
def large_noise(N, factor=22):
    """The logarithm of the union bound, against that of the tenth power of 1/N."""
    return at_most(log(2 * N) - factor * log(2 * N) / 2, -10 * log(N))
