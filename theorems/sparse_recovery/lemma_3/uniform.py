r"""Lemma 3 for rows with independent entries uniform on [-1, 1]: c = 1/12 is good for every N.

$\sigma^2=\frac13$, $M^V=6I$. Squares lie in $[0,3]\sigma^2$ (Hoeffding: $e^{-2Ns^2/9}$); given one column, the
products are strictly sub-Gaussian with variance at most $3\sigma^4$ each, so that a pair exceeds s with
probability at most $2e^{-Ns^2/6}$, and $d(d-1)\big(\frac\delta d\big)^2\le\delta$. The index of the third
bound is read as j. The prefactor $\frac N{N+2}$ of the second bound is saved by the slack of the constant.
"""

from dataclasses import dataclass

from lemmata import Margin, Probability, Prompt, at_most, dims, scales, space, uniform
from lemmata.numbers import absolute, amax, eye, full, log, sqrt, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.laws import LAWS


@dataclass(frozen=True)
class Setting:
    N: int
    d: int
    S: int
    delta: float


near_identity = PAPER.claim(
    "Lemma 3",
    part="rows uniform on [-1, 1]",
    id="lemma-3/uniform",
    rank="step",
    origin="ours",
    summary="For rows uniform on [-1, 1] Lemma 3 holds with c = 1/12, for every number of rows",
    kind=Probability(failure=lambda s: min(1.0, 3 * float(s.delta))),
    settings=space(
        Setting,
        N=dims(1, 128),
        d=dims(1, 6),
        S=lambda s: dims(1, s.d, most=s.d),
        delta=scales(-8, -2, of="(0, 1)"),
    ),
    prompts=lambda s: space(X=uniform(s.N, s.d, low=-1.0, high=1.0)),
    examples=[Setting(48, 6, 6, 2.0**-7), Setting(128, 1, 1, 0.25)],
)


@near_identity.printed(
    r"Independent rows uniform on $[-1,1]^d$, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=6I$, $c=\frac1{12}$, every N: "
    r"with probability at "
    r"least $1-3\delta$ all $D_{:,i}^\top X_{:,i}$, $i\in\mathbb S$, lie in $\frac N{N+2}(1\pm s)$, "
    r"$s=\sqrt{\frac{\log S-\log\delta}{Nc}}$, and all $|D_{:,i}^\top X_{:,j}|$, $i\ne j$, are at most "
    r"$\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    inverse=LAWS["uniform"],
    M=6,
)
def concentrates(s: Setting, prompt: Prompt, inverse: float, M: int) -> Margin:
    """D^T X is close to the identity, for bounded rows."""
    G = prompt.X.mT @ prompt.X * M / (2 * s.N + 1)
    on = eye(s.d, G)
    diagonal = sum(G * on, -1)[:, : s.S] * (s.N + 2) / s.N - 1
    off = absolute(G * (1 - on))
    left = stack([amax(absolute(diagonal), -1), amax(amax(off, -1), -1)], -1)
    width = full(sqrt(log(s.S / s.delta) * inverse / s.N), like=left[:, 0])
    coherence = sqrt(log(s.d / s.delta) * inverse / s.N)
    return at_most(left, stack([width, coherence], -1))


near_identity.mutant("c = 1/2", inverse=2.0)
near_identity.mutant("M^V = I / sigma^2", M=3)
near_identity.mutant("M^V = 3 I / sigma^2", M=9)
