r"""The triangle inequality (E.2): a few tokens more or less in the average.

Read without the misprinted $x_n^\top$ (see (E.1)): the sets $\{o_j=1\}$ and $\mathcal O$ differ in at most
$\epsilon$ tokens, whose estimates are at most $C_x$ in norm.
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, dims, in_ball, reals, space
from lemmata.numbers import norm, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Exchange:
    d: int
    kept: int
    changed: int  # at most epsilon tokens are taken in or left out
    m: int  # np - p/2, taken whole


exchange = PAPER.claim(
    "(E.2)", slug="theorem-5.2-linear-e.2", kind="forall",
    settings=space(Exchange, d=dims(1, 3), kept=dims(1, 4), changed=dims(1, 3), m=dims(1, 6)),
    prompts=lambda s: space(
        beta_star=reals(s.d), kept=in_ball(s.kept, s.d, radius=2.0),
        changed=in_ball(s.changed, s.d, radius=2.0),
    ),
)  # fmt: skip


@exchange.printed(
    r"Without the $x_n^\top$: $\big\|\beta^*-\frac1{np-p/2}\sum_{o_j=1}\beta_j\big\|\le\big\|\beta^*-"
    r"\frac1{np-p/2}\sum_{\mathcal O}\beta_j\big\|+\frac{C_x\epsilon}{np-p/2}$ if $\|\beta_j\|\le C_x$ and "
    r"the sets differ in at most $\epsilon$ tokens.",
    radius=2,
)
def exchanged(s: Exchange, prompt: Prompt, radius: int) -> Margin:
    """Leaving out or taking in a few tokens changes the average by little."""
    core = prompt.beta_star - sum(prompt.kept, 1) / s.m
    size = norm(core)
    share = (size * 0 + radius * s.changed) / s.m
    return at_most(norm(core - sum(prompt.changed, 1) / s.m), size + share)


exchange.mutant("half of C_x", radius=1)
exchange.mutant("no change", radius=0)
