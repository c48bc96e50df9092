r"""One layer of LISTA-VM contracts the l1 error, if the estimate is supported on the support.

Lemma 1, on one step (D.1) under the conditions (D.2): with $\sigma_{\min}=\min_{i\in\mathbb S}|D_{:,i}^\top
X_{:,i}|$, $\sigma_{\max}=\max_{i\ne j} |D_{:,i}^\top X_{:,j}|$,
$e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$, $0\le\gamma D_{:,i}^\top X_{:,i}\le1$ and
$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$, an error of at most $c_1e^{-c_2(k-2)}$ becomes one of at
most $c_1e^{-c_2(k-1)}$. The statement forgets the hypothesis $\operatorname{supp}\beta^{(k)}\subset\mathbb S$
that its proof takes from Lemma 2: outside of $\mathbb S$ nothing contracts. With $D^\top
X=\operatorname{diag}(\frac12,0)$, $\gamma=1$, $\beta^*=(1,0)$ and $\beta^{(2)}=(1,1)$ the error stays 1, while
$e^{-c_2}=\frac12$.

`restriction`: the second display of the proof says in its first line that on the support a layer sees the
columns of the support alone. Without that hypothesis the other columns contribute: this is where the lemma
breaks.

`conclusion`: the last lines of the proof use the bound with $k-1$ where the hypothesis gives $k-2$, and so
arrive at $e^{-c_2k}$. $\mathbb S$ is $\{1,\dots,S\}$ here, without loss of generality; $y=X\beta^*$.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, equal, lines
from lemmata.numbers import Array, absolute, full, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_1.setting import (
    DEFINITIONS,
    Layer,
    Setting,
    after,
    before,
    layer,
    prompts,
    settings,
    threshold,
)

Count = Callable[[Setting], int]
"""On how many of the first entries beta^(k) may be wrong."""
Theta = Callable[[Setting, Layer], Array]
Answer = Callable[..., Array]


def everywhere(s: Setting) -> int:
    return s.d


def on_support(s: Setting) -> int:
    return s.S


contraction = PAPER.claim(
    "Lemma 1",
    origin="read",
    at=lines(513, 523),
    summary="One layer multiplies the bound on the l1 error by exp(-c_2), whatever the support of the estimate",
    settings=settings,
    prompts=prompts,
    examples=[Setting(d=2, S=1, k=2, gamma=1.0)],
)


@contraction.printed(
    DEFINITIONS + r"if $\|\beta^{(k)}-\beta^*\|_1\le c_1e^{-c_2(k-2)}$, then $\|\beta^{(k+1)}-\beta^*\|_1\le "
    r"c_1e^{-c_2(k-1)}$.",
    defect="statement",
    because="The hypothesis that beta^(k) is supported on the support of beta* is missing; outside "
    "of it (D.2) allows a diagonal entry 0, and nothing contracts.",
    fails_where=lambda s: s.d > s.S,
    free=everywhere,
    theta=threshold,
    weight=1,
    ahead=1,
)
@contraction.amended(
    DEFINITIONS + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}-\beta^*\|_1\le "
    r"c_1e^{-c_2(k-2)}$, then $\|\beta^{(k+1)}-\beta^*\|_1\le c_1e^{-c_2(k-1)}$.",
    adds="supp beta^(k) in S",
    because="As the proof uses.",
    free=on_support,
    theta=threshold,
    weight=1,
    ahead=1,
)
def contracts(
    s: Setting, prompt: Prompt, answer: Answer, free: Count, theta: Theta, weight: int, ahead: int
) -> Margin:
    """One step multiplies the bound on the l1 error by exp(-c_2)."""
    a = layer(s, prompt, weight)
    beta = before(s, prompt, a, free(s))
    estimate = answer(after(s, a, beta, theta(s, a)), untouched=beta)
    error = sum(absolute(estimate - a.beta_star), -1)
    return at_most(error, a.level * a.q**ahead).given(a.met)


contraction.mutant("no threshold", theta=lambda s, a: full(0, like=a.level))
contraction.mutant("2S - 2 in the rate", weight=2)
contraction.mutant("two factors of the rate", ahead=2)

restricted = PAPER.claim(
    "Lemma 1",
    part="what the support sees",
    id="lemma-1/restriction",
    rank="step",
    origin="read",
    at=lines(529, 531),
    summary="On the support one layer sees the columns of the support alone",
    settings=settings,
    prompts=prompts,
)
ON_THE_SUPPORT = (
    r"$\beta^{(k+1)}_{\mathbb S}=\mathcal S_{\theta^{(k)}}\big(\beta^{(k)}_{\mathbb S}-\gamma(D_{:,\mathbb "
    r"S})^\top X_{:,\mathbb S}(\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb S})\big)$."
)


@restricted.printed(
    DEFINITIONS + r"if $\|\beta^{(k)}-\beta^*\|_1\le c_1e^{-c_2(k-2)}$, then " + ON_THE_SUPPORT,
    defect="proof-step",
    because="Columns outside of S contribute unless beta^(k) vanishes there.",
    fails_where=lambda s: s.d > s.S,
    free=everywhere,
    transposed=False,
)
@restricted.amended(
    DEFINITIONS + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}-\beta^*\|_1\le "
    r"c_1e^{-c_2(k-2)}$, then " + ON_THE_SUPPORT,
    adds="supp beta^(k) in S",
    free=on_support,
    transposed=False,
)
def restricts(s: Setting, prompt: Prompt, free: Count, transposed: bool) -> Margin:
    """On the support the step sees only the columns of the support."""
    a = layer(s, prompt)
    beta, S = before(s, prompt, a, free(s)), s.S
    block = a.G.mT[:, :S, :S] if transposed else a.G[:, :S, :S]
    part = a._replace(G=block, beta_star=a.beta_star[:, :S])
    left = after(s, a, beta, threshold(s, a))[:, :S]
    return equal(left, after(s, part, beta[:, :S], threshold(s, a))).given(a.met)


restricted.mutant("X^T D in place of D^T X", transposed=True)
restricted.mutant("an error in one entry outside of S", free=lambda s: min(s.S + 1, s.d))

conclusion = PAPER.claim(
    "Lemma 1",
    part="one more factor",
    id="lemma-1/conclusion",
    rank="step",
    origin="read",
    at=lines(557, 565),
    summary="From an error with k - 2 factors exp(-c_2) one layer makes one with k",
    settings=settings,
    prompts=prompts,
    uses=["sparse_recovery/lemma-2"],
)


@conclusion.printed(
    DEFINITIONS + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}-\beta^*\|_1\le "
    r"c_1e^{-c_2(k-2)}$, then $\|\beta^{(k+1)}-\beta^*\|_1\le(\gamma(2S-1)\sigma_{\max}+|1-\gamma"
    r"\sigma_{\min}|)c_1e^{-c_2(k-1)}=c_1e^{-c_2k}$.",
    defect="proof-step",
    because="The hypothesis and the threshold have k - 2, so one factor e^{-c_2} is too many; the "
    "lemma claims e^{-c_2(k-1)}.",
    ahead=2,
    theta=threshold,
)
@conclusion.amended(
    DEFINITIONS + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}-\beta^*\|_1\le "
    r"c_1e^{-c_2(k-2)}$, then $\|\beta^{(k+1)}-\beta^*\|_1\le(\gamma(2S-1)\sigma_{\max}+|1-\gamma"
    r"\sigma_{\min}|)c_1e^{-c_2(k-2)}"
    r"=c_1e^{-c_2(k-1)}$.",
    adds="one factor e^-c_2 less",
    ahead=1,
    theta=threshold,
)
def concludes(s: Setting, prompt: Prompt, answer: Answer, ahead: int, theta: Theta) -> Margin:
    """The chain of inequalities ends at the rate of the lemma."""
    return contracts(s, prompt, answer, on_support, theta, 1, ahead)


conclusion.mutant("twice the threshold", theta=lambda s, a: threshold(s, a) * 2)
conclusion.mutant("half the threshold", theta=lambda s, a: threshold(s, a) / 2)
