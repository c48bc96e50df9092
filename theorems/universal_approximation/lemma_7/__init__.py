r"""The errors of the transformer's steps are small: only if the noise is not larger than its temperature.

Lemma 7 promises $\|e_t\|_1\lesssim C_{\mathcal F}/((L+n)nN)$ (130) for $\lambda\ge C\sqrt{\log
N/N}(C_{\mathcal F}+\sigma)+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ and $\tau\ge
CNn^2(L+n)(N+n)C_{\mathcal F}$, which does not grow with $\sigma$; its proof adds "without loss of
generality" $\sqrt{\log N/N}\,\sigma\lesssim C_{\mathcal F}$. Without that it fails: labels beyond
$\tau/\eta$ saturate the logistic function, and noise that is not symmetric gets a bias of the order of
$\tau$. Here $f=0$, $n=1$, the feature is 1 at every input, the noise is $3s$ with probability 1/4 and
$-s$ otherwise ($\sigma=2s$), and $\eta s=4\tau$. All labels count alike, so that nothing but the share q of
those with $3s$ matters. It is within $N^{-1/2}$ of 1/4 with a probability of at least $1-2e^{-2}$, by
Hoeffding's inequality, and there the bias is above the threshold $\eta\lambda$ and exceeds (130), for every
constant if N is large. With the hypothesis of the proof the first steps obey (130), whatever the labels.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, lines, scales, some, space
from lemmata.numbers import Array, absolute, full, log, sqrt, stack
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import linearised


@dataclass(frozen=True)
class Setting:
    k: int
    """The logarithm of N to the base 4."""
    K: float

    @property
    def N(self) -> float:
        return 4.0**self.k

    @property
    def tau(self) -> float:
        """At least ``K N n^2 (L + n) (N + n) C_F`` for n = C_F = 1 and L = 3, which is ``4 K N (N + 1)``."""
        return 8 * self.K * self.N * self.N


def many(K: float) -> Setting:
    """So many examples that K times the square root of log N / N is small."""
    return Setting(k=5 + 2 * math.ceil(math.log2(K)), K=K)


def likely_shares(s: Setting) -> Space:
    """The share of the labels with 3 s, within one over the root of N of its expectation."""
    return space(q=box(1, low=0.25 - 0.5**s.k, high=0.25 + 0.5**s.k))


def moderate_noise(s: Setting) -> Space:
    """Any share, and s over its largest value."""
    return space(q=box(1, low=0.0, high=1.0), size=box(1, low=0.0, high=1.0))


Size = Callable[[Setting, Prompt], Array]


def saturating(times: int) -> Size:
    """The noise level s, a multiple of tau."""
    return lambda s, prompt: full(s.tau, like=prompt.q[:, 0]) * times


def moderate(s: Setting, prompt: Prompt) -> Array:
    """The noise level s, with sqrt(log N / N) sigma at most C_F."""
    return prompt.size[:, 0] * sqrt(s.N / log(s.N)) / 2


lemma_7 = PAPER.claim(
    "Lemma 7",
    id="lemma-7",
    origin="read",
    summary="Every step of the transformer errs by at most the order of C_F / ((L + n) n N)",
    at=lines(1152, 1158),
    settings=space(Setting, k=dims(5, 64), K=some(scales(0, 4), weaker="larger", fails_at=many)),
    prompts=likely_shares,
    examples=[many(16.0)],
    pinned={"K": "the amendment holds with the constant 1"},
)


@lemma_7.printed(
    r"For some $K$: if $\lambda\ge K\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2$ and $\tau\ge KNn^2(L+n)(N+n)C_{\mathcal F}$, then for all $t$, with "
    r"probability at least $1-KN^{-10}$: $\|e_t\|_1\le K\frac{C_{\mathcal F}}{(L+n)nN}$ (one $K$, the larger, "
    r"serves for all constants); refuted for $f=0$, $C_{\mathcal F}=1$, "
    r"$\varepsilon_{\mathsf{dis}}^2=\frac18$, $n=1$, a feature that is 1, $L=3$, $N=4^k$, $\tau=8KN^2$ and "
    r"noise "
    r"that is $3s$ with probability $\frac14$ and else $-s$, $\sigma=2s$, $\eta s=4\tau$, where the share $q$ "
    r"of "
    r"$3s$ is within $N^{-1/2}$ of $\frac14$, as it is with a probability of at least $1-2e^{-2}$.",
    defect="statement",
    because="The bound on the noise that the proof assumes is missing: large noise saturates the scores.",
    size=saturating(8),
    tau=lambda s: s.tau,
)
@lemma_7.amended(
    r"Let $\lambda=\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2$, $\tau\ge Nn^2(L+n)(N+n)C_{\mathcal F}$ and "
    r"$\sqrt{\frac{\log N}N}\sigma\le C_{\mathcal F}$. Then for $t\le2$: $\|e_t\|_1\le\frac{C_{\mathcal "
    r"F}}{(L+n)nN}$; here for $f=0$, $C_{\mathcal F}=1$, $\varepsilon_{\mathsf{dis}}^2=\frac18$, $n=1$, a "
    r"feature that is 1, $L=3$, $N=4^k$, $\tau=8N^2$ and labels $3s$ (any share $q$ of them) and $-s$ with "
    r"$\sigma=2s$.",
    because="The hypothesis that the proof uses is stated.",
    adds="sqrt(log N / N) sigma <= C_F, t <= 2, every sample",
    settings=space(Setting, k=dims(1, 16), K=choices(1.0)),
    slack="The rate is the printed one. The error is of the third order, 7e-4 of it at N = 4 and less for more "
    "examples; what is nearer is rounding.",
    prompts=moderate_noise,
    size=moderate,
    tau=lambda s: s.tau,
)
def steps_are_nearly_exact(s: Setting, prompt: Prompt, size: Size, tau: Callable[[Setting], float]) -> Margin:
    """The l1 errors of the first two steps of the transformer."""
    noise, q = size(s, prompt), prompt.q[:, 0]
    lam = sqrt(log(s.N) / s.N) * (noise * 2 + 1) * s.K + 0.125
    # Both entries of rho are equal, since both entries of every feature vector are 1; eta is 1/2.
    rho = full(0, like=q)
    labels = (q * 4 - 1) * noise
    nearly = (q * linearised(noise * 3 / 2, tau(s)) + (1 - q) * linearised(-noise / 2, tau(s))) * 2
    errors = []
    for _ in range(2):
        exact = rho + labels - rho * 2
        product = linearised(rho, tau(s))  # eta phi^T rho = rho
        # The query's own term, taken away by the prediction of phi^T rho = 2 rho.
        leak = linearised(linearised(rho * 2, tau(s)) / 2, tau(s)) - product
        inexact = rho + nearly - product * 2 + leak * 2 / s.N
        after = soft_threshold(inexact, lam / 2)
        errors.append(absolute(after - soft_threshold(exact, lam / 2)) * 2)
        rho = after
    return at_most(stack(errors, -1), s.K / (4 * s.N))


lemma_7.mutant("tau over 1024", tau=lambda s: s.tau / 1024)
lemma_7.mutant("s of twice tau", size=saturating(2))
