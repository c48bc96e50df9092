r"""The displays (D.9) to (D.13), on event A with n >= N_0, one by one.

Right, but for one inference in (D.9): $\frac12(1-x)\le\frac n{n+2}(1-x)$ needs $n\ge2$. The conclusion
holds for n = 1 all the same if $n\ge N_0$, since (D.8) leaves a factor of $\sqrt2$ and more.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import absolute, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_n0 import Sizes, at, chances, data, in_event, row, sizes

ranked = PAPER.claim(
    "(D.9)", slug="n0-chain-d.9", kind="forall", settings=sizes(0.84), prompts=chances
)


@ranked.printed(
    r"For $n\ge N_0$: $\frac1{\sqrt n}\Big((2S-1)\sqrt{\frac{\log d-\log\delta}c}+\frac12\sqrt{\frac{\log S"
    r"-\log\delta}c}\Big)\le\frac12$, $(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}\le\frac12\Big(1-\sqrt{"
    r"\frac{\log S-\log\delta}{nc}}\Big)$, and the same with $\frac n{n+2}$ in place of $\frac12$.",
    extra=2,
)
def coherence_is_small(s: Sizes, prompt: Prompt, extra: int) -> Margin:
    """The bound on the coherence is at most the bound on the diagonal."""
    q, width = at(s, prompt), 2 * s.S - 1
    x, y = q.dimension, q.support
    left = row(x * width + y / 2, x * width, x * width)
    return at_most(left, row(y * 0 + 1 / 2, (y * -1 + 1) / 2, (y * -1 + 1) * s.n / (s.n + extra)))


ranked.mutant("N_0 without its 8", settings=sizes(0.84, factor=8))
ranked.mutant("n / (n + 8)", extra=8)

ordered = PAPER.claim(
    "(D.10)", slug="n0-chain-d.10", kind="forall", settings=sizes(0.84), prompts=data
)


@ordered.printed(
    r"On event A: $\sigma_{\max}(2S-1)\le(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}\le\frac n{n+2}\Big(1-"
    r"\sqrt{\frac{\log S-\log\delta}{nc}}\Big)\le\sigma_{\min}$.",
    width=1,
)
def coherence_is_below_the_diagonal(s: Sizes, prompt: Prompt, width: int) -> Margin:
    """The coherence times 2S - 1 is at most the smallest diagonal entry."""
    q = at(s, prompt)
    smallest, coherence, _ = in_event(q, prompt)
    middle = q.dimension * (2 * s.S - 1) * width
    bound = (q.support * -1 + 1) * s.n / (s.n + 2)
    parts = coherence * (2 * s.S - 1), middle + coherence * 0, bound + coherence * 0, smallest
    return at_most(stack(parts[:3], -1), stack(parts[1:], -1))


ordered.mutant("four times the coherence", width=4)
ordered.mutant("a sixteenth of N_0", settings=sizes(0.84, factor=8))

contracting = PAPER.claim(
    "(D.11) to (D.13)",
    slug="n0-chain-d.12",
    kind="forall",
    settings=sizes(1.6),
    prompts=data,
    examples=[Sizes(1, 1, 40, 1.5, 128)],
)


@contracting.printed(
    r"If $\gamma\le\min\{1/\sigma_{\min},1/\max_iD_{:,i}^\top X_{:,i}\}$ (D.11), then on event A with "
    r"$n\ge N_0$: $\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le\gamma\sigma_{\min}+|1-\gamma"
    r"\sigma_{\min}|=1$, and (D.6).",
    cap=1,
)
def contracts(s: Sizes, prompt: Prompt, cap: int) -> Margin:
    """A step of at most one over the diagonal gives the conditions of Lemma 1."""
    smallest, coherence, largest = in_event(at(s, prompt), prompt)
    step = smallest * s.gamma
    rate = coherence * s.gamma * (2 * s.S - 1) + absolute(step * -1 + 1)
    left = stack([rate, step, largest * s.gamma], -1)
    right = stack([step + absolute(step * -1 + 1), step * 0 + 1, step * 0 + 1], -1)
    return at_most(left, right).given(largest * s.gamma * -1 + cap)


contracting.mutant("twice the step", cap=2)
contracting.mutant("n from N_0 / 16", settings=sizes(1.6, factor=8))
