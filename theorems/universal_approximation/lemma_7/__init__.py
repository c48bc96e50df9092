r"""The errors of the transformer's steps are small: only if the noise is not larger than its temperature.

Lemma 7 promises $\|e_t\|_1\lesssim C_{\mathcal F}/((L+n)nN)$ (130) for $\lambda\ge C\sqrt{\log
N/N}(C_{\mathcal F}+\sigma)+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ and $\tau\ge
CNn^2(L+n)(N+n)C_{\mathcal F}$, which does not grow with $\sigma$; its proof adds "without loss of
generality" $\sqrt{\log N/N}\,\sigma\lesssim C_{\mathcal F}$. Without that it fails: labels beyond
$\tau/\eta$ saturate the logistic function, and noise that is not symmetric gets a bias of the order of
$\tau$.

One K is to serve for all constants, also those of Lemma 1 and (30). The class is that of the constants in
$[-1,1]$ on the line, $C_{\mathcal F}=1$, with $\varepsilon=\frac1{17}$, which 17 intervals cover, and $n=3K$
features: $n\ge K\log17$, and $\varepsilon_{\mathsf{dis}}^2\le K^2(\frac14+1)^2\le2K^2$, which stands in
$\lambda$. All inputs are 0, where all features are 1. With $f=0$ and noise that is $3s$ with probability 1/4
and $-s$ otherwise ($\sigma=2s$, by Hoeffding's lemma), $\eta s=4\tau$, nothing but the share q of the labels
$3s$ matters. It is within $N^{-1/2}$ of 1/4 with a probability of at least $1-2e^{-2}$, by Hoeffding's
inequality, and there the bias of the first step is above the threshold $\eta\lambda$ and exceeds (130), if N is
large.

With the hypothesis of the proof all steps obey (130), for all labels whose mean square is at most
$4(C_{\mathcal F}+\sigma)^2$. Sub-Gaussian noise, bounded or Gaussian, gives such labels except with a
probability of at most $e^{-4N/5}$, by Chernoff's bound for $\sum_iz_i^2>4N\sigma^2$. The objective never grows
by more than errors cost, so that $\|\rho_t\|_1\le8(C_{\mathcal F}+\sigma)^2/\lambda$, which is at most
$13C_{\mathcal F}N/\log N$, and a logistic term misses x by at most $|x|^3/(12\tau^2)$.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import torch

from baselines.proximal import proximal_gradient, soft_threshold
from constructions.transformer import Transformer
from lemmata import (
    Margin,
    Prompt,
    Space,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    in_ball,
    lines,
    reals,
    scales,
    some,
    space,
)
from lemmata.numbers import absolute, full, log, sqrt, stack
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.lemma_4 import network
from theorems.universal_approximation.lemma_4.layers import linearised


@dataclass(frozen=True)
class Constants:
    k: int
    """The logarithm of N to the base 4."""
    K: float

    @property
    def N(self) -> float:
        return 4.0**self.k

    @property
    def n(self) -> float:
        return 3 * self.K

    @property
    def tau(self) -> float:
        """``K N n^2 (L + n) (N + n) C_F`` for C_F = 1 and L = 3."""
        return self.K * self.N * self.n * self.n * (3 + self.n) * (self.N + self.n)


def many(K: float) -> Constants:
    """So many examples that K times the square root of log N / N is small."""
    return Constants(k=6 + 2 * math.ceil(math.log2(K)), K=K)


def likely_shares(s: Constants) -> Space:
    """The share of the labels with 3 s, within one over the root of N of its expectation."""
    return space(q=box(1, low=0.25 - 0.5**s.k, high=0.25 + 0.5**s.k))


lemma_7 = PAPER.claim(
    "Lemma 7",
    id="lemma-7",
    origin="read",
    summary="Every step of the transformer errs by at most the order of C_F / ((L + n) n N)",
    at=lines(1152, 1158),
    uses=["universal_approximation/lemma-3/eq-42", "universal_approximation/lemma-7/eq-131"],
    settings=space(Constants, k=dims(6, 64), K=some(scales(0, 4), weaker="larger", fails_at=many)),
    prompts=likely_shares,
    examples=[many(16.0)],
)


@lemma_7.printed(
    r"For some $K$: if $\lambda\ge K\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2$ and $\tau\ge KNn^2(L+n)(N+n)C_{\mathcal F}$, then for all $t$, with "
    r"probability at least $1-KN^{-10}$: $\|e_t\|_1\le K\frac{C_{\mathcal F}}{(L+n)nN}$ (one $K$, the largest, "
    r"serves for all constants, also of Lemma 1 and (30)); refuted at $t=1$ for $f=0$, $C_{\mathcal F}=1$, "
    r"$n=3K$ features that are 1 at "
    r"all inputs, $2K^2$ for $\varepsilon_{\mathsf{dis}}^2$, which is at most as large, $L=3$, $N=4^k$, the "
    r"least "
    r"$\tau$ and noise that is $3s$ with probability $\frac14$ and else $-s$, $\sigma=2s$, $\eta s=4\tau$, "
    r"where "
    r"the share $q$ of $3s$ is within $N^{-1/2}$ of $\frac14$, as it is with a probability of at least "
    r"$1-2e^{-2}$.",
    defect="statement",
    because="The bound on the noise that the proof assumes is missing: large noise saturates the scores.",
)
def first_step_saturates(s: Constants, prompt: Prompt) -> Margin:
    """The l1 error of the first step of the transformer, all of whose features are 1."""
    q, noise = prompt.q[:, 0], s.tau * s.n * 8
    lam = sqrt(log(s.N) / s.N) * (noise * 2 + 1) * s.K + s.K * s.K * 2
    # From 0 every entry moves by 2 eta times the mean label, or what the scores make of it: eta is 1 / (2n).
    exact = (q * 4 - 1) * noise / s.n
    scores = q * linearised(full(12 * s.tau, like=q), s.tau) + (1 - q) * linearised(
        full(-4 * s.tau, like=q), s.tau
    )
    theta = lam / s.n / 2
    error = absolute(soft_threshold(scores * 2, theta) - soft_threshold(exact, theta)) * (s.n + 1)
    return at_most(error, s.K / ((s.n + 3) * s.n * s.N))


@dataclass(frozen=True)
class Sample:
    d: int
    n: int
    N: int
    T: int
    tau_ff: float
    omega: torch.Tensor  # (n, d)
    t: torch.Tensor  # (n,)
    sigma: float
    square: float
    """The square of eps_dis."""
    hotter: float
    """The temperature over the least one."""

    @property
    def L(self) -> int:
        return 2 * self.T + 1


def directions_are_not_zero(s: Sample) -> bool:
    return bool((s.omega != 0).any(-1).all())


def noise_is_moderate(s: Sample) -> bool:
    """The square root of log N / N times sigma is at most C_F = 1; and no direction is 0."""
    return s.sigma**2 * math.log(s.N) <= s.N and directions_are_not_zero(s)


moderate = space(
    Sample,
    d=dims(1, 2),
    n=dims(1, 3),
    N=dims(2, 4),
    T=dims(1, 3),
    tau_ff=scales(1, 4, of="(0, inf)"),
    omega=lambda s: reals(s.n, s.d),
    t=lambda s: box(s.n, low=-2.0, high=1.0),
    sigma=dyadics(0, 1.625, of="[0, inf)"),
    square=dyadics(0, 1, of="[0, inf)"),
    hotter=scales(0, 4, of="[1, inf)"),
    where=noise_is_moderate,
)
loud = replace(moderate, fields={**moderate.fields, "sigma": choices(2.0**16)}, where=directions_are_not_zero)


def labels(s: Sample) -> Space:
    """Inputs of the unit ball, and labels over twice C_F + sigma and the root of N."""
    side = 0.5 if s.d > 1 else 1.0
    return space(
        X=box(s.N, s.d, low=-side, high=side), y=in_ball(s.N, radius=1.0), query=box(s.d, low=-side, high=side)
    )


def network_of(s: Sample, colder: int = 1) -> network.Setting:
    """The sizes, the penalty and the temperature, divided by ``colder``."""
    return network.Setting(
        d=s.d,
        n=s.n,
        N=s.N,
        T=s.T,
        lam=sqrt(log(s.N) / s.N) * (s.sigma + 1) + s.square,
        tau_ff=s.tau_ff,
        omega=s.omega,
        t=s.t,
        tau=s.hotter * 16 * s.N * s.n * s.n * (s.L + s.n) * (s.N + s.n) / colder,
    )


def repaired(colder: int = 1) -> Any:
    """The repaired weights for those quantities."""
    return lambda s: network.transformer("repaired")(network_of(s, colder))


@lemma_7.amended(
    r"Let $N\ge2$, $\sqrt{\frac{\log N}N}\sigma\le C_{\mathcal F}$, $\lambda=\sqrt{\frac{\log N}N}(C_{\mathcal "
    r"F}+\sigma)+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ for any $\varepsilon_{\mathsf{dis}}$ and "
    r"$\tau\ge16Nn^2(L+n)(N+n)C_{\mathcal F}$. Then for all $t\le T$, $L=2T+1$, all inputs and all labels with "
    r"$\frac1N\sum_iy_i^2\le4(C_{\mathcal F}+\sigma)^2$: $\|e_t\|_1\le\frac{C_{\mathcal F}}{(L+n)nN}$, $e_t$ "
    r"the "
    r"difference from the exact step (38) with $\eta=\frac1{2n}$, for the repaired weights; drawn with "
    r"$C_{\mathcal F}=1$, since labels, $\rho$, $\lambda$ and $\tau$ are multiples of it.",
    because="The hypothesis that the proof uses is stated.",
    adds="sqrt(log N / N) sigma <= C_F, N >= 2, the constants 1 and 16, every sample of labels with a mean "
    "square "
    "of at most 4 (C_F + sigma)^2",
    settings=moderate,
    prompts=labels,
    construction=repaired(),
    slack="The rate is the printed one; the error is of the third order, and 16 is what the proof wants at N = "
    "2 for iterates as large as the penalty lets them be. With 1 for 16 nothing above a quarter of the bound "
    "is known.",
)
def steps_are_nearly_exact(s: Sample, tf: Transformer, prompt: Prompt) -> Margin:
    """The l1 errors of all steps of the transformer."""
    at = network_of(s)
    y = prompt.y * (s.sigma + 1) * 2 * sqrt(s.N)
    r = network.run(at, tf, Prompt(X=prompt.X, y=y, query=prompt.query))
    errors = []
    for k in range(s.T):
        step = proximal_gradient(r.phi, r.y, at.lam, r.rho[:, k], steps=1, inverse_step=2 * s.n)
        errors.append(l1(r.rho[:, k + 1] - step[-1]))
    return at_most(stack(errors, 1), 1 / ((s.L + s.n) * s.n * s.N))


lemma_7.mutant("tau over 1024", construction=repaired(1024))
lemma_7.mutant("noise of 2^16 C_F", settings=loud)
