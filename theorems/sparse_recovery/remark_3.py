r"""A known support: Remark 3 and the network of appendix D.2, which keeps beta on a set of coordinates.

With the last bias block corrected as in (C.2), $[\beta^{(k)}]_i=0$ for all $i\notin\mathbb S$, as Remark 3
says. The display $H^{(k+1)}=\mathrm{diag}(I^{\mathbb S},1,I^{\mathbb S},1)H^{(k+1)}$ claims more: the rows of
$x$ are not projected. (The MLP alone is corollary-d.1-mlp.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_remark_3 import (
    Setting,
    inside,
    network,
    projected,
    settings,
    states,
)
from theorems.sparse_recovery.theorem_4_1 import existence
from theorems.sparse_recovery.theorem_4_1.setting import prompts

vanishes, state = (
    PAPER.claim(
        label, id=id, kind="forall", settings=settings, prompts=prompts, uses=[existence]
    )
    for label, id in (
        ("Remark 3", "remark-3"),
        ("D.2, projected state", "remark-3/state"),
    )
)


@vanishes.printed(
    r"With the network of D.2, its last bias block being $-\theta^{(k)}$: $[\beta^{(k)}]_i=0$ for all "
    r"$i\notin\mathbb S$, every $k$ and token.",
    construction=network("dense"),
    size=lambda s: s.S,
)
def beta_vanishes_off_the_set(
    s: Setting, tf: Transformer, prompt: Prompt, size: Callable[[Setting], int]
) -> Margin:
    """The estimates vanish off the known set."""
    betas = stack([tf.stream.read(H, "beta") for H in states(s, tf, prompt)], 1)
    return equal(betas, betas * inside(replace(s, S=size(s)), betas)[:, None])


@state.printed(
    r"$H^{(k+1)}=\mathrm{diag}(I^{\mathbb S},1,I^{\mathbb S},1)H^{(k+1)}$.",
    expect="refuted",
    defect="proof-step",
    because="The rows of x pass through unchanged.",
    construction=network("dense"),
    x=True,
    more=0,
)
@state.amended(
    r"$H^{(k+1)}=\mathrm{diag}(I_d,1,I^{\mathbb S},1)H^{(k+1)}$.",
    because="Only beta is projected.",
    construction=network("dense"),
    x=False,
    more=0,
)
def state_is_projected(s: Setting, tf: Transformer, prompt: Prompt, x: bool, more: int) -> Margin:
    """The output of a layer is unchanged by the projection."""
    H, smaller = states(s, tf, prompt), replace(s, S=s.S + more)
    return equal(stack(H, 1), stack([projected(smaller, one, x) for one in H], 1))


vanishes.mutant("the unrestricted network", construction=network("dense", restricted=False))
vanishes.mutant("one coordinate fewer", size=lambda s: s.S - 1)
state.mutant("the set is one smaller", more=-1)
state.mutant("the unrestricted network", construction=network("dense", restricted=False))
