r"""Is the network of appendix D.2 the one on the coordinates of the set? Only if nothing is mixed.

"It is equivalent to consider the input sequence" of the coordinates of $\mathbb S$: the value is
$I^{\mathbb S}M^Vx$ with all of $x$, so that for dense $M^V$ the columns off $\mathbb S$ enter, and the network
does not run LISTA-VM on $X_{:,\mathbb S}$. For multiples of the identity, which the proof of Theorem 5.1
uses, it does.
"""

from __future__ import annotations

from typing import Literal

from baselines.proximal import lista_vm
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_remark_3 import Setting, data, network, settings, states
from theorems.sparse_recovery.remark_3 import vanishes
from theorems.sparse_recovery.theorem_4_1.setting import prompts

Kind = Literal["dense", "multiples of I"]
subproblem = PAPER.claim(
    "D.2, equivalent input", id="remark-3/subproblem", kind="forall", settings=settings,
    prompts=prompts, uses=[vanishes],
)  # fmt: skip


@subproblem.printed(
    r"For all $M^{(k)}$: on $\mathbb S$ the network runs LISTA-VM (4.4) on $X_{:,\mathbb S}$ with "
    r"$M^{(k)}_{\mathbb S,\mathbb S}$.",
    expect="refuted",
    defect="proof-step",
    because="The values see all of x, and a dense M mixes it into the set.",
    construction=network("dense"),
    kind="dense",
)
@subproblem.amended(
    r"For multiples of the identity $M^{(k)}$: on $\mathbb S$ the network runs LISTA-VM (4.4) on "
    r"$X_{:,\mathbb S}$.",
    because="Then nothing is mixed.",
    construction=network("multiples of I"),
    kind="multiples of I",
)
def network_solves_the_subproblem(
    s: Setting, tf: Transformer, prompt: Prompt, kind: Kind
) -> Margin:
    """On the set the network runs LISTA-VM on the columns of the set."""
    X, y, _ = data(s, prompt)
    found = [tf.stream.read(H, "beta")[:, : s.S, 2::2].mT for H in states(s, tf, prompt)]
    M = s.matrices(kind)[:, : s.S, : s.S]
    return equal(stack(found, 1), stack(list(lista_vm(X[..., : s.S], y, M, s.theta))[1:], 1))


subproblem.mutant("the printed bias", construction=network("multiples of I", bias="printed"))
subproblem.mutant("dense matrices in the network", construction=network("dense"))
