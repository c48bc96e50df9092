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
falls and rises again). *What this cannot see:* the prediction 0 has an error of about $\frac13$, which is
below the bound with $K=1$ at all sizes here (on the ladders of N and n that bound is above the trivial
$C_{\mathcal F}^2=25$, as it is wherever $n\ge L$ or $n\le\log|\mathcal N_\varepsilon|$). On these two ladders
the bound hardly falls, so that its constant does not grow, either, nor does that of the printed weights in
N; these mutants are waived for that reason. On the ladder of L ($N=16$, $n=28$, $L$ from 15 to 113) the
bound falls to a third and the error of the prediction 0 does not: its constant grows, which refutes it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt

import torch
from torch import Tensor

from constructions.transformer import Transformer
from constructions.universal import Weights, balanced_tau, embed, universal_transformer
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


def transformer(s: Setting, weights: Weights = "repaired") -> Transformer:
    """The transformer of A.4 on evenly spaced features of steepness 4."""
    return universal_transformer(
        torch.ones(s.n, 1, dtype=torch.float64),
        torch.arange(s.n).double() * 3 / s.n - 2,
        N=s.N,
        L=s.L,
        lam=sqrt(log(s.N) / s.N) * (C + SIGMA) / 64,
        tau_ff=4.0,
        tau=(balanced_tau(C / (2 * s.n)), balanced_tau(C)),
        weights=weights,
        inverse_step=2 * (s.n + 1),
    )


def rate(id: str, rank: Rank, words: str, size: Callable[[Setting], int], *ladder: Setting) -> Declaration:
    made = PAPER.claim(
        f"Theorem 1, (24), {words}",
        id=id,
        rank=rank,
        origin="read",
        summary="One transformer predicts every function of a class in context, with a risk of at most the "
        "order of (24) " + words,
        at=lines(217, 229),
        kind=Rate(ladder=ladder, size=size),
        settings=settings,
        prompts=prompts,
    )
    made.construction(lambda s: transformer(s))
    return made


in_N = rate(
    "theorem-1", "headline", "as N grows", lambda s: s.N, *(Setting(N, 8, 9) for N in (4, 8, 16, 32, 64))
)
in_n = rate(
    "theorem-1/features", "result", "as n grows", lambda s: s.n, *(Setting(16, n, 5) for n in (2, 4, 8, 16, 32))
)
in_L = rate(
    "theorem-1/depth", "result", "as L grows", lambda s: s.L, *(Setting(16, 28, L) for L in (15, 29, 57, 113))
)
BOUND = (
    r"For every $f$ of a class with $C_{\mathcal F}<\infty$, one transformer with $L$ layers and $D=d+2n+7$ "
    r"rows has, with probability at least $1-O(N^{-10})$, "
    r"$\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\le K\left[\left(\sqrt{\frac{\log N}N}+\frac nL\right)"
    r"C_{\mathcal F}(C_{\mathcal F}+\sigma)+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\right]$ with "
    r"a constant $K$ that "
)
CLASS = (
    r"; measured in the mean over random $f$, examples and $x_{N+1}$ on "
    r"$\{b_1\cos(x+\theta_1)+b_2\cos(2x+\theta_2)\}$, $|b_k|\le1$, on $[-1,1]$, so that "
    r"$C_{\mathcal "
    r"F}=5$, with noise $\pm\frac14$, $\log|\mathcal N_\varepsilon|=2\log32$, the repaired weights, "
    r"features of steepness 4 at evenly spaced offsets, temperatures that balance rounding and linearisation "
    r"(as in lemma-7/precision), $\eta=\frac1{2(n+1)}$ and "
    r"$\lambda=\frac1{64}\sqrt{\frac{\log N}N}(C_{\mathcal "
    r"F}+\sigma)$"
)
TRIVIAL = (
    r", at sizes at which the right side exceeds $C_{\mathcal F}^2=25$ for $K=1$: the prediction 0 would "
    r"pass as well."
)


def as_it_is(prediction: Tensor) -> Tensor:
    return prediction


@in_N.printed(BOUND + r"does not grow with $N$" + CLASS + TRIVIAL, share=lambda s: 1.0, prediction=as_it_is)
@in_n.printed(BOUND + r"does not grow with $n$" + CLASS + TRIVIAL, share=lambda s: 1.0, prediction=as_it_is)
@in_L.printed(BOUND + r"does not grow with $L$" + CLASS + ".", share=lambda s: 1.0, prediction=as_it_is)
def risk_of_the_transformer(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    share: Callable[[Setting], float],
    prediction: Callable[[Tensor], Tensor],
) -> Margin:
    """The squared prediction error of the transformer against the bound (24) with K = 1."""
    X, b, theta = (values(v) for v in (prompt.X[..., 0], prompt.b, prompt.theta))
    angles = torch.stack([X, X * 2], -1) + theta[:, None]
    labels = (torch.cos(angles) * b[:, None]).sum(-1)
    y = labels[:, :-1] + values(prompt.noise) * SIGMA
    H = embed(values(prompt.X)[:, :-1], y, values(prompt.X)[:, -1], s.n)
    error = (prediction(tf(H)[:, -1, -1]) - labels[:, -1]) ** 2
    slow = sqrt(log(s.N) / s.N) + s.n / s.L
    bound = (slow * C * (C + SIGMA) + C * C * LOG_COVER / s.n) * share(s)
    return at_most(error, bound)


in_N.mutant("the bound over N^2", share=lambda s: s.N**-2.0)
in_n.mutant("the bound over n^3", share=lambda s: s.n**-3.0)
in_L.mutant("the bound over L^2", share=lambda s: s.L**-2.0)
for one in (in_N, in_n, in_L):
    one.mutant("the prediction 0", prediction=torch.zeros_like)
in_N.waive("the prediction 0", because="at these sizes the bound (24) hardly falls with N")
in_n.waive("the prediction 0", because="at these sizes the bound (24) falls with n and rises again")
in_N.mutant("the printed weights", construction=lambda s: transformer(s, "printed"))
in_N.waive("the printed weights", because="their constant does not grow with N at these sizes, either")
