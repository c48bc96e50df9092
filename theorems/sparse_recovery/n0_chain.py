r"""From n >= N_0 and event A to a contraction: the steps (D.7) to (D.13).

$N_0=8(4S-2)^2(\log d+\log S-\log\delta)/c$. On event A (D.4) Proposition 2 wants (D.5), $\gamma(2S-1)
\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$, and (D.6), $\gamma D_{:,i}^\top X_{:,i}\le1$, for every step
$\gamma<1.6$. The diagonal may be as large as $\frac n{n+2}(1+\dots)$, about 1, so that (D.6) allows no
step much above $1$; $\gamma\le0.84$ is safe for every $S$ ($0.8498$ is where (D.14) ends at $S=1$).
Only nc enters: the refutations hold for every c. The steps (D.8) to (D.10), (D.12) and (D.13) are right,
except that $\frac12(1-x)\le\frac n{n+2}(1-x)$ in (D.9) needs $n\ge2$ (n >= N_0 saves the conclusion).
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import absolute, log, sqrt, stack
from theorems.sparse_recovery import PAPER, figures_d
from theorems.sparse_recovery.instances_d_n0 import Sizes, at, chances, data, in_event, row, sizes

chain = PAPER.claim(
    "(D.7) to (D.14)",
    slug="n0-chain",
    kind="forall",
    settings=sizes(1.6),
    prompts=data,
    examples=[Sizes(1, 1, 40, 1.5, 128)],
)
chain.figure(figures_d.lengths)


@chain.printed(
    r"If $n\ge N_0$ and event A occurs, then (D.5) and (D.6) hold for every $\gamma\le1.6$ (on $\mathbb "
    r"S$).",
    expect="refuted",
    defect="proof-step",
    because="Event A lets the diagonal be n/(n+2) or more, so gamma times it exceeds 1.",
)
@chain.amended(
    r"If $n\ge N_0$ and event A occurs, then (D.5) and (D.6) hold for every $\gamma\le0.84$ (on "
    r"$\mathbb S$).",
    because="By (D.14) with the arithmetic of its last line corrected.",
    settings=sizes(0.84),
)
def contraction_is_possible(s: Sizes, prompt: Prompt) -> Margin:
    """Event A and n >= N_0 give the two conditions of Lemma 1."""
    smallest, coherence, largest = in_event(at(s, prompt), prompt)
    rate = coherence * s.gamma * (2 * s.S - 1) + absolute(smallest * s.gamma * -1 + 1)
    found = stack([rate, largest * s.gamma], -1)
    return at_most(found, found * 0 + 1)


chain.mutant("steps up to 3/2", settings=sizes(1.5))
chain.mutant("an eighth of N_0", settings=sizes(0.84, factor=16))

square_roots = PAPER.claim(
    "(D.8)", slug="n0-chain-d.8", kind="forall", settings=sizes(0.84), prompts=chances
)


@square_roots.printed(
    r"If $n\ge N_0$: $\sqrt n\ge2\sqrt2(4S-2)\sqrt{\frac{\log d+\log S-\log\delta}c}\ge\sqrt2(4S-2)\sqrt{"
    r"\frac{\log d+\log S-2\log\delta}c}\ge(4S-2)\big(\sqrt{\frac{\log d-\log\delta}c}+\sqrt{\frac{\log S"
    r"-\log\delta}c}\big)\ge(4S-2)\sqrt{\frac{\log d-\log\delta}c}+\sqrt{\frac{\log S-\log\delta}c}$.",
    eight=8,
    two=2,
)
def roots(s: Sizes, prompt: Prompt, eight: int, two: int) -> Margin:
    """The square root of n is at least a sum of two square roots."""
    a, b = log(s.d / prompt.delta), log(s.S / prompt.delta)
    most, width = log(s.d * s.S / prompt.delta), 4 * s.S - 2
    parts = sqrt(a), sqrt(b)
    falling = [
        sqrt(at(s, prompt).nc),
        sqrt(most * eight) * width,
        sqrt((a + b) * two) * width,
        (parts[0] + parts[1]) * width,
        parts[0] * width + parts[1],
    ]
    return at_most(row(*falling[1:]), row(*falling[:-1]))


square_roots.mutant("16 in place of 8", eight=16)
square_roots.mutant("1 in place of 2", two=1)
