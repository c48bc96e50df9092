r"""Odd tokens draw nothing from odd ones, and the inner product from even ones (after (C.9)).

Two displays of appendix C.2 (no number), for the heads $\pm1$. The first holds, thanks to $B$. The second
has the row of the querying token, as (C.5), and ends in a 2 where the last block of a value is 0
(possibly an extraction artefact).
"""

from __future__ import annotations

from constructions.lista_vm import attention_layer
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_attention import (
    EVEN,
    EVERY,
    LEFT,
    ODD,
    X_I,
    X_J,
    estimate_terms,
    token_draws,
)
from theorems.sparse_recovery.layer import attention, prompts, settings
from theorems.sparse_recovery.proposition_1.eq_c_5 import c5

odd_keys = PAPER.claim(
    "C.2, odd keys", id="proposition-1/eq-c.5/odd-keys", kind="forall", settings=settings,
    prompts=prompts, uses=[c5],
)  # fmt: skip
even_keys = PAPER.claim(
    "C.2, even keys", id="proposition-1/eq-c.5/even-keys", kind="forall", settings=settings,
    prompts=prompts, uses=[c5],
)  # fmt: skip
odd_keys.construction(attention)
even_keys.construction(attention)
DRAWN = r"\sigma(\beta_i^\top(M^Q_u)^\top %s)\,(0_{d+1};M^V_u %s;%d)"

odd_keys.printed(
    rf"For odd $i$, $j\in[1,3,\dots,i]$ and $u=\pm1$: ${LEFT}=0_{{2d+2}}$.",
    right=lambda s, p, u: estimate_terms(query=False)(s, p, u) * 0,
    size=1,
    keys=ODD,
)(token_draws)
even_keys.printed(
    rf"For odd $i$, $j\in[2,4,\dots,i-1]$ and $u=\pm1$: ${LEFT}={DRAWN % (X_I, X_I, 2)}$.",
    expect="refuted",
    defect="typo",
    because="The row of the attended token j is meant, and the last block is 0. (The 2 is possibly "
    "an extraction artefact; the display fails without it, too.)",
    right=estimate_terms(query=True, B=False, last=2),
    size=1,
    keys=EVEN,
)(token_draws)
even_keys.amended(
    rf"For odd $i$, $j\in[2,4,\dots,i-1]$ and $u=\pm1$: ${LEFT}={DRAWN % (X_J, X_J, 0)}$.",
    because="With the row of the attended token and a last block 0.",
    right=estimate_terms(query=False, B=False),
    size=1,
    keys=EVEN,
)(token_draws)

odd_keys.mutant("even keys, too", keys=EVERY)
odd_keys.mutant("B is zero", construction=lambda s: attention_layer(s.M, s.B * 0))
even_keys.mutant("odd keys, too", keys=EVERY)
even_keys.mutant("the last block is 2", right=estimate_terms(query=False, B=False, last=2))
even_keys.mutant("the row of the query", right=estimate_terms(query=True, B=False))
