r"""Theorem 1, Section 3: one transformer predicts every function of a class in context, with the risk (24).

If $C_{\mathcal F}<\infty$, there is a transformer with L layers and $D=d+2n+7$ rows, for some
$n\gtrsim\log|\mathcal N_\varepsilon|$, such that for every f of the class, with probability $1-O(N^{-10})$
over N noisy examples, its squared error at a new input is of the order of $(\sqrt{\log N/N}+\frac
nL)C_{\mathcal F}(C_{\mathcal F}+\sigma)+C_{\mathcal F}^2\log|\mathcal N_\varepsilon|/n$. Here the risk of
the repaired transformer is measured beside that bound, as N (the bare id), n (``features``) and L
(``depth``) grow. ``gaussian`` has another class and ``some_n`` what "for some n" allows; the proof is
Lemmas 1 to 4 and ``step_5``.

The class is $\{b_1\cos(x+\theta_1)+b_2\cos(2x+\theta_2)\}$ with $|b_k|\le1$ on $[-1,1]$, so that
$C_{\mathcal F}=5$; $\log|\mathcal N_\varepsilon|$ is taken as $2\log32$ ($\varepsilon=\frac1{16}$, claim
``eq-23/size``). The noise has size $\sigma=\frac14$, the features are evenly spaced offsets, the step is
$\frac1{2(n+1)}$ (see Lemma 3), and $\lambda=\frac1{64}\sqrt{\log N/N}(C_{\mathcal F}+\sigma)$; with that of
(58a) and a large constant $\rho=0$.

The constant (error over bound) does not grow with any of the three sizes (in n at L = 5, where the bound
falls and rises again). It is far below 1, since the bound exceeds the trivial $C_{\mathcal F}^2$ wherever
$n\ge L$ or $n\le\log|\mathcal N_\varepsilon|$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt

import torch

from constructions.transformer import Transformer
from constructions.universal import balanced_tau, embed, universal_transformer
from lemmata import Declaration, Margin, Prompt, Rate, Space, at_most, box, dims, lines, signs, space
from lemmata.numbers import values
from lemmata.statement.vocabulary import Rank
from theorems.universal_approximation import PAPER

C, SIGMA, LOG_COVER = 5.0, 0.25, 2 * log(32)


@dataclass(frozen=True)
class Setting:
    N: int
    n: int
    L: int


settings = space(Setting, N=dims(2, 64), n=dims(1, 32), L=dims(1, 33), where=lambda s: s.L % 2 == 1)


def prompts(s: Setting) -> Space:
    """One task and its prompt; the query is a further input."""
    return space(
        X=box(s.N + 1, 1, low=-1.0, high=1.0),
        noise=signs(s.N),
        b=box(2, low=-1.0, high=1.0),
        theta=box(2, low=0.0, high=6.25),
    )


def transformer(s: Setting) -> Transformer:
    return universal_transformer(
        torch.ones(s.n, 1, dtype=torch.float64),
        torch.arange(s.n).double() * 3 / s.n - 2,
        N=s.N,
        L=s.L,
        lam=sqrt(log(s.N) / s.N) * (C + SIGMA) / 64,
        tau_ff=4.0,
        tau=(balanced_tau(C / (2 * s.n)), balanced_tau(C)),
        weights="repaired",
        inverse_step=2 * (s.n + 1),
    )


def rate(id: str, rank: Rank, size: Callable[[Setting], int], *ladder: Setting) -> Declaration:
    made = PAPER.claim(
        "Theorem 1, (24)",
        id=id,
        rank=rank,
        origin="read",
        at=lines(217, 229),
        kind=Rate(ladder=ladder, size=size),
        settings=settings,
        prompts=prompts,
    )
    made.construction(transformer)
    return made


in_N = rate("theorem-1", "headline", lambda s: s.N, *(Setting(N, 8, 9) for N in (4, 8, 16, 32, 64)))
in_n = rate("theorem-1/features", "result", lambda s: s.n, *(Setting(16, n, 5) for n in (2, 4, 8, 16, 32)))
in_L = rate("theorem-1/depth", "result", lambda s: s.L, *(Setting(16, 4, L) for L in (3, 5, 9, 17, 33)))
BOUND = (
    r"$\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\lesssim\left(\sqrt{\frac{\log N}N}+\frac nL\right)"
    r"C_{\mathcal F}(C_{\mathcal F}+\sigma)+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n$"
)


@in_N.printed(BOUND + ", with a constant that does not grow with $N$.", share=lambda s: 1.0)
@in_n.printed(BOUND + ", with a constant that does not grow with $n$.", share=lambda s: 1.0)
@in_L.printed(BOUND + ", with a constant that does not grow with $L$.", share=lambda s: 1.0)
def risk_of_the_transformer(
    s: Setting, tf: Transformer, prompt: Prompt, share: Callable[[Setting], float]
) -> Margin:
    """The squared prediction error of the transformer against the bound (24)."""
    X, b, theta = (values(v) for v in (prompt.X[..., 0], prompt.b, prompt.theta))
    angles = torch.stack([X, X * 2], -1) + theta[:, None]
    labels = (torch.cos(angles) * b[:, None]).sum(-1)
    y = labels[:, :-1] + values(prompt.noise) * SIGMA
    H = embed(values(prompt.X)[:, :-1], y, values(prompt.X)[:, -1], s.n)
    error = (tf(H)[:, -1, -1] - labels[:, -1]) ** 2
    slow = sqrt(log(s.N) / s.N) + s.n / s.L
    bound = (slow * C * (C + SIGMA) + C * C * LOG_COVER / s.n) * share(s)
    return at_most(error, bound)


in_N.mutant("a rate 1/N^2", share=lambda s: s.N**-2.0)
in_n.mutant("a rate 1/n^3", share=lambda s: s.n**-3.0)
in_L.mutant("a rate 1/L^2", share=lambda s: s.L**-2.0)
