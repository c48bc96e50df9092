r"""The step of Corollary E.1 that holds: the label's error is at most a norm times the distance to beta*.

$|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$, after which the paper bounds $\|x\|$ by $\sqrt db_x$;
Assumption 1 has $\|x\|\le b_x$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, reals, space
from lemmata.numbers import Array, absolute, norm, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1 import Setting, as_printed

Size = Callable[[Setting, Array], Array]
step = PAPER.claim(
    "Corollary E.1, a step", slug="theorem-5.2-query-step", kind="forall",
    settings=as_printed,
    prompts=lambda s: space(x=reals(s.d), away=reals(s.d)),
)  # fmt: skip


@step.printed(r"$|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$.", length=lambda s, v: norm(v))
def cauchy_schwarz(s: Setting, prompt: Prompt, length: Size) -> Margin:
    """The label's error is at most the length of the row times the distance to beta*."""
    score = absolute(sum(prompt.x * prompt.away, -1))
    return at_most(score, length(s, prompt.x) * norm(prompt.away))


step.mutant("half", length=lambda s, v: norm(v) / 2)
step.mutant("7/8 of the root mean square", length=lambda s, v: sqrt(sum(v * v, -1) / s.d) * 7 / 8)
