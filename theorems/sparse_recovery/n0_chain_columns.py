r"""(D.14) and the columns outside of the support: event A does not bound them.

(D.11) and (D.6) want $\gamma D_{:,i}^\top X_{:,i}\le1$ for every $i\in[d]$, but event A bounds the diagonal
on $\mathbb S$ only. Lemma 1 needs no more than $\mathbb S$.
"""

from __future__ import annotations

from dataclasses import replace

from lemmata import Margin, Prompt, Space, at_most, box
from lemmata.numbers import amax, concatenate
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_n0 import Sizes, at, data, in_event, sizes
from theorems.sparse_recovery.n0_chain_range import allowed


def with_others(s: Sizes) -> Space:
    """The quantities of event A, and diagonal entries outside of the support."""
    outside = box(s.d - s.S, low=0.0, high=4.0)
    return replace(data, fields={**data.fields, "outside": outside})


columns = PAPER.claim(
    "(D.14)", slug="n0-chain-d.14", kind="forall", settings=sizes(0.84, spare=1),
    prompts=with_others,
)  # fmt: skip


@columns.printed(
    r"On event A, $\gamma\le1/\big(\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})\big)$ gives (D.11): "
    r"$\gamma\max_iD_{:,i}^\top X_{:,i}\le1$ over all $i\in[d]$.",
    expect="refuted",
    defect="proof-step",
    because="Event A bounds the diagonal on S only; other columns may be of any size.",
    everywhere=True,
    stretch=1,
)
@columns.amended(
    r"The same with the maximum over $i\in\mathbb S$ (which is all that Lemma 1 needs).",
    everywhere=False,
    stretch=1,
)
def columns_are_bounded(s: Sizes, prompt: Prompt, everywhere: bool, stretch: int) -> Margin:
    """A step that event A admits keeps gamma times the diagonal below 1."""
    q = at(s, prompt)
    _, _, largest = in_event(q, prompt)
    diagonal = largest[:, None]
    if everywhere:
        diagonal = concatenate([diagonal, prompt.outside], -1)
    reached = amax(diagonal, -1) * allowed(q) * stretch
    return at_most(reached, reached * 0 + 1)


columns.mutant("twice the step", stretch=2)
columns.mutant("the other columns, too", everywhere=True)
