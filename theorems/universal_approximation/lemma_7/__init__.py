r"""The errors of the transformer's steps are small: only if the noise is not larger than its temperature.

Lemma 7 promises $\|e_t\|_1\lesssim C_{\mathcal F}/((L+n)nN)$ (130) for $\lambda\ge C\sqrt{\log
N/N}(C_{\mathcal F}+\sigma)+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ and $\tau\ge
CNn^2(L+n)(N+n)C_{\mathcal F}$, which does not grow with $\sigma$; its proof adds "without loss of
generality" $\sqrt{\log N/N}\,\sigma\lesssim C_{\mathcal F}$. Without that it fails: labels beyond
$\tau/\eta$ saturate the logistic function, and noise that is not symmetric gets a bias of the order of
$\tau$. Here $f=0$, $n=1$, the feature is 1 at the only input, the noise is $3s$ with probability 1/4 and
$-s$ otherwise ($\sigma=2s$), and $\eta s=4\tau$. The bias is above the threshold $\eta\lambda$ for every
$C$ if $N$ is large ($C=1$, $N=1024$ here), and exceeds (130) for every constant $K$. With the hypothesis of
the proof the first steps obey (130).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import soft_threshold
from lemmata import Margin, Probability, Prompt, Space, at_most, choices, lines, scales, signs, some, space
from lemmata.numbers import Array, absolute, full, log, sqrt, stack, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import linearised


@dataclass(frozen=True)
class Setting:
    N: int
    K: float

    @property
    def tau(self) -> int:
        """``C N n^2 (L + n) (N + n) C_F`` for n = C = C_F = 1 and L = 3."""
        return 4 * self.N * (self.N + 1)


def prompts(s: Setting) -> Space:
    """Two fair signs for every label."""
    return space(coins=signs(s.N, 2))


Size = Callable[[Setting], Array]


def many(K: float) -> Setting:
    """So many examples that the bias, of the order of N^2, is above K / N."""
    return Setting(N=1 << max(10, math.ceil(math.log2(K) / 3)), K=K)


def saturating(s: Setting) -> Array:
    """The noise level s with eta s = 4 tau."""
    return 8 * s.tau


def moderate(s: Setting) -> Array:
    """The largest s with sqrt(log N / N) sigma <= C_F."""
    return sqrt(s.N / log(s.N)) / 2


lemma_7 = PAPER.claim(
    "Lemma 7",
    id="lemma-7",
    origin="read",
    summary="Every step of the transformer errs by at most the order of C_F / ((L + n) n N)",
    at=lines(1152, 1158),
    kind=Probability(failure=lambda s: min(1.0, s.K * float(s.N) ** -10)),
    settings=space(Setting, N=choices(1024), K=some(scales(0, 6), weaker="larger", fails_at=many)),
    prompts=prompts,
    pinned={
        "N": "one N refutes (for C = 1; larger constants C in the hypotheses want larger N)",
        "K": "the amendment holds with the constant 1",
    },
)


@lemma_7.printed(
    r"Let $\lambda\ge C\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2$ and $\tau\ge CNn^2(L+n)(N+n)C_{\mathcal F}$. Then for some $K$ and "
    r"all $t$, "
    r"with probability at least $1-KN^{-10}$: $\|e_t\|_1\le K\frac{C_{\mathcal F}}{(L+n)nN}$; refuted for "
    r"$C=1$, $f=0$, "
    r"$C_{\mathcal F}=1$, $\varepsilon_{\mathsf{dis}}^2=\frac18$, $n=1$, a feature that is 1, $L=3$, and noise "
    r"$3s$ or $-s$ "
    r"with $\eta s=4\tau$.",
    defect="statement",
    because="The bound on the noise that the proof assumes is missing: large noise saturates the scores.",
    size=saturating,
    tau=lambda s: s.tau,
)
@lemma_7.amended(
    r"Let $\lambda\ge C\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2$, $\tau\ge CNn^2(L+n)(N+n)C_{\mathcal F}$ and "
    r"$\sqrt{\frac{\log N}N}\sigma\le C_{\mathcal F}$. Then for $t\le2$, with probability at least "
    r"$1-N^{-10}$: $\|e_t\|_1\le\frac{C_{\mathcal F}}{(L+n)nN}$; here for $C=1$, $f=0$, $C_{\mathcal "
    r"F}=1$, "
    r"$\varepsilon_{\mathsf{dis}}^2=\frac18$, $n=1$, a feature that is 1, $L=3$, and noise $3s$ or $-s$ with "
    r"$\sigma=2s$.",
    because="The hypothesis that the proof uses is stated.",
    adds="sqrt(log N / N) sigma <= C_F, t <= 2",
    settings=space(Setting, N=choices(1024, 64, 256), K=choices(1.0)),
    size=moderate,
    tau=lambda s: s.tau,
)
def steps_are_nearly_exact(s: Setting, prompt: Prompt, size: Size, tau: Callable[[Setting], float]) -> Margin:
    """The l1 errors of the first two steps of the transformer."""
    a, b = prompt.coins[..., 0], prompt.coins[..., 1]
    noise = size(s)
    z = ((a + 1) * (b + 1) - 1) * noise
    lam = sqrt(log(s.N) / s.N) * (noise * 2 + 1) + 0.125
    # Both entries of rho are equal, since both entries of every feature vector are 1; eta is 1/2.
    rho = full(0, like=z[:, 0])
    labels, nearly = sum(z, -1) / s.N, sum(linearised(z / 2, tau(s)), -1) * 2 / s.N
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
lemma_7.mutant("s of twice tau", size=lambda s: s.tau * 2)
